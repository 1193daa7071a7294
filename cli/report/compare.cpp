// Two versions of a roster, for people.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "cli/report/report.h"
#include "cli/report/table.h"
#include "cli/report/text.h"

namespace warodds::cli {
namespace {

std::string odds_table(const Comparison& comparison, const Style& style) {
  if (comparison.odds.empty()) return "\nno odds changed\n";
  std::string text = "\n" + style.bold(pad("odds", 52)) +
                     style.faint(pad_left("old", 9) + pad_left("new", 9) + pad_left("change", 9)) +
                     "\n";
  constexpr std::size_t most_shown = 20;
  for (std::size_t i = 0; i < std::min(comparison.odds.size(), most_shown); ++i) {
    const auto& change = comparison.odds[i];
    text += fmt::format(
        "  {}{}{}{}\n",
        pad(shorten(change.attacker, 22) + " against " + shorten(change.defender, 19), 50),
        pad_left(odds_text(change.before), 9), pad_left(odds_text(change.after), 9),
        pad_left(fmt::format("{:+.2f}", (change.after - change.before) * 100), 9));
  }
  if (comparison.odds.size() > most_shown) {
    text += style.faint(
        fmt::format("  and {} more that changed less\n", comparison.odds.size() - most_shown));
  }
  return text;
}

std::string ranks_table(const Comparison& comparison, const Style& style) {
  if (comparison.ranks.empty()) return "";
  std::string text = "\n" + style.bold(pad("ranks", 27)) +
                     style.faint(pad_left("old", 5) + pad_left("new", 5) +
                                 pad_left("beat another", 15) + pad_left("beats another", 15)) +
                     "\n";
  const auto number = [&](const std::optional<int>& rank) {
    return rank ? std::to_string(*rank) : std::string(style.dash());
  };
  const auto odds = [](const std::optional<double>& of) { return of ? odds_text(*of) : ""; };
  for (const auto& change : comparison.ranks) {
    text +=
        fmt::format("  {}{}{}{}{}\n", pad(shorten(change.unit, 24), 25),
                    pad_left(number(change.before), 5), pad_left(number(change.after), 5),
                    pad_left(odds(change.odds_before), 15), pad_left(odds(change.odds_after), 15));
  }
  return text;
}

}  // namespace

std::string text_of(const Comparison& comparison, const Style& style) {
  std::string text = table_heading("two versions of a roster", comparison, style);
  text += fmt::format("old: {}\nnew: {}\n", comparison.old_name, comparison.new_name);
  for (const auto& [what, names] :
       {std::pair("added", &comparison.added), std::pair("gone", &comparison.gone)}) {
    if (!names->empty())
      text += wrapped(fmt::format("{}: {}", what, fmt::join(*names, ", ")), 0, 2);
  }
  text += style.bold(comparison.stats.empty() ? "no stats changed" : "stats") + "\n";
  for (const auto& change : comparison.stats) {
    const auto value = [&](const std::string& of) { return of.empty() ? style.dash() : of; };
    text +=
        fmt::format("  {}{}{} > {}\n", pad(shorten(change.unit, 24), 25),
                    pad(shorten(change.key, 24), 25), value(change.before), value(change.after));
  }
  return text + odds_table(comparison, style) + ranks_table(comparison, style);
}

}  // namespace warodds::cli
