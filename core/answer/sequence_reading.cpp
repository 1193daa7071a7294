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

}  // namespace

void SequenceReading::add_given(const Event& event, bool reads, ToldLaws& laws,
                                SequenceAnswer& answer) const {
  const auto add = [&](OutcomeFact fact, const Event& where, const auto& read) {
    ToldLaws::Read read_law = [](const OutcomeLaw&) {};
    if (reads) read_law = [read](const OutcomeLaw& law) { read(law.of()); };
    laws.add(AskedLaw({std::move(fact)}, where), std::move(read_law));
  };
  using Law = std::optional<Distribution>;  // nothing: a step never takes place
  add(of_all(Kind::moved_away, Side::defender), event,
      [&](const Law& of) { answer.retreated = of->estimate_at_least(1); });
  for (std::size_t number = 0; number < steps_; ++number) {
    StepAnswer& step = answer.steps[number];
    add(of_step(Kind::needed, number), event, [&](const Law& of) { step.needed = *of; });
    add(of_step(Kind::takes_place, number), event, [&](const Law& of) {
      step.takes_place = of->estimate_at_least(1);
      if (step.takes_place.value == 0) step.fight.reset();
      if (!step.fight) return;
      step.fight->deals.defender = {};
      step.fight->deals.defender.reported.resize(step.fight->reports.size());
    });
    add(of_step(Kind::survivors, number, Side::defender), event,
        [&](const Law& of) { step.left = *of; });
    add(of_step(Kind::kills, number, Side::defender), event,
        [&](const Law& of) { step.losses = *of; });
    add(of_step(Kind::destroyed, number), event,
        [&](const Law& of) { step.lost = of->estimate_at_least(1); });
    const Event takes_place = with_step(event, number);
    const auto add_of_fight = [&](OutcomeFact fact, const auto& read) {
      add(std::move(fact), takes_place, [&step, read](const Law& of) {
        if (step.fight) read(*of, step.fight->deals.attacker);
      });
    };
    add_of_fight(of_step(Kind::damage, number),
                 [](const Distribution& of, Deals& deals) { deals.damage = of; });
    add_of_fight(of_step(Kind::kills, number),
                 [](const Distribution& of, Deals& deals) { deals.kills = of; });
    add_of_fight(
        of_step(Kind::destroyed, number, Side::defender),
        [](const Distribution& of, Deals& deals) { deals.destroyed = of.estimate_at_least(1); });
    for (std::size_t i = 0; i < reports_.size(); ++i) {
      add_of_fight(of_step(Kind::report, number, Side::attacker, std::string(reports_[i].name)),
                   [i](const Distribution& of, Deals& deals) { deals.reported[i] = of; });
    }
    for (std::size_t i = 0; i < groups_.size(); ++i) {
      add_of_fight(
          of_step(Kind::kills, number, Side::attacker, {}, groups_[i]),
          [i](const Distribution& of, Deals& deals) { deals.kills_by_group[i].second = of; });
    }
  }
}

void SequenceReading::add_points(ToldLaws& laws, SequenceAnswer& answer) const {
  OutcomeColumns columns;
  for (const Side side : both_sides) {
    if (points_.any(side)) columns.emplace_back(of_all(Kind::points_lost, side));
  }
  if (!asked_.points || columns.empty() || has_too_many_sums_) return;
  columns.emplace_back(of_all(Kind::swing, Side::attacker));
  laws.add(AskedLaw(std::move(columns), asked_.given), [&](const OutcomeLaw& law) {
    answer.points.emplace();
    answer.points->cost = cost_;
    std::size_t column = 0;
    for (const Side side : both_sides) {
      if (points_.any(side)) answer.points->lost[side] = *law.numbers_of(column++);
    }
    answer.points->swing = law.numbers_of(column);
  });
}

ToldLaws SequenceReading::told(bool reads_given, SequenceAnswer& answer) const {
  ToldLaws laws(asked_);
  if (asked_.given) add_given(*asked_.given, reads_given, laws, answer);
  add_points(laws, answer);
  return laws;
}

std::vector<AskedLaw> SequenceReading::to_find() const {
  SequenceAnswer unread;
  unread.steps.resize(steps_);
  return told(false, unread).to_find();
}

void SequenceReading::read(std::vector<OutcomeLaw> found, SequenceAnswer& answer) const {
  answer.laws = take_besides(found, asked_);
  bool is_sure = true;
  if (asked_.given) {
    answer.condition = condition_of(found.front());
    is_sure = found.front().is_sure();
  }
  told(!is_sure, answer).read(found);
  if (!is_sure) {
    answer.target_survivors = answer.steps.back().left;
    if (std::string remark = remark_on_condition(found.front()); !remark.empty()) {
      answer.remarks.push_back(std::move(remark));
    }
  }
  if (asked_.points && has_too_many_sums_) {
    answer.remarks.push_back(fmt::format(
        "points lost are not told: the attackers can lose more than {:g} different sums; of one "
        "step they are step[1].attacker.points-lost",
        most_sums));
  }
}

}  // namespace warodds
