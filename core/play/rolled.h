// From units and a situation with random amounts to the fights they may turn out to be. The rules
// never see a random amount: here every amount is rolled, in all ways it can fall, before a fight
// is prepared.
#pragma once

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

#include "core/fields/field.h"
#include "core/rules/amount.h"
#include "core/rules/explanation.h"
#include "core/rules/fight.h"
#include "core/rules/mixture.h"
#include "core/rules/no_fight.h"
#include "core/rules/side.h"
#include "core/systems/traits/joined_fights.h"
#include "core/text/error.h"

namespace warodds {

/// More ways for the amounts of one attack to fall are refused.
inline constexpr std::size_t most_combinations = 10'000;

/// The members of T that may hold random amounts.
template <class T>
std::vector<Amount T::*> amounts_of(const Fields<T>& fields) {
  std::vector<Amount T::*> members;
  for (const Field<T>& field : fields) {
    if (field.amount != nullptr) members.push_back(field.amount);
  }
  return members;
}

/// Units and situation of one attack, in which amounts can be rolled.
template <class System>
struct Attempt {
  typename System::Unit attacker;
  typename System::Unit defender;
  typename System::Situation situation;

  /// All amounts in it that have to be rolled.
  std::vector<Amount*> random_amounts() {
    std::vector<Amount*> found;
    const auto search = [&](const auto& members, auto& object) {
      for (const auto member : members) {
        if ((object.*member).is_random()) found.push_back(&(object.*member));
      }
    };
    search(unit_amounts(), attacker);
    search(unit_amounts(), defender);
    search(situation_amounts(), situation);
    return found;
  }

  static const auto& unit_amounts() {
    static const auto members = amounts_of(System::unit_fields());
    return members;
  }
  static const auto& situation_amounts() {
    static const auto members = amounts_of(System::situation_fields());
    return members;
  }
};

/// Whether anything has to be rolled before the fight is known.
template <class System>
bool has_random_amounts(const typename System::Unit& attacker,
                        const typename System::Unit& defender,
                        const typename System::Situation& situation) {
  using Of = Attempt<System>;
  const auto any = [](const auto& members, const auto& object) {
    return std::any_of(members.begin(), members.end(),
                       [&](auto member) { return (object.*member).is_random(); });
  };
  return any(Of::unit_amounts(), attacker) || any(Of::unit_amounts(), defender) ||
         any(Of::situation_amounts(), situation);
}

/// Steps that are not the same however the amounts fall are shown as they are at both ends.
Explanation spanned(Explanation low, const Explanation& high);

/// What an attack may turn out to be. `why`, if not null, receives how the dice came about.
/// Throws what System::prepare throws, and NoAnswer when the amounts can fall in too many ways.
/// There is one for each system of the list in core/systems/systems.h.
template <class System>
Mixture<typename System::Fight> rolled_fights(const typename System::Unit& attacker,
                                              const typename System::Unit& defender,
                                              const typename System::Situation& situation,
                                              const Standing& standing, Explanation* why = nullptr);

/// The same of a fight of several units of a side (traits/joined_fights.h), in the middle of a
/// battle.
template <class System>
Mixture<typename System::Fight> rolled_fights(const PerSide<Members<System>>& sides,
                                              const typename System::Situation& situation,
                                              bool later = true, Explanation* why = nullptr);

/// The same for units that have taken what the situation says.
template <class System>
Mixture<typename System::Fight> rolled_fights(const typename System::Unit& attacker,
                                              const typename System::Unit& defender,
                                              const typename System::Situation& situation,
                                              Explanation* why = nullptr) {
  return rolled_fights<System>(attacker, defender, situation,
                               {System::opening(attacker, defender, situation)}, why);
}

/// Who falls in the first attack of a battle. Throws what rolled_fights throws, but NoFight.
template <class System>
FightFacts first_facts(const typename System::Unit& attacker, const typename System::Unit& defender,
                       const typename System::Situation& situation) {
  try {
    return rolled_fights<System>(attacker, defender, situation).any();
  } catch (const NoFight&) {
    const Standing standing{System::opening(attacker, defender, situation)};
    Figures own = System::figures(Side::attacker, attacker, situation, standing);
    Figures theirs = System::figures(Side::defender, defender, situation, standing);
    return {{std::move(own.casualties), std::move(theirs.casualties)},
            {std::move(own.kinds), std::move(theirs.kinds)}};
  }
}

/// The fight in a few lines; those that depend on the amounts as they are at both ends.
template <class Fight>
Summary summary_of(const Mixture<Fight>& fights) {
  Summary lines = Fight::System::summary(fights.any());
  if (fights.fights().size() == 1) return lines;
  const Summary high = Fight::System::summary(fights.fights().back());
  for (std::size_t i = 0; i < std::min(lines.size(), high.size()); ++i) {
    if (lines[i] != high[i]) lines[i] += " ... " + high[i];
  }
  return lines;
}

}  // namespace warodds
