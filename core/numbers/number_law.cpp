#include "core/numbers/number_law.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>
#include <utility>

#include "core/numbers/intervals.h"

namespace warodds {
namespace {

bool is_same(double a, double b) {
  constexpr double roundings = 1e-9;
  return std::abs(a - b) <= roundings * std::max({1.0, std::abs(a), std::abs(b)});
}

/// The values that occur, and how often, by their places.
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

}  // namespace

NumberLaw::NumberLaw(const std::map<double, double>& pmf) {
  auto [values, p] = merged(pmf);
  values_ = std::move(values);
  places_ = Distribution(std::move(p));
}

NumberLaw::NumberLaw(const std::map<double, std::uint64_t>& all, double confidence) {
  auto [values, counts] = merged(all);
  values_ = std::move(values);
  places_ = Distribution::estimated(std::move(counts), confidence);
}

double NumberLaw::sum() const {
  return std::accumulate(places_.pmf().begin(), places_.pmf().end(), 0.0);
}

NumberLaw::Places NumberLaw::places_of(double value) const {
  const auto count = [&](bool or_same) {
    return static_cast<int>(std::count_if(values_.begin(), values_.end(), [&](double one) {
      return is_same(one, value) ? or_same : one < value;
    }));
  };
  return {count(false), count(true)};
}

bool NumberLaw::has(double value) const {
  const auto [from, to] = places_of(value);
  return from < to;
}

Estimate NumberLaw::mean() const {
  double sum = 0, squares = 0;
  if (is_exact()) {
    for (std::size_t i = 0; i < values_.size(); ++i) sum += values_[i] * places_.pmf()[i];
    return {sum / this->sum()};
  }
  const double least = values_.front();
  for (std::size_t i = 0; i < values_.size(); ++i) {
    const double above = values_[i] - least;
    const auto trials = static_cast<double>(places_.counts()[i]);
    sum += above * trials;
    squares += above * above * trials;
  }
  Estimate mean = mean_of(sum, squares, values_.back() - least, places_.trials(), places_.reach());
  mean.value += least;
  return mean;
}

double NumberLaw::sd() const {
  const double centre = mean().value;
  double squares = 0;
  for (std::size_t i = 0; i < values_.size(); ++i) {
    squares += (values_[i] - centre) * (values_[i] - centre) * places_.pmf()[i];
  }
  return std::sqrt(squares / sum());
}

Estimate NumberLaw::estimate_sd() const {
  const double deviation = sd();
  if (is_exact()) return {deviation};
  if (!(deviation > 0)) return {deviation, mean().half_width};
  const double centre = mean().value;
  double fourth = 0;
  for (std::size_t i = 0; i < values_.size(); ++i) {
    fourth += places_.pmf()[i] * std::pow(values_[i] - centre, 4);
  }
  return deviation_of(deviation, fourth, places_.trials(), places_.reach());
}

Estimate NumberLaw::estimate_quantile(double p) const {
  const auto value_at = [&](double share) {
    return values_[static_cast<std::size_t>(places_.quantile(share))];
  };
  const double value = value_at(p);
  if (is_exact()) return {value};
  const double off = places_.off_of_quantile(p);
  return {value, std::max(value - value_at(p - off), value_at(p + off) - value)};
}

std::vector<Estimate> NumberLaw::estimates_at_least() const {
  std::vector<Estimate> all = places_.estimates_at_least();
  // It may be less than sure where some of the law is not known.
  const double more = all.size() > 1 ? all[1].value : 0;
  if (is_exact()) all.front().value = std::min(more + places_.pmf().front(), 1.0);
  return all;
}

Estimate NumberLaw::share(int from, int to) const {
  const Estimate share = places_.estimate_sum(from, to - 1);
  constexpr double roundings = 1e-12;
  const bool is_all = from == 0 && to > places_.max();
  const bool is_sure = is_exact() && is_all && std::abs(1 - share.value) < roundings;
  return is_sure ? Estimate{1} : share;
}

Estimate NumberLaw::at_most(double value) const { return share(0, places_of(value).to); }

Estimate NumberLaw::at_least(double value) const {
  return share(places_of(value).from, places_.max() + 1);
}

Estimate NumberLaw::percentile(double value) const {
  const auto [from, to] = places_of(value);
  Estimate percentile{share(0, from).value + share(from, to).value / 2};
  if (!is_exact()) {
    percentile.half_width = (*at_most(value).half_width + *at_least(value).half_width) / 2;
  }
  return percentile;
}

}  // namespace warodds
