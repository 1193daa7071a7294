// Prices for people.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "core/ask/forms/text/pieces.h"
#include "core/ask/forms/text/table.h"
#include "core/ask/reports.h"
#include "core/text/shown.h"

namespace warodds::text {
namespace {

std::string list_of_budgets(const std::vector<double>& budgets) {
  std::string list;
  for (std::size_t i = 0; i < budgets.size(); ++i) {
    const char* const before = i == 0 ? "" : i + 1 == budgets.size() ? " and " : ", ";
    list += fmt::format("{}{:g}", before, budgets[i]);
  }
  return list;
}

/// The prices, and within which others a unit stays even.
std::string prices_table(const Prices& prices, const Style& style) {
  std::string text =
      style.bold(pad("prices", 24)) +
      style.faint(pad_left("points", 7) + pad_left("were", 6) + pad_left("even from to", 16)) +
      "\n";
  for (const Prices::Row& row : prices.rows) {
    std::string range(style.dash());
    if (row.range) {
      range = fmt::format("{} {} {}", row.range->first, style.utf8 ? "–" : "-", row.range->second);
    }
    text += pad(shorten(row.unit, 23), 24) + pad_left(std::to_string(row.points), 7) +
            pad_left(row.was > 0 ? std::to_string(row.was) : style.dash(), 6) +
            pad_left(range, 16) + "\n";
  }
  return text;
}

/// What each is at each budget.
std::string budgets_table(const Prices& prices, const Style& style) {
  const bool is_mixed = prices.buying == Buying::mixed;
  const int width = is_mixed ? 20 : 24;
  const int beside = width + 30 + (is_mixed ? 10 : 0);
  std::string text = style.bold(pad("at each budget", width)) +
                     style.faint(pad_left("points", 8) + pad_left("won then", 10) +
                                 pad_left("win now", 10) + (is_mixed ? pad_left("whole", 10) : "") +
                                 (is_mixed ? "  bought" : "  bought, for points")) +
                     "\n";
  for (const Prices::Row& row : prices.rows) {
    for (const Prices::At& at : row.at) {
      const bool is_first = &at == &row.at.front();
      std::string line = pad(is_first ? shorten(row.unit, width - 1) : "", width) +
                         pad_left(fmt::format("{:g}", at.budget), 8) +
                         pad_left(at.before ? odds_text(at.before->value) : "", 10) +
                         pad_left(odds_text(at.odds.value), 10);
      if (is_mixed) line += pad_left(at.odds_whole ? odds_text(at.odds_whole->value) : "", 10);
      line += "  ";
      // Blanks that set columns apart are not for breaking lines.
      std::replace(line.begin(), line.end(), ' ', no_break);
      const Purchase& bought = at.bought;
      // What is bought mixed costs the budget, where nothing is remarked.
      const bool costs_budget = is_mixed && bought.remark.empty();
      std::string sizes = bought.sizes_text();
      if (sizes.ends_with(" %")) sizes[sizes.size() - 2] = no_break;
      text += wrapped(line + sizes +
                          (costs_budget ? "" : fmt::format(", {:g}", bought.rounded_cost())) +
                          (bought.remark.empty() ? "" : ", " + bought.remark),
                      0, beside);
    }
  }
  return text;
}

/// How many units leave the band when all are bought in whole numbers, and by how much at most.
std::string whole_line(const Prices& prices, const Style& style) {
  double farthest = 0;
  std::size_t outside = 0;
  for (const Prices::Row& row : prices.rows) {
    bool leaves = false;
    for (const Prices::At& at : row.at) {
      if (!at.odds_whole) return "";
      const double off = at.odds_whole->value - 0.5;
      const double from_even = prices.even_for == EvenFor::choosers ? -off : std::abs(off);
      leaves = leaves || from_even > prices.within;
      farthest = std::max(farthest, from_even);
    }
    outside += leaves ? 1 : 0;
  }
  return style.faint(wrapped(
      fmt::format("whole: the odds if all are bought in the nearest whole numbers, as --buy whole "
                  "does: {} of {} units {} then not even, by up to {:.1f} points of odds",
                  outside, prices.rows.size(), outside == 1 ? "is" : "are", farthest * 100),
      0, 2));
}

std::string kept_text(const Prices& prices) {
  if (!prices.kept.empty()) {
    std::vector<std::string> names;
    for (const std::string& name : prices.kept) names.push_back(shown(name));
    return fmt::format("{} {} price", fmt::join(names, ", "),
                       names.size() == 1 ? "keeps its" : "keep their");
  }
  return fmt::format("in all {} points, were {}{}", prices.total, prices.total_was,
                     prices.keeps_total ? "" : "; --total POINTS or --keep NAME holds them");
}

}  // namespace

std::string text_of(const PricesReport& report, const Style& style) {
  const Prices& prices = report.prices;
  const bool for_choosers = prices.even_for == EvenFor::choosers;
  const std::string budgets = list_of_budgets(prices.budgets);
  std::string text = table_heading(
      fmt::format("{} units, each bought for {} points{}", prices.rows.size(), budgets,
                  for_choosers ? ", even for players who choose" : ", even on the mean"),
      prices, style);
  text += wrapped("bought " + bought_how(prices.buying), 0, 2);
  text += "\n" + prices_table(prices, style) + "\n" + budgets_table(prices, style);
  text += style.faint(
      wrapped(fmt::format("{}; the odds of beating {} --budget {:g}{}", kept_text(prices),
                          for_choosers ? "what is chosen are those of matrix --ranking"
                                       : "another are those of matrix --battle",
                          prices.budgets.front(), prices.budgets.size() > 1 ? ", …" : ""),
              0, 2));
  text += whole_line(prices, style);
  double half_width = 0;
  for (const Prices::Row& row : prices.rows) {
    for (const Prices::At& at : row.at) {
      half_width = std::max(half_width, at.odds.half_width.value_or(0));
    }
  }
  text += half_widths_line(half_width, true, style);
  text += nobody_line(prices, style);
  const double low = (0.5 - prices.within) * 100;
  const double high = (0.5 + prices.within) * 100;
  const std::string band = for_choosers ? fmt::format("{:g} % or more", low)
                                        : fmt::format("from {:g} to {:g} %", low, high);
  const std::string outside =
      outside_lines((for_choosers ? fmt::format("less than {:g} %", low) : "not " + band).c_str(),
                    prices.rows, style);
  if (outside.empty() && prices.partial) return text;
  if (outside.empty()) return text + fmt::format("\nthe odds of all are {}\n", band);
  const bool is_whole = prices.buying == Buying::whole;
  return text + outside + (is_whole ? style.faint("a larger budget buys finer steps\n") : "");
}

}  // namespace warodds::text
