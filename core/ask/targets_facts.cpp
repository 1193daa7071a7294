// What is said of several whom a unit might attack.
#include <fmt/format.h>

#include <algorithm>

#include "core/ask/facts.h"
#include "core/ask/forms/text/pieces.h"

namespace warodds {
namespace {

using Kind = OutcomeFact::Kind;

/// What is asked for by name, a column each.
void state_columns(Facts& facts, const std::vector<ShownQuantity>& shown) {
  for (const auto& [quantity, number] : shown) {
    facts.member(quantity.text, number, {.label = quantity.text, .as = shows(quantity)});
  }
}

/// The numbers by which the targets are told apart unless others are asked for.
void state_numbers(Facts& facts, const PlayReport& fight, bool by_points) {
  const Answer& answer = fight.answer;
  const auto points = by_points ? answer.points() : std::nullopt;
  const auto mean_of = [&](Kind kind, Side side) {
    return answer.of({kind, side}).estimate_mean();
  };
  facts.member("damage", mean_of(Kind::damage, Side::attacker),
               {.label = "damage", .as = Shows::number, .word = "mean"});
  facts.member("kills", mean_of(Kind::kills, Side::attacker),
               {.label = "down", .as = Shows::number, .word = "mean"});
  facts.member("destroyed", answer.probability({Kind::destroys, Side::attacker}),
               {.label = "destroyed", .as = Shows::percent});
  facts.member("losses", mean_of(Kind::kills, Side::defender),
               {.label = "loses", .as = Shows::number, .word = "mean"});
  facts.member("lost", answer.probability({Kind::destroys, Side::defender}),
               {.label = "is lost", .as = Shows::percent});
  facts.member_if(
      by_points, "swing",
      points && points->swing ? std::optional(points->swing->estimate_mean()) : std::nullopt,
      {.label = "points won", .as = Shows::number, .word = "mean"});
}

void state_target(Facts& facts, const PlayReport& fight, const TargetsReport& report) {
  facts.member("unit", fight.asked.labels.defender, {.label = "target"});
  if (!facts.is_for(Form::text)) state_engine(facts, fight.answer.origin);
  if (fight.shown.empty()) {
    state_numbers(facts, fight, report.by_points);
  } else if (facts.is_for(Form::text) || facts.is_for(Form::csv)) {
    state_columns(facts, fight.shown);
  } else {
    state_shown(facts, fight.shown);
  }
  facts.member_if(report.with_best, "best",
                  fight.best ? std::optional(fight.best->worth) : std::nullopt,
                  {.label = "best play", .as = Shows::number});
}

std::string verdict(const TargetsReport& report) {
  const PlayReport& best = report.fights.front();
  const double destroys = best.answer.probability({Kind::destroys, Side::attacker}).value;
  std::string text =
      fmt::format("{} does best against {}", text::shorten(best.asked.labels.attacker, 40),
                  text::shorten(best.asked.labels.defender, 40));
  if (destroys > 0)
    text += fmt::format(", which it destroys in {:.3g} % of fights", 100 * destroys);
  return fmt::format("{}; the order is by {}.", text,
                     report.by_points ? "points won, less those lost"
                                      : "who is destroyed, then by figures down, then by damage");
}

}  // namespace

void state(Facts& facts, const TargetsReport& report) {
  std::vector<std::string> columns = columns_of("attacker unit");
  const std::vector<ShownQuantity>& shown = report.fights.front().shown;
  for (const ShownQuantity& one : shown) columns.push_back(one.quantity.text);
  if (shown.empty()) {
    columns = columns_of("attacker unit damage kills destroyed losses lost swing");
  }
  if (report.with_best) columns.emplace_back("best");
  facts.lay_out(table_of(columns));
  const Asked& asked = report.asked;
  if (Document* page = facts.page()) {
    page->title(fmt::format("{} against {}", text::shorten(asked.labels.attacker, 40),
                            counted(report.fights.size(), "target")),
                asked.title);
    page->note(verdict(report));
    say_origin(*page, "", report.fights.front().answer.origin);
    say_given(*page, asked.given);
    const auto best = std::find_if(report.fights.begin(), report.fights.end(),
                                   [](const auto& fight) { return fight.best.has_value(); });
    if (best != report.fights.end()) {
      page->note(
          fmt::format("best play: {}, if both play their best (solve)", best->best->meaning));
    }
    page->gap();
  }
  facts.object([&] {
    state_head(facts, "fight", asked.system);
    facts.member("attacker", asked.labels.attacker, {.column = true});
    facts.rows("targets", report.fights,
               [&](const PlayReport& fight) { state_target(facts, fight, report); },
               {.label = untitled, .is_asked = true});
    facts.member_if_any("remarks", report.remarks, asked_in_json);
    facts.to_people([&](Document& page) { say_lines(page, report.remarks); });
  });
}

}  // namespace warodds
