// The law of a lineup in which a side chooses which of its dice it rolls again.
#pragma once

#include <Eigen/Core>

#include "core/rules/chance.h"

namespace warodds::exact {

/// What lineup_law() promises. Throws NoAnswer where choices cannot be found.
Eigen::ArrayXXd chosen_lineup_law(const Lineup& lineup);

/// Seconds that it will take, roughly; an upper bound rather than a guess in the middle. Infinite
/// where choices cannot be found.
double work_of_chosen(const Lineup& lineup);

}  // namespace warodds::exact
