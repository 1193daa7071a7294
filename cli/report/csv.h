// CSV (RFC 4180): a header row, one observation a row, numbers that read back to the same double.
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <initializer_list>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "core/ask/reports.h"

namespace warodds::cli {

/// Rows of fields.
class Csv {
 public:
  explicit Csv(char separator = ',') : separator_(separator) {}

  Csv& field(std::string_view text) {
    separate();
    if (text.find_first_of("\"\r\n") == std::string_view::npos &&
        text.find(separator_) == std::string_view::npos) {
      text_ += text;
      return *this;
    }
    text_ += '"';
    for (const char c : text) {
      if (c == '"') text_ += '"';
      text_ += c;
    }
    text_ += '"';
    return *this;
  }
  Csv& field(double number) {
    separate();
    fmt::format_to(std::back_inserter(text_), "{}", number);
    return *this;
  }
  Csv& field(std::uint64_t number) {
    separate();
    text_ += std::to_string(number);
    return *this;
  }
  Csv& field(const std::optional<double>& number) {
    return number ? field(*number) : field(std::string_view());
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

/// The same CSV for spreadsheets whose decimals have commas: semicolons between the fields, and a
/// comma in every field that is a number with a point.
std::string with_semicolons(std::string_view csv);

/// A whole row of texts.
void row(Csv& csv, std::initializer_list<std::string_view> fields);

/// The columns that say where a number comes from: of a matchup, of a table.
void origin_header(Csv& csv);
void origin(Csv& csv, const Asked& asked, const Origin& origin);
/// Of these, the columns of the engine.
void engine_of(Csv& csv, const Origin& origin);
void table_header(Csv& csv);
void table_origin(Csv& csv, const Table& table, Cell::State state, bool partial);

/// Rows of (side, quantity, statistic, k, value, half-width), each after where it comes from.
class Observations {
 public:
  Observations(const Asked& asked, const Origin& from);

  void number(std::string_view side, std::string_view quantity, std::string_view statistic,
              std::optional<std::uint64_t> k, const Estimate& estimate);
  /// Mean, standard deviation, and each value's probability and that of at least so much.
  void distribution(std::string_view side, std::string_view quantity,
                    const Distribution& distribution, const Estimate& mean);
  std::string take() { return csv_.take(); }

 private:
  const Asked& asked_;
  const Origin& from_;
  Csv csv_;
};

}  // namespace warodds::cli
