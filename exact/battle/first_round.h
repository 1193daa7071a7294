// The first round of a battle begins in one state that is known. So a side that only its first
// attack can hurt stands after it as after the fight that this attack is, and the answer says so in
// the same bits: what it has left is added up as in a fight, not over the states of both sides.
#pragma once

#include <cstddef>
#include <optional>
#include <set>
#include <vector>

#include "core/answer/battle_answer.h"
#include "core/answer/fight_answer.h"
#include "core/play/battle.h"
#include "exact/battle/rows.h"
#include "exact/battle/states.h"

namespace warodds::exact {

/// Whether an attack of the first round but its first can fell anybody of a side.
inline bool hurt_later(Side side, const Rows& rows, const AttackOrder& order,
                       const BattleStates& states) {
  const auto standing = [&](std::size_t state) {
    return states.sides()[side].standing(states[state][side]);
  };
  constexpr std::size_t opening = 0;
  std::set<std::size_t> now(rows[0][opening].to.begin(), rows[0][opening].to.end());
  for (std::size_t attack = 0; !order.attacks[attack].ends_round;) {
    attack = order.after(attack);
    std::set<std::size_t> next;
    for (const std::size_t from : now) {
      if (states.over(from)) continue;
      for (const std::size_t to : rows[attack][from].to) {
        if (standing(to) < standing(from)) return true;
        next.insert(to);
      }
    }
    now = std::move(next);
  }
  return false;
}

/// What a side has left at the end, where that is what a fight says.
using LeftByFight = PerSide<std::optional<Distribution>>;

/// Says of the first round what its first attack says. `hurt_later`: the sides that another attack
/// of the round can hurt; `dealt(fights)`: what each role deals in an attack; `last`: the round
/// after which the battle is broken off; 0: none.
template <class System, class Dealt>
LeftByFight tell_first_round(const Battle<System>& battle, const PerSide<bool>& hurt_later,
                             Dealt&& dealt, int last, BattleAnswer& answer) {
  LeftByFight told;
  if (answer.by_round.empty() || (hurt_later.attacker && hurt_later.defender)) return told;
  const auto fights = battle.attack(0, standing_of(battle.sides(), battle.opening()));
  if (!fights) return told;
  const Side by = battle.attacks().front().by;
  const PerSide<Distribution> of_sides = in_roles(dealt(*fights), by);
  for (const Side side : both_sides) {
    if (hurt_later[side]) continue;
    const Distribution& damage = of_sides[enemy_of(side)];
    const Casualties& casualties = fights->any().casualties[in_role(side, by)];
    const std::vector<int> lost = losses_of(casualties, {}, damage.max()).all;
    std::vector<double> left(static_cast<std::size_t>(casualties.standing()) + 1, 0.0);
    for (int suffered = damage.max(); suffered >= 0; --suffered) {  // as a fight adds them up
      const int standing = casualties.standing() - lost[static_cast<std::size_t>(suffered)];
      left[static_cast<std::size_t>(standing)] += damage.probability(suffered);
    }
    const Distribution after(std::move(left));
    RoundAnswer& first = answer.by_round.front();
    first.destroyed[side] = after.estimate(0);
    first.mean_left[side] = {after.mean()};
    if (last == 1) told[side] = after;
  }
  return told;
}

}  // namespace warodds::exact
