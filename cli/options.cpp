#include "cli/options.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>

#include "core/ask/reports.h"

namespace warodds::cli {
namespace {

namespace po = boost::program_options;

constexpr unsigned line_length = 79;

/// Values are taken as text and read later, so that every error names the option, what was found
/// and what is allowed.
void add(po::options_description& to, const LineOption& option) {
  const std::string name = std::string(option.name).append(option.short_form);
  const std::string value(option.value), meaning(option.meaning);
  if (value.empty()) {
    to.add_options()(name.c_str(), po::value<bool>()->zero_tokens(), meaning.c_str());
  } else if (option.repeatable) {
    to.add_options()(name.c_str(), po::value<std::vector<std::string>>()->value_name(value),
                     meaning.c_str());
  } else {
    to.add_options()(name.c_str(), po::value<std::string>()->value_name(value), meaning.c_str());
  }
}

/// An option of questions, as a command has it.
LineOption line_option(const Option& option, std::string_view command) {
  const OptionOf of = option_for(option, command);
  LineOption line{option.name, "", of.value, of.meaning};
  line.repeatable = option.repeatable;
  return line;
}

}  // namespace

const std::vector<Command>& own_commands() {
  static const std::vector<Command> commands{
      {.name = ask_command,
       .operands = "[FILE]",
       .summary = "questions as lines of JSON, answers likewise"},
      {.name = help_command,
       .operands = "COMMAND, TOPIC or all",
       .summary = "what a command takes; what a topic is"}};
  return commands;
}

const std::vector<LineOption>& output_options() {
  static const std::vector<std::string> printed = words_of_forms();
  static const std::string formats =
      fmt::format("text|ascii|csv|json|{}|html|link", fmt::join(printed, "|"));
  static const std::string meaning =
      fmt::format("text (default), ascii, csv, json, {}, html, link", fmt::join(printed, ", "));
  constexpr std::string_view shapes = "comma|semicolon|wide|bom|excel";
  const auto of_ask = [](std::string_view name, std::string_view value, std::string_view allows) {
    return LineOption{name, "", value, allows, "", nullptr, true};
  };
  static const std::vector<LineOption> options{
      {"format", "", "FORM", meaning, formats},
      {"csv", "", "SHAPE,...", "write CSV: comma, semicolon, wide, bom, excel", shapes},
      {"output", "", "FILE", "write to a file instead of the terminal"},
      {"long", "", "", "text with all laws, rounds and digits", "", &Command::is_brief},
      {"page", "", "URL", "the page of html and link, if not installed", "", &Command::on_page},
      {"help", ",h", "", "this help"},
      {"version", "", "", "the version, and the instructions in use"},
      of_ask("files", "DIR", "questions may name the files below it; else none"),
      of_ask("most-time", "SECONDS", "of an answer"),
      of_ask("most-memory", "SIZE", "of all together: 512MiB, 2GiB"),
      of_ask("most-threads", "N", "of all together"),
      of_ask("strangers", "", "2 s, 512 MiB and 1 thread, if not said otherwise")};
  return options;
}

bool has(std::string_view command, const LineOption& option) {
  if (option.of_ask) return command == ask_command;
  const Command* const record = find_command(command);
  return option.only_of == nullptr || (record != nullptr && record->*option.only_of);
}

std::vector<LineOption> own_options_of(const Command& command) {
  std::vector<LineOption> options;
  for (const std::string_view name : command.options) {
    options.push_back(line_option(*find_option(name), command.name));
  }
  return options;
}

std::vector<LineOption> line_options_of(std::string_view command) {
  const Command* const record = find_command(command);
  auto options = record != nullptr ? own_options_of(*record) : std::vector<LineOption>();
  std::copy_if(output_options().begin(), output_options().end(), std::back_inserter(options),
               [&](const LineOption& option) { return has(command, option); });
  return options;
}

po::options_description described(const std::vector<LineOption>& options) {
  po::options_description all(line_length, line_length - 44);
  for (const LineOption& option : options) {
    if (!option.of_ask) add(all, option);
  }
  return all;
}

po::options_description all_options_there_are() {
  po::options_description options;
  for (const Option& option : all_options()) add(options, line_option(option, ""));
  for (const LineOption& option : output_options()) add(options, option);
  return options;
}

}  // namespace warodds::cli
