// Questions as lines of JSON: one object a line in, one object a line out.
#pragma once

#include <atomic>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/ask/question.h"
#include "core/ask/reports.h"

namespace warodds {

/// The question that a JSON object states. Throws InputError.
Question question_from_json(std::string_view text);

/// A question about units as a line of JSON that needs no file: all units are written out. Throws
/// InputError, also for a question that is about none.
std::string to_json(const Question& question);

/// Answers lines. Keeps what many questions share: rosters that have been read, engines and what
/// they have worked out, and small answers, for when the same is asked again. Safe to use from
/// several threads.
class Asker {
 public:
  explicit Asker(Engines engines);

  struct Reply {
    std::string line;  ///< without a line end
    int status = 0;    ///< 0: answered; 1: no answer, or a check failed; 2: bad question
  };

  /// The answer to one line; {"error": {"status", "message"}} where there is none. An "id" is
  /// handed back, first of all. Never throws but for lack of memory.
  Reply ask(std::string_view line, const Watch& watch = {});

  /// The files that questions were read from: rosters, parts of simulations.
  std::vector<std::string> files();

 private:
  void share(RosterSource& source, const std::string& system);
  /// The answer that was given to the same question, without its id; empty if it was not asked, as
  /// far as is known.
  std::string given_before(const std::string& question);
  /// Keeps the answer, without the id that it has, to a question that has come before, not long
  /// ago: most come once.
  void keep(const std::string& question, std::string_view answer, std::string_view id);
  /// The exact engine, which questions share with what it has worked out; a new one now and then,
  /// so that it does not grow for ever.
  Engine exact(const EngineSettings& settings);

  Engines made_of_;
  Engines engines_;  ///< for the questions
  std::mutex mutex_;
  Engine exact_;
  int asked_of_it_ = 0;
  std::map<std::string, std::shared_ptr<const Roster>> rosters_;  ///< by path and system
  std::set<std::string> files_;
  /// Hashes of questions, each in the place that it names.
  std::vector<std::atomic<std::size_t>> came_;
  std::atomic<bool> has_given_ = false;
  std::unordered_map<std::string, std::string> given_;  ///< answers without ids, by question
  std::size_t given_bytes_ = 0;
};

}  // namespace warodds
