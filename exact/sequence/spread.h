// A distribution over numbered places.
#pragma once

#include <cstddef>
#include <vector>

namespace warodds::exact {

/// A distribution over places that lists those it holds, and maybe some that it does not.
class Spread {
 public:
  /// Makes room for places below `places`.
  void reserve(std::size_t places) {
    if (p_.size() < places) p_.resize(places, 0.0);
  }
  /// There must be room for the place.
  void add(std::size_t place, double p) {
    double& now = p_[place];
    if (now == 0 && p != 0) states_.push_back(place);
    now += p;
  }
  double operator[](std::size_t place) const { return place < p_.size() ? p_[place] : 0.0; }
  const std::vector<std::size_t>& states() const { return states_; }
  void clear() {
    for (const std::size_t state : states_) p_[state] = 0;
    states_.clear();
  }

 private:
  std::vector<double> p_;
  std::vector<std::size_t> states_;
};

}  // namespace warodds::exact
