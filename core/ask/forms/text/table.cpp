#include "core/ask/forms/text/table.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <vector>

namespace warodds::text {
namespace {

/// How the cells came about, in a line.
std::string origins_line(const Table& table) {
  std::vector<std::string> parts;
  if (table.exact > 0) parts.push_back(fmt::format("{} exact", table.exact));
  if (table.simulated > 0) {
    parts.push_back(fmt::format("{} simulated, {}{} trials each, seed {}, half-widths at {:.12g} %",
                                table.simulated, table.same_trials ? "" : "up to ", table.trials,
                                table.seed, table.confidence * 100));
  }
  if (table.refused > 0) {
    parts.push_back(
        fmt::format("{} not allowed (for example: {})", table.refused, table.a_refusal));
  }
  std::string line = fmt::format("{}", fmt::join(parts, "; "));
  if (table.partial) line += "; PARTIAL";
  if (!table.why_partial.empty()) {
    line += ": " + table.why_partial;
    if (table.not_reached > 0) line += fmt::format(", {} not reached", table.not_reached);
  }
  return line;
}

}  // namespace

std::string quantity_in_words(const Quantity& quantity, const PerSide<std::string>& names) {
  const bool is_alone = quantity.event() != nullptr && quantity.event()->is_alone();
  const bool destroyed =
      quantity.is_of(OutcomeFact::Kind::destroyed) || quantity.is_of(OutcomeFact::Kind::destroys);
  return quantity.of == OutcomeOf::fight && is_alone && destroyed
             ? names[whose_figures(*quantity.fact())] + " destroyed"
             : quantity.text;
}

std::string number_text(const Quantity& quantity, const Estimate& number, const Style& style) {
  return quantity.is_probability() ? percent(number, style) : mean(number, style);
}

std::string odds_text(double odds) { return odds_in_percent(odds); }

std::string odds_text(const Estimate& odds, const Style& style) {
  return odds.half_width ? percent(odds, style) : odds_text(odds.value);
}

std::string shown_lines(const std::vector<ShownQuantity>& shown, const PerSide<std::string>& names,
                        const Style& style) {
  const PerSide<std::string> short_names{shorten(names.attacker, 28), shorten(names.defender, 28)};
  std::string text;
  for (const auto& [quantity, number] : shown) {
    text += fmt::format(
        "  {} {}\n", pad(quantity_in_words(quantity, short_names), 40),
        pad_left(quantity.is_probability() ? percent_or_one_in(number, style) : mean(number, style),
                 20));
  }
  return text;
}

std::string table_heading(const std::string& what, const Table& table, const Style& style) {
  const bool fits = columns(what + table.title) <= 76;
  return style.bold(what) + (fits ? "  (" : "\n(") + table.title + ")\n" +
         wrapped(origins_line(table), 0, 2) + given_lines(table.given) +
         assumed_lines(table.assumed, {"the attacker", "the defender"}) +
         policy_lines(table.players, 0) + bought_lines(table.bought, style) + "\n";
}

std::string nobody_line(const Table& table, const Style& style) {
  constexpr double few = 0.01;
  if (table.nobody_wins < few) return "";
  const double share = table.nobody_wins * 100;
  return style.faint(fmt::format(
      "nobody wins {} % of these battles; they count one half\n",
      share < 100 && share >= 99.5 ? std::string(">99") : fmt::format("{:.0f}", share)));
}

std::string bought_how(Buying buying) {
  return buying == Buying::whole
             ? "in the nearest whole numbers (--buy whole)"
             : "in one of two numbers, each as often as spends just that (--buy mixed)";
}

std::string bought_lines(const std::vector<Purchase>& bought, const Style& style) {
  if (bought.empty()) return "";
  std::string text = wrapped(fmt::format("bought for {:g} points, {}", bought.front().budget,
                                         bought_how(bought.front().buying)),
                             0, 2);
  constexpr std::size_t most_shown = 60;
  for (std::size_t i = 0; i < std::min(bought.size(), most_shown); ++i) {
    std::string line = pad(shorten(bought[i].unit, 24), 25) + bought[i].text();
    if (!bought[i].remark.empty()) line += ", " + bought[i].remark;
    text += wrapped(line, 2, 29);
  }
  if (bought.size() > most_shown) {
    text += style.faint(fmt::format("  and {} more\n", bought.size() - most_shown));
  }
  return text;
}

}  // namespace warodds::text
