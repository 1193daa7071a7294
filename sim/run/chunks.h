// Trials in chunks, shared out among threads. Chunk i has its own stream of dice, so neither the
// number of threads nor who plays which chunk can change a result.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cassert>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "core/answer/origin.h"
#include "core/threads/parallel.h"
#include "core/threads/patience.h"
#include "sim/run/tallied.h"
#include "sim/simulate.h"

namespace warodds::sim {

/// Throws InputError for options out of range.
void check(const Options& options);

/// When a simulation that is not done is to end all the same: at its time limit, or when somebody
/// says so.
class Deadline {
 public:
  explicit Deadline(const Options& options) : options_(options) {}

  /// Once true, it stays so.
  bool is_over();
  std::string why() const;
  /// For a simulation of which there is nothing to show yet.
  [[noreturn]] void give_up(const std::string& before_what,
                            const std::string& cure = "ask something smaller") const;

 private:
  using Clock = std::chrono::steady_clock;

  const Options& options_;
  std::atomic<bool> over_ = false;
  std::atomic<bool> interrupted_ = false;
  const Clock::time_point start_ = Clock::now();
};

/// Thrown out of what is played when it is given up.
struct Abandoned {};

class Chunks {
 public:
  /// `trials` in all, `chunk_trials` in each chunk but the last. Where a precision decides how
  /// many, as many whole chunks as the worst case needs.
  Chunks(const Options& options, std::uint64_t chunk_trials)
      : options_(options),
        trials_(most_trials(options, chunk_trials)),
        chunk_trials_(chunk_trials),
        chunks_((trials_ - 1) / chunk_trials + 1),
        first_(options.chunks ? options.chunks->first : 0),
        end_(options.chunks ? options.chunks->last + 1 : chunks_),
        next_chunk_(first_) {
    assert(trials_ > 0 && chunk_trials > 0);  // see check()
    if (options.chunks) check_range();
    const auto threads = static_cast<std::uint64_t>(team_size(options.threads));
    threads_ = static_cast<int>(std::min(threads, chunks_));
  }

  int threads() const { return threads_; }
  std::uint64_t trials_done() const { return trials_after(next_chunk_) - trials_after(first_); }

  /// Plays all chunks, or until enough() says, at one of the milestones, that they will do, or
  /// until the time is over. collect() is called, by one thread, whenever all threads rest.
  /// Returns whether the time was over before.
  template <class PlayChunk, class Collect, class Enough>
  bool play_all(PlayChunk&& play, Collect&& collect, Enough&& enough) {
    // Milestones are fixed numbers of chunks, each a quarter more than the one before.
    std::uint64_t milestone = options_.precision ? std::min<std::uint64_t>(8, end_) : end_;
    if (added_up()) next_chunk_ = milestone;
    for (;;) {
      play_until(milestone, play);
      have_something_to_show();
      collect();
      if (next_chunk_ < milestone) return true;
      if (milestone == end_ || enough()) return false;
      if (must_stop()) return true;  // in time for the milestone, but more would be needed
      milestone = std::min(milestone + milestone / 4, end_);
    }
  }

  /// Of a simulation that is shared out: hands over what has been counted, or adds up what others
  /// have counted. Throws InputError where that is of another simulation.
  template <class Counts>
  void share(Counts& totals) const {
    if (options_.tallies == nullptr) return;
    if (!added_up()) {
      Tallies& mine = options_.tallies->emplace_back();
      mine.played = {first_, next_chunk_ - 1};
      mine.chunks = chunks_;
      TallyWriter{mine}(std::as_const(totals));
      return;
    }
    const Counts nothing = totals;
    for (const Tallies& part : *options_.tallies) {
      TallyReader reader(part);
      Counts counts = nothing;
      reader(counts);
      const std::uint64_t trials =
          trials_after(part.played.last + 1) - trials_after(part.played.first);
      if (part.chunks != chunks_ || !reader.at_end() || !fits(counts, trials)) {
        TallyReader::not_these();
      }
      add(totals, counts);
    }
  }

