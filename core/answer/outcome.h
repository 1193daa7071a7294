// Laws of numbers that outcomes have: what is asked for of a fight, battle or sequence, and what an
// engine finds.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <utility>
#include <variant>
#include <vector>

#include "core/answer/event.h"
#include "core/numbers/distribution.h"
#include "core/numbers/estimate.h"
#include "core/numbers/number_law.h"

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

  bool operator==(const AskedLaw&) const = default;
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
  void add(const LawSums& more) {
    for (const auto& [values, weight] : more.sums()) add(values, weight);
    not_given_ += more.not_given_;
  }

  /// Of the outcomes in which the condition holds, and of the others.
  Weight given() const { return given_; }
  Weight not_given() const { return not_given_; }
  std::size_t size() const { return whole_.size() + others_.size(); }
  OutcomeSums<Weight> sums() const {
    OutcomeSums<Weight> sums = others_;
    for (std::size_t value = 0; value < whole_.size(); ++value) {
      if (whole_[value] != Weight{}) sums[{static_cast<double>(value)}] = whole_[value];
    }
    return sums;
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
  /// `given`: how likely the condition is.
  OutcomeLaw(AskedLaw asked, OutcomeSums<double> sums, double given = 1)
      : asked_(std::move(asked)), exact_(std::move(sums)), given_(given) {}
  OutcomeLaw(AskedLaw asked, const LawSums<double>& sums);
  /// Estimated from trials, at least one; half-widths are at `confidence`.
  OutcomeLaw(AskedLaw asked, const LawSums<std::uint64_t>& sums, double confidence);

  const AskedLaw& asked() const { return asked_; }

  bool is_exact() const { return trials_ == 0; }
  /// Of outcomes in which the condition holds; exact ones add up to how likely that is.
  const OutcomeSums<double>& sums() const { return exact_; }
  const OutcomeSums<std::uint64_t>& counts() const { return counts_; }
  std::uint64_t trials() const { return trials_; }
  double confidence() const { return confidence_; }

  /// How likely the condition is, and how many trials have met it.
  Estimate given() const;
  std::uint64_t trials_given() const { return met_; }
  /// Whether there is no outcome, or was none, in which it does not hold.
  bool is_sure() const { return sure_; }

  /// P(the column is not 0). Where no outcome meets the condition: 0.
  Estimate probability(std::size_t column = 0) const;

  // Of one column, or two. Nothing, where no outcome meets the condition.

  /// Of a column that need not be whole.
  std::optional<NumberLaw> numbers_of(std::size_t column = 0) const;
  /// The same of numbers that `value_of(values)` makes of all columns.
  template <class ValueOf>
  NumberLaw numbers_by(const ValueOf& value_of) const {
    if (!is_exact()) return {by_value(counts_, value_of), confidence_};
    std::map<double, double> pmf = by_value(exact_, value_of);
    if (asked_.given) {
      for (auto& [value, p] : pmf) p /= given_;
    }
    return NumberLaw(pmf);
  }

  // Of whole numbers; of two columns the rows and columns are those of axis_of().

  std::optional<Distribution> of(std::size_t column = 0) const;
  std::optional<JointDistribution> of_two(std::size_t row, std::size_t column) const;

  /// The values of a column as rows of a table have them: 0, 1, 2, …, or, of points, those that
  /// some outcome has.
  std::vector<double> axis_of(std::size_t column) const;

 private:
  template <class Weight, class ValueOf>
  static std::map<double, Weight> by_value(const OutcomeSums<Weight>& sums,
                                           const ValueOf& value_of) {
    std::map<double, Weight> by_value;
    for (const auto& [values, weight] : sums) by_value[value_of(values)] += weight;
    return by_value;
  }

  AskedLaw asked_;
  OutcomeSums<double> exact_;
  OutcomeSums<std::uint64_t> counts_;
  double given_ = 1;
  std::uint64_t trials_ = 0, met_ = 0;
  bool sure_ = true;
  double confidence_ = 0;
};

/// The laws of an observer, exact or counted.
std::vector<OutcomeLaw> laws_of(const Observer& observer, const std::vector<LawSums<double>>& sums);
std::vector<OutcomeLaw> laws_of(const Observer& observer,
                                const std::vector<LawSums<std::uint64_t>>& sums, double confidence);

/// The law that was asked for among those of an answer; null: it was not.
const OutcomeLaw* find_law(const AskedLaw& asked, const std::vector<OutcomeLaw>& laws);
/// The same where it must have been.
const OutcomeLaw& law_of(const AskedLaw& asked, const std::vector<OutcomeLaw>& laws);

}  // namespace warodds
