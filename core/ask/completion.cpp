#include "core/ask/completion.h"

#include <exception>

#include "core/answer/quantity.h"
#include "core/ask/matchup_question.h"
#include "core/systems/systems.h"
#include "core/text/error.h"
#include "core/text/text.h"

namespace warodds {
namespace {

using questions::OfRoster;

/// Proposals of which those are kept that begin like the word.
class Proposals {
 public:
  explicit Proposals(std::string_view word) : word_(lower(word)) {}

  void add(std::string text, std::string_view meaning = {}) {
    if (lower(text).starts_with(word_)) kept_.push_back({std::move(text), std::string(meaning)});
  }
  std::vector<Completion> take() { return std::move(kept_); }

 private:
  std::string word_;
  std::vector<Completion> kept_;
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

/// Calls f(System{}, roster or null), if the system can be told.
template <class F>
void with_so_far(const OfRoster& so_far, const F& f) {
  try {
    const auto roster = load(so_far.roster, so_far.system);
    if (roster == nullptr && so_far.system.empty()) return;
    with_system(system_of(so_far, roster.get()), "", [&](auto system) { f(system, roster.get()); });
  } catch (const std::exception&) {
    // A roster with a mistake is reported when the question is asked.
  }
}

void add_stats(const OfRoster& so_far, std::string_view word, Proposals& proposals) {
  with_so_far(so_far, [&](auto of, const Roster*) {
    for (const char* side : {"attacker.", "defender."}) {
      add_settings(decltype(of)::unit_fields(), side, word, proposals);
    }
  });
}

void add_keys(const OfRoster& so_far, std::string_view word, Proposals& proposals) {
  with_so_far(so_far, [&](auto of, const Roster*) {
    add_settings(decltype(of)::situation_fields(), "", word, proposals);
  });
}

void add_names(const OfRoster& so_far, Proposals& proposals) {
  with_so_far(so_far, [&](auto, const Roster* roster) {
    if (roster == nullptr) return;
    for (const UnitText& unit : roster->units) proposals.add(unit.name, unit.note);
    for (const ArmyText& army : roster->armies) proposals.add(army.name, army.note);
  });
}

void add_unit(const OfRoster& so_far, std::string_view word, Proposals& proposals) {
  const auto setting = word.find('=') == std::string_view::npos ? word.find(',') : word.rfind(',');
  const bool named = setting != std::string_view::npos;
  if (!named) add_names(so_far, proposals);
  if (!named && !so_far.roster.empty()) return;
  const std::string before(named ? word.substr(0, setting + 1) : "");
  with_so_far(so_far, [&](auto of, const Roster*) {
    add_settings(decltype(of)::unit_fields(), before, word, proposals);
  });
}

/// After the last comma.
void add_quantities(const OfRoster& so_far, std::string_view word, Proposals& proposals) {
  const std::string before(word.substr(0, word.rfind(',') + 1));
  with_so_far(so_far, [&](auto of, const Roster*) {
    for (const ListedFact& fact : list_facts(decltype(of)::name)) {
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
  });
}

void add_payoffs(const OfRoster& so_far, Proposals& proposals) {
  with_so_far(so_far, [&](auto of, const Roster*) {
    for (const auto& payoff : decltype(of)::payoffs()) {
      proposals.add(std::string(payoff.name), payoff.meaning);
    }
  });
}

/// A word for either side or both.
void add_of_sides(std::initializer_list<const char*> words, Proposals& proposals) {
  for (const char* side : {"attacker=", "defender=", "both="}) {
    for (const char* word : words) proposals.add(std::string(side) + word);
  }
}

}  // namespace

std::vector<Completion> complete_word(std::string_view words, std::string_view word) {
  Proposals proposals(word);
  for (const std::string& one : split(words, '|')) proposals.add(one);
  return proposals.take();
}

std::vector<Completion> completions_of(ValueKind kind, std::string_view word,
                                       const OfRoster& so_far) {
  Proposals proposals(word);
  switch (kind.of) {
    case ValueKind::system:
      Systems::for_each(
          [&](auto system) { proposals.add(decltype(system)::name, decltype(system)::title); });
      break;
    case ValueKind::names:
      add_names(so_far, proposals);
      break;
    case ValueKind::side:
    case ValueKind::steps:
      add_unit(so_far, word, proposals);
      break;
    case ValueKind::stat:
      add_stats(so_far, word, proposals);
      break;
    case ValueKind::setting:
      add_keys(so_far, word, proposals);
      break;
    case ValueKind::range:
      add_stats(so_far, word, proposals);
      add_keys(so_far, word, proposals);
      break;
    case ValueKind::quantities:
    case ValueKind::aim:
      add_quantities(so_far, word, proposals);
      break;
    case ValueKind::payoff:
      add_payoffs(so_far, proposals);
      break;
    case ValueKind::policy:
      add_of_sides({"best"}, proposals);
      break;
    case ValueKind::targets:
      add_of_sides({"weakest", "strongest", "listed", "spread", "random", "best"}, proposals);
      break;
    case ValueKind::activation:
      add_of_sides({"listed", "weakest", "strongest", "random", "best"}, proposals);
      break;
    default:
      break;
  }
  return proposals.take();
}

std::vector<Completion> completions_of(const Option& option, std::string_view word,
                                       const OfRoster& so_far) {
  return option.kind.of == ValueKind::word ? complete_word(option.value, word)
                                           : completions_of(option.kind, word, so_far);
}

}  // namespace warodds
