// What a command line can go on with, for the completion of shells.
#include <exception>
#include <optional>
#include <utility>

#include "cli/arguments.h"
#include "cli/options.h"
#include "core/answer/quantity.h"
#include "core/ask/matchup_question.h"
#include "core/ask/option.h"
#include "core/systems/systems.h"
#include "core/text/error.h"
#include "core/text/text.h"

namespace warodds::cli {
namespace {

/// Proposals of which those are kept that begin like the word.
class Proposals {
 public:
  explicit Proposals(std::string_view word) : word_(lower(word)) {}

  void add(const std::string& text, std::string_view meaning = {}) {
    if (lower(text).starts_with(word_)) kept_.emplace_back(text, meaning);
  }
  /// A line for each, the whole word and behind a tab what it means.
  std::string lines(const std::string& before_each) const {
    std::string lines;
    for (const auto& [text, meaning] : kept_) {
      lines += before_each + text + (meaning.empty() ? "" : "\t" + meaning) + "\n";
    }
    return lines;
  }

 private:
  std::string word_;
  std::vector<std::pair<std::string, std::string>> kept_;
};

/// "key=", or where the word has got that far, "key=value" for each word that the field takes.
template <class T>
void add_settings(const Fields<T>& fields, const std::string& before, std::string_view word,
                  Proposals& proposals) {
  for (const Field<T>& field : fields) {
    const std::string key = before + std::string(field.name) + "=";
    if (!lower(word).starts_with(lower(key))) {
      proposals.add(key, field.meaning);
      continue;
    }
    for (const auto& [value, number] : field.words) proposals.add(key + std::string(value));
  }
}

void add_stats(const auto& fields, std::string_view word, Proposals& proposals) {
  for (const char* side : {"attacker.", "defender."}) add_settings(fields, side, word, proposals);
}

void add_names(const Roster* roster, Proposals& proposals) {
  if (roster == nullptr) return;
  for (const UnitText& unit : roster->units) proposals.add(unit.name, unit.note);
  for (const ArmyText& army : roster->armies) proposals.add(army.name, army.note);
}

void add_unit(const auto& fields, const Roster* roster, std::string_view word,
              Proposals& proposals) {
  const auto setting = word.find('=') == std::string_view::npos ? word.find(',') : word.rfind(',');
  const bool named = setting != std::string_view::npos;
  if (!named) add_names(roster, proposals);
  if (!named && roster != nullptr) return;
  add_settings(fields, std::string(named ? word.substr(0, setting + 1) : ""), word, proposals);
}

/// After the last comma.
void add_quantities(std::string_view system, std::string_view word, Proposals& proposals) {
  const std::string before(word.substr(0, word.rfind(',') + 1));
  for (const ListedFact& fact : list_facts(system)) {
    if (fact.name.starts_with("SIDE[") || fact.of == std::string_view("sequences")) continue;
    const std::string_view is = fact.is;
    const bool has_law = is == "count" || is == "points";
    const auto add = [&](const std::string& name) {
      if (!has_law) return proposals.add(before + name, fact.meaning);
      for (const char* how : {".mean", ".sd", ".p90", ">=1"}) {
        proposals.add(before + name + how, fact.meaning);
      }
    };
    if (!fact.name.starts_with("SIDE.")) {
      add(fact.name);
      continue;
    }
    for (const char* side : {"attacker", "defender"}) add(side + fact.name.substr(4));
  }
}

/// A word for either side or both.
void add_of_sides(const std::vector<std::string>& words, Proposals& proposals) {
  for (const char* side : {"attacker=", "defender=", "both="}) {
    for (const std::string& word : words) proposals.add(side + word);
  }
}

/// Values of such a kind that a system has, and the roster, if there is one.
template <class System>
void add_values_in(ValueKind kind, std::string_view word, const Roster* roster,
                   Proposals& proposals) {
  switch (kind.of) {
    case ValueKind::names:
      return add_names(roster, proposals);
    case ValueKind::side:
    case ValueKind::steps:
      return add_unit(System::unit_fields(), roster, word, proposals);
    case ValueKind::stat:
      return add_stats(System::unit_fields(), word, proposals);
    case ValueKind::setting:
      return add_settings(System::situation_fields(), "", word, proposals);
    case ValueKind::range:
      add_stats(System::unit_fields(), word, proposals);
      return add_settings(System::situation_fields(), "", word, proposals);
    case ValueKind::quantities:
    case ValueKind::aim:
      return add_quantities(System::name, word, proposals);
    case ValueKind::payoff:
      for (const auto& payoff : System::payoffs()) {
        proposals.add(std::string(payoff.name), payoff.meaning);
      }
      proposals.add(std::string(payoff_in_points.name), payoff_in_points.meaning);
      return;
    default:
      return;
  }
}

/// Values of such a kind. Of the question so far, the roster and the system tell which units, stats
/// and keys there are.
void add_values(ValueKind kind, std::string_view word, const questions::OfRoster& so_far,
                Proposals& proposals) {
  switch (kind.of) {
    case ValueKind::system:
      return Systems::for_each(
          [&](auto system) { proposals.add(decltype(system)::name, decltype(system)::title); });
    case ValueKind::policy:
      return add_of_sides({"best"}, proposals);
    case ValueKind::targets:
      return add_of_sides(words_of_targets(), proposals);
    case ValueKind::activation:
      return add_of_sides(words_of_activation(), proposals);
    default:
      break;
  }
  try {
    const auto roster = load(so_far.roster, so_far.system);
    if (roster == nullptr && so_far.system.empty()) return;
    with_system(system_of(so_far, roster.get()), "", [&](auto system) {
      add_values_in<decltype(system)>(kind, word, roster.get(), proposals);
    });
  } catch (const std::exception&) {
    // A roster with a mistake is reported when the question is asked.
  }
}

/// A command line up to the word that is being written.
struct Line {
  std::string command_name;          ///< empty: it is being written
  const Command* command = nullptr;  ///< null: it is none, or one of the program's own
  std::vector<std::pair<std::string, std::string>> options;  ///< that have been said, and values
  std::string option;                                        ///< whose value the word is
  std::string before_value;  ///< "--option=" where the word begins so
  std::string word;
};

/// The option of that name that the command takes; nothing: it takes none.
std::optional<LineOption> option_in(const Line& line, std::string_view name) {
  for (const LineOption& option : line_options_of(line.command_name)) {
    if (option.name == name) return option;
  }
  return std::nullopt;
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
      } else if (const auto option = option_in(line, name);
                 !last && option && !option->value.empty()) {
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

void add_commands(bool with_help, Proposals& proposals) {
  for (const auto* commands : {&all_commands(), &own_commands()}) {
    for (const Command& command : *commands) {
      if (!with_help && command.name == help_command) continue;
      proposals.add(std::string(command.name), command.summary);
    }
  }
}

void add_values(const Line& line, Proposals& proposals) {
  const auto words_of = [&](std::string_view words) {
    if (words.empty()) return;
    for (const std::string& word : split(words, '|')) proposals.add(word);
  };
  if (const Option* option = find_option(line.option)) {
    if (option->kind.of == ValueKind::word) return words_of(option->value);
    return add_values(option->kind, line.word, said_in(line), proposals);
  }
  for (const LineOption& other : output_options()) {
    if (other.name == line.option) words_of(other.words);
  }
}

void add_operands(const Line& line, Proposals& proposals) {
  if (line.command_name == help_command) {
    add_commands(false, proposals);
    for (const Topic& topic : all_topics()) proposals.add(std::string(topic.name), topic.title);
    proposals.add(help_on_all, "every page of help");
  } else if (line.command != nullptr) {
    const Question& question = line.command->question;
    if (has_part<questions::OfSystem>(question)) {
      add_values(ValueKind::system, line.word, {}, proposals);
    } else if (has_part<questions::Named>(question)) {
      add_values(ValueKind::side, line.word, said_in(line), proposals);
    }
  }
}

}  // namespace

std::string completions(const std::vector<std::string>& words) {
  const Line line = read(words);
  Proposals proposals(line.word);
  if (!line.option.empty()) {
    add_values(line, proposals);
  } else if (line.word.starts_with("-")) {
    for (const LineOption& option : line_options_of(line.command_name)) {
      proposals.add("--" + std::string(option.name), option.meaning);
    }
  } else if (line.command_name.empty()) {
    add_commands(true, proposals);
  } else {
    add_operands(line, proposals);
  }
  return proposals.lines(line.before_value);
}

}  // namespace warodds::cli
