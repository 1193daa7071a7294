// Points of the figures that fall on both sides.
#pragma once

#include <vector>

#include "core/answer/outcome_fact.h"
#include "core/rules/casualties.h"
#include "core/rules/points.h"
#include "core/rules/side.h"

namespace warodds {

class PointsLost {
 public:
  /// Of the figures of the units of each side, rank by rank.
  explicit PointsLost(const PerSide<std::vector<std::vector<Rank>>>& units);

  /// Whether anybody on the side costs anything.
  bool any(Side side) const;
  /// What all figures of a unit cost that are in `before` and not in `now`, both by rank; in parts
  /// of a point, the same for both sides.
  long long lost(Side side, const std::vector<int>& before, const std::vector<int>& now,
                 std::size_t unit = 0) const;
  /// What all figures of the units of a side cost; `standing`: of each unit, by rank.
  double cost(Side side, const std::vector<std::vector<int>>& standing) const;
  /// The points lost of each side that has some, as facts.
  std::vector<OutcomeFact> facts() const;
  /// Parts as points.
  double points(long long parts) const { return parts_.points(parts); }
  /// Two numbers of points together, as so many parts, so that sums which are the same are the same
  /// number, too.
  double sum(double x, double y) const { return parts_.points(parts_.nearest(x + y)); }

 private:
  PerSide<std::vector<std::size_t>> first_;  ///< rank of each unit, among all
  std::size_t ranks_of_attacker_ = 0;
  std::size_t ranks_ = 0;
  PointParts parts_;
};

/// How much of what a side loses a fact of points counts: not at all, once, or taken off.
int share_in(const OutcomeFact& fact, Side loser);
/// Throws NoAnswer where the units whose points a fact counts have none.
void require_points(const OutcomeFact& fact, const PointsLost& points);

}  // namespace warodds
