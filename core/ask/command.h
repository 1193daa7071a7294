// What can be asked: the commands, each with its operands, options and examples. The command line,
// its help, questions as JSON and their error messages are all made from this table.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/ask/reports.h"

namespace warodds {

/// A command line that shows what a command is for.
struct CommandExample {
  std::string_view line;  ///< without "warodds "
  std::string_view shows;
};

struct CommandSpec {
  std::string_view name;
  std::string_view operands;      ///< "ATTACKER DEFENDER"
  std::string_view summary;       ///< one line
  std::string_view introduction;  ///< paragraphs, for its own help; lines with blanks first stay
  std::vector<std::string_view> options;
  std::vector<CommandExample> examples;
  /// Throws InputError and NoAnswer.
  Report (*answer)(const Question& question, const Engines& engines, const Watch& watch) = nullptr;
  bool writes_roster = false;  ///< what goes to a file is the roster that it makes
};

const std::vector<CommandSpec>& all_commands();
/// Throws InputError, naming the nearest, `others` among them.
const CommandSpec& find_command(std::string_view name, const std::vector<std::string>& others = {});
/// Whether a command has an option.
bool takes(const CommandSpec& command, std::string_view option);
/// "--wide belongs to matrix": the commands that have an option.
std::string owners_of_option(std::string_view option);

}  // namespace warodds
