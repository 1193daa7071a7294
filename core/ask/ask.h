// Questions as lines of JSON: one object a line in, one object a line out.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <string_view>
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
/// they have worked out. Safe to use from several threads.
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
  /// Puts in a roster that is there already, or is for others to come.
  void share(RosterSource& source, const std::string& system);
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
};

}  // namespace warodds
