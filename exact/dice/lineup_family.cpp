#include "exact/dice/lineup_family.h"

#include <algorithm>
#include <functional>
#include <numeric>
#include <set>
#include <utility>

#include "exact/dice/law.h"
#include "exact/dice/walked_lineup.h"

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
std::optional<int> value_of_critical(const LineupKind& kind) {
  const std::vector<IndependentDie::Value>& values = kind.dice.attacker.values;
  if (kind.critical.bonus == 0) return std::nullopt;
  if (kind.critical.judged == Critical::Judged::natural) return values.front().value;
  std::optional<int> lowest_six;
  for (const auto& [value, ways] : values) {
    if (value >= 6) lowest_six = value;
  }
  return lowest_six;
}

/// The values at which hits are scored, by falling value: those that beat the phantom, and those
/// that it holds off.
struct Values {
  std::vector<int> high, low;
};

Values values_of(const LineupKind& kind) {
  std::set<int, std::greater<>> all;
  for (const Side side : both_sides) {
    for (const auto& [value, ways] : kind.dice[side].values) all.insert(value);
  }
  Values values;
  for (const int value : all) {
    if (value > kind.phantom) {
      values.high.push_back(value);
      continue;
    }
    PerSide<int> below, left;  // ways to show less, or no more
    for (const Side side : both_sides) {
      left[side] = kind.dice[side].ways - kind.dice[side].ways_above(value);
      below[side] = left[side] - kind.dice[side].ways_at(value);
    }
    // All dice of one side have been looked at, or all dice of both sides are now.
    const bool decided = left.attacker == 0 || left.defender == 0 || below == PerSide<int>{0, 0};
    if (decided) break;
    values.low.push_back(value);
  }
  return values;
}

int most_critical_of(const LineupKind& kind, int attack_dice) {
  return value_of_critical(kind) ? kind.critical.hits(attack_dice) : 0;
}

std::vector<int> numbers_to(int most) {
  std::vector<int> numbers(static_cast<std::size_t>(most) + 1);
  std::iota(numbers.begin(), numbers.end(), 0);
  return numbers;
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
  const LineupKind kind{{*attack, *defence}, lineup.phantom, lineup.critical, lineup.defence_hits};
  const auto critical = value_of_critical(kind);
  if (critical && *critical <= kind.phantom) return std::nullopt;
  return kind;
}

LineupFamily::LineupFamily(const LineupKind& kind, const PerSide<int>& most_dice)
    : kind_(kind), most_(most_dice), hits_(high_hits()) {
  for (const Side side : both_sides) {
    const int above = kind.dice[side].ways_above(kind.phantom);
    high_[side] = binomials(most_[side], above, kind.dice[side].ways - above);
  }
  for (const int value : values_of(kind).low) {
    PerSide<DiceWeights>& shown = low_.emplace_back();
    for (const Side side : both_sides) {
      const IndependentDie& die = kind.dice[side];
      const int at = die.ways_at(value);
      shown[side] = binomials(most_[side], at, die.ways - die.ways_above(value) - at);
    }
  }
}

/// Of all numbers of dice that beat the phantom, each as if it were certain.
HitTriangles LineupFamily::high_hits() const {
  PerSide<PoolWalk> walks;
  for (const int value : values_of(kind_).high) {
    for (const Side side : both_sides) {
      const IndependentDie& die = kind_.dice[side];
      DiceWeights weights = binomials(most_[side], die.ways_above(value), die.ways_at(value));
      if (walks[side].empty()) weights = weights.leftCols(1).eval();
      walks[side].push_back({value, numbers_to(most_[side]), std::move(weights), {}});
    }
    if (value_of_critical(kind_) == value) walks.attacker.back().scored = critical_laws();
  }
  return HitTriangles::after(walks, most_critical_of(kind_, most_.attacker), kind_.defence_hits);
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
PoolLevel LineupFamily::low_level(std::size_t level, Side side, int dice, int ranks) const {
  const int states = level > 0 ? ranks + 1 : static_cast<int>(hits_.dice(side).size());
  DiceWeights weights = DiceWeights::Zero(ranks + 1, states);
  if (level > 0) weights(ranks, ranks) = 1;
  for (int before = 0; before < std::min(ranks, states); ++before) {
    const double weight = level > 0 ? 1 : high_[side](dice, before);
    const int left = dice - before;
    for (int more = 0; more <= left; ++more) {
      weights(std::min(before + more, ranks), before) += weight * low_[level][side](left, more);
    }
  }
  return {0, numbers_to(ranks), std::move(weights), {}};
}

Eigen::ArrayXXd LineupFamily::law(const PerSide<int>& dice) const {
  Eigen::ArrayXXd law =
      Eigen::ArrayXXd::Zero(dice.attacker + most_critical_of(kind_, dice.attacker) + 1,
                            (kind_.defence_hits ? dice.defender : 0) + 1);
  const int ranks = std::min(dice.attacker, dice.defender);
  Ending ending;
  for (const Side side : both_sides) {
    const auto states = static_cast<int>(hits_.dice(side).size());
    for (int shown = 0; shown <= std::min(dice[side], states - 1); ++shown) {
      ending.weights[side].push_back(high_[side](dice[side], shown));
    }
    for (std::size_t level = 0; level < low_.size(); ++level) {
      ending.levels[side].push_back(low_level(level, side, dice[side], ranks));
    }
  }
  add_ending(hits_, ending, ranks, law);
  return law;
}

double LineupFamily::work(const LineupKind& kind, const PerSide<int>& most_dice) {
  constexpr double per_lineup = 5000;  // what is not a step
  constexpr double last_step = 0.4;    // the step below the phantom, as a share of one
  const Values values = values_of(kind);
  const int ranks = std::min(most_dice.attacker, most_dice.defender);
  const double step = HitTriangles::work_of_step(
      most_dice, most_critical_of(kind, most_dice.attacker), kind.defence_hits);
  const double low_step =
      HitTriangles::work_of_step({ranks, ranks}, most_critical_of(kind, ranks), kind.defence_hits);
  double work = per_lineup;
  if (!values.high.empty()) work += static_cast<double>(values.high.size() - 1) * step;
  if (!values.low.empty()) {
    work += (static_cast<double>(values.low.size() - 1) + last_step) * low_step;
  }
  return work;
}

}  // namespace warodds::exact
