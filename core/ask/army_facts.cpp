// What is said of battles of sides of several units.
#include <algorithm>
#include <string>
#include <vector>

#include "core/answer/answer_facts.h"
#include "core/ask/army_question.h"
#include "core/ask/facts.h"
#include "core/ask/layouts/layouts.h"

namespace warodds {
namespace {

/// `units`: how the list of its units is called.
void state_side(Facts& facts, const AskedArmies& asked, Side side, const Naming& units) {
  const std::string_view key = to_string(side);
  const auto state_unit = [&](const AskedArmies::Unit& unit) {
    facts.object(
        [&] {
          facts.member("unit", unit.name, only_json);
          facts.member("profile", [&] { state_profile(facts, unit.stats); });
          if (unit.with.empty()) return;
          facts.object(
              "situation",
              [&] {
                for (const Setting& setting : unit.with) facts.member(setting.key, setting.value);
              },
              map_of_data);
        },
        {.csv = "", .unit = unit.name});
  };
  facts.object(key,
               [&] {
                 facts.member(key, asked.names[side], {.column = true, .only = Form::csv});
                 facts.array("units", asked.units[side], state_unit, units);
               },
               {.csv = "", .of = key});
}

/// What best play is worth, and each way to begin.
void state_solution(Facts& facts, const ArmySolution& solution) {
  facts.member("value", Estimate{solution.value}, {.statistic = "probability"});
  if (solution.decisions.empty()) return;
  const ArmyDecision& best = solution.decisions[solution.best];
  facts.object("first", [&] {
    facts.member("side", to_string(solution.first));
    facts.member("unit", best.unit);
    facts.member("target", best.target);
    facts.objects(
        "decisions", solution.decisions,
        [&](const ArmyDecision& decision) {
          facts.member("unit", decision.unit, only_json);
          facts.member("target", decision.target, only_json);
          facts.member("value", decision.value, only_json);
        },
        only_json);
  });
}

}  // namespace

void state_armies(Facts& facts, const AskedArmies& asked) {
  for (const Side side : both_sides) state_side(facts, asked, side, {.csv = ""});
  state_values(facts, "situation", asked.situation);
}

void state_armies_of_table(Facts& facts, const AskedArmies& asked) {
  for (const Side side : both_sides) state_side(facts, asked, side, only_json);
  state_values(facts, "situation", asked.situation, only_json);
  state_given(facts, asked.given);
}

void state(Facts& facts, const ArmyReport& report) {
  facts.lay_out({{"version", "system", "attacker", "defender"},
                 {"side", "unit"},
                 "both",
                 report.shown.empty() ? "" : "show"});
  if (Document* page = facts.page()) return lay_out(*page, report);
  const AskedArmies& asked = report.asked;
  facts.object([&] {
    state_head(facts, report.command, asked.system);
    state_engine(facts, report.answer.origin);
    state_armies(facts, asked);
    if (report.until) facts.member("until", report.until->text());
    facts.object("assumed", [&] {
      for (const Side side : both_sides) {
        std::string words = in_words(asked.conducts[side]);
        if (!asked.assumed[side].empty()) words += "; " + in_words(asked.assumed[side]);
        facts.member(to_string(side), words, {.of = to_string(side)});
      }
      state_keys(facts, asked.assumed);
    });
    if (report.solution) state_solution(facts, *report.solution);
    state_condition(facts, report.condition);
    state_outcome(facts, report.answer);
    if (!report.condition) state_left(facts, report.left_if_wins);
    state_rounds(facts, report.answer);
    state_joint(facts, report.joint);
    state_luck(facts, report.luck);
    state_remarks(facts, report.answer.remarks);
    state_shown(facts, report.shown);
  });
}

}  // namespace warodds
