// One pool of a lineup as a random walk: the number of dice that show a value or more, for the
// values from high to low. Rerolls make a die's last result depend on the rest of the pool; the
// walk then carries a phase, so that it stays a Markov chain. Its states are numbers of dice, or
// pairs of a number and a phase.
#pragma once

#include <Eigen/Core>
#include <vector>

#include "core/rules/chance.h"

namespace warodds::exact {

/// Weights of going from a state to another, or from a number of dice to a larger or equal one;
/// row-major, rows are what is gone to.
using DiceWeights = Eigen::Array<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

/// One value down.
struct PoolLevel {
  int value = 0;
  std::vector<int> dice;  ///< of each state after it, rising
  DiceWeights weights;    ///< (state after, state before)
  /// P(so many critical hits) in each state after it, if they are known here: before it there is
  /// then one state, or they follow from the number of dice.
  std::vector<std::vector<double>> scored;
};

/// By falling value. Before the first there is one state: no dice.
using PoolWalk = std::vector<PoolLevel>;

/// The walk of a pool. `critical` is null for dice that score no critical hits.
PoolWalk walk(const Pool& pool, const Critical* critical);

/// An upper bound of the steps that walk() takes.
double walk_work(const Pool& pool);

/// About how many phases the walk will have; rather too many.
double most_phases(const Pool& pool);

}  // namespace warodds::exact
