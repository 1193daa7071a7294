// How a battle can end.
#pragma once

#include <cstdint>

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

/// How a battle has ended of which these sides are gone, or beaten.
inline BattleEnd end_of(const PerSide<bool>& beaten) {
  return !beaten.attacker && !beaten.defender ? BattleEnd::undecided
         : !beaten.attacker                   ? BattleEnd::attacker_wins
         : !beaten.defender                   ? BattleEnd::defender_wins
                                              : BattleEnd::both_destroyed;
}

/// How a battle stands that ends.
struct Ending {
  BattleEnd how = BattleEnd::undecided;
  Ahead ahead = Ahead::decided;
};

}  // namespace warodds
