#include "core/ask/lines.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>

#include "core/threads/parallel.h"

namespace warodds {
namespace {

/// Questions that are answered together.
constexpr std::size_t most_lines_of_a_block = 512;
constexpr std::size_t most_bytes_of_a_block = 2 * AskLimits::most_bytes_of_question;

/// Lines as they arrive. Of one that is longer than a question may be, one byte more than that, as
/// soon as that shows.
class Lines {
 public:
  explicit Lines(std::istream& from) : from_(*from.rdbuf()) {}

  /// The lines that can be had now, at least one, unless the input is at its end.
  std::vector<std::string> next() {
    constexpr std::size_t shows_length = AskLimits::most_bytes_of_question + 1;
    std::vector<std::string> lines;
    std::size_t bytes = 0;
    const auto take = [&] {
      bytes += line_.size();
      lines.push_back(std::exchange(line_, {}));
    };
    const auto take_whole = [&] {
      if (line_.ends_with('\r')) line_.pop_back();
      take();
    };
    while (lines.size() < most_lines_of_a_block && bytes < most_bytes_of_a_block) {
      if (!lines.empty() && (skips_ || from_.in_avail() <= 0)) break;
      const int next = from_.sbumpc();
      if (next == std::streambuf::traits_type::eof()) {
        if (!line_.empty()) take_whole();  // the last line may have no end
        break;
      }
      if (next == '\n') {
        if (!std::exchange(skips_, false)) take_whole();
      } else if (!skips_) {
        line_ += static_cast<char>(next);
        if (line_.size() <= shows_length) continue;
        line_.pop_back();
        take();
        skips_ = true;
      }
    }
    return lines;
  }

  /// Whether something that has not been taken is there already.
  bool more() const { return !line_.empty() || from_.in_avail() > 0; }

 private:
  std::streambuf& from_;
  std::string line_;    ///< as far as it has arrived
  bool skips_ = false;  ///< the rest of a line that was too long
};

/// Hands answers on in the order of their questions, as soon as those before them are there.
class ReorderBuffer {
 public:
  ReorderBuffer(const std::function<void(const std::string&)>& hand_on, const Watch& watch)
      : hand_on_(hand_on), watch_(watch) {}

  /// Waits for the answers to so many questions.
  void begin(std::size_t count) {
    replies_.assign(count, std::nullopt);
    next_ = 0;
  }
  /// Where many bytes wait already, not before they are fewer: the next answer is being worked on,
  /// by another thread.
  void add(std::size_t number, Asker::Reply reply) {
    std::unique_lock lock(mutex_);
    waiting_ += reply.line.size();
    replies_[number] = std::move(reply);
    pass();
    while (waiting_ > most_bytes_waiting && !gives_up_ && !watch_.stopped()) {
      lock.unlock();
      std::this_thread::sleep_for(std::chrono::milliseconds(2));
      lock.lock();
    }
  }
  /// Somebody has failed, and there will not be all answers.
  void give_up() { gives_up_ = true; }
  /// The largest of what has been handed on.
  int status() const { return status_; }
  /// Whether every question has an answer.
  bool all() const { return next_ == replies_.size(); }

 private:
  /// Hands on what is there.
  void pass() {
    std::string answers;
    for (; next_ < replies_.size() && replies_[next_]; ++next_) {
      const Asker::Reply reply = *std::exchange(replies_[next_], std::nullopt);
      waiting_ -= reply.line.size();
      answers += reply.line;
      answers += '\n';
      status_ = std::max(status_, reply.status);
    }
    if (!answers.empty()) hand_on_(answers);
  }

  std::vector<std::optional<Asker::Reply>> replies_;
  std::size_t next_ = 0;
  std::size_t waiting_ = 0;  ///< bytes of those that are there
  std::atomic<bool> gives_up_ = false;
  int status_ = 0;
  const std::function<void(const std::string&)>& hand_on_;
  const Watch& watch_;
  std::mutex mutex_;
};

}  // namespace

Answered ask_lines(std::istream& questions, const std::function<void(const std::string&)>& hand_on,
                   const Engines& engines, const Watch& watch, const AskSettings& settings) {
  Asker asker(engines, settings);
  Lines lines(questions);
  ReorderBuffer answers(hand_on, watch);
  Answered answered;
  while (!watch.stopped()) {
    const std::vector<std::string> block = lines.next();
    if (block.empty()) break;
    answers.begin(block.size());
    in_parallel(block.size(), [&](std::size_t i) {
      if (watch.stopped()) return;
      try {
        answers.add(i, asker.ask(block[i], watch.quiet()));
      } catch (...) {
        answers.give_up();
        throw;
      }
    });
    answered.status = answers.status();
    answered.all = answers.all();
  }
  if (lines.more()) answered.all = false;
  answered.files = asker.files();
  answered.all_files = asker.remembers_all_files();
  return answered;
}

}  // namespace warodds
