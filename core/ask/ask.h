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

/// The question that a JSON object states. Throws InputError, also for paths of files that are not
/// allowed.
Question question_from_json(std::string_view text,
                            const AllowedFiles& files = AllowedFiles::none());

/// A question about units as a line of JSON that needs no file: all units are written out. Throws
/// InputError, also for a question that is about none.
std::string to_json(const Question& question);

// The same for the page in the browser.

/// A text as it may stand in an address, wherever that is pasted: letters, digits, - _ and . stay.
std::string percent_encoded(std::string_view text);

/// The page's address that asks the question; `page` is that of the page alone. Throws InputError
/// as to_json() does.
std::string link_to(const Question& question, const std::string& page);

/// The page's text with a question inside, which it asks when it is opened; empty where `page` is
/// not the text of the page. Throws InputError as to_json() does.
std::string page_with(const Question& question, std::string page);

/// What strangers may ask of an Asker, so that no question takes all that the machine has.
struct AskLimits {
  static constexpr std::size_t most_bytes_of_question = std::size_t{4} << 20;
  static constexpr std::size_t most_bytes_of_answer = std::size_t{64} << 20;
  static constexpr double most_seconds = 3600;  ///< of a whole answer
  static constexpr int most_threads = 256;
  static constexpr std::size_t most_bytes_kept = std::size_t{256} << 20;  ///< of rosters
  /// More than that, and what engines have worked out is forgotten.
  static constexpr std::size_t most_bytes_in_use = std::size_t{1} << 30;
  static constexpr std::size_t most_bytes_of_paths = std::size_t{16}
                                                     << 20;  ///< that are remembered
};

/// What is allowed by who answers, and no question can raise.
struct AskSettings {
  AllowedFiles files = AllowedFiles::none();  ///< that questions may name
  double most_seconds = AskLimits::most_seconds;
};

/// Answers lines. Keeps what many questions share: rosters that have been read, as long as their
/// files stay what they were, engines and what they have worked out. Safe to use from several
/// threads.
class Asker {
 public:
  explicit Asker(Engines engines, const AskSettings& settings = {});

  struct Reply {
    std::string line;  ///< without a line end
    int status = 0;    ///< 0: answered; 1: no answer, or a check failed; 2: bad question
  };

  /// The answer to one line; {"error": {"status", "code", "message", "key", "at"}} where
  /// there is none, the last two where they are known. An "id" is
  /// handed back, first of all. Never throws but for lack of memory.
  Reply ask(std::string_view line, const Watch& watch = {});

  /// The files that questions were read from, as far as their paths have been remembered: rosters,
  /// parts of simulations, logs.
  std::vector<std::string> files();
  bool remembers_all_files();

 private:
  /// Puts in a roster that is there already, or is for others to come.
  void share(RosterSource& source, const std::string& system);
  void keep(const std::string& key, const std::shared_ptr<const Roster>& roster);
  void remember_file(const std::string& path);
  /// Lessens what is more than is allowed.
  void keep_limits(Question& question) const;
  /// What has been kept, so that there is memory for others.
  void forget();
  /// The exact engine, which questions share with what it has worked out; a new one when it has
  /// grown large.
  Engine exact(const EngineSettings& settings);

  Engines made_of_;
  AskSettings settings_;
  Engines engines_;  ///< for the questions
  std::mutex mutex_;
  Engine exact_;
  int asked_of_it_ = 0;
  std::map<std::string, std::shared_ptr<const Roster>> rosters_;  ///< by path and system
  std::size_t bytes_of_rosters_ = 0;
  std::set<std::string> files_;
  std::size_t bytes_of_files_ = 0;
  bool remembers_all_files_ = true;
};

}  // namespace warodds
