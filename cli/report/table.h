// Pieces of the designers' tables.
#pragma once

#include <string>

#include "cli/report/csv.h"
#include "cli/terminal.h"
#include "core/design/cells.h"
#include "core/design/ranking.h"

namespace warodds::cli {

/// A probability in percent, anything else as a mean.
std::string number_text(const Quantity& quantity, const Estimate& number, const Style& style);
/// Quantities asked for by name, a line each.
std::string shown_lines(const std::vector<ShownQuantity>& shown, const Style& style);
/// The same as rows.
std::string shown_rows(const std::vector<ShownQuantity>& shown, Observations& rows);
/// Title, how the cells came about, settings.
std::string table_heading(const std::string& what, const Table& table, const Style& style);
/// The opponent, or "8 opponents, on average".
std::string others_text(const std::string& opponent, const std::vector<std::string>& opponents);
/// What a budget buys, a line for each unit.
std::string bought_lines(const std::vector<Purchase>& bought, const Style& style);
/// The units in their order, with odds, ratings and points.
std::string ranking_table(const Ranking& ranking, const std::vector<std::string>& units,
                          const Style& style);
/// The value and half-width of one quantity of a cell; empty where there is none.
void cell_fields(Csv& csv, const Cell& cell, std::size_t quantity);

}  // namespace warodds::cli
