#include "cli/answer.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "cli/terminal.h"
#include "core/numbers/chi_square.h"
#include "core/numbers/intervals.h"
#include "core/rules/error.h"
#include "exact/fight/fight.h"
#include "sim/simulate.h"

namespace warodds::cli {
namespace {

/// P(X >= 1), from a quantity that is 0 or 1.
Number at_least_one(const Series& series) {
  if (series.pmf.size() > 1) return series.at_least[1];
  return {0, series.pmf[0].half_width};
}

/// Sorts a quantity by what it is: knockback is a probability, all others are distributions.
void take(SideAnswer& answer, Quantity quantity, Series series) {
  if (quantity == Quantity::hits) {
    answer.hits = std::move(series);
  } else if (quantity == Quantity::knockback) {
    answer.knockback = at_least_one(series);
  } else {
    answer.extra.push_back(std::move(series));
  }
}

void finish(Answer& answer, const FightFacts& facts) {
  for (const Side side : both_sides) {
    SideAnswer& deals = answer.deals[side];
    deals.deals_any = deals.hits.pmf.size() > 1 || deals.damage.pmf.size() > 1;
  }
  if (facts.order_points && *facts.order_points > 0) {
    SideAnswer& attacker = answer.deals.attacker;
    Number per_point = attacker.damage.mean;
    per_point.value /= *facts.order_points;
    if (per_point.half_width) *per_point.half_width /= *facts.order_points;
    attacker.damage_per_order_point = per_point;
  }
  answer.remarks = facts.remarks;
}

Answer from_exact(const FightOutcome& outcome, const FightFacts& facts) {
  Answer answer;
  for (const Side side : both_sides) {
    const Deals& deals = outcome.deals[side];
    SideAnswer& to = answer.deals[side];
    to.hits = series_of("hits", Distribution());
    for (const auto& [quantity, distribution] : deals.rolled) {
      take(to, quantity, series_of(to_string(quantity), distribution));
    }
    to.damage = series_of("damage", deals.damage);
    to.kills = series_of("kills", deals.kills);
    to.destroyed = {deals.destroyed};
  }
  if (outcome.joint_damage) answer.joint_damage = outcome.joint_damage->pmf();
  finish(answer, facts);
  return answer;
}

Answer from_simulation(const sim::Simulation& simulation, const FightFacts& facts) {
  Answer answer;
  const Estimates estimates(simulation.confidence);
  const std::uint64_t trials = simulation.trials;
  const Tally nothing(std::vector<std::uint64_t>{trials});
  for (const Side side : both_sides) {
    const sim::SideTally& deals = simulation.deals[side];
    const Casualties& target = facts.casualties[enemy_of(side)];
    SideAnswer& to = answer.deals[side];
    to.hits = estimates.series("hits", nothing, trials);
    for (const auto& [quantity, tally] : deals.rolled) {
      take(to, quantity, estimates.series(to_string(quantity), tally, trials));
    }
    to.damage = estimates.series("damage", deals.damage, trials);
    const Tally kills = deals.damage.map([&](int damage) { return target.kills(damage); });
    to.kills = estimates.series("kills", kills, trials);
    std::uint64_t destroyed = 0;
    for (int k = target.left(); k <= deals.damage.max(); ++k) destroyed += deals.damage.count(k);
    to.destroyed = estimates.probability(destroyed, trials);
  }
  if (simulation.joint_damage) {
    answer.joint_damage = simulation.joint_damage->cast<double>() / static_cast<double>(trials);
  }
  answer.engine = engine_of(simulation);
  finish(answer, facts);
  return answer;
}

}  // namespace

const FightFacts& facts_of(const AnyFight& fight) {
  return std::visit([](const auto& resolved) -> const FightFacts& { return resolved; }, fight);
}

sim::Simulation simulate_fight(const Question& question, const Arguments& arguments,
                               const std::atomic<bool>* stop) {
  Progress progress("trials");
  return sim::simulate(question.fight, simulation_options(arguments, stop, &progress));
}

std::vector<const Series*> SideAnswer::series() const {
  std::vector<const Series*> all{&hits};
  for (const Series& one : extra) all.push_back(&one);
  all.push_back(&damage);
  all.push_back(&kills);
  return all;
}

Answer answer_fight(const AnyFight& fight, const Arguments& arguments,
                    const std::atomic<bool>* stop, Progress* progress,
                    exact::LineupCache* lineups) {
  const FightFacts& facts = facts_of(fight);
  const double seconds = arguments.engine == Engine::sim ? 0 : exact::predicted_seconds(fight);
  Answer answer =
      take_exact(arguments, seconds)
          ? from_exact(exact::fight(fight, lineups), facts)
          : from_simulation(sim::simulate(fight, simulation_options(arguments, stop, progress)),
                            facts);
  answer.engine.reason = reason_for(arguments, seconds);
  return answer;
}

Answer answer_fight(const Question& question, const Arguments& arguments,
                    const std::atomic<bool>* stop) {
  Progress progress("trials");
  return answer_fight(question.fight, arguments, stop, &progress);
}

}  // namespace warodds::cli
