// How a battle can end.
#pragma once

#include <cstdint>

#include "core/play/side_states.h"
#include "core/rules/side.h"

namespace warodds {

/// A side that breaks is beaten as one that is destroyed.
enum class BattleEnd { attacker_wins, defender_wins, both_destroyed, undecided, retreated };
inline constexpr int kinds_of_end = 5;
/// To the attacker's side: what is not won or lost counts one half.
inline double worth_of(BattleEnd end) {
  return end == BattleEnd::attacker_wins ? 1 : end == BattleEnd::defender_wins ? 0 : 0.5;
}

/// Who has the larger share left of the hit points it had when the battle began, where the battle
/// is undecided. Damage that does not last counts for nothing.
enum class Ahead { attacker, defender, even, decided };
inline constexpr int kinds_of_ahead = 4;

/// `left` and `at_first`: hit points of each side.
inline Ahead who_is_ahead(const PerSide<int>& left, const PerSide<int>& at_first) {
  const auto a = static_cast<std::int64_t>(left.attacker) * at_first.defender;
  const auto b = static_cast<std::int64_t>(left.defender) * at_first.attacker;
  return a > b ? Ahead::attacker : a < b ? Ahead::defender : Ahead::even;
}

/// What ends a battle while both sides stand.
enum class Halt {
  none,
  withdrawal,       ///< a side has moved away
  condition,        ///< it was to be fought until this, and no longer
  attacker_breaks,  ///< so many have fallen that the others give up: the side is beaten
  defender_breaks,
  both_break
};

/// How a battle stands that ends in these states of its sides.
struct Ending {
  BattleEnd how = BattleEnd::undecided;
  Ahead ahead = Ahead::decided;
};
inline Ending ending_of(const PerSide<SideStates>& sides, const PerSide<int>& states, Halt halt) {
  const bool both = halt == Halt::both_break;
  const bool a_gone = both || halt == Halt::attacker_breaks || sides.attacker.gone(states.attacker);
  const bool b_gone = both || halt == Halt::defender_breaks || sides.defender.gone(states.defender);
  if (halt == Halt::withdrawal) return {BattleEnd::retreated};
  if (a_gone && b_gone) return {BattleEnd::both_destroyed};
  if (b_gone) return {BattleEnd::attacker_wins};
  if (a_gone) return {BattleEnd::defender_wins};
  PerSide<int> left, at_first;
  for (const Side side : both_sides) {
    left[side] = sides[side].left(sides[side].lasting(states[side]));
    at_first[side] = sides[side].left(sides[side].lasting(sides[side].opening()));
  }
  return {BattleEnd::undecided, who_is_ahead(left, at_first)};
}

}  // namespace warodds
