#include "core/numbers/distribution.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <stdexcept>
#include <utility>

#include "core/numbers/intervals.h"

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

Distribution::Distribution(Eigen::ArrayXd pmf, const GeometricTail& tail)
    : pmf_(std::move(pmf)), tail_(tail) {
  require_probabilities(pmf_);
  if (!(tail.mass >= 0 && tail.mean >= 1)) {
    throw std::invalid_argument("a tail has no negative probability, and begins behind the list");
  }
  if (tail.mass == 0) pmf_.conservativeResize(used(pmf_));
}

Distribution Distribution::estimated(std::vector<std::uint64_t> counts, double confidence) {
  while (counts.size() > 1 && counts.back() == 0) counts.pop_back();
  const std::uint64_t trials = std::accumulate(counts.begin(), counts.end(), std::uint64_t{0});
  if (trials == 0) throw std::invalid_argument("an estimated distribution needs a trial");
  Eigen::ArrayXd pmf(static_cast<Eigen::Index>(counts.size()));
  for (Eigen::Index k = 0; k < pmf.size(); ++k) {
    pmf[k] = static_cast<double>(counts[static_cast<std::size_t>(k)]) / static_cast<double>(trials);
  }
  Distribution result(std::move(pmf));
  result.counts_ = std::move(counts);
  result.trials_ = trials;
  result.reach_ = normal_quantile(Confidence(confidence));
  return result;
}

std::uint64_t Distribution::count(int k) const {
  return k < 0 || k > max() ? 0 : counts_[static_cast<std::size_t>(k)];
}

std::uint64_t Distribution::count_at_least(int k) const {
  std::uint64_t sum = 0;
  for (int i = max(); i >= std::max(k, 0); --i) sum += count(i);
  return sum;
}

double Distribution::probability(int k) const { return k < 0 || k > max() ? 0 : pmf_[k]; }

double Distribution::at_least(int k) const {
  if (k <= 0) return 1;
  if (!is_exact()) return static_cast<double>(count_at_least(k)) / static_cast<double>(trials_);
  if (k > max()) return tail_.mass * std::pow(1 - 1 / tail_.mean, k - max() - 1);
  double sum = tail_.mass;
  for (int i = max(); i >= k; --i) sum += pmf_[i];
  return std::min(sum, 1.0);
}

Eigen::ArrayXd Distribution::at_least() const {
  Eigen::ArrayXd tail(pmf_.size());
  tail[0] = 1;
  if (!is_exact()) {
    std::uint64_t seen = 0;
    for (int k = max(); k > 0; --k) {
      tail[k] = static_cast<double>(seen += count(k)) / static_cast<double>(trials_);
    }
    return tail;
  }
  double sum = tail_.mass;
  for (int k = max(); k > 0; --k) tail[k] = std::min(sum += pmf_[k], 1.0);
  return tail;
}

double Distribution::mean() const {
  double sum = 0;
  if (!is_exact()) {  // of whole numbers, so that nothing is rounded before the end
    for (int k = 0; k <= max(); ++k) sum += k * static_cast<double>(count(k));
    return sum / static_cast<double>(trials_);
  }
  sum += tail_.mass * (max() + tail_.mean);
  for (int k = max(); k > 0; --k) sum += k * pmf_[k];
  return sum;
}

double Distribution::variance() const {
  const double centre = mean();
  double sum = 0;
  if (!is_exact()) {
    for (int k = 0; k <= max(); ++k) {
      const double distance = k - centre;
      sum += distance * distance * static_cast<double>(count(k));
    }
    return sum / static_cast<double>(trials_);
  }
  for (int k = 0; k <= max(); ++k) sum += (k - centre) * (k - centre) * pmf_[k];
  const double beyond = max() + tail_.mean - centre;
  return sum + tail_.mass * (beyond * beyond + tail_.mean * (tail_.mean - 1));
}

double Distribution::sd() const { return std::sqrt(variance()); }

int Distribution::quantile(double p) const {
  constexpr double rounding = 1e-12;
  double below = 0;
  for (int k = 0; k <= max(); ++k) {
    below += pmf_[k];
    if (below >= p - rounding) return k;
  }
  if (tail_.mass <= rounding) return max();
  // The least j with mass (1 - 1 / mean)^j <= 1 - p.
  const double above = std::max(1 - p, rounding);
  const double steps = std::ceil(std::log(above / tail_.mass) / std::log1p(-1 / tail_.mean));
  constexpr double most = std::numeric_limits<int>::max();
  return static_cast<int>(std::min(max() + std::max(steps, 1.0), most));
}

