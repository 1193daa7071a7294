// A warning where most battles behind odds end undecided: then the odds say little.
#pragma once

#include <string>
#include <vector>

#include "core/design/matrix.h"

namespace warodds {

/// Who meets whom, for how long at most (0: to the end), and whether --set can change it.
struct Meetings {
  std::string_view system;
  std::vector<AnyUnit> units;
  Conditions conditions;
  int rounds = 0;
  bool takes_set = true;
};

/// Says of what share, why, and what to change; "" where `nobody_wins` is less than half.
std::string warning_of_undecided(double nobody_wins, const Meetings& meetings);

}  // namespace warodds
