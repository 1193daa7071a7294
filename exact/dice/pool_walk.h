// One pool of a lineup as a random walk: the number of dice that show a value or more, for the
// values from high to low. Rerolls make a die's last result depend on the rest of the pool; the
// walk then carries a phase, so that it stays a Markov chain.
#pragma once

#include <Eigen/Core>
#include <vector>

#include "core/rules/chance.h"

namespace warodds::exact {

struct PoolWalk {
  /// From `from` to `to` phase, scoring `bonus` critical hits; weight(a, b) is the probability that
  /// the number of dice goes from a to b.
  struct Step {
    int from = 0;
    int to = 0;
    int bonus = 0;
    Eigen::ArrayXXd weight;
  };
  struct Level {
    int value = 0;
    std::vector<Step> steps;
  };

  int dice = 0;
  int phases = 1;  ///< the walk begins in phase 0
  int max_bonus = 0;
  std::vector<Level> levels;  ///< by falling value
};

/// The walk of a pool. `critical` is null for dice that score no critical hits.
PoolWalk walk(const Pool& pool, const Critical* critical);

/// An upper bound of the steps that walk() takes.
double walk_work(const Pool& pool);

/// About how many phases the walk will have; rather too many.
double most_phases(const Pool& pool);

}  // namespace warodds::exact
