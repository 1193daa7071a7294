#pragma once

#include <limits>

namespace warodds {

/// As many actions, or points, as anybody can spend.
inline constexpr int no_limit = std::numeric_limits<int>::max();

}  // namespace warodds
