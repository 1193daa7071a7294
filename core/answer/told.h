// What every answer tells: which laws of outcomes an engine is to find, and how they become an
// answer once they are found.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/answer/answer.h"
#include "core/answer/points_lost.h"
#include "core/play/battle.h"
#include "core/play/sequence.h"
#include "core/rules/fight.h"
#include "core/rules/mixture.h"
#include "core/systems/systems.h"
#include "core/systems/traits/order_cost.h"
#include "core/systems/traits/retreat.h"

namespace warodds {

/// An answer whose laws are still to be found.
struct Unread {
  OutcomeOf of;
  LawsAsked asked;
  Answer answer;  ///< what is known without them: whoever finds them may add to it
  std::vector<AskedLaw> to_find = {};  ///< those asked for besides behind those of every answer

  /// The answer, once they are found, in their order. Throws NoAnswer where the condition is never
  /// met.
  Answer read(std::vector<OutcomeLaw> found) &&;
};

/// An answer in which nothing is told: what is known of the fight without dice.
template <class Fight>
Answer begin_answer(const Fight& fight) {
  using System = typename Fight::System;
  Answer answer;
  answer.reports = System::reports;
  answer.rate = rate_of<System>();
  answer.paid = {fight.cost.value_or(0)};
  answer.remarks = fight.remarks;
  return answer;
}
/// `begun`: by begin_answer().
Unread unread_fight(Answer begun, const FightFacts& fight, LawsAsked asked);
template <class Fight>
Unread unread(const Mixture<Fight>& fights, LawsAsked asked) {
  return unread_fight(begin_answer(fights.any()), fights.any(), std::move(asked));
}

/// The names of the units of sides of several, as they are told apart; of two units none.
template <class System>
PerSide<std::vector<std::string>> names_of_several(const Battle<System>& battle) {
  PerSide<std::vector<std::string>> names;
  for (const Side side : both_sides) {
    for (int unit = 0; unit < battle.size(side) && !battle.is_of_two_units(); ++unit) {
      names[side].push_back(battle.name(side, unit));
    }
  }
  return names;
}
/// `knows_rounds`: the engine tells the law of the rounds by itself, but under a condition.
Unread unread_battle(const PerSide<std::vector<SideStates>>& states,
                     const PerSide<std::vector<std::string>>& names, bool can_retreat,
                     LawsAsked asked, bool knows_rounds);
template <class System>
Unread unread(const Battle<System>& battle, LawsAsked asked, bool knows_rounds) {
  const bool can_retreat = CanRetreat<System> || battle.conduct(Side::attacker).may_leave ||
                           battle.conduct(Side::defender).may_leave;
  return unread_battle(battle.states(), names_of_several(battle), can_retreat, std::move(asked),
                       knows_rounds);
}

/// What a side of a battle, or one of its units, has left where the side wins.
AskedLaw left_of_winner(Side side, const std::string& unit = "");
/// The figures of that, where an engine was asked for them; nothing where the side never wins.
std::optional<Distribution> left_if_wins(const Answer& answer, Side side,
                                         const std::string& unit = "");

/// `groups`: of figures of the target; `attackers`: of each step.
Unread unread_sequence(Answer begun, const std::vector<std::string>& groups,
                       const std::vector<Casualties>& attackers, const SideStates& target,
                       LawsAsked asked);
template <class System>
Unread unread(const Sequence<System>& sequence, LawsAsked asked) {
  const SideStates& target = sequence.target();
  Answer begun = begin_answer(typename System::Fight{});
  begun.can_end_by_retreat = CanRetreat<System>;
  begun.paid.assign(sequence.size(), 0);
  std::vector<Casualties> attackers;
  for (std::size_t step = 0; step < sequence.size(); ++step) {
    attackers.push_back(sequence.attacker(step));
    if (sequence.ability(step) != nullptr) continue;
    const auto fights = sequence.fight({step}, target, target.opening());
    if (fights) begun.paid[step] = fights->any().cost.value_or(0);
  }
  return unread_sequence(std::move(begun), sequence.target_in(target, target.opening()).kinds,
                         attackers, target, std::move(asked));
}

/// The points lost of each side that has some, as facts of an outcome.
std::vector<OutcomeFact> points_lost_in(const AnyFight& fight);
std::vector<OutcomeFact> points_lost_in(const AnyBattle& battle);
/// None: what all attackers together lose is one number, of which it is not known whose it was.
std::vector<OutcomeFact> points_lost_in(const AnySequence& sequence);

}  // namespace warodds
