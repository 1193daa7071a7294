#include "core/answer/outcome.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <numeric>
#include <set>
#include <stdexcept>

#include "core/numbers/intervals.h"
#include "core/text/error.h"
#include "core/text/shown.h"

namespace warodds {
namespace {

/// Where the values of a column stand among those of its axis, which are in ascending order.
class PlaceOnAxis {
 public:
  PlaceOnAxis(std::size_t column, const std::vector<double>& axis) : column_(column), axis_(axis) {}

  std::ptrdiff_t size() const { return std::ssize(axis_); }
  std::ptrdiff_t place(std::span<const double> values) const {
    return std::lower_bound(axis_.begin(), axis_.end(), values[column_]) - axis_.begin();
  }

 private:
  std::size_t column_;
  const std::vector<double>& axis_;
};

template <class Weight>
Array2d<Weight> table_of(const LawSums<Weight>& sums, const PlaceOnAxis& row,
                         const PlaceOnAxis& column) {
  Array2d<Weight> table(row.size(), column.size());
  sums.for_each([&](std::span<const double> values, Weight weight) {
    table(row.place(values), column.place(values)) += weight;
  });
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

OutcomeLaw::OutcomeLaw(AskedLaw asked, LawSums<double> sums)
    : asked_(std::move(asked)), exact_(std::move(sums)) {}

OutcomeLaw::OutcomeLaw(AskedLaw asked, LawSums<std::uint64_t> sums, double confidence)
    : asked_(std::move(asked)),
      counts_(std::move(sums)),
      trials_(counts_.given() + counts_.not_given()),
      confidence_(confidence) {}

Estimate OutcomeLaw::given() const {
  if (is_exact()) return {has_condition_ ? std::min(exact_.given(), 1.0) : 1.0};
  return share_of(counts_.given(), trials_, normal_quantile(Confidence(confidence_)));
}

Estimate OutcomeLaw::probability(std::size_t column) const {
  if (!is_exact()) {
    return share_of(counts_.weight_where(column), counts_.given(),
                    normal_quantile(Confidence(confidence_)));
  }
  const double p = exact_.weight_where(column);
  return {p > 0 ? std::min(p / of_all(), 1.0) : 0};
}

Estimate OutcomeLaw::odds() const {
  const std::vector<double> pmf = exact_.list(0);
  return is_exact() && !pmf.empty() && pmf.front() == 0 ? Estimate{1.0} : probability();
}

bool OutcomeLaw::is_of_points(std::size_t column) const {
  const auto* fact = std::get_if<OutcomeFact>(&asked_.columns[column]);
  return fact != nullptr && warodds::is_of_points(*fact);
}

std::optional<Distribution> OutcomeLaw::of(std::size_t column) const {
  if (exact_.empty() && counts_.empty()) return std::nullopt;
  if (is_of_points(column)) {
    return numbers_by([&](std::span<const double> values) { return values[column]; });
  }
  if (!is_exact()) {
    return Distribution::estimated(counts_.list(column), confidence_, asked_.most);
  }
  std::vector<double> pmf = exact_.list(column);
  if (exact_.given() == 0) return std::nullopt;
  for (double& p : pmf) p /= of_all();
  return Distribution(std::move(pmf));
}

std::vector<double> OutcomeLaw::axis_of(std::size_t column) const {
  std::set<double> seen;
  const auto see = [&](std::span<const double> values, auto) { seen.insert(values[column]); };
  exact_.for_each(see);
  counts_.for_each(see);
  if (seen.empty() || is_of_points(column)) return {seen.begin(), seen.end()};
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
  for (double& p : pmf.values()) p /= of_all();
  return JointDistribution(std::move(pmf));
}

Condition condition_of(const OutcomeLaw& law) {
  const Event& event = *law.asked().given;
  Condition condition{event, law.given(), law.trials_given()};
  if (condition.p.value > 0) return condition;
  throw NeverMet(law.is_exact()
                     ? fmt::format("given '{}': that cannot happen", shown(event.text()))
                     : fmt::format("given '{}': none of {} trials met it; take --engine exact, or "
                                   "more --trials",
                                   shown(event.text()), law.trials()));
}

std::string remark_on_condition(const OutcomeLaw& law) {
  constexpr std::uint64_t few = 1000;
  if (law.is_exact() || law.trials_given() >= few) return "";
  return fmt::format(
      "only {} of {} trials met the condition: what is told of it is rough; --trials takes more",
      law.trials_given(), law.trials());
}

std::vector<OutcomeLaw> laws_of(const std::vector<AskedLaw>& asked,
                                std::vector<LawSums<double>> sums) {
  std::vector<OutcomeLaw> laws;
  sums.resize(asked.size());
  for (std::size_t i = 0; i < asked.size(); ++i) laws.emplace_back(asked[i], std::move(sums[i]));
  return laws;
}

std::vector<OutcomeLaw> laws_of(const std::vector<AskedLaw>& asked,
                                std::vector<LawSums<std::uint64_t>> sums, double confidence) {
  std::vector<OutcomeLaw> laws;
  for (std::size_t i = 0; i < asked.size(); ++i) {
    laws.emplace_back(asked[i], std::move(sums[i]), confidence);
  }
  return laws;
}

std::vector<OutcomeLaw> take_besides(std::vector<OutcomeLaw>& found, const LawsAsked& asked) {
  const auto first = found.end() - std::ssize(asked.besides);
  std::vector<OutcomeLaw> besides(std::make_move_iterator(first),
                                  std::make_move_iterator(found.end()));
  found.erase(first, found.end());
  return besides;
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
