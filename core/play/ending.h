// How a battle can end.
#pragma once

#include <cstdint>

#include "core/rules/side.h"

namespace warodds {

enum class BattleEnd { attacker_wins, defender_wins, both_destroyed, undecided, retreated };
inline constexpr int kinds_of_end = 5;

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

}  // namespace warodds
