// Probability distributions as values: one quantity, and two quantities jointly.
#pragma once

#include <Eigen/Core>
#include <functional>

namespace warodds {

/// The distribution of one whole number >= 0. `pmf()[k]` is the probability of k; the array is
/// never empty, has no negative entry and ends at the last value that can occur.
class Distribution {
 public:
  /// Certainly `value` (>= 0).
  static Distribution certain(int value);

  Distribution() : Distribution(certain(0).pmf_) {}

  /// Takes probabilities as they are; drops zeros at the end.
  /// Throws std::invalid_argument when an entry is negative or not finite, or the array is empty.
  explicit Distribution(Eigen::ArrayXd pmf);

  const Eigen::ArrayXd& pmf() const { return pmf_; }
  int max() const { return static_cast<int>(pmf_.size()) - 1; }

  /// P(X = k); 0 outside the array.
  double probability(int k) const;
  /// P(X >= k), summed from the small end so that small tails keep their digits.
  double at_least(int k) const;
  /// P(X >= 0), P(X >= 1), …: as long as pmf().
  Eigen::ArrayXd at_least() const;
  double mean() const;
  double variance() const;
  double sd() const;
  /// The least k with P(X <= k) >= p, for p in [0, 1]; `max()` when rounding keeps the sum below p.
  int quantile(double p) const;

  /// |sum - 1|: how far the probabilities are from adding up.
  double defect() const;

  /// The distribution of value(X); `value` must not be negative.
  Distribution map(const std::function<int(int)>& value) const;

 private:
  Eigen::ArrayXd pmf_;
};

/// The distribution of the sum of two independent quantities.
Distribution convolve(const Distribution& x, const Distribution& y);

/// The distribution of two whole numbers jointly: rows are values of the first, columns of the
/// second.
class JointDistribution {
 public:
  JointDistribution() : pmf_(Eigen::ArrayXXd::Ones(1, 1)) {}

  /// Takes probabilities as they are; drops rows and columns of zeros at the end.
  /// Throws std::invalid_argument when an entry is negative or not finite, or the array is empty.
  explicit JointDistribution(Eigen::ArrayXXd pmf);

  const Eigen::ArrayXXd& pmf() const { return pmf_; }
  double probability(int row, int column) const;
  Distribution rows() const;     ///< marginal of the first quantity
  Distribution columns() const;  ///< marginal of the second quantity
  double defect() const;         ///< |sum - 1|

 private:
  Eigen::ArrayXXd pmf_;
};

/// Two quantities that do not influence each other.
JointDistribution independent(const Distribution& rows, const Distribution& columns);

}  // namespace warodds
