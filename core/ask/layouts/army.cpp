// Battles of sides of several units for people.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/ask/army_question.h"
#include "core/ask/forms/text/pieces.h"
#include "core/ask/layouts/layouts.h"
#include "core/text/shown.h"

namespace warodds {
namespace {

void say_conduct(Document& page, const AskedArmies& asked) {
  for (const Side side : both_sides) {
    if (asked.units[side].size() > 1 || !asked.conducts[side].pins.empty()) {
      page.note(shown(asked.labels[side]) + " " + in_words(asked.conducts[side]), 2, 4);
    }
    for (const AskedArmies::Unit& unit : asked.units[side]) {
      std::string with;
      for (const Setting& setting : unit.with) {
        with += fmt::format("{}{}={}", with.empty() ? "" : ", ", setting.key, setting.value);
      }
      if (!with.empty()) page.note("attacks of " + shown(unit.name) + ": " + with, 2, 4);
    }
  }
}

/// How best play begins, and what the next best beginning gives away.
void say_solution(Document& page, const AskedArmies& asked, const ArmySolution& solution) {
  page.note(
      fmt::format("worth {} to {}, a battle that nobody wins counting one half",
                  text::percent({solution.value}, page.style()), shown(asked.labels.attacker)),
      2, 4);
  if (solution.decisions.empty()) return;
  const auto in_words = [](const ArmyDecision& one) {
    return one.target.empty() ? shown(one.unit)
                              : fmt::format("{}, at {}", shown(one.unit), shown(one.target));
  };
  const ArmyDecision& best = solution.decisions[solution.best];
  std::string line =
      fmt::format("{} first: {}", shown(asked.labels[solution.first]), in_words(best));
  const ArmyDecision* second = nullptr;
  const auto lost = [&](const ArmyDecision& one) { return std::abs(best.value - one.value); };
  for (const ArmyDecision& one : solution.decisions) {
    if (&one != &best && (second == nullptr || lost(one) < lost(*second))) second = &one;
  }
  if (second != nullptr) {
    line += fmt::format("; second best ({}) gives away {}", in_words(*second),
                        text::percent({lost(*second)}, page.style()));
  }
  page.note(line, 2, 4);
}

/// One line a unit.
void say_units(Document& page, const BattleAnswer& answer) {
  std::vector<std::pair<Side, const UnitAnswer*>> units;
  for (const Side side : both_sides) {
    for (const UnitAnswer& unit : answer.units[side]) units.emplace_back(side, &unit);
  }
  const bool with_parts =
      std::any_of(units.begin(), units.end(), [](const auto& one) { return one.second->part; });
  const bool with_left = std::any_of(units.begin(), units.end(),
                                     [](const auto& one) { return one.second->left_if_wins; });
  using Set = blocks::Column::Set;
  blocks::Table table{"", {{"unit", Set::left, 24}}};
  const auto column = [&](const char* heading, int width) {
    table.columns.push_back({heading, Set::right, width, 1});
  };
  column("gone", 10);
  column("left", 8);
  if (with_left) column("if it wins", 11);
  column("hit points", 11);
  if (with_parts) column("part in win", 13);
  const auto number = [](double value) { return fmt::format("{:.2f}", value); };
  for (const auto& [side, unit] : units) {
    std::vector<std::string> row{
        (side == Side::attacker ? "A  " : "B  ") + text::shorten(unit->name, 20),
        page.percent_alone(unit->destroyed), number(unit->survivors.mean())};
    if (with_left) row.push_back(unit->left_if_wins ? number(unit->left_if_wins->mean()) : "");
    row.push_back(number(unit->mean_hit_points.value));
    if (with_parts) {
      row.push_back(unit->part ? fmt::format("{:+.2f} %", unit->part->value * 100) : "");
    }
    table.row(std::move(row));
  }
  page.add(std::move(table));
  page.half_widths();
}

}  // namespace

void lay_out(Document& page, const ArmyReport& report) {
  const AskedArmies& asked = report.asked;
  BattleReport battle;  // what any battle shows
  battle.asked.title = asked.title;
  battle.asked.labels = asked.labels;
  battle.answer = report.answer;
  battle.left_if_wins = report.left_if_wins;
  battle.joint = report.joint;
  battle.can_break = report.can_break;
  say_heading(page, battle.asked);
  say_origin(page, report.command == "solve" ? "best play, " : "battle, ", report.answer.origin);
  say_given(page, asked.given);
  say_assumed(page, asked.assumed, asked.labels);
  say_until(page, report.until);
  say_condition(page, report.condition);
  page.gap();
  say_luck(page, report.luck);
  if (!report.shown.empty()) {
    return say_shown(page, report.shown, asked.labels, report.answer.remarks);
  }
  say_conduct(page, asked);
  if (report.solution) say_solution(page, asked, *report.solution);
  say_lines(page, report.answer.remarks);
  say_outcome(page, battle);
  say_units(page, report.answer);
}

}  // namespace warodds
