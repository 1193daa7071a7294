// What exact fights, battles and best play cost, from the constants beside this file. Seconds are
// those of one thread. bench/cost.cpp prints predicted against taken.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "core/answer/outcome.h"
#include "core/play/battle.h"
#include "core/play/game.h"
#include "core/systems/traits/attacks_back.h"
#include "core/systems/traits/independent_sides.h"
#include "core/systems/traits/lost_dice.h"
#include "core/systems/traits/turn_end.h"
#include "core/threads/parallel.h"
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

/// Both sides' states at a share of their way from the opening to the end.
inline PerSide<int> states_at(PerSide<SideStates>& sides, const PerSide<double>& share) {
  PerSide<int> states;
  for (const Side side : both_sides) {
    SideStates& of = sides[side];
    const int hurt = static_cast<int>(share[side] * of.left(of.opening()));
    of.find(of.opening(), hurt);
    states[side] = of.lasting(of.after(of.opening(), hurt));
  }
  return states;
}

/// Rounds until hardly any battle goes on: from the chance that nothing comes of a round, as the
/// battle begins and when little is left of both sides.
template <class System>
double rounds_of(const Battle<System>& battle) {
  DamageLaws<typename System::Fight> laws;
  double slowest = 0;
  double mean_rounds = 1e9;
  PerSide<SideStates> sides = battle.sides();
  for (const double share : {0.0, 0.999}) {
    const Standing standing = standing_of(sides, states_at(sides, {share, share}));
    double nothing = 1;
    PerSide<double> dealt;
    // Of the rounds in which the settings change no more, which are the most.
    for (std::size_t number = battle.order().again; number < battle.attacks().size(); ++number) {
      const RoundAttack& attack = battle.attacks()[number];
      const auto fight = battle.attack(number, standing);
      if (!fight) continue;
      if (of_fight(*fight).seconds() > dear) return rounds_if_dear;
      const Eigen::ArrayXXd law = laws.of(*fight).joint(
          {std::numeric_limits<int>::max() - 1, std::numeric_limits<int>::max() - 1});
      nothing *= law(0, 0);
      const auto damage = [](const Eigen::ArrayXd& p) {
        double sum = 0;
        for (Eigen::Index k = 0; k < p.size(); ++k) sum += static_cast<double>(k) * p[k];
        return sum;
      };
      dealt[attack.by] += damage(law.rowwise().sum());
      dealt[enemy_of(attack.by)] += damage(law.colwise().sum().transpose());
    }
    if (nothing < 1) slowest = std::max(slowest, -27.6 / std::log(std::max(nothing, 1e-9)));
    for (const Side side : both_sides) {
      const SideStates& target = battle.sides()[enemy_of(side)];
      if (share == 0 && dealt[side] > 0) {
        mean_rounds = std::min(mean_rounds, target.left(target.opening()) / dealt[side]);
      }
    }
  }
  return slowest == 0 ? 0 : slowest + 2 * std::min(mean_rounds, 1e5);
}

/// The same for a battle of so many pairs of states; worked out once, where it is asked for.
template <class System>
class Rounds {
 public:
  explicit Rounds(const Battle<System>& battle) : battle_(battle) {}

  double among(double pairs) {
    if (pairs <= few_pairs) return rounds_of_few;
    if (!rounds_) rounds_ = std::min(rounds_of(battle_), 2e5);
    return *rounds_;
  }

 private:
  const Battle<System>& battle_;
  std::optional<double> rounds_;
};

/// How many states the sides have, as SideStates::size() says; counted once for each damage, both
/// sides at once.
class Sizes {
 public:
  explicit Sizes(const PerSide<SideStates>& sides) : sides_(sides) {}

  const PerSide<double>& of(const PerSide<int>& most_damage) {
    const auto [place, is_new] =
        known_.try_emplace({most_damage.attacker, most_damage.defender}, PerSide<double>{});
    PerSide<double>& sizes = place->second;
    if (is_new) {
      const bool worthwhile = sides_.attacker.chosen() && sides_.defender.chosen();
      in_parallel(
          both_sides.size(),
          [&](std::size_t i) {
            sizes[both_sides[i]] = sides_[both_sides[i]].size(most_damage[both_sides[i]]);
          },
          worthwhile);
    }
    return sizes;
  }

 private:
  const PerSide<SideStates>& sides_;
  std::map<std::pair<int, int>, PerSide<double>> known_;
};

/// What it takes to go through so many places, which have so many entries, round after round.
inline double of_rounds(double rounds, double places, double entries) {
  const bool are_short = entries < short_row * places;
  return rounds * (entries * per_entry_round + (are_short ? places * per_place_round : 0));
}

