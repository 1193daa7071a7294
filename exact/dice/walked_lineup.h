// The law of any lineup, by walking both pools together from the highest value to the lowest.
#pragma once

#include <Eigen/Core>

#include <vector>

#include "core/rules/chance.h"
#include "core/rules/side.h"
#include "exact/dice/hit_triangles.h"
#include "exact/dice/pool_walk.h"

namespace warodds::exact {

/// What comes after the last value that beats the phantom. Below it only pairs of two dice count,
/// which are as many as the smaller pool has dice: once either side has shown that many, all is
/// decided.
struct Ending {
  PerSide<std::vector<double>> weights;  ///< of each state in which all is decided
  /// At the values that decide something, by the dice that can still count. The first leads on from
  /// states only in which not all is decided.
  PerSide<PoolWalk> levels;
};

/// law(attack hits, defence hits) += the end of a walk of pools of which the smaller one has
/// `ranks` dice.
void add_ending(const HitTriangles& hits, const Ending& ending, int ranks, Eigen::ArrayXXd& law);

/// What lineup_law() promises, whatever the rerolls.
Eigen::ArrayXXd walked_lineup_law(const Lineup& lineup);

/// Seconds that it will take, roughly; an upper bound rather than a guess in the middle. Of pools
/// that fit into memory.
double work_of_walked(const Lineup& lineup);

}  // namespace warodds::exact
