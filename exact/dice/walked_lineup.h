// The law of any lineup, by walking both pools together from the highest value to the lowest.
#pragma once

#include <Eigen/Core>

#include "core/rules/chance.h"

namespace warodds::exact {

/// What lineup_law() promises, whatever the rerolls.
Eigen::ArrayXXd walked_lineup_law(const Lineup& lineup);

/// Seconds that it will take, roughly; an upper bound rather than a guess in the middle. Of pools
/// that fit into memory.
double work_of_walked(const Lineup& lineup);

}  // namespace warodds::exact
