// Pieces of the designers' tables.
#pragma once

#include <string>
#include <vector>

#include "core/ask/forms/text/pieces.h"
#include "core/ask/forms/text/style.h"
#include "core/ask/reports.h"
#include "core/design/cells.h"
#include "core/design/ranking.h"
#include "core/text/shown.h"

namespace warodds::text {

/// A quantity as it is called in text: by its name, but for who is destroyed. `names`: of the
/// sides.
std::string quantity_in_words(const Quantity& quantity, const PerSide<std::string>& names);
/// A probability in percent, anything else as a mean.
std::string number_text(const Quantity& quantity, const Estimate& number, const Style& style);
/// Odds in percent: "52.31 %".
std::string odds_text(double odds);
/// The same, with the half-width where it is simulated.
std::string odds_text(const Estimate& odds, const Style& style);
/// Quantities asked for by name, a line each.
std::string shown_lines(const std::vector<ShownQuantity>& shown, const PerSide<std::string>& names,
                        const Style& style);
/// Title, how the cells came about, settings.
std::string table_heading(const std::string& what, const Table& table, const Style& style);
/// How numbers become whole that a budget pays for, in words.
std::string bought_how(Buying buying);
/// What a budget buys, a line for each unit.
std::string bought_lines(const std::vector<Purchase>& bought, const Style& style);
/// The units in their order, with odds, ratings and points.
std::string ranking_table(const Ranking& ranking, const std::vector<std::string>& units,
                          const Style& style);
/// What players choose, in a sentence; nothing where that is not known.
std::string choosing_line(const Ranking& ranking, const std::vector<std::string>& units,
                          const Style& style);

/// How many battles behind the odds nobody wins, or nothing where they are few.
std::string nobody_line(const Table& table, const Style& style);

/// The units that are not as they should be, each with why, or nothing.
template <class Row>
std::string outside_lines(const char* title, const std::vector<Row>& rows, const Style& style) {
  std::string text;
  for (const Row& row : rows) {
    if (!row.within) text += wrapped(shown(row.unit) + ": " + row.why, 2, 4);
  }
  return text.empty() ? "" : "\n" + style.bold(title) + "\n" + text;
}

}  // namespace warodds::text