Estimate Distribution::estimate(int k) const {
  if (is_exact()) return {std::min(probability(k), 1.0)};  // rounding makes nothing surer than sure
  return share_of(count(k), trials_, reach_);
}

Estimate Distribution::estimate_at_least(int k) const {
  if (is_exact()) return {k <= 0 ? 1.0 : at_least(k)};
  return share_of(count_at_least(k), trials_, reach_);
}

Estimate Distribution::estimate_sum(int least, int most) const {
  double p = 0;
  std::uint64_t seen = 0;
  for (int k = least; k <= most; ++k) {
    p += is_exact() ? probability(k) : 0;
    seen += is_exact() ? 0 : count(k);
  }
  return is_exact() ? Estimate{std::min(p, 1.0)} : share_of(seen, trials_, reach_);
}

std::vector<Estimate> Distribution::estimates() const {
  std::vector<Estimate> all;
  for (int k = 0; k <= max(); ++k) all.push_back(estimate(k));
  return all;
}

std::vector<Estimate> Distribution::estimates_at_least() const {
  const Eigen::ArrayXd tail = at_least();
  std::vector<Estimate> all;
  std::uint64_t below = 0;
  for (int k = 0; k <= max(); ++k) {
    all.push_back({tail[k]});
    if (is_exact()) continue;
    all.back().half_width = half_width_of_share(trials_ - below, trials_, reach_);
    below += count(k);
  }
  return all;
}

Estimate Distribution::estimate_mean() const {
  if (is_exact()) return {mean()};
  return {mean(), mean_half_width_with_unseen(sd(), std::max(max(), 1), trials_, reach_)};
}

Estimate Distribution::estimate_sd() const {
  const double deviation = sd();
  if (is_exact()) return {deviation};
  if (!(deviation > 0)) return {deviation, estimate_mean().half_width};
  const double centre = mean();
  double fourth = 0;
  for (int k = 0; k <= max(); ++k) fourth += pmf_[k] * std::pow(k - centre, 4);
  const double square = deviation * deviation;
  const double spread = std::sqrt(std::max(fourth - square * square, 0.0));
  return {deviation, reach_.z * spread / (2 * deviation * std::sqrt(static_cast<double>(trials_)))};
}

Estimate Distribution::estimate_quantile(double p) const {
  const int k = quantile(p);
  if (is_exact()) return {static_cast<double>(k)};
  const double off = reach_.z * std::sqrt(p * (1 - p) / static_cast<double>(trials_));
  const int low = quantile(std::max(p - off, 0.0));
  const int high = quantile(std::min(p + off, 1.0));
  return {static_cast<double>(k), static_cast<double>(std::max(k - low, high - k))};
}

bool Distribution::operator==(const Distribution& other) const {
  return pmf_.size() == other.pmf_.size() && (pmf_ == other.pmf_).all() && tail_ == other.tail_ &&
         counts_ == other.counts_;
}

double Distribution::defect() const { return std::abs(pmf_.sum() + tail_.mass - 1); }

Distribution Distribution::map(const std::function<int(int)>& value) const {
  if (!is_exact()) {
    std::vector<std::uint64_t> mapped(1, 0);
    for (int k = 0; k <= max(); ++k) {
      const auto to = static_cast<std::size_t>(value(k));
      if (to >= mapped.size()) mapped.resize(to + 1, 0);
      mapped[to] += count(k);
    }
    while (mapped.size() > 1 && mapped.back() == 0) mapped.pop_back();
    Distribution result = *this;
    result.counts_ = std::move(mapped);
    result.pmf_.resize(static_cast<Eigen::Index>(result.counts_.size()));
    for (int k = 0; k < result.pmf_.size(); ++k) {
      result.pmf_[k] = static_cast<double>(result.count(k)) / static_cast<double>(trials_);
    }
    return result;
  }
  std::vector<double> pmf;
  pmf.reserve(static_cast<std::size_t>(pmf_.size()));  // seldom does a value grow
  pmf.push_back(0);
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

JointDistribution JointDistribution::estimated(Counts counts) {
  const double trials = static_cast<double>(counts.sum());
  if (!(trials > 0)) throw std::invalid_argument("an estimated distribution needs a trial");
  JointDistribution result(counts.cast<double>() / trials);
  counts.conservativeResize(result.pmf_.rows(), result.pmf_.cols());
  result.counts_ = std::move(counts);
  return result;
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
