#include "core/answer/sequence_reading.h"

#include <fmt/format.h>

#include <optional>
#include <string>
#include <utility>
#include <variant>

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

/// That a step takes place and, where there is one, the event.
Event with_step(const std::optional<Event>& event, std::size_t step) {
  const std::string takes_place = name_of(of_step(Kind::takes_place, step));
  return Event(event ? fmt::format("({}) and {}", event->text(), takes_place) : takes_place,
               OutcomeOf::sequence);
}

/// Whether what is so or not is never seen not to be so: it is so for certain, whatever rounding
/// has left of the sum.
bool is_certain(const OutcomeLaw& law) { return law.is_exact() && law.of()->probability(0) == 0; }

}  // namespace

void SequenceReading::add_step(std::size_t number, ToldLaws& laws, SequenceAnswer& answer) const {
  StepAnswer& step = answer.steps[number];
  laws.add(of_step(Kind::needed, number), [&](const OutcomeLaw& law) {
    step.needed = is_certain(law) ? Distribution({0.0, 1.0}) : *law.of();
  });
  laws.add(of_step(Kind::takes_place, number), [&, number](const OutcomeLaw& law) {
    step.takes_place = is_certain(law) ? Estimate{1.0} : law.probability();
    if (step.takes_place.value == 0) return;
    step.fight = blanks_[number];
    step.fight->deals.attacker.reported.resize(blanks_[number].reports.size());
  });
  laws.add(of_step(Kind::survivors, number, Side::defender),
           [&](const OutcomeLaw& law) { step.left = *law.of(); });
  laws.add(of_step(Kind::kills, number, Side::defender),
           [&](const OutcomeLaw& law) { step.losses = *law.of(); });
  laws.add(of_step(Kind::destroyed, number),
           [&](const OutcomeLaw& law) { step.lost = law.probability(); });
  const Event takes_place = with_step(asked_.given, number);
  const auto add_of_fight = [&](OutcomeFact fact, const auto& read) {
    laws.add(AskedLaw({std::move(fact)}, takes_place), [&step, read](const OutcomeLaw& law) {
      if (step.fight) read(law, step.fight->deals.attacker);
    });
  };
  add_of_fight(of_step(Kind::damage, number),
               [](const OutcomeLaw& law, Deals& deals) { deals.damage = *law.of(); });
  add_of_fight(of_step(Kind::kills, number),
               [](const OutcomeLaw& law, Deals& deals) { deals.kills = *law.of(); });
  add_of_fight(of_step(Kind::destroyed, number, Side::defender),
               [](const OutcomeLaw& law, Deals& deals) { deals.destroyed = law.probability(); });
  const auto& reports = blanks_[number].reports;
  for (std::size_t i = 0; i < reports.size(); ++i) {
    add_of_fight(of_step(Kind::report, number, Side::attacker, std::string(reports[i].name)),
                 [i](const OutcomeLaw& law, Deals& deals) { deals.reported[i] = *law.of(); });
  }
  for (const std::string& group : groups_) {
    add_of_fight(of_step(Kind::kills, number, Side::attacker, {}, group),
                 [group](const OutcomeLaw& law, Deals& deals) {
                   deals.kills_by_group.emplace_back(group, *law.of());
                 });
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

ToldLaws SequenceReading::told(SequenceAnswer& answer) const {
  ToldLaws laws(asked_);
  if (can_retreat_) {
    laws.add(of_all(Kind::moved_away, Side::defender),
             [&](const OutcomeLaw& law) { answer.retreated = law.probability(); });
  }
  answer.steps.resize(blanks_.size());
  for (std::size_t step = 0; step < blanks_.size(); ++step) add_step(step, laws, answer);
  add_points(laws, answer);
  return laws;
}

std::vector<AskedLaw> SequenceReading::to_find() const {
  SequenceAnswer unread;
  return told(unread).to_find();
}

void SequenceReading::read(std::vector<OutcomeLaw> found, SequenceAnswer& answer) const {
  answer.laws = take_besides(found, asked_);
  answer.told = std::move(found);
  if (asked_.given) answer.condition = condition_of(answer.told.front());
  std::vector<OutcomeLaw> told = answer.told;
  for (OutcomeLaw& law : told) {  // what the first comes to is its fight, to the last digit
    const auto* const fact = std::get_if<OutcomeFact>(&law.asked().columns.front());
    if (law.is_sure() && fact != nullptr && fact->step == 1) law.drop_condition();
  }
  this->told(answer).read(told);
  answer.target_survivors = answer.steps.back().left;
  if (asked_.given && !answer.told.front().is_sure()) {
    if (std::string remark = remark_on_condition(answer.told.front()); !remark.empty()) {
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
