#include "core/answer/sequence_reading.h"

#include <fmt/format.h>

#include <optional>
#include <string>
#include <utility>

namespace warodds {
namespace {

using Kind = OutcomeFact::Kind;

/// Of a step, counted from 0.
OutcomeFact of_step(Kind kind, std::size_t step, Side side = Side::attacker, std::string name = {},
                    std::string group = {}) {
  return {kind, side, std::move(name), std::move(group), static_cast<int>(step) + 1};
}
/// Of all steps together, or after the last.
OutcomeFact of_all(Kind kind, Side side) { return {kind, side, {}, {}, 0}; }

/// The event, and that a step takes place.
Event with_step(const Event& event, std::size_t step) {
  const std::string takes_place = name_of(of_step(Kind::takes_place, step));
  return Event(fmt::format("({}) and {}", event.text(), takes_place), OutcomeOf::sequence);
}

/// Reads them, in their order, from the one behind that of moved_away.
void read_step(std::vector<OutcomeLaw>::const_iterator& next, StepAnswer& step) {
  const auto odds = [&] { return (next++)->of()->estimate_at_least(1); };
  step.needed = *(next++)->of();
  step.takes_place = odds();
  step.left = *(next++)->of();
  step.losses = *(next++)->of();
  step.lost = odds();
}

void read_fight(std::vector<OutcomeLaw>::const_iterator& next, FightAnswer& fight) {
  Deals& deals = fight.deals.attacker;
  deals.damage = *(next++)->of();
  deals.kills = *(next++)->of();
  deals.destroyed = (next++)->of()->estimate_at_least(1);
  for (Distribution& reported : deals.reported) reported = *(next++)->of();
  for (auto& [group, kills] : deals.kills_by_group) kills = *(next++)->of();
  fight.deals.defender = {};
  fight.deals.defender.reported.resize(fight.reports.size());
}

}  // namespace

std::vector<AskedLaw> SequenceReading::laws_given(const Event& event) const {
  std::vector<AskedLaw> laws{{{of_all(Kind::moved_away, Side::defender)}, event}};
  for (std::size_t step = 0; step < steps_; ++step) {
    for (const OutcomeFact& fact :
         {of_step(Kind::needed, step), of_step(Kind::takes_place, step),
          of_step(Kind::survivors, step, Side::defender),
          of_step(Kind::kills, step, Side::defender), of_step(Kind::destroyed, step)}) {
      laws.push_back({{fact}, event});
    }
    const Event takes_place = with_step(event, step);
    const auto add = [&](OutcomeFact fact) { laws.push_back({{std::move(fact)}, takes_place}); };
    add(of_step(Kind::damage, step));
    add(of_step(Kind::kills, step));
    add(of_step(Kind::destroyed, step, Side::defender));
    for (const ReportSpec& report : reports_) {
      add(of_step(Kind::report, step, Side::attacker, std::string(report.name)));
    }
    for (const std::string& group : groups_) {
      add(of_step(Kind::kills, step, Side::attacker, {}, group));
    }
  }
  return laws;
}

std::optional<AskedLaw> SequenceReading::law_of_points() const {
  OutcomeColumns columns;
  for (const Side side : both_sides) {
    if (points_.any(side)) columns.emplace_back(of_all(Kind::points_lost, side));
  }
  if (!asked_.points || columns.empty() || has_too_many_sums_) return std::nullopt;
  columns.emplace_back(of_all(Kind::swing, Side::attacker));
  return AskedLaw{std::move(columns), asked_.given};
}

std::vector<AskedLaw> SequenceReading::to_find() const {
  std::vector<AskedLaw> laws;
  if (asked_.given) laws = laws_given(*asked_.given);
  if (auto law = law_of_points()) laws.push_back(*std::move(law));
  laws.insert(laws.end(), asked_.besides.begin(), asked_.besides.end());
  return laws;
}

void SequenceReading::read(std::vector<OutcomeLaw> found, SequenceAnswer& answer) const {
  answer.laws = take_besides(found, asked_);
  std::vector<OutcomeLaw>::const_iterator next = found.begin();
  if (asked_.given) {
    const OutcomeLaw& away = *next++;
    answer.condition = condition_of(away);
    if (!away.is_sure()) {
      for (StepAnswer& step : answer.steps) {
        read_step(next, step);
        if (step.takes_place.value == 0) step.fight.reset();
        auto laws_of_fight = next;
        if (step.fight) read_fight(laws_of_fight, *step.fight);
        next += static_cast<std::ptrdiff_t>(3 + reports_.size() + groups_.size());
      }
      answer.target_survivors = answer.steps.back().left;
      answer.retreated = away.of()->estimate_at_least(1);
      if (std::string remark = remark_on_condition(away); !remark.empty()) {
        answer.remarks.push_back(std::move(remark));
      }
    }
  }
  if (asked_.points && has_too_many_sums_) {
    answer.remarks.push_back(fmt::format(
        "points lost are not told: the attackers can lose more than {:g} different sums; of one "
        "step they are step[1].attacker.points-lost",
        most_sums));
  }
  const std::optional<AskedLaw> asked = law_of_points();
  if (!asked) return;
  const OutcomeLaw& law = law_of(*asked, found);
  answer.points.emplace();
  answer.points->cost = cost_;
  std::size_t column = 0;
  for (const Side side : both_sides) {
    if (points_.any(side)) answer.points->lost[side] = *law.numbers_of(column++);
  }
  answer.points->swing = law.numbers_of(column);
}

}  // namespace warodds
