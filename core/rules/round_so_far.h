// How far a round has got, as far as the rules look at it to say who acts next.
#pragma once

#include <optional>

#include "core/rules/side.h"

namespace warodds {

/// Every unit acts once a round: it makes its attacks, or fights one exchange.
struct RoundSoFar {
  Side first = Side::attacker;    ///< whose unit begins the round
  PerSide<int> waiting{1, 1};     ///< units of each side that have not acted yet
  std::optional<Side> last = {};  ///< whose unit has acted last

  void activate(Side side) {
    last = side;
    --waiting[side];
  }
};

/// Each side has its turn, in which all of its units act.
inline std::optional<Side> sides_in_turn(const RoundSoFar& so_far) {
  for (const Side side : {so_far.first, enemy_of(so_far.first)}) {
    if (so_far.waiting[side] > 0) return side;
  }
  return std::nullopt;
}

/// The sides take turns, one unit at a time; a side with nobody waiting passes.
inline std::optional<Side> units_in_turn(const RoundSoFar& so_far) {
  const Side next = so_far.last ? enemy_of(*so_far.last) : so_far.first;
  for (const Side side : {next, enemy_of(next)}) {
    if (so_far.waiting[side] > 0) return side;
  }
  return std::nullopt;
}

}  // namespace warodds
