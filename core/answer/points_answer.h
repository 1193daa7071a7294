// What a fight or battle costs, in points of the units.
#pragma once

#include <optional>

#include "core/numbers/number_law.h"
#include "core/rules/side.h"

namespace warodds {

struct PointsAnswer {
  PerSide<double> cost;  ///< of each side as it stands before; 0: it has no points
  PerSide<NumberLaw> lost{NumberLaw::certain(0),
                          NumberLaw::certain(0)};  ///< points of each side's figures that fall
  std::optional<NumberLaw> swing;  ///< points that the defender loses, less the attacker's

  /// Points that the side destroys on average, for each that it costs; nothing where it, or the
  /// enemy, costs nothing.
  std::optional<Estimate> destroyed_per_point(Side side) const {
    if (!(cost[side] > 0) || !(cost[enemy_of(side)] > 0)) return std::nullopt;
    Estimate result = lost[enemy_of(side)].mean();
    result.value /= cost[side];
    if (result.half_width) *result.half_width /= cost[side];
    return result;
  }
};

}  // namespace warodds
