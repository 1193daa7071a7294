// How many figures of a unit a side may have: what a roster says of a unit besides its stats.
#pragma once

#include <limits>
#include <map>
#include <string>

namespace warodds {

/// Figures (models, …) of all groups together.
struct FigureLimits {
  static constexpr int no_most = std::numeric_limits<int>::max();

  int least = 1;
  int most = no_most;
  bool operator==(const FigureLimits&) const = default;
};

/// By the names of the units that have any.
using LimitsOfUnits = std::map<std::string, FigureLimits>;

}  // namespace warodds
