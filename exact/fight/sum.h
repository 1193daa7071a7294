// Probabilities of whole numbers, as they are found.
#pragma once

#include <cstddef>
#include <vector>

#include "core/numbers/distribution.h"

namespace warodds::exact {

/// Probabilities of 0, 1, 2, …, added up value by value.
class Sum {
 public:
  void add(int value, double p) {
    const auto at = static_cast<std::size_t>(value);
    if (at >= p_.size()) p_.resize(at + 1, 0.0);
    p_[at] += p;
  }
  /// Certainly 0, if nothing was added.
  Distribution distribution() const {
    if (p_.empty()) return {};
    return Distribution(p_);
  }

 private:
  std::vector<double> p_;
};

}  // namespace warodds::exact
