// The law of one number, whole or not, that an outcome has: exact, or counted in trials.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "core/numbers/distribution.h"
#include "core/numbers/estimate.h"

namespace warodds {

class NumberLaw {
 public:
  /// Probabilities as they are, of values in any order; values that differ by roundings alone are
  /// one. At least one has a probability.
  explicit NumberLaw(const std::map<double, double>& pmf);
  /// Counted, at least one trial in all; half-widths are at `confidence`.
  NumberLaw(const std::map<double, std::uint64_t>& counts, double confidence);

  static NumberLaw certain(double value) {
    return NumberLaw(std::map<double, double>{{value, 1.0}});
  }

  /// From the least to the largest.
  const std::vector<double>& values() const { return values_; }
  /// Which of the values it is, by their places.
  const Distribution& places() const { return places_; }
  bool is_exact() const { return places_.is_exact(); }
  bool is_certain() const { return values_.size() == 1; }
  /// What the probabilities add up to: less than 1 where some of it is not known.
  double sum() const;
  /// Whether it has the value, but for roundings.
  bool has(double value) const;

  Estimate mean() const;
  double sd() const;
  /// The same with a half-width, for large numbers of trials.
  Estimate estimate_sd() const;
  /// The least value v with P(X <= v) >= p, for p in [0, 1].
  Estimate estimate_quantile(double p) const;
  /// How likely each of values() is, and that value or more.
  std::vector<Estimate> estimates() const { return places_.estimates(); }
  std::vector<Estimate> estimates_at_least() const;
  // Each is a sum of what lies on its side, so that it keeps its digits however small it is.
  Estimate at_most(double value) const;
  Estimate at_least(double value) const;
  /// P(less) + P(equal) / 2: the percentile of what is seen, ties counting one half (H. O.
  /// Lancaster, Biometrika 36, 1949). Estimated, it is off by no more than the mean of what the two
  /// sides are off by.
  Estimate percentile(double value) const;

 private:
  /// From a place to before another one.
  struct Places {
    int from, to;
  };
  /// Where the value stands, but for roundings: empty where it would stand, if it does not.
  Places places_of(double value) const;
  /// How likely these places are together.
  Estimate share(int from, int to) const;

  std::vector<double> values_;
  Distribution places_;
};

}  // namespace warodds