/// What a battle that is worked out by rows takes at most: as if every state cost what the opening
/// does. Infinite where that is not known, or where it is not cheap.
template <class System>
double most_of_rows(const Battle<System>& battle, Rounds<System>& rounds, Sizes& sizes) {
  double laws = 0;
  double entries = 0;
  PerSide<int> most_damage;
  const Standing standing = standing_of(battle.sides(), battle.opening());
  for (std::size_t number = 0; number < battle.attacks().size(); ++number) {
    const auto fight = battle.attack(number, standing);
    if (!fight) return std::numeric_limits<double>::infinity();
    const OfFight one = of_fight(*fight);
    laws += one.seconds();
    entries += (one.damage.attacker + 1.0) * (one.damage.defender + 1.0);
    const PerSide<int> dealt = in_roles(one.damage, battle.attacks()[number].by);
    for (const Side side : both_sides) {
      most_damage[enemy_of(side)] = std::max(most_damage[enemy_of(side)], dealt[side]);
    }
  }
  const PerSide<double>& size = sizes.of(most_damage);
  const double pairs = size.attacker * size.defender;
  const double most = pairs * (laws + per_state + entries * per_entry);
  if (most >= cheap) return std::numeric_limits<double>::infinity();
  const double attacks = static_cast<double>(battle.attacks().size());
  return most + of_rounds(rounds.among(pairs), pairs * attacks, pairs * entries);
}

/// A battle that is worked out by rows.
template <class System>
double of_rows(const Battle<System>& battle, Sizes& all_sizes) {
  Rounds<System> rounds(battle);
  if (const double most = most_of_rows(battle, rounds, all_sizes); most < cheap) return most;
  // Sampled at the middle of a grid of shares: how much a state costs and where it leads.
  constexpr std::array shares{1.0 / 6, 0.5, 5.0 / 6};
  double laws = 0;
  double entries = 0;
  double families = 0;
  PerSide<double> reach{1, 1};
  PerSide<int> most_damage;
  PerSide<SideStates> sides = battle.sides();
  for (const double a : shares) {
    for (const double b : shares) {
      const PerSide<int> states = states_at(sides, {a, b});
      const Standing standing = standing_of(sides, states);
      for (std::size_t number = 0; number < battle.attacks().size(); ++number) {
        const RoundAttack& attack = battle.attacks()[number];
        const auto fight = battle.attack(number, standing);
        if (!fight) continue;
        const OfFight one = of_fight(*fight);
        laws += (one.paths + of_a_family * one.lineups) / 9;
        families = std::max(families, one.lineups);
        double outcomes = 1;
        for (const Side side : both_sides) {
          const Side target = side == Side::attacker ? enemy_of(attack.by) : attack.by;
          const int most = std::min(one.damage[side], sides[target].left(states[target]));
          most_damage[target] = std::max(most_damage[target], one.damage[side]);
          outcomes *= most + 1.0;
          if (most > 0) reach[target] = 0;  // its states can be reached
        }
        entries += outcomes / 9;
      }
    }
  }
  PerSide<double> states;
  PerSide<double> kinds;  // of fights: where damage that downs nobody changes nothing
  double sizes = 1;
  for (const Side side : both_sides) {
    const SideStates& of = battle.sides()[side];
    const double size = all_sizes.of(most_damage)[side];
    if (!std::isfinite(size) && reach[side] == 0) return size;
    sizes *= size;
    const double standing = of.chosen() ? size : of.standing_at_most() + 1.0;
    states[side] = reach[side] > 0 ? 1 : !ClearsDamage<System> ? size : standing;
    kinds[side] = std::min(states[side], standing);
  }
  const double pairs = states.attacker * states.defender;
  entries *= pairs;
  if (!(entries <= most_entries)) return std::numeric_limits<double>::infinity();
  const double fights = HasIndependentSides<System> ? kinds.attacker * kinds.defender : pairs;
  const double places = pairs * static_cast<double>(battle.attacks().size());
  return families + fights * laws + pairs * per_state + entries * per_entry +
         of_rounds(rounds.among(sizes), places, entries);
}

template <class System>
double of_battle(const Battle<System>& battle) {
  Sizes sizes(battle.sides());
  return of_rows(battle, sizes);
}

/// Best assignment of damage, and what each fixed rule brings instead.
template <class System>
double of_assignment(const Game<System>& game) {
  const Battle<System> battle(game.units().attacker, game.units().defender, game.given(),
                              game.course());
  double outcomes = 0;
  PerSide<int> most;
  for (std::size_t number = 0; number < battle.attacks().size(); ++number) {
    const RoundAttack& attack = battle.attacks()[number];
    const auto fight = battle.attack(number, standing_of(battle.sides(), battle.opening()));
    if (!fight) continue;
    const PerSide<int> damage = of_fight(*fight).damage;
    outcomes += (damage.attacker + 1.0) * (damage.defender + 1.0);
    most[attack.by] = std::max(most[attack.by], damage.defender);
    most[enemy_of(attack.by)] = std::max(most[enemy_of(attack.by)], damage.attacker);
  }
  double choices = 1;
  double states = 1;
  for (const Side side : both_sides) {
    const SideStates all =
        SideStates::of_any_choice(battle.casualties()[side], battle.damage_lasts());
    const SideStates::Extent extent = all.extent_of_choices(most[side]);
    choices *= extent.choices;
    states *= extent.states;
  }
  // Bounds, not means: as many outcomes as the opening has, and every pair of states.
  const double decisions = states * outcomes * std::max(game.rounds(), 1);
  if (!(states * outcomes + states * game.rounds() <= most_entries)) {
    return std::numeric_limits<double>::infinity();
  }
  return decisions * (per_decision + choices * per_option);
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
