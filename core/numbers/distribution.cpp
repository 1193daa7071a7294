#include "core/numbers/distribution.h"

#include <cmath>
#include <stdexcept>

namespace warodds {
namespace {

template <class Array>
void require_probabilities(const Array& pmf) {
  if (pmf.size() == 0) throw std::invalid_argument("a distribution needs at least one value");
  if (!(pmf >= 0).all() || !pmf.isFinite().all()) {
    throw std::invalid_argument("a distribution has no negative or infinite probabilities");
  }
}

/// Entries up to the last nonzero one, at least one.
template <class Sums>
Eigen::Index used(const Sums& sums) {
  Eigen::Index size = sums.size();
  while (size > 1 && sums[size - 1] == 0) --size;
  return size;
}

}  // namespace

Distribution Distribution::certain(int value) {
  Eigen::ArrayXd pmf = Eigen::ArrayXd::Zero(value + 1);
  pmf[value] = 1;
  return Distribution(std::move(pmf));
}

Distribution::Distribution(Eigen::ArrayXd pmf) : pmf_(std::move(pmf)) {
  require_probabilities(pmf_);
  pmf_.conservativeResize(used(pmf_));
}

double Distribution::probability(int k) const { return k < 0 || k > max() ? 0 : pmf_[k]; }

double Distribution::at_least(int k) const {
  if (k <= 0) return 1;
  double sum = 0;
  for (int i = max(); i >= k; --i) sum += pmf_[i];
  return std::min(sum, 1.0);
}

Eigen::ArrayXd Distribution::at_least() const {
  Eigen::ArrayXd tail(pmf_.size());
  double sum = 0;
  for (int k = max(); k > 0; --k) tail[k] = std::min(sum += pmf_[k], 1.0);
  tail[0] = 1;
  return tail;
}

double Distribution::mean() const {
  double sum = 0;
  for (int k = max(); k > 0; --k) sum += k * pmf_[k];
  return sum;
}

double Distribution::variance() const {
  const double centre = mean();
  double sum = 0;
  for (int k = 0; k <= max(); ++k) sum += (k - centre) * (k - centre) * pmf_[k];
  return sum;
}

double Distribution::sd() const { return std::sqrt(variance()); }

int Distribution::quantile(double p) const {
  double below = 0;
  for (int k = 0; k < max(); ++k) {
    below += pmf_[k];
    if (below >= p) return k;
  }
  return max();
}

double Distribution::defect() const { return std::abs(pmf_.sum() - 1); }

Distribution Distribution::map(const std::function<int(int)>& value) const {
  std::vector<double> pmf(1, 0.0);
  for (int k = 0; k <= max(); ++k) {
    if (pmf_[k] == 0) continue;
    const auto to = static_cast<std::size_t>(value(k));
    if (to >= pmf.size()) pmf.resize(to + 1, 0.0);
    pmf[to] += pmf_[k];
  }
  return Distribution(
      Eigen::Map<const Eigen::ArrayXd>(pmf.data(), static_cast<Eigen::Index>(pmf.size())));
}

Distribution convolve(const Distribution& x, const Distribution& y) {
  Eigen::ArrayXd sum = Eigen::ArrayXd::Zero(x.pmf().size() + y.pmf().size() - 1);
  for (int k = 0; k <= x.max(); ++k) {
    sum.segment(k, y.pmf().size()) += x.pmf()[k] * y.pmf();
  }
  return Distribution(std::move(sum));
}

JointDistribution::JointDistribution(Eigen::ArrayXXd pmf) : pmf_(std::move(pmf)) {
  require_probabilities(pmf_);
  const Eigen::ArrayXd row_sums = pmf_.rowwise().sum();
  const Eigen::ArrayXd column_sums = pmf_.colwise().sum().transpose();
  pmf_.conservativeResize(used(row_sums), used(column_sums));
}

double JointDistribution::probability(int row, int column) const {
  const bool inside = row >= 0 && column >= 0 && row < pmf_.rows() && column < pmf_.cols();
  return inside ? pmf_(row, column) : 0;
}

Distribution JointDistribution::rows() const {
  return Distribution(Eigen::ArrayXd(pmf_.rowwise().sum()));
}

Distribution JointDistribution::columns() const {
  return Distribution(Eigen::ArrayXd(pmf_.colwise().sum().transpose()));
}

double JointDistribution::defect() const { return std::abs(pmf_.sum() - 1); }

JointDistribution independent(const Distribution& rows, const Distribution& columns) {
  return JointDistribution((rows.pmf().matrix() * columns.pmf().matrix().transpose()).array());
}

}  // namespace warodds
