// The places of a battle (a state of both sides before a certain attack of a round), in groups of
// the same losses. Within a group only the damage on figures that stand can differ.
#pragma once

#include <cstddef>
#include <limits>
#include <vector>

#include "exact/battle/states.h"

namespace warodds::exact {

struct PlaceGroup {
  static constexpr std::size_t none = std::numeric_limits<std::size_t>::max();

  int damage = 0;                                ///< taken by the fallen
  std::vector<std::vector<std::size_t>> places;  ///< by attack: states, sorted
  /// The state before the first attack of a round in which nobody has damage that goes away: where
  /// the group is again when a round has felled nobody. none: the battle does not come there.
  std::size_t first = none;
};

/// `reached[k]`: the states that a battle can be in before attack k of a round. States in which the
/// battle is over are in no group. The groups come by rising damage: a battle goes only to those of
/// more.
std::vector<PlaceGroup> groups_by_losses(const BattleStates& states,
                                         const std::vector<std::vector<std::size_t>>& reached);

}  // namespace warodds::exact
