// Laws of numbers that outcomes have: what is asked for of a fight, battle or sequence, and what an
// engine finds.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "core/answer/event.h"
#include "core/numbers/distribution.h"
#include "core/numbers/estimate.h"
#include "core/text/error.h"

namespace warodds {

/// A number that an outcome has: a fact, or whether an event holds in it, 1 or 0.
using OutcomeColumn = std::variant<OutcomeFact, Event>;
using OutcomeColumns = std::vector<OutcomeColumn>;

/// A law that is asked for: of these columns jointly, among the outcomes in which an event holds.
struct AskedLaw {
  AskedLaw(OutcomeColumns of, std::optional<Event> where = {})
      : columns(std::move(of)), given(std::move(where)) {}
  AskedLaw(OutcomeColumn of) : columns{std::move(of)} {}

  OutcomeColumns columns;
  std::optional<Event> given = {};  ///< nothing: among all
  /// The largest number that one column can be, or 0 where nobody knows: a mean that is simulated
  /// may be as far off as if that were only seldom seen.
  int most = 0;

  bool operator==(const AskedLaw& other) const {
    return columns == other.columns && given == other.given;
  }
};

/// Outcomes by the values of some columns: how likely each is, or how many trials had it.
template <class Weight>
using OutcomeSums = std::map<std::vector<double>, Weight>;

/// What has been told of a law so far.
template <class Weight>
class LawSums {
 public:
  void add(std::span<const double> values, Weight weight) {
    given_ += weight;
    constexpr double most = 65'535;
    const double first = values[0];
    if (values.size() == 1 && first >= 0 && first <= most && first == std::trunc(first)) {
      const auto place = static_cast<std::size_t>(first);
      if (whole_.size() <= place) whole_.resize(place + 1, Weight{});
      whole_[place] += weight;
      return;
    }
    others_[{values.begin(), values.end()}] += weight;
  }
  void add_not_given(Weight weight) { not_given_ += weight; }
  /// So much of another.
  void add(const LawSums& more, Weight times = 1) {
    more.for_each(
        [&](std::span<const double> values, Weight weight) { add(values, times * weight); });
    not_given_ += times * more.not_given_;
  }

  /// Of the outcomes in which the condition holds, and of the others.
  Weight given() const { return given_; }
  Weight not_given() const { return not_given_; }
  std::size_t size() const { return whole_.size() + others_.size(); }
  bool empty() const { return whole_.empty() && others_.empty(); }
  /// Calls each(values, weight).
  template <class Each>
  void for_each(const Each& each) const {
    for (std::size_t value = 0; value < whole_.size(); ++value) {
      const double number = static_cast<double>(value);
      if (whole_[value] != Weight{}) each(std::span(&number, 1), whole_[value]);
    }
    for (const auto& [values, weight] : others_) each(std::span(values), weight);
  }
  OutcomeSums<Weight> sums() const {
    OutcomeSums<Weight> sums;
    for_each([&](std::span<const double> values, Weight weight) {
      sums[{values.begin(), values.end()}] += weight;
    });
    return sums;
  }
  /// The weights of 0, 1, 2, … of a column of whole numbers.
  std::vector<Weight> list(std::size_t column) const {
    std::vector<Weight> list = whole_;
    for (const auto& [values, weight] : others_) {
      const auto place = static_cast<std::size_t>(values[column]);
      if (place >= list.size()) list.resize(place + 1, Weight{});
      list[place] += weight;
    }
    return list;
  }
  /// The weight of a column that is not 0.
  Weight weight_where(std::size_t column) const {
    Weight sum{};
    for_each([&](std::span<const double> values, Weight weight) {
      if (values[column] != 0) sum += weight;
    });
    return sum;
  }

 private:
  std::vector<Weight> whole_;  ///< of one column: by its value, where that is whole
  OutcomeSums<Weight> others_;
  Weight given_{}, not_given_{};
};

/// Tells laws of outcomes, each of which it is shown once.
class Observer {
 public:
  Observer() = default;
  explicit Observer(std::vector<AskedLaw> asked);

  const std::vector<AskedLaw>& asked() const { return asked_; }
  /// What it must be told of each outcome, each once.
  const std::vector<OutcomeFact>& facts() const { return facts_; }
  /// An outcome, or several alike; `values`: of facts(). `sums`: of each law.
  template <class Weight>
  void add(std::span<const double> values, Weight weight, std::vector<LawSums<Weight>>& sums) {
    sums.resize(asked_.size());
    numbers_.clear();
    for (const Column& column : columns_) numbers_.push_back(number_of(column, values));
    for (std::size_t law = 0; law < laws_.size(); ++law) {
      if (laws_[law].given && numbers_[*laws_[law].given] == 0) {
        sums[law].add_not_given(weight);
        continue;
      }
      of_law_.clear();
      for (const std::size_t column : laws_[law].columns) of_law_.push_back(numbers_[column]);
      sums[law].add(of_law_, weight);
    }
  }

 private:
  struct Column {
    OutcomeColumn of;
    std::vector<std::size_t> facts;  ///< places of those that it is made of
  };
  struct Law {
    std::vector<std::size_t> columns;
    std::optional<std::size_t> given;
  };

  std::size_t place_of(const OutcomeColumn& column);
  double number_of(const Column& column, std::span<const double> values);

