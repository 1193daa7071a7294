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

/// Finds the amounts in an object that have to be rolled.
template <class T>
void find_random(const Fields<T>& fields, T& object, std::vector<Amount*>& found) {
  for (const Field<T>& field : fields) {
    if (field.amount == nullptr || !(object.*field.amount).is_random()) continue;
    found.push_back(&(object.*field.amount));
  }
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
