// The options of each command, described once for Boost.Program_options, which parses them and
// prints them.
#pragma once

#include <boost/program_options.hpp>
#include <vector>

#include "core/ask/command.h"
#include "core/ask/option.h"

namespace warodds::cli {

/// What the program does besides answering one question: answer lines of them, and tell how it is
/// used.
inline constexpr const char* ask_command = "ask";
inline constexpr const char* help_command = "help";
/// What `help` is asked for to print every page it has.
inline constexpr const char* help_on_all = "all";
const std::vector<Command>& own_commands();

/// An option of the command line.
struct LineOption {
  std::string_view name;
  std::string_view short_form;  ///< behind the name: ",h"
  std::string_view value;
  std::string_view meaning;
  std::string_view words = {};       ///< of which the value is one: "text|csv"
  bool Command::*only_of = nullptr;  ///< what is true of the commands that have it; null: all
  bool of_ask = false;               ///< that command alone has it
  bool repeatable = false;
};
/// Those that are of no question: where an answer goes and how it looks, and what `ask` allows to
/// its questions.
const std::vector<LineOption>& output_options();
bool has(std::string_view command, const LineOption& option);
std::vector<LineOption> own_options_of(const Command& command);
/// All that one command takes, its own options first.
std::vector<LineOption> line_options_of(std::string_view command);

/// As help lists them, but for those of `ask`.
boost::program_options::options_description described(const std::vector<LineOption>& options);
/// All there are, for an error message that can tell an unknown option from a misplaced one.
boost::program_options::options_description all_options_there_are();

}  // namespace warodds::cli
