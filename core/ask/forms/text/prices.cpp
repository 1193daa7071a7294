// Prices for people.
#include <fmt/format.h>

#include <algorithm>

#include "core/ask/forms/text/pieces.h"
#include "core/ask/forms/text/table.h"
#include "core/ask/reports.h"
#include "core/text/shown.h"

namespace warodds::text {

std::string text_of(const PricesReport& report, const Style& style) {
  const Prices& prices = report.prices;
  const bool for_choosers = prices.even_for == EvenFor::choosers;
  std::string text = table_heading(
      fmt::format("{} units, each bought for {:g} points{}", prices.rows.size(), prices.budget,
                  for_choosers ? ", even for players who choose" : ", even on the mean"),
      prices, style);
  text += style.bold(pad("prices", 24)) +
          style.faint(pad_left("points", 7) + pad_left("were", 6) + pad_left("won then", 10) +
                      pad_left("win now", 9) + "  bought, for points") +
          "\n";
  for (const Prices::Row& row : prices.rows) {
    std::string line = pad(shorten(row.unit, 23), 24) + pad_left(std::to_string(row.points), 7) +
                       pad_left(row.was > 0 ? std::to_string(row.was) : style.dash(), 6);
    line += pad_left(row.odds_before ? odds_text(row.odds_before->value) : "", 10);
    line += pad_left(odds_text(row.odds.value), 9) + "  ";
    // Blanks that set columns apart are not for breaking lines.
    std::replace(line.begin(), line.end(), ' ', no_break);
    text +=
        wrapped(line + fmt::format("{}, {:g}{}", row.bought.sizes_text(), row.bought.rounded_cost(),
                                   row.bought.near() ? "" : ", NOT WITHIN 10 %"),
                0, 58);
  }
  text += style.faint(wrapped(
      fmt::format("{}; the odds of beating {} --budget {:g}",
                  prices.kept.empty()
                      ? fmt::format("in all {} points, were {}", prices.total, prices.total_was)
                      : shown(prices.kept) + " keeps its price",
                  for_choosers ? "what is chosen are those of matrix --ranking"
                               : "another are those of matrix --battle",
                  prices.budget),
      0, 2));
  double half_width = 0;
  for (const Prices::Row& row : prices.rows) {
    half_width = std::max(half_width, row.odds.half_width.value_or(0));
  }
  text += half_widths_line(half_width, true, style);
  text += nobody_line(prices, style);
  const char* const band = for_choosers ? "45 % or more" : "from 45 to 55 %";
  const std::string outside =
      outside_lines(for_choosers ? "less than 45 %" : "not from 45 to 55 %", prices.rows, style);
  if (outside.empty()) return text + fmt::format("\nthe odds of all are {}\n", band);
  return text + outside + style.faint("a larger budget buys finer steps\n");
}

}  // namespace warodds::text
