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
  const auto attack = independent_die(lineup.attack);
  const auto defence = independent_die(lineup.defence);
  if (!attack || !defence) return std::nullopt;
  const auto critical = value_of_critical(*attack, lineup.critical);
  if (critical && *critical <= lineup.phantom) return std::nullopt;
  return LineupKind{{*attack, *defence}, lineup.phantom, lineup.critical, lineup.defence_hits};
}

LineupFamily::LineupFamily(const LineupKind& kind, const PerSide<int>& most_dice)
    : kind_(kind), most_(most_dice), hits_(shape()) {
  const std::vector<Level> all = levels();
  walk(all);
  for (const Side side : both_sides) {
    const int above = kind_.dice[side].ways_above(kind_.phantom);
    high_[side] = binomials(most_[side], above, kind_.dice[side].ways - above);
  }
  for (const Level& level : all) {
    const auto& [attack, defence] = level.ways;
    if (level.value > kind_.phantom) continue;
    // All dice of one side have been looked at, or all dice of both sides are now.
    const bool decided = attack.at + attack.below == 0 || defence.at + defence.below == 0 ||
                         (attack.below == 0 && defence.below == 0);
    if (decided) break;
    LowLevel& low = low_.emplace_back();
    for (const Side side : both_sides) {
      low.shown[side] = binomials(most_[side], level.ways[side].at, level.ways[side].below);
    }
  }
}

std::vector<LineupFamily::Level> LineupFamily::levels() const {
  std::set<int, std::greater<>> values;
  for (const Side side : both_sides) {
    for (const auto& [value, ways] : kind_.dice[side].values) values.insert(value);
  }
  std::vector<Level> result;
  for (const int value : values) {
    Level& level = result.emplace_back(Level{value, {}});
    for (const Side side : both_sides) {
      const IndependentDie& die = kind_.dice[side];
      const int at = die.ways_at(value);
      const int above = die.ways_above(value);
      level.ways[side] = {above, at, die.ways - above - at};
    }
  }
  return result;
}

HitTriangles::Shape LineupFamily::shape() const {
  HitTriangles::Shape shape;
  shape.dice = most_;
  if (critical_value()) shape.most_critical = kind_.critical.hits(most_.attacker);
  shape.defence_hits = kind_.defence_hits;
  return shape;
}

std::optional<int> LineupFamily::critical_value() const {
  return value_of_critical(kind_.dice.attacker, kind_.critical);
}

/// From the highest value to the lowest that beats the phantom.
void LineupFamily::walk(const std::vector<Level>& levels) {
  bool highest = true;
  for (const Level& level : levels) {
    if (level.value <= kind_.phantom) break;
    if (highest) {
      const auto& [attack, defence] = level.ways;
      for (int a = 0; a <= (attack.at > 0 ? most_.attacker : 0); ++a) {
        for (int d = 0; d <= (defence.at > 0 ? most_.defender : 0); ++d) {
          hits_.set_no_pair_decided({a, d});
        }
      }
      highest = false;
    } else {
      PerSide<DiceWeights> weights;
      for (const Side side : both_sides) {
        const Ways& ways = level.ways[side];
        weights[side] = binomials(most_[side], ways.above, ways.at);
      }
      hits_ = hits_.step(weights);
    }
    if (critical_value() == level.value) score_critical(hits_);
  }
  if (highest) hits_.set_no_pair_decided({0, 0});
}

void LineupFamily::score_critical(HitTriangles& hits) const {
  const IndependentDie& die = kind_.dice.attacker;
  // Of the dice that show the highest value, some are natural sixes; on the final results all
  // dice of six and more are sixes.
  const bool natural = kind_.critical.judged == Critical::Judged::natural;
  const int other = natural ? die.values.front().ways - die.natural_sixes : 0;
  const DiceWeights sixes = binomials(most_.attacker, die.natural_sixes, other);
  for (int a = 0; a <= most_.attacker; ++a) {
    std::vector<double> scored(static_cast<std::size_t>(kind_.critical.hits(a)) + 1);
    for (int six = 0; six <= a; ++six) {
      scored[static_cast<std::size_t>(kind_.critical.hits(six))] += sixes(a, six);
    }
    if (scored.size() == 1) continue;
    for (int d = 0; d <= most_.defender; ++d) hits.score_critical({a, d}, scored);
  }
}

/// From the dice that beat the phantom to those that show the first value it holds off, or more.
/// Of `ranks` or more dice it matters no longer how many they are; where the dice that beat the
/// phantom are as many, all is decided before.
PerSide<DiceWeights> LineupFamily::first_low_weights(const PerSide<int>& dice, int ranks) const {
  PerSide<DiceWeights> weights = low_weights(low_.front(), dice, ranks);
  for (const Side side : both_sides) {
    for (int before = 0; before < ranks; ++before) {
      weights[side].col(before) *= high_[side](dice[side], before);
    }
    weights[side].col(ranks).setZero();
  }
  return weights;
}

PerSide<DiceWeights> LineupFamily::low_weights(const LowLevel& level, const PerSide<int>& dice,
                                               int ranks) const {
  PerSide<DiceWeights> weights;
  for (const Side side : both_sides) {
    weights[side] = DiceWeights::Zero(ranks + 1, ranks + 1);
    weights[side](ranks, ranks) = 1;
    for (int before = 0; before < ranks; ++before) {
      const int left = dice[side] - before;
      for (int more = 0; more <= left; ++more) {
        weights[side](std::min(before + more, ranks), before) += level.shown[side](left, more);
      }
    }
  }
  return weights;
}

Eigen::ArrayXXd LineupFamily::law(const PerSide<int>& dice) const {
  const int critical = critical_value() ? kind_.critical.hits(dice.attacker) : 0;
  Eigen::ArrayXXd law = Eigen::ArrayXXd::Zero(dice.attacker + critical + 1,
                                              (kind_.defence_hits ? dice.defender : 0) + 1);
  const int ranks = std::min(dice.attacker, dice.defender);
  for (int a = 0; a <= dice.attacker; ++a) {
    const bool open = a < ranks && !low_.empty();
    for (int d = open ? ranks : 0; d <= dice.defender; ++d) {
      const double weight = high_.attacker(dice.attacker, a) * high_.defender(dice.defender, d);
      if (weight != 0) hits_.add_to(law, {a, d}, weight);
    }
  }
  if (low_.empty() || ranks == 0) return law;

  HitTriangles low = hits_.step(first_low_weights(dice, ranks));
  for (std::size_t i = 1; i < low_.size(); ++i) {
    low = low.step(low_weights(low_[i], dice, ranks));
  }
  for (int a = 0; a <= ranks; ++a) {
    for (int d = 0; d <= ranks; ++d) low.add_to(law, {a, d}, 1);
  }
  return law;
}

}  // namespace warodds::exact
