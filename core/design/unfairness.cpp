#include "core/design/unfairness.h"

#include <algorithm>
#include <cmath>

namespace warodds {
void Unfairness::add(double distance, double within) {
  const double off = std::abs(distance);
  outside += off <= within + rounding ? 0 : off - within;
  squares += off * off;
}

bool Unfairness::operator<(const Unfairness& other) const {
  if (std::abs(outside - other.outside) > rounding) return outside < other.outside;
  return squares < other.squares - rounding;
}

}  // namespace warodds
