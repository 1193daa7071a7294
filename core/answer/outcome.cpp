#include "core/answer/outcome.h"

#include <algorithm>
#include <stdexcept>

#include "core/numbers/intervals.h"

namespace warodds {
namespace {

/// Calls take(values, weight) for the outcomes whose column `given` is not 0, or for all.
template <class Weight, class Take>
void each(const OutcomeSums<Weight>& sums, std::optional<std::size_t> given, const Take& take) {
  for (const auto& [values, weight] : sums) {
    if (!given || values[*given] != 0) take(values, weight);
  }
}

template <class Weight>
Weight weight_of(const OutcomeSums<Weight>& sums, std::optional<std::size_t> given) {
  Weight sum{};
  each(sums, given, [&](const std::vector<double>&, Weight weight) { sum += weight; });
  return sum;
}

/// Of a column of whole numbers.
std::ptrdiff_t place_of(double value) { return static_cast<std::ptrdiff_t>(value); }

/// The weights of 0, 1, 2, … of a column.
template <class Weight>
std::vector<Weight> list_of(const OutcomeSums<Weight>& sums, std::size_t column,
                            std::optional<std::size_t> given) {
  std::vector<Weight> list;
  each(sums, given, [&](const std::vector<double>& values, Weight weight) {
    const auto place = static_cast<std::size_t>(place_of(values[column]));
    if (place >= list.size()) list.resize(place + 1, Weight{});
    list[place] += weight;
  });
  return list;
}

template <class Weight>
Array2d<Weight> table_of(const OutcomeSums<Weight>& sums, std::size_t row, std::size_t column,
                         std::optional<std::size_t> given) {
  std::ptrdiff_t rows = 0, columns = 0;
  each(sums, given, [&](const std::vector<double>& values, Weight) {
    rows = std::max(rows, place_of(values[row]) + 1);
    columns = std::max(columns, place_of(values[column]) + 1);
  });
  Array2d<Weight> table(rows, columns);
  each(sums, given, [&](const std::vector<double>& values, Weight weight) {
    table(place_of(values[row]), place_of(values[column])) += weight;
  });
  return table;
}

}  // namespace

ColumnsOfFacts::ColumnsOfFacts(OutcomeColumns columns) : held_(std::move(columns)) {
  for (const OutcomeColumn& column : held_) {
    Column& here = columns_.emplace_back();
    if (const auto* fact = std::get_if<OutcomeFact>(&column)) {
      here.places.push_back(place(*fact));
      continue;
    }
    for (const OutcomeFact& fact : std::get<Event>(column).facts()) {
      here.places.push_back(place(fact));
    }
  }
}

std::size_t ColumnsOfFacts::place(const OutcomeFact& fact) {
  const auto found = std::find(facts_.begin(), facts_.end(), fact);
  if (found != facts_.end()) return static_cast<std::size_t>(found - facts_.begin());
  facts_.push_back(fact);
  return facts_.size() - 1;
}

void ColumnsOfFacts::tell(std::span<const double> values, std::vector<double>& of_columns) const {
  of_columns.clear();
  std::vector<double> of_event;
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    const std::vector<std::size_t>& places = columns_[i].places;
    if (std::holds_alternative<OutcomeFact>(held_[i])) {
      of_columns.push_back(values[places.front()]);
      continue;
    }
    of_event.clear();
    for (const std::size_t place : places) of_event.push_back(values[place]);
    of_columns.push_back(std::get<Event>(held_[i]).holds(of_event) ? 1 : 0);
  }
}

OutcomeLaw::OutcomeLaw(OutcomeColumns columns, OutcomeSums<std::uint64_t> counts, double confidence)
    : columns_(std::move(columns)),
      counts_(std::move(counts)),
      trials_(weight_of(counts_, std::nullopt)),
      confidence_(confidence) {}

Estimate OutcomeLaw::probability(std::size_t column) const {
  if (is_exact()) return {std::min(weight_of(exact_, column), 1.0)};
  return share_of(trials_with(column), trials_, normal_quantile(Confidence(confidence_)));
}

std::uint64_t OutcomeLaw::trials_with(std::size_t column) const {
  return weight_of(counts_, column);
}

std::optional<Distribution> OutcomeLaw::of(std::size_t column,
                                           std::optional<std::size_t> given) const {
  if (!is_exact()) {
    std::vector<std::uint64_t> counts = list_of(counts_, column, given);
    if (counts.empty()) return std::nullopt;
    return Distribution::estimated(std::move(counts), confidence_);
  }
  std::vector<double> pmf = list_of(exact_, column, given);
  const double all = given ? weight_of(exact_, given) : 1;
  if (pmf.empty() || all == 0) return std::nullopt;
  if (given) {
    for (double& p : pmf) p /= all;
  }
  return Distribution(std::move(pmf));
}

std::optional<NumberLaw> OutcomeLaw::numbers_of(std::size_t column,
                                                std::optional<std::size_t> given) const {
  const auto collect = [&](const auto& sums, auto& by_value) {
    each(sums, given, [&](const std::vector<double>& values, auto weight) {
      by_value[values[column]] += weight;
    });
  };
  if (!is_exact()) {
    std::map<double, std::uint64_t> counts;
    collect(counts_, counts);
    if (counts.empty()) return std::nullopt;
    return NumberLaw(counts, confidence_);
  }
  std::map<double, double> pmf;
  collect(exact_, pmf);
  const double all = given ? weight_of(exact_, given) : 1;
  if (pmf.empty() || all == 0) return std::nullopt;
  if (given) {
    for (auto& [value, p] : pmf) p /= all;
  }
  return NumberLaw(pmf);
}

std::optional<JointDistribution> OutcomeLaw::of_two(std::size_t row, std::size_t column,
                                                    std::optional<std::size_t> given) const {
  if (!is_exact()) {
    const Array2d<std::uint64_t> counts = table_of(counts_, row, column, given);
    if (counts.size() == 0) return std::nullopt;
    return JointDistribution::estimated(counts);
  }
  Array2d<double> pmf = table_of(exact_, row, column, given);
  const double all = given ? weight_of(exact_, given) : 1;
  if (pmf.size() == 0 || all == 0) return std::nullopt;
  if (given) {
    for (double& p : pmf.values()) p /= all;
  }
  return JointDistribution(std::move(pmf));
}

const OutcomeLaw& law_of(const OutcomeColumns& columns, const std::vector<OutcomeLaw>& laws) {
  for (const OutcomeLaw& law : laws) {
    if (law.columns() == columns) return law;
  }
  throw std::logic_error("the engine was not asked for this law");
}

}  // namespace warodds
