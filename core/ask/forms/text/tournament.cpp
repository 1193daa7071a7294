// Armies that are brought, for people.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "core/ask/forms/text/pieces.h"
#include "core/ask/forms/text/table.h"
#include "core/ask/reports.h"
#include "core/text/shown.h"

namespace warodds::text {
namespace {

std::string share_of_army(const Tournament::Army& army, const Style& style) {
  std::string text = percent({army.share}, style);
  if (army.range) {
    text += fmt::format(" ({:.0f}{}{:.0f})", army.range->first * 100, style.utf8 ? "–" : "-",
                        army.range->second * 100);
  }
  return text;
}

constexpr std::size_t most_shown = 60;

std::string armies_table(const Tournament& of, const Style& style) {
  const bool against_field = !of.field.empty();
  std::vector<std::string> names{against_field ? "against these armies" : "what players bring",
                                 "points"};
  if (!against_field) names.emplace_back("brought");
  names.emplace_back(against_field ? "wins" : "wins then");
  std::vector<std::vector<std::string>> rows;
  for (const Tournament::Army& army : of.armies) {
    if (rows.size() == most_shown) break;
    rows.push_back({shorten(army.name, 40), std::to_string(army.points)});
    if (!against_field) rows.back().push_back(share_of_army(army, style));
    rows.back().push_back(odds_text(army.odds, style));
  }
  std::string text = table_of(names, rows, style);
  if (of.armies.size() > most_shown) {
    text += style.faint(fmt::format("and {} more armies\n", of.armies.size() - most_shown));
  }
  return text;
}

std::string units_table(const Tournament& of, const Style& style) {
  std::vector<const Tournament::Unit*> order;
  for (const Tournament::Unit& unit : of.units) order.push_back(&unit);
  std::stable_sort(order.begin(), order.end(),
                   [](const auto* a, const auto* b) { return a->taken > b->taken; });
  std::vector<std::vector<std::string>> rows;
  for (const Tournament::Unit* unit : order) {
    const bool never = !(unit->taken > 0);
    rows.push_back({shorten(unit->name, 30), std::to_string(unit->points),
                    never ? "never" : percent({unit->taken}, style),
                    never ? style.dash() : fmt::format("{:.2f}", unit->mean)});
  }
  return table_of({"who is taken", "points", "in armies", "of it"}, rows, style);
}

/// How good that is, and what it leaves open.
std::string notes_of(const Tournament& of, const Style& style) {
  const std::string had = fmt::format("{} can be had for {:g} points with at most {}",
                                      counted(of.candidates, of.candidates == 1 ? "army" : "armie"),
                                      of.budget, counted(of.most_units, "unit"));
  if (!of.field.empty()) {
    return fmt::format("{}; {} met the {} of the field, each as often: {}", had, of.compared,
                       counted(of.field.size(), of.field.size() == 1 ? "army" : "armie"),
                       fmt::join(of.field, ", "));
  }
  std::string text = fmt::format(
      "{}; brought: the equilibrium of largest entropy among the {} that all others were tried "
      "against",
      had, of.compared);
  if (of.best_other) {
    std::string odds = odds_text(of.best_other->odds, style);
    std::replace(odds.begin(), odds.end(), ' ', no_break);
    text += fmt::format("; of those not brought, {} does best against it: {}",
                        shown(of.best_other->name), odds);
  }
  if (of.as_good_left_out > 0) {
    text += fmt::format(
        "; {} more kinds of armies do as well against it, which are too many to be mixed: equal "
        "choices are not treated alike here (a smaller --most-units leaves fewer)",
        of.as_good_left_out);
  }
  if (of.redrawn > 0) {
    text += fmt::format(
        "; in brackets: where nine in ten of {} other throws of the dice have the share",
        of.redrawn);
  }
  return text;
}

}  // namespace

std::string text_of(const Tournament& of, const Style& style) {
  std::string text = table_heading(fmt::format("armies for {:g} points", of.budget), of, style);
  text += armies_table(of, style);
  if (of.field.empty()) text += "\n" + units_table(of, style);
  text += nobody_line(of, style);
  return text + "\n" + wrapped(notes_of(of, style), 0, 0);
}

}  // namespace warodds::text
