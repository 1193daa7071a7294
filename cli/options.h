// The options of each command, described once for Boost.Program_options, which parses them and
// prints them.
#pragma once

#include <boost/program_options.hpp>
#include <string>
#include <vector>

#include "core/ask/command.h"
#include "core/ask/option.h"

namespace warodds::cli {

/// What the program does besides answering one question: answer lines of them, and tell how it is
/// used.
inline constexpr const char* ask_command = "ask";
inline constexpr const char* help_command = "help";
struct OwnCommand {
  std::string_view name;
  std::string_view operands;
  std::string_view summary;
};
const std::vector<OwnCommand>& own_commands();

/// Options of the command line alone: where an answer goes and how it looks, and what `ask` allows
/// to its questions.
struct OutputOption {
  std::string_view name;
  std::string_view short_form;  ///< behind the name: ",h"
  std::string_view value;
  std::string_view meaning;
  std::string_view words = {};       ///< of which the value is one: "text|csv"
  bool Command::*only_of = nullptr;  ///< what is true of the commands that have it; null: all
  bool of_ask = false;               ///< that command alone has it
};
const std::vector<OutputOption>& output_options();
bool has(std::string_view command, const OutputOption& option);

/// All that one command takes, its own options first.
boost::program_options::options_description options_of(const Command& command);
/// All there are, for an error message that can tell an unknown option from a misplaced one.
boost::program_options::options_description all_options_there_are();

}  // namespace warodds::cli
