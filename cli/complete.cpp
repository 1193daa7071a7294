#include "cli/complete.h"

#include <exception>
#include <utility>

#include "cli/arguments.h"
#include "cli/options.h"
#include "cli/topics.h"
#include "core/ask/completion.h"

namespace warodds::cli {
namespace {

using Found = std::vector<Completion>;

/// A command line up to the word that is being written.
struct Line {
  std::string command_name;          ///< empty: it is being written
  const Command* command = nullptr;  ///< null: it is none, or one of the program's own
  std::vector<std::pair<std::string, std::string>> options;  ///< that have been said, and values
  std::string option;                                        ///< whose value the word is
  std::string before_value;  ///< "--option=" where the word begins so
  std::string word;
};

/// Calls f(name, value, meaning) for all options of the command.
template <class F>
void for_each_option(const Line& line, const F& f) {
  const Command* const command = line.command;
  if (command != nullptr) {
    for (const std::string_view name : command->options) {
      const Option& option = *find_option(name);
      f(option.name, option.value, option_for(option, command->name).meaning);
    }
  }
  for (const OutputOption& option : output_options()) {
    if (has(command, option)) f(option.name, option.value, option.meaning);
  }
  if (line.command_name != ask_command) return;
  for (const OutputOption& option : ask_options()) f(option.name, option.value, option.meaning);
}

bool takes_value(const Line& line, std::string_view wanted) {
  bool takes = false;
  for_each_option(line, [&](std::string_view name, std::string_view value, std::string_view) {
    takes |= name == wanted && !value.empty();
  });
  return takes;
}

Line read(const std::vector<std::string>& words) {
  Line line;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::string& word = words[i];
    const bool last = i + 1 == words.size();
    if (!line.option.empty()) {
      if (last) break;
      line.options.emplace_back(line.option, word);
      line.option.clear();
    } else if (word.starts_with("--")) {
      const auto equals = word.find('=');
      const std::string name = word.substr(2, equals == std::string::npos ? equals : equals - 2);
      if (equals != std::string::npos) {
        if (!last) line.options.emplace_back(name, word.substr(equals + 1));
        if (last) line.option = name;
        if (last) line.before_value = word.substr(0, equals + 1);
      } else if (!last && takes_value(line, name)) {
        line.option = name;
      }
    } else if (!last && line.command_name.empty()) {
      line.command_name = word;
      line.command = find_command(word);
    }
  }
  line.word = words.empty() ? "" : words.back().substr(line.before_value.size());
  return line;
}

/// Where units come from, as far as it has been said; what makes no sense (yet) is left out.
questions::OfRoster said_in(const Line& line) {
  if (line.command == nullptr) return {};
  Question question = line.command->question;
  auto* of = part_of<questions::OfRoster>(question);
  if (of == nullptr) return {};
  of->roster.path = usual_roster();
  for (const auto& [name, value] : line.options) {
    try {
      if (const Option* option = find_option(name)) option->read(question, value);
    } catch (const std::exception&) {
    }
  }
  return *of;
}

Found commands_like(const std::string& word, bool with_help) {
  Found found;
  const auto add = [&](std::string_view name, std::string_view summary) {
    if (name.starts_with(word)) found.push_back({std::string(name), std::string(summary)});
  };
  for (const Command& command : all_commands()) add(command.name, command.summary);
  for (const OwnCommand& own : own_commands()) {
    if (with_help || own.name != help_command) add(own.name, own.summary);
  }
  return found;
}

Found options_like(const std::string& word, const Line& line) {
  Found found;
  for_each_option(line, [&](std::string_view name, std::string_view, std::string_view meaning) {
    const std::string text = "--" + std::string(name);
    if (text.starts_with(word)) found.push_back({text, std::string(meaning)});
  });
  return found;
}

Found values_like(const Line& line) {
  const Option* option = find_option(line.option);
  if (option != nullptr) return completions_of(*option, line.word, said_in(line));
  std::string_view words;
  for (const OutputOption& other : output_options()) {
    if (other.name == line.option) words = other.words.empty() ? other.value : other.words;
  }
  return words.find('|') == std::string_view::npos ? Found() : complete_word(words, line.word);
}

Found operands_like(const Line& line) {
  if (line.command_name == help_command) {
    Found found = commands_like(line.word, false);
    for (const Topic& topic : all_topics()) {
      if (topic.name.starts_with(line.word)) {
        found.push_back({std::string(topic.name), std::string(topic.title)});
      }
    }
    return found;
  }
  if (line.command == nullptr) return {};
  const Question& question = line.command->question;
  if (has_part<questions::OfSystem>(question))
    return completions_of(ValueKind::system, line.word, {});
  if (!has_part<questions::Named>(question)) return {};
  return completions_of(ValueKind::side, line.word, said_in(line));
}

Found completed(const Line& line) {
  if (!line.option.empty()) return values_like(line);
  if (line.word.starts_with("-")) return options_like(line.word, line);
  if (line.command_name.empty()) return commands_like(line.word, true);
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
