#include "core/answer/outcome.h"

#include <algorithm>
#include <numeric>
#include <set>
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

/// The weights of 0, 1, 2, … of a column of whole numbers.
template <class Weight>
std::vector<Weight> list_of(const OutcomeSums<Weight>& sums, std::size_t column,
                            std::optional<std::size_t> given) {
  std::vector<Weight> list;
  each(sums, given, [&](const std::vector<double>& values, Weight weight) {
    const auto place = static_cast<std::size_t>(values[column]);
    if (place >= list.size()) list.resize(place + 1, Weight{});
    list[place] += weight;
  });
  return list;
}

/// Where the values of a column stand among those of its axis, which are in ascending order.
class PlaceOnAxis {
 public:
  PlaceOnAxis(std::size_t column, const std::vector<double>& axis) : column_(column), axis_(axis) {}

  std::ptrdiff_t size() const { return std::ssize(axis_); }
  std::ptrdiff_t place(const std::vector<double>& values) const {
    return std::lower_bound(axis_.begin(), axis_.end(), values[column_]) - axis_.begin();
  }

 private:
  std::size_t column_;
  const std::vector<double>& axis_;
};

template <class Weight>
Array2d<Weight> table_of(const OutcomeSums<Weight>& sums, const PlaceOnAxis& row,
                         const PlaceOnAxis& column, std::optional<std::size_t> given) {
  Array2d<Weight> table(row.size(), column.size());
  each(sums, given, [&](const std::vector<double>& values, Weight weight) {
    table(row.place(values), column.place(values)) += weight;
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

std::vector<double> OutcomeLaw::axis_of(std::size_t column,
                                        std::optional<std::size_t> given) const {
  std::set<double> seen;
  const auto take = [&](const std::vector<double>& values, auto) { seen.insert(values[column]); };
  is_exact() ? each(exact_, given, take) : each(counts_, given, take);
  const auto* fact = std::get_if<OutcomeFact>(&columns_[column]);
  if (seen.empty() || (fact != nullptr && is_of_points(*fact))) return {seen.begin(), seen.end()};
  std::vector<double> axis(static_cast<std::size_t>(*seen.rbegin()) + 1);
  std::iota(axis.begin(), axis.end(), 0.0);
  return axis;
}

std::optional<JointDistribution> OutcomeLaw::of_two(std::size_t row, std::size_t column,
                                                    std::optional<std::size_t> given) const {
  const std::vector<double> rows = axis_of(row, given), columns = axis_of(column, given);
  if (rows.empty()) return std::nullopt;
  const PlaceOnAxis row_of(row, rows), column_of(column, columns);
  if (!is_exact()) {
    return JointDistribution::estimated(table_of(counts_, row_of, column_of, given));
  }
  Array2d<double> pmf = table_of(exact_, row_of, column_of, given);
  const double all = given ? weight_of(exact_, given) : 1;
  if (all == 0) return std::nullopt;
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
