// How to use the program, made from the tables of commands and options.
#include <fmt/format.h>

#include <boost/algorithm/string/replace.hpp>
#include <sstream>

#include "cli/arguments.h"
#include "cli/options.h"
#include "core/ask/forms/text/pieces.h"
#include "core/text/error.h"
#include "core/text/shown.h"
#include "core/text/text.h"

namespace warodds::cli {
namespace {

constexpr const char* help_on_ask =
    R"(warodds ask [FILE or -] [--output FILE] [--files DIR] [--strangers]

Answers questions that are JSON objects, one a line, with one line of JSON each,
in their order. A question is what a command line says:

  {"command": "fight", "system": "raiders-of-arcana",
   "attacker": "figures=6,cd=2", "defender": {"figures": 9, "arm": 6}}

"attacker" and "defender" are units as on a command line, or objects of fields,
with groups as lists. "situation" holds keys and values; every option of the
command has its long name: "roster", "engine", "trials", "show",
"vary": {KEY: "1..5"}, ... "roster-text" is the text of a roster, "units" a list
of units. An "id" is handed back.

A question that makes no sense is answered by {"error": {"status", "message"}},
and the rest goes on; the exit status is then 2.

A line has at most 4 MiB, an answer 64 MiB; a question may take an hour.
Less for all: --most-time SECONDS, --most-memory SIZE, --most-threads N;
--strangers: 2 s, 512 MiB, 1 thread. Files are read only below --files DIR.

Examples
  warodds ask questions.jsonl
      the questions of a file
  warodds ask --output answers.jsonl
      questions from standard input, answers into a file
)";

/// Paragraphs in lines that fit a terminal; lines that begin with a blank stay as they are.
std::string in_lines(std::string_view paragraphs) {
  std::string text;
  if (paragraphs.empty()) return text;
  for (const std::string& paragraph : split(paragraphs, '\n')) {
    text += paragraph.starts_with(' ') ? paragraph + "\n" : text::wrapped(paragraph, 0, 0);
  }
  return text;
}

/// A command line that fits a terminal and can be pasted as it stands: broken where the shell takes
/// it for one line, but not within quotes or between an option and its value.
std::string pasteable(std::string call) {
  const std::string blanks{' ', text::no_break};
  bool quoted = false;
  for (std::size_t i = 1; i < call.size(); ++i) {
    if (call[i] == '"') quoted = !quoted;
    if (call[i] != ' ') continue;
    const std::size_t word = call.find_last_of(blanks, i - 1) + 1;
    if (quoted || call.compare(word, 2, "--") == 0) call[i] = text::no_break;
  }
  constexpr std::string_view broken = " \\\n";
  std::string text =
      text::wrapped(call, 2, 4, text::page_width - static_cast<int>(broken.size()) + 1);
  text.pop_back();
  return boost::replace_all_copy(text, "\n", broken) + "\n";
}

/// Every page of help, one after the other: each command with its options, then the topics, of
/// which one has the options that most commands take.
std::string all_pages() {
  std::vector<std::string_view> names;
  for (const Command& command : all_commands()) names.push_back(command.name);
  names.emplace_back(ask_command);
  for (const Topic& topic : all_topics()) names.push_back(topic.name);
  std::string text = general_help();
  for (const std::string_view name : names) {
    text += fmt::format("\n{:=<79}\n{}", "", help_on(std::string(name)));
  }
  return text;
}

}  // namespace

std::string general_help() {
  std::string text =
      "warodds: what a fight between two tabletop units will do.\n\nwarodds COMMAND ...\n";
  for (const auto* commands : {&all_commands(), &own_commands()}) {
    for (const Command& command : *commands) {
      const std::string call = fmt::format("{} {}", command.name, command.operands);
      const bool long_call = call.size() > 27;
      text += long_call ? fmt::format("  {}\n{:30}{}\n", call, "", command.summary)
                        : fmt::format("  {:<27} {}\n", call, command.summary);
    }
  }
  text += R"(
A first answer, without any file:
  warodds fight --system raiders-of-arcana \
    figures=6,hp=2,cd=2,as=5,db=2,arm=5 figures=6,hp=1,cd=2,as=6,arm=4

A unit is NAME or NAME,key=value,... from a roster, or key=value,... alone.
)";
  std::vector<std::string> topics;
  for (const Topic& topic : all_topics()) topics.emplace_back(topic.name);
  text += text::wrapped(
      fmt::format("warodds COMMAND --help: its options, with examples; warodds help TOPIC: {}; "
                  "warodds help {}: every page.",
                  with_and(topics), help_on_all),
      0, 0);
  return text;
}

std::string help_on(const std::string& name) {
  if (name == ask_command) return help_on_ask;
  if (name == help_on_all) return all_pages();
  if (const Topic* topic = find_topic(name)) {
    return fmt::format("{}: {}\n\n{}", topic->name, topic->title, topic->text);
  }
  if (find_command(name) == nullptr) {
    std::vector<std::string> names{ask_command, help_on_all};
    for (const Command& one : all_commands()) names.emplace_back(one.name);
    for (const Topic& one : all_topics()) names.emplace_back(one.name);
    throw UnknownCommand(unknown_name("command or topic", name, names));
  }
  const Command& command = *find_command(name);
  std::ostringstream options;
  options << described(own_options_of(command));
  std::string text = fmt::format("warodds {} {}\n{}{}", command.name, command.operands,
                                 in_lines(command.introduction), options.str());
  std::string of_all;
  for (const LineOption& option : output_options()) {
    const bool is_told = option.name == "help" || option.name == "version";
    if (!option.of_ask && !is_told && has(command.name, option)) {
      of_all += fmt::format(" --{}", option.name);
    }
  }
  text += text::wrapped(fmt::format("As most commands (warodds help options):{}", of_all), 0, 2);
  if (!command.examples.empty()) text += "Examples\n";
  for (const CommandExample& example : command.examples) {
    text += pasteable(fmt::format("warodds {}", example.line));
    text += fmt::format("      {}\n", example.shows);
  }
  return text;
}

}  // namespace warodds::cli
