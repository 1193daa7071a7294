// Pieces of the designers' tables.
#pragma once

#include <string>

#include "cli/terminal.h"
#include "core/ask/reports.h"
#include "core/design/cells.h"
#include "core/design/ranking.h"

namespace warodds::cli {

/// A probability in percent, anything else as a mean.
std::string number_text(const Quantity& quantity, const Estimate& number, const Style& style);
/// Quantities asked for by name, a line each.
std::string shown_lines(const std::vector<ShownQuantity>& shown, const Style& style);
/// Title, how the cells came about, settings.
std::string table_heading(const std::string& what, const Table& table, const Style& style);
/// What a budget buys, a line for each unit.
std::string bought_lines(const std::vector<Purchase>& bought, const Style& style);
/// The units in their order, with odds, ratings and points.
std::string ranking_table(const Ranking& ranking, const std::vector<std::string>& units,
                          const Style& style);

}  // namespace warodds::cli
