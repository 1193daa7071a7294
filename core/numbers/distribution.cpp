#include "core/numbers/distribution.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <stdexcept>
#include <utility>

#include "core/numbers/intervals.h"
#include "core/numbers/waiting_time.h"

namespace warodds {
namespace {

void require_probabilities(std::span<const double> pmf) {
  if (pmf.empty()) throw std::invalid_argument("a distribution needs at least one value");
  if (!std::all_of(pmf.begin(), pmf.end(), [](double p) { return p >= 0 && std::isfinite(p); })) {
    throw std::invalid_argument("a distribution has no negative or infinite probabilities");
  }
}

/// Drops zeros at the end, but for the first entry.
template <class T>
void drop_zeros(std::vector<T>& values) {
  while (values.size() > 1 && values.back() == 0) values.pop_back();
}

double sum_of(std::span<const double> values) {
  return std::accumulate(values.begin(), values.end(), 0.0);
}

bool is_same(double a, double b) {
  constexpr double roundings = 1e-9;
  return std::abs(a - b) <= roundings * std::max({1.0, std::abs(a), std::abs(b)});
}

/// The numbers that occur, and how often.
template <class Weight>
std::pair<std::vector<double>, std::vector<Weight>> merged(const std::map<double, Weight>& all) {
  std::vector<double> values;
  std::vector<Weight> weights;
  for (const auto& [value, weight] : all) {
    if (!(weight > 0)) continue;
    if (values.empty() || !is_same(values.back(), value)) {
      values.push_back(value);
      weights.push_back(0);
    }
    weights.back() += weight;
  }
  return {std::move(values), std::move(weights)};
}

/// The corner of the first rows and columns.
template <class T>
Array2d<T> corner(const Array2d<T>& whole, std::ptrdiff_t rows, std::ptrdiff_t cols) {
  if (rows == whole.rows() && cols == whole.cols()) return whole;
  Array2d<T> result(rows, cols);
  for (std::ptrdiff_t col = 0; col < cols; ++col) {
    for (std::ptrdiff_t row = 0; row < rows; ++row) result(row, col) = whole(row, col);
  }
  return result;
}

/// By row, or by column.
std::vector<double> sums_of(const Array2d<double>& values, bool by_row) {
  std::vector<double> sums(static_cast<std::size_t>(by_row ? values.rows() : values.cols()), 0.0);
  for (std::ptrdiff_t col = 0; col < values.cols(); ++col) {
    for (std::ptrdiff_t row = 0; row < values.rows(); ++row) {
      sums[static_cast<std::size_t>(by_row ? row : col)] += values(row, col);
    }
  }
  return sums;
}

}  // namespace

Distribution::Distribution(std::vector<double> pmf) : pmf_(std::move(pmf)) {
  require_probabilities(pmf_);
  drop_zeros(pmf_);
}

Distribution::Distribution(std::vector<double> pmf, Tail tail)
    : pmf_(std::move(pmf)), tail_(std::move(tail)) {
  require_probabilities(pmf_);
  if (!(tail_.mass >= 0 && tail_.mean >= 1)) {
    throw std::invalid_argument("a tail has no negative probability, and begins behind the list");
  }
  if (tail_.mass == 0) drop_zeros(pmf_);
}

Distribution Distribution::estimated(std::vector<std::uint64_t> counts, double confidence,
                                     int most) {
  drop_zeros(counts);
  const std::uint64_t trials = std::accumulate(counts.begin(), counts.end(), std::uint64_t{0});
  if (trials == 0) throw std::invalid_argument("an estimated distribution needs a trial");
  std::vector<double> pmf(counts.size());
  for (std::size_t k = 0; k < pmf.size(); ++k) {
    pmf[k] = static_cast<double>(counts[k]) / static_cast<double>(trials);
  }
  Distribution result(std::move(pmf));
  result.counts_ = std::move(counts);
  result.trials_ = trials;
  result.reach_ = normal_quantile(Confidence(confidence)).z;
  result.most_ = most;
  return result;
}

Distribution Distribution::of_numbers(const std::map<double, double>& pmf) {
  auto [values, p] = merged(pmf);
  Distribution result(std::move(p));
  result.values_ = std::move(values);
  return result;
}

Distribution Distribution::of_numbers(const std::map<double, std::uint64_t>& all,
                                      double confidence) {
  auto [values, counts] = merged(all);
  Distribution result = estimated(std::move(counts), confidence);
  result.values_ = std::move(values);
  return result;
}

std::pair<int, int> Distribution::places_of(double number) const {
  const auto count = [&](bool or_same) {
    return static_cast<int>(std::count_if(values_.begin(), values_.end(), [&](double one) {
      return is_same(one, number) ? or_same : one < number;
    }));
  };
  return {count(false), count(true)};
}

Deviations Distribution::reach() const { return Deviations(reach_); }

double Distribution::known() const { return values_.empty() ? 1 : sum_of(pmf_); }

std::uint64_t Distribution::count(int k) const {
  return k < 0 || k > max() ? 0 : counts_[static_cast<std::size_t>(k)];
}

std::uint64_t Distribution::count_at_least(int k) const {
  std::uint64_t sum = 0;
  for (int i = max(); i >= std::max(k, 0); --i) sum += count(i);
  return sum;
}

double Distribution::probability(int k) const {
  if (k >= 0 && k <= max()) return pmf_[static_cast<std::size_t>(k)];
  if (k < 0 || tail_.mass == 0) return 0;
  if (!tail_.law) return most_at_least(k) / 2;
  return std::max(tail_.law->exceeds(k - 1) - tail_.law->exceeds(k), 0.0);
}

double Distribution::most_at_least(int k) const {
  const double beyond = static_cast<double>(k) - max();  // Markov's inequality, twice
  return tail_.mass * std::min({1.0, tail_.mean / beyond, tail_.mean_square / (beyond * beyond)});
}

double Distribution::at_least(int k) const {
  if (k <= 0) return 1;
  if (!is_exact()) return static_cast<double>(count_at_least(k)) / static_cast<double>(trials_);
  if (k > max()) {
    if (tail_.mass == 0) return 0;
    return tail_.law ? tail_.law->exceeds(k - 1) : most_at_least(k) / 2;
  }
  double sum = tail_.mass;
  for (int i = max(); i >= k; --i) sum += probability(i);
  return std::min(sum, 1.0);
}

std::vector<double> Distribution::at_least() const {
  std::vector<double> tail(pmf_.size());
  tail[0] = 1;
  if (!is_exact()) {
    std::uint64_t seen = 0;
    for (std::size_t k = tail.size() - 1; k > 0; --k) {
      tail[k] = static_cast<double>(seen += counts_[k]) / static_cast<double>(trials_);
    }
    return tail;
  }
  double sum = tail_.mass;
  for (std::size_t k = tail.size() - 1; k > 0; --k) tail[k] = std::min(sum += pmf_[k], 1.0);
  // It may be less than sure where some of the numbers are not known.
  if (!values_.empty()) tail[0] = std::min(sum + pmf_[0], 1.0);
  return tail;
}

double Distribution::mean() const {
  double sum = 0;
  if (!is_exact()) {  // of whole numbers, so that nothing is rounded before the end
    for (int k = 0; k <= max(); ++k) sum += value(k) * static_cast<double>(count(k));
    return sum / static_cast<double>(trials_);
  }
  sum += tail_.mass * (max() + tail_.mean);
  for (int k = max(); k >= 0; --k) sum += value(k) * probability(k);
  return sum / known();
}

double Distribution::variance() const {
  const double centre = mean();
  double sum = 0;
  if (!is_exact()) {
    for (int k = 0; k <= max(); ++k) {
      const double distance = value(k) - centre;
      sum += distance * distance * static_cast<double>(count(k));
    }
    return sum / static_cast<double>(trials_);
  }
  for (int k = 0; k <= max(); ++k) {
    sum += (value(k) - centre) * (value(k) - centre) * probability(k);
  }
  const double last = max() - centre;
  sum += tail_.mass * (last * last + 2 * last * tail_.mean + tail_.mean_square);
  return sum / known();
}

double Distribution::sd() const { return std::sqrt(variance()); }

int Distribution::quantile(double p) const {
  constexpr double rounding = 1e-12;
  double below = 0;
  for (int k = 0; k <= max(); ++k) {
    below += probability(k);
    if (below >= p - rounding) return k;
  }
  if (tail_.mass <= rounding) return max();
  const double above = std::max(1 - p, rounding);
  constexpr double most = std::numeric_limits<int>::max();
  if (tail_.law) {
    const auto exceeded = static_cast<double>(tail_.law->exceeded_with(above));
    return static_cast<int>(std::clamp(exceeded, max() + 1.0, most));
  }
  // Somewhere up to where even the most that can be there is so little.
  const double beyond =
      std::min(tail_.mass * tail_.mean / above, std::sqrt(tail_.mass * tail_.mean_square / above));
  return static_cast<int>(std::min(max() + std::max(beyond / 2, 1.0), most));
}

Estimate Distribution::estimate(int k) const {
  return is_exact() ? exact(probability(k), k) : share_of(count(k), trials_, reach());
}

Estimate Distribution::estimate_at_least(int k) const {
  return is_exact() ? exact(at_least(k), k) : share_of(count_at_least(k), trials_, reach());
}

Estimate Distribution::exact(double p, int k) const {
  Estimate estimate{std::min(p, 1.0)};  // rounding makes nothing surer than sure
  if (k > max() && tail_.mass > 0 && !tail_.law) estimate.half_width = estimate.value;
  return estimate;
}

Estimate Distribution::estimate_sum(int least, int most) const {
  double p = 0;
  std::uint64_t seen = 0;
  for (int k = least; k <= most; ++k) {
    p += is_exact() ? probability(k) : 0;
    seen += is_exact() ? 0 : count(k);
  }
  return is_exact() ? Estimate{std::min(p, 1.0)} : share_of(seen, trials_, reach());
}

std::vector<Estimate> Distribution::estimates() const {
  std::vector<Estimate> all;
  for (int k = 0; k <= max(); ++k) all.push_back(estimate(k));
  return all;
}

std::vector<Estimate> Distribution::estimates_at_least() const {
  const std::vector<double> tail = at_least();
  std::vector<Estimate> all;
  std::uint64_t below = 0;
  for (std::size_t k = 0; k < tail.size(); ++k) {
    all.push_back({tail[k]});
    if (is_exact()) continue;
    all.back().half_width = half_width_of_share(trials_ - below, trials_, reach());
    below += counts_[k];
  }
  return all;
}

Estimate Distribution::estimate_mean() const {
  if (is_exact()) return {mean()};
  const double largest =
      values_.empty() ? std::max({max(), most_, 1}) : values_.back() - values_.front();
  return {mean(), mean_half_width(sd(), largest, trials_, reach())};
}

Estimate Distribution::estimate_sd() const {
  const double deviation = sd();
  if (is_exact()) return {deviation};
  if (!(deviation > 0)) return {deviation, estimate_mean().half_width};
  const double centre = mean();
  double fourth = 0;
  for (int k = 0; k <= max(); ++k) fourth += probability(k) * std::pow(value(k) - centre, 4);
  return deviation_of(deviation, fourth, trials_, reach());
}

Estimate Distribution::estimate_quantile(double p) const {
  const int k = quantile(p);
  if (is_exact()) {
    Estimate quantile{value(k)};
    if (k > max() && !tail_.law) quantile.half_width = k - max();
    return quantile;
  }
  // So much the share that was seen of what is at most the quantile may be off.
  const double off = reach_ * std::sqrt(p * (1 - p) / static_cast<double>(trials_));
  const double low = value(quantile(std::max(p - off, 0.0)));
  const double high = value(quantile(std::min(p + off, 1.0)));
  return {value(k), std::max(value(k) - low, high - value(k))};
}

bool Distribution::operator==(const Distribution& other) const {
  return pmf_ == other.pmf_ && values_ == other.values_ && tail_ == other.tail_ &&
         counts_ == other.counts_;
}

double Distribution::defect() const { return std::abs(sum_of(pmf_) + tail_.mass - 1); }

JointDistribution::JointDistribution(Array2d<double> pmf) : pmf_(std::move(pmf)) {
  require_probabilities(pmf_.values());
  std::vector<double> rows = sums_of(pmf_, true);
  std::vector<double> columns = sums_of(pmf_, false);
  drop_zeros(rows);
  drop_zeros(columns);
  pmf_ = corner(pmf_, std::ssize(rows), std::ssize(columns));
}

JointDistribution JointDistribution::estimated(const Counts& counts) {
  const std::span<const std::uint64_t> seen = counts.values();
  const auto trials =
      static_cast<double>(std::accumulate(seen.begin(), seen.end(), std::uint64_t{0}));
  if (!(trials > 0)) throw std::invalid_argument("an estimated distribution needs a trial");
  Array2d<double> pmf(counts.rows(), counts.cols());
  std::transform(seen.begin(), seen.end(), pmf.values().begin(),
                 [&](std::uint64_t count) { return static_cast<double>(count) / trials; });
  JointDistribution result(std::move(pmf));
  result.counts_ = corner(counts, result.pmf_.rows(), result.pmf_.cols());
  return result;
}

double JointDistribution::probability(int row, int column) const {
  const bool inside = row >= 0 && column >= 0 && row < pmf_.rows() && column < pmf_.cols();
  return inside ? pmf_(row, column) : 0;
}

Distribution JointDistribution::rows() const { return Distribution(sums_of(pmf_, true)); }

Distribution JointDistribution::columns() const { return Distribution(sums_of(pmf_, false)); }

double JointDistribution::defect() const { return std::abs(sum_of(pmf_.values()) - 1); }

}  // namespace warodds
