// What exact fights, battles and best play cost, from the constants beside this file. Seconds are
// those of one thread.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <utility>
#include <vector>

#include "core/answer/outcome.h"
#include "core/play/battle.h"
#include "core/play/game.h"
#include "core/systems/traits/attacks_back.h"
#include "core/systems/traits/lost_dice.h"
#include "core/systems/traits/turn_end.h"
#include "core/threads/patience.h"
#include "exact/cost/constants.h"
#include "exact/fight/damage_law.h"
#include "exact/fight/play.h"
#include "exact/fight/stage_cost.h"

namespace warodds::exact::cost {

/// How many values what is reported can have.
struct Widths : BoundsListener {
  void reported(Side side, int what, const Bounds& count) override {
    values[{side, what}] = count.width();
  }
  /// Of those that are among the facts, together.
  template <class Specs>
  double of(const std::vector<OutcomeFact>& facts, const Specs& specs) const {
    double together = 1;
    for (const auto& [report, width] : values) {
      const auto asked = [&, &told = report](const OutcomeFact& fact) {
        return fact.kind == OutcomeFact::Kind::report && fact.side == told.first &&
               fact.name == specs[static_cast<std::size_t>(told.second)].name;
      };
      if (std::any_of(facts.begin(), facts.end(), asked)) together *= width;
    }
    return together;
  }
  std::map<std::pair<Side, int>, double> values;
};

/// One fight, by ranges.
struct OfFight {
  double lineups = 0;   ///< seconds for the laws of its lineups
  double paths = 0;     ///< seconds for all else
  PerSide<int> damage;  ///< the most each side can deal

  double seconds() const { return lineups + paths; }
};

template <class Fight>
OfFight of_fight(const Fight& fight) {
  OfFight cost;
  for (const auto& track : Fight::System::template tracks<BoundsChance>(fight)) {
    Exchange<Bounds> bounds;
    double states = 1;
    for (const auto& stage : track) {
      check_patience();
      StageCost of_stage;
      BoundsChance chance(&of_stage);
      stage.play(chance, fight, stage, bounds);
      const double cells = States::cells(bounds);
      if (cells > most_cells) cost.paths = std::numeric_limits<double>::infinity();
      cost.lineups += of_stage.seconds;
      cost.paths += per_path * states * of_stage.outcomes + per_cell * cells + per_stage;
      states = std::min(states * of_stage.outcomes, cells);
    }
    for (const Side side : both_sides)
      cost.damage[side] += static_cast<int>(bounds.damage[side].most());
  }
  return cost;
}

/// All that an attack may turn out to be.
template <class Fight>
OfFight of_fight(const Mixture<Fight>& fights) {
  OfFight cost;
  for (const Fight& fight : fights.fights()) {
    const OfFight one = of_fight(fight);
    cost.lineups += one.lineups;
    cost.paths += one.paths;
    for (const Side side : both_sides) {
      cost.damage[side] = std::max(cost.damage[side], one.damage[side]);
    }
  }
  return cost;
}

/// What is told of its outcomes: a path goes from each state that is kept apart.
template <class Fight>
double of_outcomes(const Mixture<Fight>& fights, const std::vector<OutcomeFact>& facts) {
  double seconds = 0;
  for (const Fight& fight : fights.fights()) {
    double apart = 1;  // by what is reported
    double damages = 1;
    for (const auto& track : Fight::System::template tracks<BoundsChance>(fight)) {
      Widths widths;
      BoundsChance chance(&widths);
      Exchange<Bounds> bounds;
      double states = 1;
      for (const auto& stage : track) {
        StageCost of_stage;
        BoundsChance stage_chance(&of_stage);
        Exchange<Bounds> after = bounds;
        stage.play(stage_chance, fight, stage, after);
        stage.play(chance, fight, stage, bounds);
        seconds += of_stage.seconds + per_outcome * states * of_stage.outcomes;
        states = std::min(states * of_stage.outcomes,
                          States::cells(bounds) * widths.of(facts, Fight::System::reports));
      }
      apart *= widths.of(facts, Fight::System::reports);
      damages *= bounds.damage.attacker.width() * bounds.damage.defender.width();
    }
    seconds += per_outcome * damages * apart;
  }
  return seconds;
}

/// A battle that is gone through forward.
struct OfForward {
  double places = 1;    ///< of both sides together
  double marks = 1;     ///< fights in a round
  double outcomes = 1;  ///< of a fight
  double rounds = 0;    ///< until hardly any battle goes on

  /// `rounds_at_most`: after which it is broken off; 0: never. `passes`: each goes through all
  /// places, of several rounds together.
  double seconds(int rounds_at_most, bool one_by_one = false) const {
    const double stepped = rounds_at_most > 0 ? std::min<double>(rounds_at_most, rounds) : rounds;
    const double passes = one_by_one ? stepped : 1 + stepped / rounds_at_once;
    return places * marks * (passes * per_place + stepped * outcomes * per_outcome_of_place);
  }
};

template <class System>
double of_assignment(const Game<System>&) {
  return 0;
}

template <class System>
double of_game(const Game<System>& game) {
  const Standpoint start = game.start();
  PerSide<double> choices;
  PerSide<double> left;
  for (const Side side : both_sides) {
    choices[side] = static_cast<double>(game.choices(side, start).size());
    left[side] = game.capacity(side) - start.taken[side];
  }
  const double pairs = choices.attacker * choices.defender;
  const auto turns = static_cast<double>(game.all_turns().size());
  // Who is struck back in an attack of its own is not struck in this one.
  const bool one_sided = AttacksBack<System> && game.payoff() != Payoff::win;
  const double states = turns > 1 ? (one_sided ? 1 : left.attacker) * left.defender : 1;
  const double numbers = pairs * (left.attacker + left.defender) + 8 * states * turns +
                         states * turns * (choices.attacker + choices.defender);
  if (numbers > most_numbers) return std::numeric_limits<double>::infinity();
  // Choices and damage left shrink alike from state to state: means of powers of a uniform.
  const double shrink_products = turns > 1 ? 1.0 / 9 : 1;
  const double shrink_pairs = turns > 1 ? 0.25 : 1;
  // Who strikes back does so in an attack of its own.
  const double outcomes =
      AttacksBack<System> ? (left.attacker + left.defender) / 2 : left.attacker * left.defender;
  const double products = states * pairs * outcomes * shrink_products * turns * per_product;
  const double tables = states * pairs * shrink_pairs * per_pair;
  // Each pair's law is worked out once for all states in which the same dice are rolled.
  PerSide<int> middle;
  for (const Side side : both_sides) {
    const std::vector<int> all = game.choices(side, start);
    middle[side] = all[all.size() / 2];
  }
  const auto fight = game.fight(start, middle);
  const double laws = fight ? pairs * of_fight(*fight).seconds() : 0;
  const double programmes = states * turns * std::pow(choices.attacker + choices.defender, 2) *
                            shrink_pairs * choices.attacker * per_pivot;
  // Of many choices, such as numbers of dice, few have a name and are tried for good.
  const double plans = std::min(choices.attacker, 6.0) + std::min(choices.defender, 6.0);
  const double standpoints = states * turns * (1 + plans) * per_standpoint;
  return products + tables + laws + programmes + standpoints;
}

}  // namespace warodds::exact::cost
