// A warning where most battles behind odds end undecided: then the odds say little.
#pragma once

#include <string>
#include <vector>

#include "core/design/arena.h"

namespace warodds {

/// Says of what share, why, and what to change; "" where `nobody_wins` is less than half. `rounds`:
/// that battles of these units last at most (0: to the end); `takes_set`: whether --set can change
/// how they end.
std::string warning_of_undecided(double nobody_wins, const Arena& arena,
                                 const std::vector<AnyUnit>& units, int rounds,
                                 bool takes_set = true);

}  // namespace warodds
