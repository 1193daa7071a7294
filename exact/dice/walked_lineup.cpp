#include "exact/dice/walked_lineup.h"

#include <algorithm>
#include <functional>
#include <limits>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "exact/dice/hit_triangles.h"
#include "exact/dice/independent_die.h"
#include "exact/dice/pool_walk.h"

namespace warodds::exact {
namespace {

/// A value at which the pool stays as it is.
PoolLevel standstill(int value, const PoolWalk& before) {
  PoolLevel level{value, before.empty() ? std::vector<int>{0} : before.back().dice, {}, {}};
  const auto states = static_cast<Eigen::Index>(level.dice.size());
  level.weights = Eigen::MatrixXd::Identity(states, states).array();
  return level;
}

/// Both walks over the values of both.
PerSide<PoolWalk> side_by_side(PerSide<PoolWalk> walks) {
  std::set<int, std::greater<>> values;
  for (const Side side : both_sides) {
    for (const PoolLevel& level : walks[side]) values.insert(level.value);
  }
  PerSide<PoolWalk> both;
  for (const Side side : both_sides) {
    auto next = walks[side].begin();
    for (const int value : values) {
      const bool own = next != walks[side].end() && next->value == value;
      both[side].push_back(own ? std::move(*next++) : standstill(value, both[side]));
    }
  }
  return both;
}

/// The chance of all that can follow from each state before a walk; from its end, 1.
std::vector<double> chances(const PoolWalk& walk, std::size_t first) {
  std::vector<double> chances(walk.back().dice.size(), 1.0);
  for (std::size_t i = walk.size(); i-- > first;) {
    const DiceWeights& weights = walk[i].weights;
    std::vector<double> before(static_cast<std::size_t>(weights.cols()), 0.0);
    for (Eigen::Index after = 0; after < weights.rows(); ++after) {
      for (std::size_t from = 0; from < before.size(); ++from) {
        before[from] += weights(after, static_cast<Eigen::Index>(from)) *
                        chances[static_cast<std::size_t>(after)];
      }
    }
    chances = std::move(before);
  }
  return chances;
}

/// Without critical hits but those that are scored above the phantom.
Eigen::ArrayXXd law_of(const Lineup& lineup, const PerSide<PoolWalk>& walks, int most_critical) {
  const PoolWalk& any = walks.attacker;
  std::size_t high = 0;  // values that beat the phantom
  while (high < any.size() && any[high].value > lineup.phantom) ++high;
  const int ranks = std::min(lineup.attack.dice, lineup.defence.dice);
  PerSide<PoolWalk> above;
  Ending ending;
  for (const Side side : both_sides) {
    const PoolWalk& walk = walks[side];
    const auto begin = walk.begin() + static_cast<std::ptrdiff_t>(high);
    above[side].assign(walk.begin(), begin);
    ending.weights[side] = chances(walk, high);
    // At the last value all dice have been counted: below the phantom, nothing is decided there.
    for (auto level = begin; level < walk.end() - 1; ++level) {
      ending.levels[side].push_back(*level);
      for (int& dice : ending.levels[side].back().dice) dice = std::min(dice, ranks);
    }
    if (ending.levels[side].empty()) continue;
    const std::vector<double> then = chances(walk, walk.size() - 1);
    DiceWeights& last = ending.levels[side].back().weights;
    for (std::size_t state = 0; state < then.size(); ++state) {
      last.row(static_cast<Eigen::Index>(state)) *= then[state];
    }
    DiceWeights& first = ending.levels[side].front().weights;
    const std::vector<int> none{0};
    const std::vector<int>& dice = high == 0 ? none : walk[high - 1].dice;
    for (std::size_t state = 0; state < dice.size(); ++state) {
      if (dice[state] >= ranks) first.col(static_cast<Eigen::Index>(state)) = 0;
    }
  }
  Eigen::ArrayXXd law = Eigen::ArrayXXd::Zero(lineup.attack.dice + most_critical + 1,
                                              lineup.defence_hits ? lineup.defence.dice + 1 : 1);
  add_ending(HitTriangles::after(above, most_critical, lineup.defence_hits), ending, ranks, law);
  return law;
}

/// The end of a walk for pools of which the smaller one has `ranks` dice.
DiceWeights by_dice(const PoolLevel& level, int ranks) {
  DiceWeights weights = DiceWeights::Zero(ranks + 1, level.weights.cols());
  for (std::size_t state = 0; state < level.dice.size(); ++state) {
    weights.row(level.dice[state]) += level.weights.row(static_cast<Eigen::Index>(state));
  }
  return weights;
}

}  // namespace

void add_ending(const HitTriangles& hits, const Ending& ending, int ranks, Eigen::ArrayXXd& law) {
  const std::size_t levels = ending.levels.attacker.size();
  const auto goes_on = [&](Side side, std::size_t state) {
    return levels > 0 && hits.dice(side)[state] < ranks;
  };
  PerSide<std::size_t> state;
  for (state.attacker = 0; state.attacker < ending.weights.attacker.size(); ++state.attacker) {
    for (state.defender = 0; state.defender < ending.weights.defender.size(); ++state.defender) {
      if (goes_on(Side::attacker, state.attacker) && goes_on(Side::defender, state.defender)) {
        continue;
      }
      const double weight =
          ending.weights.attacker[state.attacker] * ending.weights.defender[state.defender];
      if (weight != 0) hits.add_to(law, state, weight);
    }
  }
  if (levels == 0 || ranks == 0) return;
  const HitTriangles* before = &hits;
  std::optional<HitTriangles> low;
  for (std::size_t i = 0; i + 1 < levels; ++i) {
    low = before->step({&ending.levels.attacker[i], &ending.levels.defender[i]});
    before = &*low;
  }
  before->add_last_step(law, {by_dice(ending.levels.attacker.back(), ranks),
                              by_dice(ending.levels.defender.back(), ranks)});
}

Eigen::ArrayXXd walked_lineup_law(const Lineup& lineup) {
  PerSide<PoolWalk> walks =
      side_by_side({walk(lineup.attack, &lineup.critical), walk(lineup.defence, nullptr)});
  const auto level = std::find_if(walks.attacker.begin(), walks.attacker.end(),
                                  [](const PoolLevel& any) { return !any.scored.empty(); });
  if (level == walks.attacker.end()) return law_of(lineup, walks, 0);
  const int most_critical = lineup.critical.hits(lineup.attack.dice);
  if (level->value > lineup.phantom) return law_of(lineup, walks, most_critical);
  // Below the phantom dice are not told apart that are more than the other side has. So each number
  // of critical hits has a walk of its own.
  const std::vector<std::vector<double>> scored = std::exchange(level->scored, {});
  const DiceWeights all = level->weights;
  Eigen::ArrayXXd law = Eigen::ArrayXXd::Zero(lineup.attack.dice + most_critical + 1,
                                              lineup.defence_hits ? lineup.defence.dice + 1 : 1);
  for (int hits = 0; hits <= most_critical; ++hits) {
    for (std::size_t state = 0; state < scored.size(); ++state) {
      const auto number = static_cast<std::size_t>(hits);
      const double p = number < scored[state].size() ? scored[state][number] : 0;
      level->weights.row(static_cast<Eigen::Index>(state)) =
          p * all.row(static_cast<Eigen::Index>(state));
    }
    if ((level->weights == 0).all()) continue;
    law.middleRows(hits, lineup.attack.dice + 1) += law_of(lineup, walks, 0);
  }
  return law;
}

double work_of_walked(const Lineup& lineup) {
  // Measured: of a walk, of each hidden step of a rerolled pool, of each row of each number of
  // dice, of each number in a sum, and of each that is written.
  constexpr double per_walk = 20'000, per_hidden_step = 40, per_part = 80, per_sum = 0.19,
                   per_cell = 37;
  constexpr double most_cells = 2.2e8;  // 22 bytes each in all its tables
  // Seen: a third of the phases is in use; between two values about as many weights as the square
  // of the states says, more if there are no phases, over all values.
  const PerSide<const Pool*> pools{&lineup.attack, &lineup.defence};
  PerSide<double> phases, states, weights;
  for (const Side side : both_sides) {
    phases[side] = independent_die(*pools[side]) ? 1 : 1 + most_phases(*pools[side]) / 3;
    states[side] = phases[side] * (pools[side]->dice + 1.0);
    weights[side] = states[side] * states[side] * (1 + 1 / phases[side]);
  }
  const double fewer = std::min(pools.attacker->dice, pools.defender->dice) + 1.0;
  const double bonus = lineup.critical.hits(lineup.attack.dice);
  const double cells = lineup.defence_hits ? fewer * (fewer / 12 + bonus / 4) : fewer / 2 + bonus;
  const double sums = weights.attacker * states.defender + weights.defender * states.attacker;
  const double moves = states.attacker * states.defender;
  if (moves * cells > most_cells) return std::numeric_limits<double>::infinity();
  const double parts = (lineup.attack.dice + 1.0) * (lineup.defence.dice + 1.0) *
                       (fewer / 2 + bonus) * (phases.attacker + phases.defender + 6);
  const double walks = (walk_work(lineup.attack) + walk_work(lineup.defence)) * per_hidden_step;
  return per_walk + walks + parts * per_part + (1 + cells) * (sums * per_sum + moves * per_cell);
}

}  // namespace warodds::exact
