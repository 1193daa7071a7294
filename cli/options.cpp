#include "cli/options.h"

#include <algorithm>

namespace warodds::cli {
namespace {

namespace po = boost::program_options;

constexpr unsigned line_length = 79;

/// Values are taken as text and read later, so that every error names the option, what was found
/// and what is allowed.
void add(po::options_description& to, std::string_view name, std::string_view value,
         bool repeatable, std::string_view meaning) {
  const std::string option(name);
  const std::string text(meaning);
  if (value.empty()) {
    to.add_options()(option.c_str(), po::bool_switch(), text.c_str());
  } else if (repeatable) {
    to.add_options()(option.c_str(),
                     po::value<std::vector<std::string>>()->value_name(std::string(value)),
                     text.c_str());
  } else {
    to.add_options()(option.c_str(), po::value<std::string>()->value_name(std::string(value)),
                     text.c_str());
  }
}

}  // namespace

const std::vector<OutputOption>& output_options() {
  static const std::vector<std::string_view> on_the_page{
      "fight", "sequence", "battle", "solve", "matrix", "sweep", "value", "tune", "explain"};
  static const std::vector<OutputOption> options{
      {"format", "text|csv|json|html", "default text; html: the page"},
      {"csv", "comma|semicolon", "write CSV; with semicolons, decimals have commas"},
      {"output", "FILE", "write to a file instead of the terminal"},
      {"wide", "", "CSV as a square sheet", {"matrix"}},
      {"ascii", "", "no characters beyond ASCII in text"},
      {"link", "", "print the page's address for this", on_the_page},
      {"page", "URL", "the page, if it is not installed", on_the_page},
      {"help,h", "", "this help"},
      {"version", "", "the version, and the instructions in use"}};
  return options;
}

po::options_description options_of(const CommandSpec& command) {
  po::options_description options("Options", line_length, line_length - 44);
  for (const std::string_view name : command.options) {
    const OptionSpec& option = *find_option(name);
    add(options, option.name, option.value, option.repeatable, option.meaning);
  }
  for (const OutputOption& option : output_options()) {
    const auto& owners = option.only_of;
    if (option.name == "version") continue;  // of the program, not of a command
    const bool has =
        owners.empty() || std::find(owners.begin(), owners.end(), command.name) != owners.end();
    if (has) add(options, option.name, option.value, false, option.meaning);
  }
  return options;
}

po::options_description all_options_there_are() {
  po::options_description options;
  for (const OptionSpec& option : all_options()) {
    add(options, option.name, option.value, option.repeatable, option.meaning);
  }
  for (const OutputOption& option : output_options()) {
    add(options, option.name, option.value, false, option.meaning);
  }
  return options;
}

}  // namespace warodds::cli
