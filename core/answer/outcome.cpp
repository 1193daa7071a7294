#include "core/answer/outcome.h"

#include <algorithm>
#include <numeric>
#include <set>
#include <stdexcept>

#include "core/numbers/intervals.h"

namespace warodds {
namespace {

/// The weights of 0, 1, 2, … of a column of whole numbers.
template <class Weight>
std::vector<Weight> list_of(const OutcomeSums<Weight>& sums, std::size_t column) {
  std::vector<Weight> list;
  for (const auto& [values, weight] : sums) {
    const auto place = static_cast<std::size_t>(values[column]);
    if (place >= list.size()) list.resize(place + 1, Weight{});
    list[place] += weight;
  }
  return list;
}

template <class Weight>
Weight weight_where(const OutcomeSums<Weight>& sums, std::size_t column) {
  Weight sum{};
  for (const auto& [values, weight] : sums) {
    if (values[column] != 0) sum += weight;
  }
  return sum;
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
                         const PlaceOnAxis& column) {
  Array2d<Weight> table(row.size(), column.size());
  for (const auto& [values, weight] : sums)
    table(row.place(values), column.place(values)) += weight;
  return table;
}

template <class T>
std::size_t find_or_add(std::vector<T>& list, const T& one) {
  const auto found = std::find(list.begin(), list.end(), one);
  if (found != list.end()) return static_cast<std::size_t>(found - list.begin());
  list.push_back(one);
  return list.size() - 1;
}

}  // namespace

Observer::Observer(std::vector<AskedLaw> asked) : asked_(std::move(asked)) {
  for (const AskedLaw& law : asked_) {
    Law& here = laws_.emplace_back();
    if (law.given) here.given = place_of(*law.given);
    for (const OutcomeColumn& column : law.columns) here.columns.push_back(place_of(column));
  }
}

std::size_t Observer::place_of(const OutcomeColumn& column) {
  const auto known = std::find_if(columns_.begin(), columns_.end(),
                                  [&](const Column& one) { return one.of == column; });
  if (known != columns_.end()) return static_cast<std::size_t>(known - columns_.begin());
  Column made{column, {}};
  if (const auto* fact = std::get_if<OutcomeFact>(&column)) {
    made.facts.push_back(find_or_add(facts_, *fact));
  } else {
    for (const OutcomeFact& of_event : std::get<Event>(column).facts()) {
      made.facts.push_back(find_or_add(facts_, of_event));
    }
  }
  columns_.push_back(std::move(made));
  return columns_.size() - 1;
}

double Observer::number_of(const Column& column, std::span<const double> values) {
  const auto* const event = std::get_if<Event>(&column.of);
  if (event == nullptr) return values[column.facts.front()];
  of_event_.clear();
  for (const std::size_t place : column.facts) of_event_.push_back(values[place]);
  return event->holds(of_event_) ? 1 : 0;
}

OutcomeLaw::OutcomeLaw(AskedLaw asked, const LawSums<double>& sums)
    : asked_(std::move(asked)),
      exact_(sums.sums()),
      given_(asked_.given ? sums.given() : 1),
      sure_(sums.not_given() == 0) {}

OutcomeLaw::OutcomeLaw(AskedLaw asked, const LawSums<std::uint64_t>& sums, double confidence)
    : asked_(std::move(asked)),
      counts_(sums.sums()),
      trials_(sums.given() + sums.not_given()),
      met_(sums.given()),
      sure_(sums.not_given() == 0),
      confidence_(confidence) {}

Estimate OutcomeLaw::given() const {
  if (is_exact()) return {std::min(given_, 1.0)};
  return share_of(met_, trials_, normal_quantile(Confidence(confidence_)));
}

Estimate OutcomeLaw::probability(std::size_t column) const {
  if (!is_exact()) {
    return share_of(weight_where(counts_, column), met_, normal_quantile(Confidence(confidence_)));
  }
  const double p = weight_where(exact_, column);
  return {std::min(asked_.given && given_ > 0 ? p / given_ : p, 1.0)};
}

std::optional<Distribution> OutcomeLaw::of(std::size_t column) const {
  if (!is_exact()) {
    std::vector<std::uint64_t> counts = list_of(counts_, column);
    if (counts.empty()) return std::nullopt;
    return Distribution::estimated(std::move(counts), confidence_);
  }
  std::vector<double> pmf = list_of(exact_, column);
  if (pmf.empty() || given_ == 0) return std::nullopt;
  if (asked_.given) {
    for (double& p : pmf) p /= given_;
  }
  return Distribution(std::move(pmf));
}

std::optional<NumberLaw> OutcomeLaw::numbers_of(std::size_t column) const {
  if (exact_.empty() && counts_.empty()) return std::nullopt;
  return numbers_by([&](const std::vector<double>& values) { return values[column]; });
}

std::vector<double> OutcomeLaw::axis_of(std::size_t column) const {
  std::set<double> seen;
  for (const auto& [values, p] : exact_) seen.insert(values[column]);
  for (const auto& [values, trials] : counts_) seen.insert(values[column]);
  const auto* fact = std::get_if<OutcomeFact>(&asked_.columns[column]);
  if (seen.empty() || (fact != nullptr && is_of_points(*fact))) return {seen.begin(), seen.end()};
  std::vector<double> axis(static_cast<std::size_t>(*seen.rbegin()) + 1);
  std::iota(axis.begin(), axis.end(), 0.0);
  return axis;
}

std::optional<JointDistribution> OutcomeLaw::of_two(std::size_t row, std::size_t column) const {
  const std::vector<double> rows = axis_of(row), columns = axis_of(column);
  if (rows.empty()) return std::nullopt;
  const PlaceOnAxis row_of(row, rows), column_of(column, columns);
  if (!is_exact()) return JointDistribution::estimated(table_of(counts_, row_of, column_of));
  Array2d<double> pmf = table_of(exact_, row_of, column_of);
  if (asked_.given) {
    for (double& p : pmf.values()) p /= given_;
  }
  return JointDistribution(std::move(pmf));
}

std::vector<OutcomeLaw> laws_of(const Observer& observer,
                                const std::vector<LawSums<double>>& sums) {
  std::vector<OutcomeLaw> laws;
  for (std::size_t i = 0; i < observer.asked().size(); ++i) {
    laws.emplace_back(observer.asked()[i], i < sums.size() ? sums[i] : LawSums<double>());
  }
  return laws;
}

std::vector<OutcomeLaw> laws_of(const Observer& observer,
                                const std::vector<LawSums<std::uint64_t>>& sums,
                                double confidence) {
  std::vector<OutcomeLaw> laws;
  for (std::size_t i = 0; i < observer.asked().size(); ++i) {
    laws.emplace_back(observer.asked()[i], sums[i], confidence);
  }
  return laws;
}

const OutcomeLaw* find_law(const AskedLaw& asked, const std::vector<OutcomeLaw>& laws) {
  const auto found = std::find_if(laws.begin(), laws.end(),
                                  [&](const OutcomeLaw& law) { return law.asked() == asked; });
  return found == laws.end() ? nullptr : &*found;
}

const OutcomeLaw& law_of(const AskedLaw& asked, const std::vector<OutcomeLaw>& laws) {
  if (const OutcomeLaw* const law = find_law(asked, laws)) return *law;
  throw std::logic_error("the engine was not asked for this law");
}

}  // namespace warodds
