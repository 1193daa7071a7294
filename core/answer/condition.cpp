#include "core/answer/condition.h"

#include <fmt/format.h>

#include <string>
#include <utility>
#include <variant>

#include "core/text/error.h"
#include "core/text/shown.h"

namespace warodds {
namespace {

using Kind = OutcomeFact::Kind;

/// The law of a fact beside the event, under it.
Distribution under(const Event& event, const OutcomeFact& fact,
                   const std::vector<OutcomeLaw>& laws) {
  return *law_of({{fact}, event}, laws).of();
}

/// How likely the event is, from a law under it. Throws NoAnswer where it is not.
Condition condition_in(const Event& event, const OutcomeLaw& law) {
  Condition condition{event, law.given(), law.trials_given()};
  if (condition.p.value > 0) return condition;
  throw NoAnswer(law.is_exact()
                     ? fmt::format("given '{}': that cannot happen", shown(event.text()))
                     : fmt::format("given '{}': none of {} trials met it; take --engine exact, or "
                                   "more --trials",
                                   shown(event.text()), law.trials()));
}

void add_remark(const Condition& condition, const OutcomeLaw& law,
                std::vector<std::string>& remarks) {
  constexpr std::uint64_t few = 1000;
  if (law.is_exact() || condition.trials >= few) return;
  remarks.push_back(fmt::format(
      "only {} of {} trials met the condition: what is told of it is rough; --trials takes more",
      condition.trials, law.trials()));
}

/// Of a step of a sequence, counted from 0.
OutcomeFact of_step(Kind kind, std::size_t step, Side side = Side::attacker, std::string name = {},
                    std::string group = {}) {
  return {kind, side, std::move(name), std::move(group), static_cast<int>(step) + 1};
}
/// Of a sequence as a whole.
const OutcomeFact moved_away{Kind::moved_away, Side::defender, {}, {}, 0};

/// The event, and that a step takes place.
Event with_step(const Event& event, std::size_t step) {
  const std::string takes_place = name_of(of_step(Kind::takes_place, step));
  return Event(fmt::format("({}) and {}", event.text(), takes_place), OutcomeOf::sequence);
}

OutcomeFact of_side(Kind kind, Side side, std::string name = {}, std::string group = {}) {
  return {kind, side, std::move(name), std::move(group)};
}

}  // namespace

std::vector<AskedLaw> laws_given(const Event& event, const AnyFight& fight) {
  std::vector<AskedLaw> laws;
  const auto add = [&](const OutcomeFact& fact) { laws.push_back({{fact}, event}); };
  std::visit(
      [&](const auto& fights) {
        using System = typename std::remove_cvref_t<decltype(fights)>::System;
        for (const Side side : both_sides) {
          for (const ReportSpec& report : System::reports) {
            add(of_side(Kind::report, side, std::string(report.name)));
          }
          for (const Kind kind : {Kind::damage, Kind::kills, Kind::destroys}) {
            add(of_side(kind, side));
          }
          for (const std::string& group : fights.any().kinds[enemy_of(side)]) {
            add(of_side(Kind::kills, side, {}, group));
          }
        }
      },
      fight);
  laws.push_back(
      {{of_side(Kind::damage, Side::attacker), of_side(Kind::damage, Side::defender)}, event});
  return laws;
}

std::vector<AskedLaw> laws_given(const Event& event, const UnitNames& units) {
  std::vector<AskedLaw> laws;
  for (const Kind kind : {Kind::end, Kind::ahead, Kind::rounds}) {
    laws.push_back({{of_side(kind, Side::attacker)}, event});
  }
  for (const Side side : both_sides) laws.push_back({{of_side(Kind::survivors, side)}, event});
  for (const Side side : both_sides) {
    for (const std::string& unit : units[side]) {
      for (const Kind kind : {Kind::survivors, Kind::hit_points}) {
        laws.push_back({{of_side(kind, side, {}, unit)}, event});
      }
    }
  }
  return laws;
}

Condition put_under(const Event& event, FightAnswer& answer) {
  const std::vector<OutcomeLaw>& laws = answer.laws;
  const AskedLaw both{
      {of_side(Kind::damage, Side::attacker), of_side(Kind::damage, Side::defender)}, event};
  const OutcomeLaw& joint = law_of(both, laws);
  Condition condition = condition_in(event, joint);
  if (joint.is_sure()) return condition;
  for (const Side side : both_sides) {
    Deals& deals = answer.deals[side];
    for (std::size_t i = 0; i < answer.reports.size(); ++i) {
      deals.reported[i] =
          under(event, of_side(Kind::report, side, std::string(answer.reports[i].name)), laws);
    }
    deals.damage = under(event, of_side(Kind::damage, side), laws);
    deals.kills = under(event, of_side(Kind::kills, side), laws);
    for (auto& [group, kills] : deals.kills_by_group) {
      kills = under(event, of_side(Kind::kills, side, {}, group), laws);
    }
    deals.destroyed = under(event, of_side(Kind::destroys, side), laws).estimate_at_least(1);
  }
  if (answer.joint_damage) answer.joint_damage = joint.of_two(0, 1);
  add_remark(condition, joint, answer.remarks);
  return condition;
}

Condition put_under(const Event& event, BattleAnswer& answer) {
  const std::vector<OutcomeLaw>& laws = answer.laws;
  const OutcomeLaw& ends = law_of({{of_side(Kind::end, Side::attacker)}, event}, laws);
  Condition condition = condition_in(event, ends);
  if (ends.is_sure()) return condition;
  answer.ends = *ends.of();
  answer.ahead = under(event, of_side(Kind::ahead, Side::attacker), laws);
  answer.rounds = under(event, of_side(Kind::rounds, Side::attacker), laws);
  answer.mean_rounds = answer.rounds.estimate_mean();
  answer.rounds_cut_off = 0;
  for (const Side side : both_sides) {
    answer.survivors[side] = under(event, of_side(Kind::survivors, side), laws);
    for (UnitAnswer& unit : answer.units[side]) {
      unit.survivors = under(event, of_side(Kind::survivors, side, {}, unit.name), laws);
      unit.destroyed = unit.survivors.estimate(0);
      unit.mean_hit_points =
          under(event, of_side(Kind::hit_points, side, {}, unit.name), laws).estimate_mean();
      unit.by_round.clear();
    }
  }
  answer.by_round.clear();
  answer.remarks.emplace_back("what is left after each round is not told under a condition");
  add_remark(condition, ends, answer.remarks);
  return condition;
}

std::vector<AskedLaw> laws_given(const Event& event, const AnySequence& sequence) {
  std::vector<AskedLaw> laws{{{moved_away}, event}};
  std::visit(
      [&]<class System>(const Sequence<System>& of) {
        const Figures target = of.target_in(of.target(), of.target().opening());
        for (std::size_t step = 0; step < of.size(); ++step) {
          for (const OutcomeFact& fact :
               {of_step(Kind::needed, step), of_step(Kind::takes_place, step),
                of_step(Kind::survivors, step, Side::defender),
                of_step(Kind::kills, step, Side::defender), of_step(Kind::destroyed, step)}) {
            laws.push_back({{fact}, event});
          }
          const Event takes_place = with_step(event, step);
          for (const Kind kind : {Kind::damage, Kind::kills}) {
            laws.push_back({{of_step(kind, step)}, takes_place});
          }
          laws.push_back({{of_step(Kind::destroyed, step, Side::defender)}, takes_place});
          for (const ReportSpec& report : System::reports) {
            laws.push_back({{of_step(Kind::report, step, Side::attacker, std::string(report.name))},
                            takes_place});
          }
          for (const std::string& group : target.kinds) {
            laws.push_back({{of_step(Kind::kills, step, Side::attacker, {}, group)}, takes_place});
          }
        }
      },
      sequence);
  return laws;
}

Condition put_under(const Event& event, SequenceAnswer& answer) {
  const std::vector<OutcomeLaw>& laws = answer.laws;
  const OutcomeLaw& away = law_of({{moved_away}, event}, laws);
  Condition condition = condition_in(event, away);
  if (away.is_sure()) return condition;
  const auto law = [&](const OutcomeFact& fact) { return under(event, fact, laws); };
  for (std::size_t i = 0; i < answer.steps.size(); ++i) {
    StepAnswer& step = answer.steps[i];
    step.needed = law(of_step(Kind::needed, i));
    step.takes_place = law(of_step(Kind::takes_place, i)).estimate_at_least(1);
    step.left = law(of_step(Kind::survivors, i, Side::defender));
    step.losses = law(of_step(Kind::kills, i, Side::defender));
    step.lost = law(of_step(Kind::destroyed, i)).estimate_at_least(1);
    if (step.takes_place.value == 0) step.fight.reset();
    if (!step.fight) continue;
    const Event takes_place = with_step(event, i);
    const auto dealt = [&](Kind kind, const std::string& name = {}, const std::string& group = {}) {
      return under(takes_place, of_step(kind, i, Side::attacker, name, group), laws);
    };
    Deals& deals = step.fight->deals.attacker;
    for (std::size_t report = 0; report < step.fight->reports.size(); ++report) {
      deals.reported[report] = dealt(Kind::report, std::string(step.fight->reports[report].name));
    }
    deals.damage = dealt(Kind::damage);
    deals.kills = dealt(Kind::kills);
    deals.destroyed =
        under(takes_place, of_step(Kind::destroyed, i, Side::defender), laws).estimate_at_least(1);
    for (auto& [group, kills] : deals.kills_by_group) kills = dealt(Kind::kills, {}, group);
    step.fight->deals.defender = {};
    step.fight->deals.defender.reported.resize(step.fight->reports.size());
  }
  answer.target_survivors = answer.steps.back().left;
  answer.retreated = law(moved_away).estimate_at_least(1);
  add_remark(condition, away, answer.remarks);
  return condition;
}

}  // namespace warodds
