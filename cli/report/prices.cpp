// Prices for people.
#include <fmt/format.h>

#include <algorithm>

#include "cli/report/report.h"
#include "cli/report/table.h"
#include "cli/report/text.h"

namespace warodds::cli {

std::string text_of(const PricesReport& report, const Style& style) {
  const Prices& prices = report.prices;
  std::string text = table_heading(
      fmt::format("{} units, each bought for {:g} points", prices.rows.size(), prices.budget),
      prices, style);
  text += style.bold(pad("prices", 25)) +
          style.faint(pad_left("points", 7) + pad_left("were", 7) + pad_left("won then", 10) +
                      pad_left("win now", 10) + "   bought") +
          "\n";
  for (const Prices::Row& row : prices.rows) {
    std::string line = pad(shorten(row.unit, 23), 25) + pad_left(std::to_string(row.points), 7) +
                       pad_left(row.was > 0 ? std::to_string(row.was) : style.dash(), 7);
    line += pad_left(row.odds_before ? fmt::format("{:.2f} %", *row.odds_before * 100) : "", 10);
    line += pad_left(fmt::format("{:.2f} %", row.odds * 100), 10) + "   ";
    // Blanks that set columns apart are not for breaking lines.
    std::replace(line.begin(), line.end(), ' ', no_break);
    text += wrapped(line + row.bought.text(), 0, 62);
  }
  text += style.faint(wrapped(
      fmt::format("{}; the odds of beating another are those of matrix --battle --budget {:g}",
                  prices.kept.empty()
                      ? fmt::format("in all {} points, were {}", prices.total, prices.total_was)
                      : prices.kept + " keeps its price",
                  prices.budget),
      0, 2));
  const bool all = std::all_of(prices.rows.begin(), prices.rows.end(),
                               [](const auto& row) { return row.within; });
  if (all) return text + "\nall win from 45 to 55 % of their battles\n";
  text += "\n" + style.bold("not from 45 to 55 %") + "\n";
  for (const Prices::Row& row : prices.rows) {
    if (!row.within) text += wrapped(row.unit + ": " + row.why, 2, 4);
  }
  return text;
}

}  // namespace warodds::cli
