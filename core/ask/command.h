// What can be asked: a record for each command, from which the command line, its help, questions as
// JSON and their error messages are made. The record stands beside the code that answers.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "core/ask/question.h"
#include "core/ask/reports.h"

namespace warodds {

/// A command line that shows what a command is for.
struct CommandExample {
  std::string_view line;  ///< without "warodds "
  std::string_view shows;
};

struct Command {
  std::string_view name = {};      ///< all_commands() puts that of its kind of question here
  std::string_view operands = {};  ///< for help: "ATTACKER DEFENDER"
  std::string_view summary = {};   ///< one line
  std::string_view introduction =
      {};  ///< paragraphs, for its own help; lines with blanks first stay
  std::vector<std::string_view> without = {};  ///< options that its question could take, but not it
  std::vector<CommandExample> examples = {};
  /// Throws InputError and NoAnswer.
  std::function<Report(const Question&, const Engines&, const Watch&)> answer = {};
  bool on_page = false;        ///< whether the page shows what it answers
  bool is_brief = false;       ///< --long: as text, not all of its answer is said
  bool writes_roster = false;  ///< what goes to a file is the roster that it makes
  bool writes_page = false;    ///< its answer can be a page of HTML of its own
  // What follows from its kind of question, as all_commands() puts it here.
  Question question = {};                      ///< that says nothing yet
  std::vector<std::string_view> options = {};  ///< those that it has a place for
};

/// How a command answers its kind of question.
template <class Asked>
auto answering(Report (*answer)(const Asked&, const Engines&, const Watch&)) {
  return [answer](const Question& question, const Engines& engines, const Watch& watch) {
    return answer(*part_of<Asked>(question), engines, watch);
  };
}

/// Plays what --chunks says of a simulation. Throws InputError and NoAnswer.
Report answer_part(const Question& question, const Engines& engines, const Watch& watch);

/// In the order of the help.
const std::vector<Command>& all_commands();
/// Null if there is none of that name.
const Command* find_command(std::string_view name);
/// Throws InputError, naming the nearest, `others` among them.
const Command& command_called(std::string_view name, const std::vector<std::string>& others = {});
/// The command that asks such questions.
const Command& command_of(const Question& question);

/// Whether a command has an option.
bool takes(const Command& command, std::string_view option);
/// "--wide belongs to matrix": the commands that have an option.
std::string owners_of_option(std::string_view option);

}  // namespace warodds
