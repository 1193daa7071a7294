#include "core/answer/sequence_reading.h"

#include <fmt/format.h>

#include <optional>
#include <string>
#include <utility>

#include "core/answer/points_lost.h"
#include "core/answer/sequence_outcome.h"
#include "core/systems/systems.h"

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

/// All that is told of a step and of the whole, under a condition.
template <class System>
std::vector<AskedLaw> laws_given(const Event& event, const Sequence<System>& sequence) {
  std::vector<AskedLaw> laws{{{of_all(Kind::moved_away, Side::defender)}, event}};
  const Figures target = sequence.target_in(sequence.target(), sequence.target().opening());
  for (std::size_t step = 0; step < sequence.size(); ++step) {
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
    for (const ReportSpec& report : System::reports) {
      add(of_step(Kind::report, step, Side::attacker, std::string(report.name)));
    }
    for (const std::string& group : target.kinds) {
      add(of_step(Kind::kills, step, Side::attacker, {}, group));
    }
  }
  return laws;
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

constexpr double most_sums = 10'000;

template <class System>
bool has_too_many_sums(const Sequence<System>& sequence, const PointsLost& points) {
  SumsOfPoints sums;
  for (std::size_t step = 0; step < sequence.size(); ++step) {
    sums.add(points, step, sequence.attacker(step));
  }
  return sums.so_far() > most_sums;
}

/// What the attackers of all steps cost, and the target as it is at first.
template <class System>
PerSide<double> cost_of(const Sequence<System>& sequence, const PointsLost& points) {
  const auto all_of = [&](Side side, const std::vector<int>& standing, std::size_t unit) {
    return points.lost(side, standing, std::vector<int>(standing.size(), 0), unit);
  };
  const SideStates& target = sequence.target();
  long long parts = 0;
  for (std::size_t step = 0; step < sequence.size(); ++step) {
    parts += all_of(Side::attacker, sequence.attacker(step).survivors(0), step);
  }
  return {points.points(parts),
          points.points(all_of(Side::defender, target.standing_by_rank(target.opening()), 0))};
}

/// Of the sides that have points, together, and last the swing; nothing where nobody has any, or
/// the attackers can lose them in more ways than anybody reads.
template <class System>
std::optional<AskedLaw> law_of_points(const Sequence<System>& sequence,
                                      const std::optional<Event>& given) {
  const PointsLost points = SequenceOutcome::points_in(sequence);
  OutcomeColumns columns;
  for (const Side side : both_sides) {
    if (points.any(side)) columns.emplace_back(of_all(Kind::points_lost, side));
  }
  if (columns.empty() || has_too_many_sums(sequence, points)) return std::nullopt;
  columns.emplace_back(of_all(Kind::swing, Side::attacker));
  return AskedLaw{std::move(columns), given};
}

}  // namespace

template <class System>
std::vector<AskedLaw> SequenceReading<System>::to_find() const {
  std::vector<AskedLaw> laws;
  if (asked_.given) laws = laws_given(*asked_.given, sequence_);
  if (asked_.points) {
    if (auto law = law_of_points(sequence_, asked_.given)) laws.push_back(*std::move(law));
  }
  laws.insert(laws.end(), asked_.besides.begin(), asked_.besides.end());
  return laws;
}

template <class System>
void SequenceReading<System>::read(std::vector<OutcomeLaw> found, SequenceAnswer& answer) const {
  answer.laws = take_besides(found, asked_);
  std::vector<OutcomeLaw>::const_iterator next = found.begin();
  if (asked_.given) {
    const OutcomeLaw& away = *next++;
    answer.condition = condition_of(away);
    if (!away.is_sure()) {
      for (StepAnswer& step : answer.steps) {
        read_step(next, step);
        const std::size_t of_fight = 3 + System::reports.size() + groups();
        if (step.takes_place.value == 0) step.fight.reset();
        auto laws_of_fight = next;
        if (step.fight) read_fight(laws_of_fight, *step.fight);
        next += static_cast<std::ptrdiff_t>(of_fight);
      }
      answer.target_survivors = answer.steps.back().left;
      answer.retreated = away.of()->estimate_at_least(1);
      if (std::string remark = remark_on_condition(away); !remark.empty()) {
        answer.remarks.push_back(std::move(remark));
      }
    }
  }
  if (!asked_.points) return;
  const PointsLost points = SequenceOutcome::points_in(sequence_);
  if (has_too_many_sums(sequence_, points)) {
    answer.remarks.push_back(fmt::format(
        "points lost are not told: the attackers can lose more than {:g} different sums; of one "
        "step they are step[1].attacker.points-lost",
        most_sums));
  }
  const std::optional<AskedLaw> asked = law_of_points(sequence_, asked_.given);
  if (!asked) return;
  const OutcomeLaw& law = law_of(*asked, found);
  answer.points.emplace();
  answer.points->cost = cost_of(sequence_, points);
  std::size_t column = 0;
  for (const Side side : both_sides) {
    if (points.any(side)) answer.points->lost[side] = *law.numbers_of(column++);
  }
  answer.points->swing = law.numbers_of(column);
}

template <class System>
std::size_t SequenceReading<System>::groups() const {
  return sequence_.target_in(sequence_.target(), sequence_.target().opening()).kinds.size();
}

template class SequenceReading<ArcaneLegions>;
template class SequenceReading<Magewinds>;
template class SequenceReading<RaidersOfArcana>;
template class SequenceReading<DwethiaSkirmish>;

}  // namespace warodds
