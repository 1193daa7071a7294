#include "cli/complete.h"

#include <algorithm>
#include <exception>

#include "cli/arguments.h"
#include "cli/options.h"
#include "core/ask/command.h"
#include "core/ask/completion.h"
#include "core/ask/question.h"

namespace warodds::cli {
namespace {

/// An option as it is completed.
struct Option {
  std::string_view name;
  std::string_view value;  ///< "": takes none
  std::string_view meaning;
};

/// The same without its short form.
Option option_of(const OutputOption& option) {
  return {option.name.substr(0, option.name.find(',')), option.value, option.meaning};
}

bool has(const OutputOption& option, std::string_view command) {
  const auto& owners = option.only_of;
  return owners.empty() || std::find(owners.begin(), owners.end(), command) != owners.end();
}

const CommandSpec* command_of(std::string_view name) {
  for (const CommandSpec& command : all_commands()) {
    if (command.name == name) return &command;
  }
  return nullptr;
}

std::vector<Option> options_of(std::string_view command) {
  std::vector<Option> options;
  if (const CommandSpec* spec = command_of(command)) {
    for (const std::string_view name : spec->options) {
      const OptionSpec& option = *find_option(name);
      options.push_back({option.name, option.value, option.meaning});
    }
  }
  for (const OutputOption& option : output_options()) {
    if (has(option, command)) options.push_back(option_of(option));
  }
  return options;
}

/// A command line up to the word that is being written.
struct Line {
  std::string command;       ///< empty: it is being written
  Question question;         ///< as far as it has been said
  std::string option;        ///< whose value the word is
  std::string before_value;  ///< "--option=" where the word begins so
  std::string word;
};

/// What an option says goes into the question, unless it makes no sense (yet).
void take(const std::string& name, const std::string& value, Question& question) {
  const OptionSpec* option = find_option(name);
  if (option == nullptr) return;
  try {
    option->read(question, value, "");
  } catch (const std::exception&) {
  }
}

bool takes_value(std::string_view command, std::string_view name) {
  for (const Option& option : options_of(command)) {
    if (option.name == name) return !option.value.empty();
  }
  return false;
}

Line read(const std::vector<std::string>& words) {
  Line line;
  line.question.roster.path = usual_roster();
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::string& word = words[i];
    const bool last = i + 1 == words.size();
    if (!line.option.empty()) {
      if (last) break;
      take(line.option, word, line.question);
      line.option.clear();
    } else if (word.starts_with("--")) {
      const auto equals = word.find('=');
      const std::string name = word.substr(2, equals == std::string::npos ? equals : equals - 2);
      if (equals != std::string::npos) {
        if (!last) take(name, word.substr(equals + 1), line.question);
        if (last) line.option = name;
        if (last) line.before_value = word.substr(0, equals + 1);
      } else if (!last && takes_value(line.command, name)) {
        line.option = name;
      }
    } else if (!last && line.command.empty()) {
      line.command = word;
    }
  }
  line.word = words.empty() ? "" : words.back().substr(line.before_value.size());
  return line;
}

std::vector<Completion> commands_like(const std::string& word, bool with_help) {
  std::vector<Completion> found;
  const auto add = [&](std::string_view name, std::string_view summary) {
    if (name.starts_with(word)) found.push_back({std::string(name), std::string(summary)});
  };
  for (const CommandSpec& command : all_commands()) add(command.name, command.summary);
  add(ask_command, "questions as lines of JSON");
  if (with_help) add("help", "what a command takes, with examples");
  return found;
}

std::vector<Completion> options_like(const std::string& word, const std::string& command) {
  std::vector<Completion> found;
  for (const Option& option : options_of(command)) {
    const std::string text = "--" + std::string(option.name);
    if (text.starts_with(word)) found.push_back({text, std::string(option.meaning)});
  }
  return found;
}

std::vector<Completion> values_like(const Line& line) {
  if (const OptionSpec* option = find_option(line.option)) {
    return complete_value(*option, line.word, line.question);
  }
  for (const OutputOption& option : output_options()) {
    const Option simple = option_of(option);
    if (simple.name != line.option) continue;
    return complete_value({simple.name, simple.value, simple.meaning}, line.word, line.question);
  }
  return {};
}

std::vector<Completion> operands_like(const Line& line) {
  if (line.command == "help") return commands_like(line.word, false);
  const CommandSpec* command = command_of(line.command);
  if (command == nullptr) return {};
  if (command->operands == "[SYSTEM]") return complete_system(line.word);
  if (command->operands == "OLD NEW" || command->operands.starts_with("--")) return {};
  return complete_unit(line.word, line.question);
}

std::vector<Completion> completed(const Line& line) {
  if (!line.option.empty()) return values_like(line);
  if (line.word.starts_with("-")) return options_like(line.word, line.command);
  if (line.command.empty()) return commands_like(line.word, true);
  return operands_like(line);
}

}  // namespace

std::string completions(const std::vector<std::string>& words) {
  const Line line = read(words);
  std::string text;
  for (const Completion& one : completed(line)) {
    text += line.before_value + one.text;
    if (!one.meaning.empty()) text += "\t" + one.meaning;
    text += "\n";
  }
  return text;
}

}  // namespace warodds::cli
