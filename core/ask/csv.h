// CSV (RFC 4180) of answers: a header row, one observation a row, numbers that read back to the
// same double. Not installed: whoever wants an answer as CSV takes it as text.
#pragma once

#include <fmt/format.h>

#include <concepts>
#include <cstdint>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/ask/reports.h"

namespace warodds {

/// Rows of fields.
class Csv {
 public:
  explicit Csv(char separator = ',') : separator_(separator) {}

  Csv& field(std::string_view text);
  Csv& field(double number) {
    separate();
    fmt::format_to(std::back_inserter(text_), "{}", number);
    return *this;
  }
  template <std::integral Whole>
  Csv& field(Whole number) {
    separate();
    text_ += std::to_string(number);
    return *this;
  }
  /// Empty where there is none.
  template <class T>
  Csv& field(const std::optional<T>& value) {
    return value ? field(*value) : field("");
  }
  /// A value and its half-width.
  Csv& field(const Estimate& number) { return fields(number.value, number.half_width); }

  template <class... Fields>
  Csv& fields(const Fields&... of) {
    (field(of), ...);
    return *this;
  }
  Csv& texts(const std::vector<std::string>& of) {
    for (const std::string& text : of) field(text);
    return *this;
  }
  /// Writes these and ends the row.
  template <class... Fields>
  void row(const Fields&... of) {
    fields(of...);
    end();
  }
  void end() {
    text_ += "\r\n";
    open_ = false;
  }
  std::string take() { return std::move(text_); }

 private:
  void separate() {
    if (open_) text_ += separator_;
    open_ = true;
  }

  char separator_;
  std::string text_;
  bool open_ = false;
};

/// Rows of a designers' table, each after how its numbers came about.
class TableCsv : public Csv {
 public:
  TableCsv(const Table& table, const std::vector<std::string>& columns);

  /// Begins a row: of the whole table, or of a cell.
  Csv& begin() { return begin(table_.state(), table_.partial, table_.trials); }
  /// A cell that sums up others has no trials of its own.
  Csv& begin(const Cell& cell) {
    return begin(cell.state, cell.partial, cell.trials > 0 ? cell.trials : table_.trials);
  }

 private:
  Csv& begin(Cell::State state, bool partial, std::uint64_t trials);

  const Table& table_;
};

/// Rows of (quantity, statistic, k, value, half-width), each after where it comes from and what it
/// is about.
class Observations {
 public:
  /// `what`: names and values of the columns before the engine's, `about`: names of those behind.
  Observations(const std::vector<std::pair<std::string, std::string>>& what, const Origin& from,
               const std::vector<std::string>& about);

  /// What the following rows are about: a field for each column.
  void about(std::vector<std::string> fields) { about_ = std::move(fields); }
  void number(std::string_view quantity, std::string_view statistic, const Estimate& number,
              std::optional<std::uint64_t> k = {});
  void probability(std::string_view quantity, const Estimate& p) {
    number(quantity, "probability", p);
  }
  /// Mean, standard deviation, and each value's probability and that of at least so much.
  void distribution(std::string_view quantity, const Distribution& of, const Estimate& mean);
  void distribution(std::string_view quantity, const Distribution& of) {
    distribution(quantity, of, of.estimate_mean());
  }
  /// All that a side deals; `destroyed`: how its destroying the other is called.
  void deals(const FightAnswer& answer, Side side, std::string_view destroyed);
  std::string take() { return csv_.take(); }

 private:
  std::vector<std::string> what_;
  const Origin& from_;
  std::vector<std::string> about_;
  Csv csv_;
};

/// The columns of the engine: which it was, and what is said of a simulation.
Csv& add_origin(Csv& csv, const Origin& origin);
/// Their names.
extern const std::vector<std::string> origin_columns;

// The reports, whole.
std::string csv_of(const PartReport& report);
std::string csv_of(const SystemsReport& report);
std::string csv_of(const UnitsReport& report);
std::string csv_of(const QuantitiesReport& report);
std::string csv_of(const FightReport& report);
std::string csv_of(const BattleReport& report);
std::string csv_of(const SequenceReport& report);
std::string csv_of(const SolveReport& report);
std::string csv_of(const ExplainReport& report);
std::string csv_of(const CheckReport& report);
std::string csv_of(const Matrix& matrix);
std::string wide_csv_of(const Matrix& matrix);  ///< a square sheet of the first quantity
std::string csv_of(const Sweep& sweep);
std::string csv_of(const Sensitivity& sensitivity);
std::string csv_of(const Tuning& tuning);
std::string csv_of(const Standings& standings);
std::string csv_of(const RosterSensitivity& value);
std::string csv_of(const PricesReport& report);
std::string csv_of(const BalanceReport& report);
std::string csv_of(const Comparison& comparison);

}  // namespace warodds
