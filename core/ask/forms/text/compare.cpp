// Two versions of a roster, for people.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "core/ask/forms/text/pieces.h"
#include "core/ask/forms/text/table.h"
#include "core/ask/reports.h"
#include "core/text/shown.h"

namespace warodds::text {
namespace {

std::string odds_table(const Comparison& comparison, const Style& style) {
  if (comparison.odds.empty()) {
    return comparison.not_reached > 0 ? "\nno odds are known yet that changed\n"
                                      : "\nno odds changed\n";
  }
  const bool simulated = comparison.simulated > 0;
  const int names = simulated ? 36 : 50, odds = simulated ? 16 : 9;
  std::string text =
      "\n" + style.bold(pad("odds", names + 2)) +
      style.faint(pad_left("old", odds) + pad_left("new", odds) + pad_left("change", 9)) + "\n";
  constexpr std::size_t most_shown = 20;
  for (std::size_t i = 0; i < std::min(comparison.odds.size(), most_shown); ++i) {
    const auto& change = comparison.odds[i];
    const int of_attacker = (names - 6) / 2;
    const std::string attacker = shorten(change.attacker, of_attacker);
    const std::string defender = shorten(change.defender, names - 9 - of_attacker);
    const double points = (change.after.value - change.before.value) * 100;
    text +=
        fmt::format("  {}{}{}{}\n", pad(attacker + " against " + defender, names),
                    pad_left(odds_text(change.before, style), odds),
                    pad_left(odds_text(change.after, style), odds),
                    pad_left(fmt::format("{:+.2f}", std::abs(points) < 5e-3 ? 0.0 : points), 9));
  }
  if (comparison.odds.size() > most_shown) {
    text += style.faint(
        fmt::format("  and {} more that changed less\n", comparison.odds.size() - most_shown));
  }
  return text;
}

std::string ranks_table(const Comparison& comparison, const Style& style) {
  if (comparison.ranks.empty()) return "";
  const int odds_width = comparison.simulated > 0 ? 18 : 15;
  std::string text =
      "\n" + style.bold(pad("ranks", 27)) +
      style.faint(pad_left("old", 5) + pad_left("new", 5) + pad_left("beat another", odds_width) +
                  pad_left("beats another", odds_width)) +
      "\n";
  const auto number = [&](const std::optional<int>& rank) {
    return rank ? std::to_string(*rank) : std::string(style.dash());
  };
  const auto odds = [&](const std::optional<Estimate>& of) {
    return pad_left(of ? odds_text(*of, style) : "", odds_width);
  };
  for (const auto& change : comparison.ranks) {
    text += fmt::format("  {}{}{}{}{}\n", pad(shorten(change.unit, 24), 25),
                        pad_left(number(change.before), 5), pad_left(number(change.after), 5),
                        odds(change.odds_before), odds(change.odds_after));
  }
  return text;
}

}  // namespace

std::string text_of(const Comparison& comparison, const Style& style) {
  std::string text = table_heading(
      comparison.of_armies ? "the armies of two versions of a roster" : "two versions of a roster",
      comparison, style);
  text += fmt::format("old: {}\nnew: {}\n", shown(comparison.old_name), shown(comparison.new_name));
  for (const auto& [what, names] :
       {std::pair("added", &comparison.added), std::pair("gone", &comparison.gone)}) {
    if (names->empty()) continue;
    std::vector<std::string> listed;
    for (const std::string& name : *names) listed.push_back(shown(name));
    text += wrapped(fmt::format("{}: {}", what, fmt::join(listed, ", ")), 0, 2);
  }
  text += style.bold(comparison.stats.empty() ? "no stats changed" : "stats") + "\n";
  for (const auto& change : comparison.stats) {
    const auto value = [&](const std::string& of) { return of.empty() ? style.dash() : shown(of); };
    text +=
        fmt::format("  {}{}{} > {}\n", pad(shorten(change.unit, 24), 25),
                    pad(shorten(change.key, 24), 25), value(change.before), value(change.after));
  }
  return text + odds_table(comparison, style) + ranks_table(comparison, style);
}

}  // namespace warodds::text
