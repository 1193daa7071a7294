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
  struct Value {
    double value = 0;
    double p = 0;
    std::uint64_t trials = 0;  ///< of a law that is counted: that gave the value
  };

  /// Probabilities as they are, of values in any order; values that differ by roundings alone are
  /// one. At least one has a probability.
  explicit NumberLaw(const std::map<double, double>& pmf);
  /// Counted, at least one trial in all; half-widths are at `confidence`.
  NumberLaw(const std::map<double, std::uint64_t>& counts, double confidence);

  /// Of values[k], where k is distributed so; counted, if that is estimated.
  NumberLaw(const Distribution& of, const std::vector<double>& values);
  static NumberLaw certain(double value) {
    return NumberLaw(std::map<double, double>{{value, 1.0}});
  }

  /// From the least to the largest.
  const std::vector<Value>& values() const { return values_; }
  bool is_exact() const { return trials_ == 0; }
  bool is_certain() const { return values_.size() == 1; }
  /// What the probabilities add up to: less than 1 where some of it is not known.
  double sum() const { return sum_; }
  /// Whether it has the value, but for roundings.
  bool has(double value) const;

  Estimate mean() const;
  double sd() const;
  /// The same with a half-width, for large numbers of trials.
  Estimate estimate_sd() const;
  /// The least value v with P(X <= v) >= p, for p in [0, 1].
  Estimate quantile(double p) const;
  /// How likely each of values() is, and that value or more.
  std::vector<Estimate> estimates() const;
  std::vector<Estimate> estimates_at_least() const;
  // Each is a sum of what lies on its side, so that it keeps its digits however small it is.
  Estimate at_most(double value) const;
  Estimate at_least(double value) const;
  /// P(less) + P(equal) / 2: the percentile of what is seen, ties counting one half (H. O.
  /// Lancaster, Biometrika 36, 1949). Estimated, it is off by no more than the mean of what the two
  /// sides are off by.
  Estimate percentile(double value) const;

 private:
  void add(double value, double p, std::uint64_t trials);
  double least_reaching(double share) const;
  template <class Holds>
  Estimate share(const Holds& holds) const;

  std::vector<Value> values_;
  double sum_ = 0;
  std::uint64_t trials_ = 0;  ///< 0: exact
  double reach_ = 0;          ///< of the half-widths, in standard deviations
};

}  // namespace warodds
