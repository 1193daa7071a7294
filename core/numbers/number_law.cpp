#include "core/numbers/number_law.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <utility>

#include "core/numbers/intervals.h"

namespace warodds {
namespace {

bool is_same(double a, double b) {
  constexpr double roundings = 1e-9;
  return std::abs(a - b) <= roundings * std::max({1.0, std::abs(a), std::abs(b)});
}

}  // namespace

NumberLaw::NumberLaw(const std::map<double, double>& pmf) {
  for (const auto& [value, p] : pmf) {
    if (p > 0) add(value, p, 0);
  }
  if (values_.empty()) throw std::invalid_argument("a law needs a value that can be");
}

NumberLaw::NumberLaw(const std::map<double, std::uint64_t>& counts, double confidence)
    : reach_(normal_quantile(Confidence(confidence)).z) {
  for (const auto& [value, trials] : counts) trials_ += trials;
  if (trials_ == 0) throw std::invalid_argument("a law that is counted needs a trial");
  for (const auto& [value, trials] : counts) {
    if (trials > 0) add(value, static_cast<double>(trials) / static_cast<double>(trials_), trials);
  }
}

NumberLaw::NumberLaw(const Distribution& of, const std::vector<double>& values)
    : trials_(of.trials()), reach_(of.reach()) {
  std::map<double, std::pair<double, std::uint64_t>> sums;
  for (int k = 0; k <= of.max(); ++k) {
    auto& [p, trials] = sums[values[static_cast<std::size_t>(k)]];
    p += of.probability(k);
    if (!of.is_exact()) trials += of.counts()[static_cast<std::size_t>(k)];
  }
  for (const auto& [value, sum] : sums) {
    if (sum.first > 0) add(value, sum.first, sum.second);
  }
}

void NumberLaw::add(double value, double p, std::uint64_t trials) {
  if (values_.empty() || !is_same(values_.back().value, value)) values_.push_back({value, 0, 0});
  values_.back().p += p;
  values_.back().trials += trials;
  sum_ += p;
}

bool NumberLaw::has(double value) const {
  return std::any_of(values_.begin(), values_.end(),
                     [&](const Value& one) { return is_same(one.value, value); });
}

Estimate NumberLaw::mean() const {
  double sum = 0, squares = 0;
  if (is_exact()) {
    for (const auto& [value, p, trials] : values_) sum += value * p;
    return {sum / sum_};
  }
  const double least = values_.front().value;
  for (const auto& [value, p, trials] : values_) {
    const double above = value - least;
    sum += above * static_cast<double>(trials);
    squares += above * above * static_cast<double>(trials);
  }
  Estimate mean = mean_of(sum, squares, values_.back().value - least, trials_, Deviations(reach_));
  mean.value += least;
  return mean;
}

double NumberLaw::sd() const {
  const double centre = mean().value;
  double sum = 0;
  for (const auto& [value, p, trials] : values_) sum += (value - centre) * (value - centre) * p;
  return std::sqrt(sum / sum_);
}

Estimate NumberLaw::estimate_sd() const {
  const double deviation = sd();
  if (is_exact()) return {deviation};
  if (!(deviation > 0)) return {deviation, mean().half_width};
  const double centre = mean().value;
  double fourth = 0;
  for (const auto& [value, p, trials] : values_) fourth += p * std::pow(value - centre, 4);
  const double square = deviation * deviation;
  const double spread = std::sqrt(std::max(fourth - square * square, 0.0));
  return {deviation, reach_ * spread / (2 * deviation * std::sqrt(static_cast<double>(trials_)))};
}

double NumberLaw::least_reaching(double share) const {
  double sum = 0;
  constexpr double roundings = 1e-12;
  for (const Value& one : values_) {
    sum += one.p;
    if (sum >= share - roundings) return one.value;
  }
  return values_.back().value;
}

Estimate NumberLaw::quantile(double p) const {
  const double value = least_reaching(p);
  if (is_exact()) return {value};
  const double off = reach_ * std::sqrt(p * (1 - p) / static_cast<double>(trials_));
  return {value, std::max(value - least_reaching(p - off), least_reaching(p + off) - value)};
}

std::vector<Estimate> NumberLaw::estimates() const {
  std::vector<Estimate> all;
  for (const Value& one : values_) {
    all.push_back(is_exact() ? Estimate{one.p} : share_of(one.trials, trials_, Deviations(reach_)));
  }
  return all;
}

std::vector<Estimate> NumberLaw::estimates_at_least() const {
  std::vector<Estimate> all(values_.size());
  double p = 0;
  std::uint64_t trials = 0;
  for (std::size_t i = values_.size(); i-- > 0;) {
    p += values_[i].p;
    trials += values_[i].trials;
    all[i] =
        is_exact() ? Estimate{std::min(p, 1.0)} : share_of(trials, trials_, Deviations(reach_));
  }
  return all;
}

template <class Holds>
Estimate NumberLaw::share(const Holds& holds) const {
  double p = 0;
  std::uint64_t seen = 0;
  bool is_sure = true;  // but for roundings
  for (const Value& one : values_) {
    if (!holds(one.value)) {
      is_sure = false;
      continue;
    }
    p += one.p;
    seen += one.trials;
  }
  constexpr double roundings = 1e-12;
  if (is_exact()) return {is_sure && std::abs(1 - p) < roundings ? 1.0 : std::min(p, 1.0)};
  return share_of(seen, trials_, Deviations(reach_));
}

Estimate NumberLaw::at_most(double value) const {
  return share([&](double one) { return one < value || is_same(one, value); });
}

Estimate NumberLaw::at_least(double value) const {
  return share([&](double one) { return one > value || is_same(one, value); });
}

Estimate NumberLaw::percentile(double value) const {
  const Estimate less = share([&](double one) { return one < value && !is_same(one, value); });
  const Estimate equal = share([&](double one) { return is_same(one, value); });
  Estimate percentile{less.value + equal.value / 2};
  if (!is_exact()) {
    percentile.half_width = (*at_most(value).half_width + *at_least(value).half_width) / 2;
  }
  return percentile;
}

}  // namespace warodds