  std::string why_stopped() const { return deadline_.why(); }

  /// Whether the chunk that is being played is not worth waiting for: it is time to end, and no
  /// chunk is done, so there is nothing to show. Who plays it then throws Abandoned. Looks once
  /// more at the end: another thread may have ended its chunk, and whoever heard of it the work.
  bool abandon() { return done_ == 0 && must_stop() && done_ == 0; }

 private:
  /// Whether no more chunks are to be taken.
  bool must_stop() { return stopped_ || deadline_.is_over(); }

  static std::uint64_t most_trials(const Options& options, std::uint64_t chunk_trials);

  /// Throws InputError for chunks that there are not.
  void check_range() const;
  /// Nothing is played, others have.
  bool added_up() const { return options_.tallies != nullptr && !options_.chunks; }

  std::uint64_t trials_after(std::uint64_t chunks) const {
    return std::min(chunks * chunk_trials_, trials_);
  }

  /// Plays chunks in their order until `milestone` of them are done, or the time is over: calls
  /// play(thread, chunk, trials). Throws NoAnswer if the first one was abandoned.
  template <class PlayChunk>
  void play_until(std::uint64_t milestone, PlayChunk&& play) {
    on_team(threads_, [&](int thread) {
      try {
        play_some(thread, milestone, play);
      } catch (const Abandoned&) {
        abandoned_ = true;
      } catch (...) {
        stopped_ = true;  // the others stop, too
        throw;
      }
    });
    if (abandoned_) deadline_.give_up(fmt::format("the first {} trials were done", chunk_trials_));
  }

  /// Takes chunk after chunk. A chunk that is taken is played to its end, so those done are always
  /// the first ones, without gaps.
  template <class PlayChunk>
  void play_some(int thread, std::uint64_t milestone, PlayChunk&& play) {
    for (;;) {
      if (next_chunk_ > first_ && must_stop()) return;
      std::uint64_t chunk = next_chunk_;
      do {
        if (chunk >= milestone) return;
      } while (!next_chunk_.compare_exchange_weak(chunk, chunk + 1));
      {
        // What has something to show is played to its end.
        const Patience* of_caller = patience_in_use();
        const PatienceInUse patience(done_ > 0 || of_caller == nullptr ? Patience() : *of_caller);
        play(thread, chunk, trials_after(chunk + 1) - trials_after(chunk));
      }
      ++done_;
      if (thread == 0) tell_progress();
    }
  }

  /// By one thread only, and not too often.
  void tell_progress();

  using Clock = std::chrono::steady_clock;

  const Options& options_;
  std::uint64_t trials_;
  std::uint64_t chunk_trials_;
  std::uint64_t chunks_;
  std::uint64_t first_;  ///< chunk that is played
  std::uint64_t end_;    ///< behind the last
  int threads_;
  std::atomic<std::uint64_t> next_chunk_;
  std::atomic<std::uint64_t> done_ = 0;  ///< chunks
  std::atomic<bool> stopped_ = false;    ///< by an error
  std::atomic<bool> abandoned_ = false;  ///< before there was anything
  Deadline deadline_{options_};
  Clock::time_point last_told_ = Clock::now();
};

/// Where the numbers of a simulation come from, once it has ended.
Origin origin_of(const Options& options, const Chunks& chunks, bool partial);

/// Plays all chunks, each by the player of a thread: play(player, chunk, trials). What players have
/// counted is added to `totals`; `precise()`: whether these will do. Returns whether the simulation
/// is partial.
template <class Players, class Counts, class Play, class Precise>
bool count_all(Chunks& chunks, Players& players, Counts& totals, const Play& play,
               const Precise& precise) {
  const bool partial = chunks.play_all(
      [&](int thread, std::uint64_t chunk, std::uint64_t trials) {
        play(players[static_cast<std::size_t>(thread)], chunk, trials);
      },
      [&] {
        for (auto& player : players) player.add_to(totals);
      },
      precise);
  chunks.share(totals);
  return partial;
}

}  // namespace warodds::sim