  std::vector<AskedLaw> asked_;
  std::vector<OutcomeFact> facts_;
  std::vector<Column> columns_;
  std::vector<Law> laws_;
  std::vector<double> numbers_, of_law_, of_event_;  ///< room to work in
};

/// What has been found of some columns.
class OutcomeLaw {
 public:
  OutcomeLaw(AskedLaw asked, LawSums<double> sums);
  /// Estimated from trials, at least one; half-widths are at `confidence`.
  OutcomeLaw(AskedLaw asked, LawSums<std::uint64_t> sums, double confidence);

  const AskedLaw& asked() const { return asked_; }

  bool is_exact() const { return trials_ == 0; }
  /// Of outcomes in which the condition holds; exact ones add up to how likely that is.
  OutcomeSums<double> sums() const { return exact_.sums(); }
  OutcomeSums<std::uint64_t> counts() const { return counts_.sums(); }
  std::uint64_t trials() const { return trials_; }
  double confidence() const { return confidence_; }

  /// The condition always holds: what has been found is among all outcomes.
  void drop_condition() { has_condition_ = false; }
  /// How likely the condition is, and how many trials have met it.
  Estimate given() const;
  std::uint64_t trials_given() const { return counts_.given(); }
  /// Whether there is no outcome, or was none, in which it does not hold.
  bool is_sure() const { return is_exact() ? exact_.not_given() == 0 : counts_.not_given() == 0; }

  /// P(the column is not 0). Where no outcome meets the condition: 0.
  Estimate probability(std::size_t column = 0) const;
  /// The same of one column that is so or not: certain, whatever rounding has left of the sum,
  /// where it is never seen not to be so.
  Estimate odds() const;

  // Of one column, or two. Nothing, where no outcome meets the condition.

  std::optional<Distribution> of(std::size_t column = 0) const;
  /// Rows and columns are those of axis_of().
  std::optional<JointDistribution> of_two(std::size_t row, std::size_t column) const;
  /// Of numbers that `value_of(values)` makes of all columns.
  template <class ValueOf>
  Distribution numbers_by(const ValueOf& value_of) const {
    if (!is_exact()) return Distribution::of_numbers(by_value(counts_, value_of), confidence_);
    std::map<double, double> pmf = by_value(exact_, value_of);
    for (auto& [value, p] : pmf) p /= of_all();
    return Distribution::of_numbers(pmf);
  }

  /// The values of a column as rows of a table have them: 0, 1, 2, …, or, of points, those that
  /// some outcome has.
  std::vector<double> axis_of(std::size_t column) const;

 private:
  template <class Weight, class ValueOf>
  static std::map<double, Weight> by_value(const LawSums<Weight>& sums, const ValueOf& value_of) {
    std::map<double, Weight> by_value;
    sums.for_each([&](std::span<const double> values, Weight weight) {
      by_value[value_of(values)] += weight;
    });
    return by_value;
  }
  /// What the exact sums are shares of.
  double of_all() const { return has_condition_ ? exact_.given() : 1; }
  /// Whether a column is of numbers that need not be whole.
  bool is_of_points(std::size_t column) const;

  AskedLaw asked_;
  LawSums<double> exact_;
  LawSums<std::uint64_t> counts_;
  std::uint64_t trials_ = 0;
  double confidence_ = 0;
  bool has_condition_ = asked_.given.has_value();
};

/// Under which condition all numbers of an answer hold.
struct Condition {
  Event event;
  Estimate p;                ///< of it
  std::uint64_t trials = 0;  ///< of a simulation: that met it
};
struct NeverMet : NoAnswer {
  using NoAnswer::NoAnswer;
};
/// That of a law which has one. Throws NeverMet where it cannot be, or no trial has met it.
Condition condition_of(const OutcomeLaw& law);
/// What a reader should know of numbers that few trials tell; empty: nothing.
std::string remark_on_condition(const OutcomeLaw& law);

/// What is asked of outcomes.
struct LawsAsked {
  LawsAsked(std::vector<AskedLaw> laws = {}, std::optional<Event> where = {},
            bool with_points = false)
      : besides(std::move(laws)), given(std::move(where)), points(with_points) {}

  std::vector<AskedLaw> besides;  ///< those that are found besides what every answer tells
  std::optional<Event> given;     ///< what every answer tells is of outcomes in which it holds
  bool points;                    ///< what is lost in points is told, too
  bool told = true;               ///< false: no more than that is told, but the rounds
};

/// What has been found of what was asked, exact or counted.
std::vector<OutcomeLaw> laws_of(const std::vector<AskedLaw>& asked,
                                std::vector<LawSums<double>> sums);
std::vector<OutcomeLaw> laws_of(const std::vector<AskedLaw>& asked,
                                std::vector<LawSums<std::uint64_t>> sums, double confidence);

/// Takes those that were asked for besides off the end.
std::vector<OutcomeLaw> take_besides(std::vector<OutcomeLaw>& found, const LawsAsked& asked);

/// The law that was asked for among those of an answer; null: it was not.
const OutcomeLaw* find_law(const AskedLaw& asked, const std::vector<OutcomeLaw>& laws);
/// The same where it must have been.
const OutcomeLaw& law_of(const AskedLaw& asked, const std::vector<OutcomeLaw>& laws);

}  // namespace warodds
