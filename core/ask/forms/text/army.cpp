// Battles of sides of several units for people.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "core/answer/answer_facts.h"
#include "core/answer/beyond_reach.h"
#include "core/ask/army_question.h"
#include "core/ask/forms/text/pieces.h"
#include "core/ask/forms/text/table.h"
#include "core/ask/reports.h"
#include "core/text/shown.h"

namespace warodds::text {
namespace {

std::string conduct_lines(const AskedArmies& asked) {
  std::string text;
  for (const Side side : both_sides) {
    if (asked.units[side].size() > 1 || !asked.conducts[side].pins.empty()) {
      text += wrapped(shown(asked.labels[side]) + " " + in_words(asked.conducts[side]), 2, 4);
    }
    for (const AskedArmies::Unit& unit : asked.units[side]) {
      std::string with;
      for (const Setting& setting : unit.with) {
        with += fmt::format("{}{}={}", with.empty() ? "" : ", ", setting.key, setting.value);
      }
      if (!with.empty()) text += wrapped("attacks of " + shown(unit.name) + ": " + with, 2, 4);
    }
  }
  return text;
}

/// How best play begins, and what the next best beginning gives away.
std::string solution_lines(const AskedArmies& asked, const ArmySolution& solution,
                           const Style& style) {
  std::string text =
      wrapped(fmt::format("worth {} to {}, a battle that nobody wins counting one half",
                          percent({solution.value}, style), shown(asked.labels.attacker)),
              2, 4);
  if (solution.decisions.empty()) return text;
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
                        percent({lost(*second)}, style));
  }
  return text + wrapped(line, 2, 4);
}

/// One line a unit.
std::string units_table(const ArmyReport& report, const Style& style) {
  const BattleAnswer& answer = report.answer;
  bool with_parts = false, with_left = false;
  for (const Side side : both_sides) {
    for (const UnitAnswer& unit : answer.units[side]) {
      with_parts = with_parts || unit.part;
      with_left = with_left || unit.left_if_wins;
    }
  }
  std::string text =
      style.bold(pad("unit", 24) + pad_left("gone", 10) + pad_left("left", 8) +
                 (with_left ? pad_left("if it wins", 11) : "") + pad_left("hit points", 11) +
                 (with_parts ? pad_left("part in win", 13) : "")) +
      "\n";
  double half_width = 0;
  for (const Side side : both_sides) {
    for (const UnitAnswer& unit : answer.units[side]) {
      const std::string whose = side == Side::attacker ? "A  " : "B  ";
      text += pad(whose + shorten(unit.name, 20), 24) +
              pad_left(percent(unit.destroyed, style, false), 10) +
              pad_left(fmt::format("{:.2f}", unit.survivors.mean()), 8);
      if (with_left) {
        text +=
            pad_left(unit.left_if_wins ? fmt::format("{:.2f}", unit.left_if_wins->mean()) : "", 11);
      }
      text += pad_left(fmt::format("{:.2f}", unit.mean_hit_points.value), 11);
      half_width = std::max(half_width, unit.destroyed.half_width.value_or(0));
      if (unit.part) text += pad_left(fmt::format("{:+.2f} %", unit.part->value * 100), 13);
      text += "\n";
    }
  }
  return text + half_widths_line(half_width, true, style);
}

}  // namespace

std::string text_of(const ArmyReport& report, const Style& style) {
  const AskedArmies& asked = report.asked;
  BattleReport battle;  // what any battle shows
  battle.asked.title = asked.title;
  battle.asked.labels = asked.labels;
  battle.answer = report.answer;
  battle.left_if_wins = report.left_if_wins;
  battle.joint = report.joint;
  battle.can_break = report.can_break;
  std::string text = heading(battle.asked, style);
  text +=
      origin_lines(report.command == "solve" ? "best play, " : "battle, ", report.answer.origin);
  text += given_lines(asked.given) + assumed_lines(asked.assumed, asked.labels) +
          until_line(report.until) + condition_lines(report.condition, style) + "\n" +
          luck_lines(report.luck, style);
  if (!report.shown.empty()) {
    text += shown_lines(report.shown, asked.labels, style);
    for (const std::string& one : those_beyond_reach(report.answer.remarks))
      text += wrapped(one, 2, 4);
    return text;
  }
  text += conduct_lines(asked);
  if (report.solution) text += solution_lines(asked, *report.solution, style);
  for (const std::string& remark : report.answer.remarks) text += wrapped(remark, 2, 4);
  text += outcome_lines(battle, style) + "\n" + units_table(report, style);
  return text;
}

}  // namespace warodds::text
