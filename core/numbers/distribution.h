// Probability distributions as values: one number, and two whole numbers jointly. A
// distribution is exact, or it has been estimated from trials; then it knows its counts, and what
// it tells comes with a half-width.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "core/numbers/array2d.h"
#include "core/numbers/estimate.h"

namespace warodds {

struct Deviations;
class WaitingTime;

/// What lies beyond a list of probabilities.
struct Tail {
  double mass = 0;         ///< of all its values
  double mean = 1;         ///< by which they exceed the last one listed; at least 1
  double mean_square = 1;  ///< of that
  /// How likely each number is to be exceeded; null: of these values no more is known than the
  /// above.
  std::shared_ptr<const WaitingTime> law = {};

  bool operator==(const Tail& other) const {
    return mass == other.mass && mean == other.mean && mean_square == other.mean_square;
  }
};

/// The distribution of one whole number >= 0. `pmf()[k]` is the probability of k; the array is
/// never empty, has no negative entry and ends at the last value that can occur (of an estimated
/// one: that has been seen). Of numbers that need not be whole, such as points, k is a place in
/// values().
class Distribution {
 public:
  /// Estimated: `counts[k]` trials gave k, at least one trial in all. Half-widths are at
  /// `confidence` (between 0 and 1). Zeros at the end are dropped. `most`: the largest value that
  /// can occur, where that is known; the mean may be as far off as if it were only seldom seen.
  static Distribution estimated(std::vector<std::uint64_t> counts, double confidence, int most = 0);
  /// Of numbers that need not be whole; those that differ by roundings alone are one. At least one
  /// has a probability. Where they add up to less than 1, means are of what is known.
  static Distribution of_numbers(const std::map<double, double>& pmf);
  static Distribution of_numbers(const std::map<double, std::uint64_t>& counts, double confidence);

  Distribution() : pmf_{1.0} {}

  /// Takes probabilities as they are; drops zeros at the end.
  /// Throws std::invalid_argument when an entry is negative or not finite, or the array is empty.
  explicit Distribution(std::vector<double> pmf);
  /// The same with more values behind those of the array, if any.
  Distribution(std::vector<double> pmf, Tail tail);

  /// As long as the distribution lives.
  std::span<const double> pmf() const { return pmf_; }
  int max() const { return static_cast<int>(pmf_.size()) - 1; }
  /// What the probabilities are of, from the least to the largest; empty: of 0, 1, 2, …
  const std::vector<double>& values() const { return values_; }
  double value(int k) const { return values_.empty() ? k : values_[static_cast<std::size_t>(k)]; }
  /// Where a number stands among values(), but for roundings: from the first place to before the
  /// second. The same twice where it does not, but would stand.
  std::pair<int, int> places_of(double number) const;
  bool is_exact() const { return counts_.empty(); }
  /// Of an estimated distribution: how many trials gave each value; as long as pmf().
  const std::vector<std::uint64_t>& counts() const { return counts_; }
  std::uint64_t trials() const { return trials_; }
  /// Of the half-widths.
  Deviations reach() const;

  /// P(X = k).
  double probability(int k) const;
  /// P(X >= k), summed from the small end so that small tails keep their digits. In the midst of
  /// what it can be where a tail says no more; estimate_at_least() then has how far off it may be.
  double at_least(int k) const;
  /// P(X >= 0), P(X >= 1), …: as long as pmf().
  std::vector<double> at_least() const;
  double mean() const;
  double variance() const;
  double sd() const;
  /// The least k with P(X <= k) >= p, for p in [0, 1], but for rounding.
  int quantile(double p) const;

  // The same with half-widths where the distribution is estimated.

  /// P(X = k), with the score interval of Wilson.
  Estimate estimate(int k) const;
  /// P(X >= k), likewise.
  Estimate estimate_at_least(int k) const;
  /// P(least <= X <= most).
  Estimate estimate_sum(int least, int most) const;
  /// P(X = k) and P(X >= k) for every k from 0 to max().
  std::vector<Estimate> estimates() const;
  std::vector<Estimate> estimates_at_least() const;
  /// The mean: the normal interval, but never narrower than what values that nobody has seen may
  /// still add.
  Estimate estimate_mean() const;
  /// The standard deviation: from the fourth central moment, for large numbers of trials.
  Estimate estimate_sd() const;
  Estimate estimate_quantile(double p) const;

  /// |sum - 1|: how far the probabilities are from adding up.
  double defect() const;

  /// Whether probabilities and counts are the same.
  bool operator==(const Distribution& other) const;

 private:
  /// P(X >= k) at most, of a tail that does not say how it is shared out.
  double most_at_least(int k) const;
  /// What is said of k with this probability, of an exact distribution.
  Estimate exact(double p, int k) const;
  std::uint64_t count(int k) const;
  std::uint64_t count_at_least(int k) const;
  /// What means of the probabilities are to be divided by.
  double known() const;

  std::vector<double> pmf_;
  std::vector<double> values_ = {};  ///< empty if these are 0, 1, 2, …
  Tail tail_;
  std::vector<std::uint64_t> counts_;  ///< empty if exact
  std::uint64_t trials_ = 0;
  double reach_ = 0;  ///< of the half-widths, in standard deviations
  int most_ = 0;      ///< that can occur, if known
};

/// The distribution of two whole numbers jointly: rows are values of the first, columns of the
/// second.
class JointDistribution {
 public:
  using Counts = Array2d<std::uint64_t>;

  JointDistribution() : pmf_(1, 1, 1.0) {}

  /// Takes probabilities as they are; drops rows and columns of zeros at the end.
  /// Throws std::invalid_argument when an entry is negative or not finite, or the array is empty.
  explicit JointDistribution(Array2d<double> pmf);
  /// Estimated: `counts(r, c)` trials gave (r, c), at least one trial in all.
  static JointDistribution estimated(const Counts& counts);

  const Array2d<double>& pmf() const { return pmf_; }
  /// Of an estimated distribution, as large as pmf(); of an exact one empty.
  const Counts& counts() const { return counts_; }
  double probability(int row, int column) const;
  Distribution rows() const;     ///< marginal of the first quantity, without half-widths
  Distribution columns() const;  ///< marginal of the second quantity, without half-widths
  double defect() const;         ///< |sum - 1|

 private:
  Array2d<double> pmf_;
  Counts counts_;
};

}  // namespace warodds
