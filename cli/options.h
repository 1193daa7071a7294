// The options of each command, described once for Boost.Program_options, which parses them and
// prints them.
#pragma once

#include <boost/program_options.hpp>
#include <string>
#include <vector>

#include "core/ask/command.h"

namespace warodds::cli {

/// The command that answers questions in JSON, line by line; it takes options of its own.
inline constexpr const char* ask_command = "ask";

/// Options of the command line alone: where an answer goes and how it looks.
struct OutputOption {
  std::string_view name;  ///< with its short form: "help,h"
  std::string_view value;
  std::string_view meaning;
  std::vector<std::string_view> only_of = {};  ///< commands that have it; empty: all
};
const std::vector<OutputOption>& output_options();

/// All that one command takes, its own options first.
boost::program_options::options_description options_of(const CommandSpec& command);
/// All there are, for an error message that can tell an unknown option from a misplaced one.
boost::program_options::options_description all_options_there_are();

}  // namespace warodds::cli
