#include "exact/dice/lineup_family.h"

#include <algorithm>
#include <functional>
#include <set>
#include <utility>

#include "exact/dice/law.h"

namespace warodds::exact {
namespace {

// Above the phantom, A dice that show v or more are looked at as a pool of their own: which of them
// show more than v is a matter of A independent dice, whatever the pool they come from. So the hits
// that they score do not depend on how many dice there are besides, and those of the whole pools
// are found where the walk ends.
//
// At values that the phantom holds off, only pairs of two dice count, which are as many as the
// smaller pool has dice. Once either side has shown that many, all is decided. The walk from there
// is made for each pair of pools; with the usual phantom that is one step.

/// The value at whose dice the critical hits are known.
std::optional<int> value_of_critical(const IndependentDie& die, const Critical& critical) {
  if (critical.bonus == 0) return std::nullopt;
  if (critical.judged == Critical::Judged::natural) return die.values.front().value;
  std::optional<int> lowest_six;
  for (const auto& [value, ways] : die.values) {
    if (value >= 6) lowest_six = value;
  }
  return lowest_six;
}

std::optional<int> value_of_critical(const LineupKind& kind) {
  return value_of_critical(kind.dice.attacker, kind.critical);
}

/// A value that dice can show, and in how many ways a die shows this value, or more, or less.
struct Level {
  struct Ways {
    int above = 0;
    int at = 0;
    int below = 0;
  };
  int value = 0;
  PerSide<Ways> ways;
};

/// The values at which hits are scored, by falling value: those that beat the phantom, and those
/// that it holds off.
struct Levels {
  std::vector<Level> high;
  std::vector<Level> low;
};

Levels levels_of(const LineupKind& kind) {
  std::set<int, std::greater<>> values;
  for (const Side side : both_sides) {
    for (const auto& [value, ways] : kind.dice[side].values) values.insert(value);
  }
  Levels levels;
  for (const int value : values) {
    Level level{value, {}};
    for (const Side side : both_sides) {
      const IndependentDie& die = kind.dice[side];
      const int at = die.ways_at(value);
      const int above = die.ways_above(value);
      level.ways[side] = {above, at, die.ways - above - at};
    }
    if (value > kind.phantom) {
      levels.high.push_back(level);
      continue;
    }
    const auto& [attack, defence] = level.ways;
    // All dice of one side have been looked at, or all dice of both sides are now.
    const bool decided = attack.at + attack.below == 0 || defence.at + defence.below == 0 ||
                         (attack.below == 0 && defence.below == 0);
    if (decided) break;
    levels.low.push_back(level);
  }
  return levels;
}

HitTriangles::Shape shape_of(const LineupKind& kind, const PerSide<int>& most_dice) {
  const int most_critical = value_of_critical(kind) ? kind.critical.hits(most_dice.attacker) : 0;
  return {most_dice, most_critical, kind.defence_hits};
}

/// (n, x): P(x of n dice succeed), each in `successes` of so many ways; with fewer than one way in
/// all there can be no dice.
DiceWeights binomials(int most, int successes, int failures) {
  DiceWeights result = DiceWeights::Zero(most + 1, most + 1);
  result(0, 0) = 1;
  if (successes + failures == 0) return result;
  const double p = static_cast<double>(successes) / (successes + failures);
  const double q = static_cast<double>(failures) / (successes + failures);
  for (int n = 1; n <= most; ++n) {
    result(n, 0) = q * result(n - 1, 0);
    for (int x = 1; x <= n; ++x) result(n, x) = p * result(n - 1, x - 1) + q * result(n - 1, x);
    // Below this a probability has lost digits to underflow.
    result.row(n) = (result.row(n) < smallest_probability).select(0.0, result.row(n));
  }
  return result;
}

}  // namespace

std::optional<LineupKind> lineup_kind(const Lineup& lineup) {
  if (lineup.is_chosen()) return std::nullopt;
  const auto attack = independent_die(lineup.attack);
  const auto defence = independent_die(lineup.defence);
  if (!attack || !defence) return std::nullopt;
  const auto critical = value_of_critical(*attack, lineup.critical);
  if (critical && *critical <= lineup.phantom) return std::nullopt;
  return LineupKind{{*attack, *defence}, lineup.phantom, lineup.critical, lineup.defence_hits};
}

LineupFamily::LineupFamily(const LineupKind& kind, const PerSide<int>& most_dice)
    : kind_(kind), most_(most_dice), hits_(shape_of(kind, most_dice)) {
  const auto all_dice = [&](const Level& level, int Level::Ways::*some, int Level::Ways::*others) {
    PerSide<DiceWeights> weights;
    for (const Side side : both_sides) {
      weights[side] = binomials(most_[side], level.ways[side].*some, level.ways[side].*others);
    }
    return weights;
  };
  const auto all_states = [&](const PerSide<int>& most, const auto& call) {
    for (int a = 0; a <= most.attacker; ++a) {
      for (int d = 0; d <= most.defender; ++d) call(PerSide<int>{a, d});
    }
  };
  const Levels levels = levels_of(kind);
  const std::vector<std::vector<double>> critical = critical_laws();
  const std::vector<double> none{1.0};
  HitTriangles storage = hits_;
  if (levels.high.empty()) hits_.start({0, 0}, none);
  for (std::size_t i = 0; i < levels.high.size(); ++i) {
    const Level& level = levels.high[i];
    const bool scored = value_of_critical(kind) == level.value;
    if (i == 0) {
      const PerSide<int> most{level.ways.attacker.at > 0 ? most_.attacker : 0,
                              level.ways.defender.at > 0 ? most_.defender : 0};
      all_states(most, [&](const PerSide<int>& dice) {
        hits_.start(dice, scored ? critical[static_cast<std::size_t>(dice.attacker)] : none);
      });
      continue;
    }
    hits_.step(all_dice(level, &Level::Ways::above, &Level::Ways::at), storage);
    if (!scored) continue;
    all_states(most_, [&](const PerSide<int>& dice) {
      hits_.score_critical(dice, critical[static_cast<std::size_t>(dice.attacker)]);
    });
  }

  for (const Side side : both_sides) {
    const int above = kind.dice[side].ways_above(kind.phantom);
    high_[side] = binomials(most_[side], above, kind.dice[side].ways - above);
  }
  for (const Level& level : levels.low) {
    low_.push_back({all_dice(level, &Level::Ways::at, &Level::Ways::below)});
  }
}

/// P(so many critical hits) of each number of attack dice that may be sixes.
std::vector<std::vector<double>> LineupFamily::critical_laws() const {
  const IndependentDie& die = kind_.dice.attacker;
  // Of the dice that show the highest value, some are natural sixes; on the final results all
  // dice of six and more are sixes.
  const bool natural = kind_.critical.judged == Critical::Judged::natural;
  const int others = natural ? die.values.front().ways - die.natural_sixes : 0;
  const DiceWeights sixes = binomials(most_.attacker, die.natural_sixes, others);
  std::vector<std::vector<double>> laws;
  for (int a = 0; a <= most_.attacker; ++a) {
    laws.emplace_back(static_cast<std::size_t>(kind_.critical.hits(a)) + 1);
    for (int six = 0; six <= a; ++six) {
      laws.back()[static_cast<std::size_t>(kind_.critical.hits(six))] += sixes(a, six);
    }
  }
  return laws;
}

/// How the dice of pools of `dice` move at a low level. Of `ranks` or more dice it matters no
/// longer how many they are. At the first low level the states before it are weighed by how likely
/// so many dice beat the phantom, but for those of `ranks` dice, where all is decided already.
PerSide<DiceWeights> LineupFamily::low_weights(std::size_t level, const PerSide<int>& dice,
                                               int ranks) const {
  PerSide<DiceWeights> weights;
  for (const Side side : both_sides) {
    weights[side] = DiceWeights::Zero(ranks + 1, ranks + 1);
    if (level > 0) weights[side](ranks, ranks) = 1;
    for (int before = 0; before < ranks; ++before) {
      const double weight = level > 0 ? 1 : high_[side](dice[side], before);
      const int left = dice[side] - before;
      for (int more = 0; more <= left; ++more) {
        weights[side](std::min(before + more, ranks), before) +=
            weight * low_[level].shown[side](left, more);
      }
    }
  }
  return weights;
}

Eigen::ArrayXXd LineupFamily::law(const PerSide<int>& dice) const {
  Eigen::ArrayXXd law =
      Eigen::ArrayXXd::Zero(dice.attacker + shape_of(kind_, dice).most_critical + 1,
                            (kind_.defence_hits ? dice.defender : 0) + 1);
  const int ranks = std::min(dice.attacker, dice.defender);
  for (int a = 0; a <= dice.attacker; ++a) {
    const bool goes_on = a < ranks && !low_.empty();
    for (int d = goes_on ? ranks : 0; d <= dice.defender; ++d) {
      const double weight = high_.attacker(dice.attacker, a) * high_.defender(dice.defender, d);
      if (weight != 0) hits_.add_to(law, {a, d}, weight);
    }
  }
  if (low_.empty() || ranks == 0) return law;

  const HitTriangles* before = &hits_;
  std::optional<HitTriangles> low;
  for (std::size_t i = 0; i + 1 < low_.size(); ++i) {
    low = before->step(low_weights(i, dice, ranks));
    before = &*low;
  }
  before->add_last_step(law, low_weights(low_.size() - 1, dice, ranks));
  return law;
}

double LineupFamily::work(const LineupKind& kind, const PerSide<int>& most_dice) {
  constexpr double per_lineup = 5000;  // what is not a step
  constexpr double last_step = 0.4;    // the step below the phantom, as a share of one
  const Levels levels = levels_of(kind);
  const int ranks = std::min(most_dice.attacker, most_dice.defender);
  const double step = HitTriangles::work_of_step(shape_of(kind, most_dice));
  const double low_step = HitTriangles::work_of_step(shape_of(kind, {ranks, ranks}));
  double work = per_lineup;
  if (!levels.high.empty()) work += static_cast<double>(levels.high.size() - 1) * step;
  if (!levels.low.empty()) {
    work += (static_cast<double>(levels.low.size() - 1) + last_step) * low_step;
  }
  return work;
}

}  // namespace warodds::exact
