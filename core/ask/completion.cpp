#include "core/ask/completion.h"

#include <functional>

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

/// Calls f(name of the system, roster or null), if the system can be told.
void with_system_so_far(const OfRoster& so_far,
                        const std::function<void(const std::string&, const Roster*)>& f) {
  try {
    const auto roster = load(so_far.roster, so_far.system);
    if (roster != nullptr || !so_far.system.empty())
      f(system_of(so_far, roster.get()), roster.get());
  } catch (const std::exception&) {
    // A roster with a mistake is reported when the question is asked.
  }
}

/// Calls f(System{}), if the system can be told.
template <class F>
void with_type_so_far(const OfRoster& so_far, const F& f) {
  with_system_so_far(so_far,
                     [&](const std::string& system, const Roster*) { with_system(system, "", f); });
}

void add_stats(const OfRoster& so_far, std::string_view word, Proposals& proposals) {
  with_type_so_far(so_far, [&](auto of) {
    for (const char* side : {"attacker.", "defender."}) {
      add_settings(decltype(of)::unit_fields(), side, word, proposals);
    }
  });
}

void add_keys(const OfRoster& so_far, std::string_view word, Proposals& proposals) {
  with_type_so_far(so_far, [&](auto of) {
    add_settings(decltype(of)::situation_fields(), "", word, proposals);
  });
}

void add_names(const OfRoster& so_far, Proposals& proposals) {
  with_system_so_far(so_far, [&](const std::string&, const Roster* roster) {
    if (roster == nullptr) return;
    for (const UnitText& unit : roster->units) proposals.add(unit.name, unit.note);
    for (const ArmyText& army : roster->armies) proposals.add(army.name, army.note);
  });
}

}  // namespace

std::vector<Completion> complete_word(std::string_view words, std::string_view word) {
  Proposals proposals(word);
  for (const std::string& one : split(words, '|')) proposals.add(one);
  return proposals.take();
}

std::vector<Completion> complete_system(std::string_view word, const OfRoster&) {
  Proposals proposals(word);
  Systems::for_each(
      [&](auto system) { proposals.add(decltype(system)::name, decltype(system)::title); });
  return proposals.take();
}

std::vector<Completion> complete_name(std::string_view word, const OfRoster& so_far) {
  Proposals proposals(word);
  add_names(so_far, proposals);
  return proposals.take();
}

std::vector<Completion> complete_unit(std::string_view word, const OfRoster& so_far) {
  Proposals proposals(word);
  const auto setting = word.find('=') == std::string_view::npos ? word.find(',') : word.rfind(',');
  const bool named = setting != std::string_view::npos;
  if (!named) add_names(so_far, proposals);
  const std::string before(named ? word.substr(0, setting + 1) : "");
  if (named || so_far.roster.empty()) {
    with_type_so_far(so_far, [&](auto of) {
      add_settings(decltype(of)::unit_fields(), before, word, proposals);
    });
  }
  return proposals.take();
}

std::vector<Completion> complete_stat(std::string_view word, const OfRoster& so_far) {
  Proposals proposals(word);
  add_stats(so_far, word, proposals);
  return proposals.take();
}

std::vector<Completion> complete_key(std::string_view word, const OfRoster& so_far) {
  Proposals proposals(word);
  add_keys(so_far, word, proposals);
  return proposals.take();
}

std::vector<Completion> complete_stat_or_key(std::string_view word, const OfRoster& so_far) {
  Proposals proposals(word);
  add_stats(so_far, word, proposals);
  add_keys(so_far, word, proposals);
  return proposals.take();
}

std::vector<Completion> complete_quantity(std::string_view word, const OfRoster& so_far) {
  Proposals proposals(word);
  const std::string before(word.substr(0, word.rfind(',') + 1));
  with_system_so_far(so_far, [&](const std::string& system, const Roster*) {
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
  });
  return proposals.take();
}

std::vector<Completion> complete_payoff(std::string_view word, const OfRoster& so_far) {
  Proposals proposals(word);
  with_type_so_far(so_far, [&](auto of) {
    for (const auto& payoff : decltype(of)::payoffs()) {
      proposals.add(std::string(payoff.name), payoff.meaning);
    }
  });
  return proposals.take();
}

std::vector<Completion> complete_targets(std::string_view word, const OfRoster&) {
  return complete_word(
      "attacker=weakest|attacker=strongest|attacker=listed|attacker=spread|attacker=random|"
      "attacker=best|defender=weakest|defender=strongest|defender=listed|defender=spread|"
      "defender=random|defender=best|both=weakest|both=strongest|both=listed|both=spread|"
      "both=random|both=best",
      word);
}

std::vector<Completion> complete_activation(std::string_view word, const OfRoster&) {
  return complete_word(
      "attacker=listed|attacker=weakest|attacker=strongest|attacker=random|attacker=best|"
      "defender=listed|defender=weakest|defender=strongest|defender=random|defender=best|"
      "both=listed|both=weakest|both=strongest|both=random|both=best",
      word);
}

std::vector<Completion> complete_policy(std::string_view word, const OfRoster&) {
  return complete_word("attacker=best|defender=best|both=best", word);
}

}  // namespace warodds
