// A number and how far it may be off.
#pragma once

#include <optional>

namespace warodds {

/// One number; if it was estimated from trials, also the half-width of its confidence interval.
struct Estimate {
  double value = 0;
  std::optional<double> half_width = {};
};

}  // namespace warodds
