// What the designers' tables have in common: the numbers of cells and how they came about.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/ask/facts.h"
#include "core/ask/people.h"

namespace warodds {

inline constexpr Naming csv_column{.column = true, .only = Form::csv};
inline constexpr Naming as_value{.word = "value"};

/// How numbers of a row came about, in the columns of CSV.
void state_origin(Facts& facts, const Table& table, const Cell& cell);
/// What the budget buys of the unit, in CSV.
void state_purchase(Facts& facts, const Table& table, std::string_view key,
                    const std::string& unit);

/// The numbers of one cell: in JSON a list of them, in CSV a row each, with the columns that
/// `where()` states; to people a column each, below `headings`.
template <class Where>
void state_cell(Facts& facts, const Table& table, const Cell& cell, const Where& where,
                const std::vector<std::string>& headings = {}) {
  const bool is_known = !cell.values.empty();  // allowed, and reached
  if (facts.is_for(Form::text)) {
    where();
    for (std::size_t q = 0; q < headings.size(); ++q) {
      const auto number = is_known ? std::optional(cell.values[q]) : std::nullopt;
      facts.member("value", number, for_people(headings[q], shows(table.quantities[q])));
    }
  } else if (!facts.is_for(Form::csv)) {
    if (!is_known) return facts.value(nullptr);
    facts.array(cell.values, [&](const Estimate& number) { facts.value(number, as_value); });
  } else {
    for (std::size_t q = 0; q < table.quantities.size(); ++q) {
      facts.row([&] {
        state_origin(facts, table, cell);
        where();
        facts.member("quantity", table.quantities[q].text);
        if (is_known) facts.member("value", cell.values[q], as_value);
      });
    }
  }
}

/// 0, 1, … below `count`.
inline std::vector<std::size_t> places(std::size_t count) {
  std::vector<std::size_t> all(count);
  for (std::size_t i = 0; i < count; ++i) all[i] = i;
  return all;
}

}  // namespace warodds
