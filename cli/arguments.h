// The command line as values.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/ask/ask.h"
#include "core/ask/command.h"
#include "core/ask/question.h"
#include "core/ask/reports.h"

namespace warodds::cli {

/// Where an answer goes and how it looks; nothing that changes the answer.
struct OutputOptions {
  /// "ascii": text, too; "link": the address under which the page asks the question, not its
  /// answer; csv, json, html, or one of words_of_forms().
  std::string form = "text";
  std::string file;    ///< empty: standard output
  bool whole = false;  ///< as text all that is known, with all digits
  std::string page;    ///< where the page is; empty: as installed
  CsvShape csv;

  bool is_text() const { return form == "text" || form == "ascii"; }
};

/// What is allowed to all questions of `ask` together.
struct AskArguments {
  AskSettings settings;
  double most_bytes = 0;  ///< of memory; 0: as much as there is
  int most_threads = AskLimits::most_threads;
};

struct Arguments {
  /// What is to be done: answer a question, answer lines of them, or tell how to use the program.
  /// Or say how a line that is being written can go on.
  enum class Task { answer, ask, help, version, complete };

  Task task = Task::help;
  Question question;
  OutputOptions output;
  std::string help_on;      ///< a command; empty: the program
  std::string lines = "-";  ///< file with questions; "-": standard input
  AskArguments ask;
  std::vector<std::string> unfinished;  ///< words of the line that is being written
};

/// Throws InputError for anything that is not an option, not a value of it, or contradictory.
Arguments parse_arguments(int argc, const char* const* argv);

/// The roster where none is named: what WARODDS_ROSTER says; empty: nothing.
std::string usual_roster();

/// The help of the program, and of one command (InputError for an unknown one).
std::string general_help();
std::string help_on(const std::string& command);

/// What is to be known beyond one command: a page of help.
struct Topic {
  std::string_view name;   ///< "events"
  std::string_view title;  ///< a line
  std::string_view text;   ///< in lines that fit a terminal
};
const std::vector<Topic>& all_topics();
/// Null if there is none of that name.
const Topic* find_topic(std::string_view name);

/// The first word of a line that asks for this; what follows is the line of a user.
inline constexpr const char* complete_command = "complete";
/// The ways to write the last of the words, which may be empty: a line each, the word and behind a
/// tab what it means. No lines where a file, a number or nothing in particular is expected.
std::string completions(const std::vector<std::string>& words);

}  // namespace warodds::cli
