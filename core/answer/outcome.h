// The law of several facts of one outcome together: what is asked for of a fight or battle besides
// what every answer says.
#pragma once

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
/// What the law is of, jointly.
using OutcomeColumns = std::vector<OutcomeColumn>;

/// The columns of an outcome, from the facts that they are made of.
class ColumnsOfFacts {
 public:
  explicit ColumnsOfFacts(OutcomeColumns columns);

  /// Each once.
  const std::vector<OutcomeFact>& facts() const { return facts_; }
  /// `values`: of facts(), in one outcome.
  void tell(std::span<const double> values, std::vector<double>& of_columns) const;

 private:
  struct Column {
    std::vector<std::size_t> places;  ///< of a fact, or of those of an event
  };
  std::size_t place(const OutcomeFact& fact);

  OutcomeColumns held_;
  std::vector<OutcomeFact> facts_;
  std::vector<Column> columns_;
};

/// Outcomes by the values of some columns: how likely each is, or how many trials had it.
template <class Weight>
using OutcomeSums = std::map<std::vector<double>, Weight>;

/// What has been found of some columns.
class OutcomeLaw {
 public:
  OutcomeLaw() = default;
  OutcomeLaw(OutcomeColumns columns, OutcomeSums<double> sums)
      : columns_(std::move(columns)), exact_(std::move(sums)) {}
  /// Estimated from trials, at least one; half-widths are at `confidence`.
  OutcomeLaw(OutcomeColumns columns, OutcomeSums<std::uint64_t> counts, double confidence);

  const OutcomeColumns& columns() const { return columns_; }

  bool is_exact() const { return counts_.empty(); }
  const OutcomeSums<double>& sums() const { return exact_; }
  const OutcomeSums<std::uint64_t>& counts() const { return counts_; }
  std::uint64_t trials() const { return trials_; }

  /// P(the column is not 0).
  Estimate probability(std::size_t column = 0) const;
  /// How many trials had a column that is not 0; of an exact law 0.
  std::uint64_t trials_with(std::size_t column) const;

  // Of one column, or two; given that another is not 0, where that is said. Nothing, where no
  // outcome has that.

  /// Of a column that need not be whole.
  std::optional<NumberLaw> numbers_of(std::size_t column,
                                      std::optional<std::size_t> given = {}) const;
  // Of whole numbers; of two columns the rows and columns are those of axis_of().

  std::optional<Distribution> of(std::size_t column, std::optional<std::size_t> given = {}) const;
  std::optional<JointDistribution> of_two(std::size_t row, std::size_t column,
                                          std::optional<std::size_t> given = {}) const;

  /// The values of a column as rows of a table have them: 0, 1, 2, …, or, of points, those that
  /// some outcome has.
  std::vector<double> axis_of(std::size_t column, std::optional<std::size_t> given = {}) const;

 private:
  OutcomeColumns columns_;
  OutcomeSums<double> exact_;
  OutcomeSums<std::uint64_t> counts_;
  std::uint64_t trials_ = 0;
  double confidence_ = 0;
};

/// The law of these columns among those of an answer, which must have been asked for.
const OutcomeLaw& law_of(const OutcomeColumns& columns, const std::vector<OutcomeLaw>& laws);

}  // namespace warodds
