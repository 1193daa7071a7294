#include "exact/dice/pool_walk.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

#include "exact/dice/independent_die.h"
#include "exact/dice/independent_walk.h"
#include "exact/dice/rerolled_walk.h"

namespace warodds::exact {
namespace {

/// first · then, of which nothing lies below the diagonal: dice that lie do not vanish. Not by
/// Eigen's product, whose last digits depend on the machine.
Eigen::ArrayXXd product(const Eigen::ArrayXXd& first, const Eigen::ArrayXXd& then) {
  Eigen::ArrayXXd result = Eigen::ArrayXXd::Zero(first.rows(), then.cols());
  for (Eigen::Index to = 0; to < then.cols(); ++to) {
    for (Eigen::Index middle = 0; middle <= to; ++middle) {
      const double weight = then(middle, to);
      if (weight == 0) continue;
      for (Eigen::Index from = 0; from <= middle; ++from) {
        result(from, to) += first(from, middle) * weight;
      }
    }
  }
  return result;
}

/// First one step, then the other.
std::vector<PoolWalk::Step> compose(const std::vector<PoolWalk::Step>& first,
                                    const std::vector<PoolWalk::Step>& then) {
  std::map<std::tuple<int, int, int>, Eigen::ArrayXXd> sums;
  for (const PoolWalk::Step& a : first) {
    for (const PoolWalk::Step& b : then) {
      if (a.to != b.from) continue;
      Eigen::ArrayXXd& sum = sums[{a.from, b.to, a.bonus + b.bonus}];
      if (sum.size() == 0) {
        sum = product(a.weight, b.weight);
      } else {
        sum += product(a.weight, b.weight);
      }
    }
  }
  std::vector<PoolWalk::Step> result;
  for (auto& [key, weight] : sums) {
    const auto [from, to, bonus] = key;
    result.push_back({from, to, bonus, std::move(weight)});
  }
  return result;
}

/// Splits the steps so that each ends with numbers of dice that score the same critical hits.
void score_final_sixes(PoolWalk::Level& level, const Critical& critical) {
  std::map<std::tuple<int, int, int>, Eigen::ArrayXXd> split;
  for (const PoolWalk::Step& step : level.steps) {
    for (Eigen::Index dice = 0; dice < step.weight.cols(); ++dice) {
      if ((step.weight.col(dice) == 0).all()) continue;
      const int bonus = critical.hits(static_cast<int>(dice));
      Eigen::ArrayXXd& weight = split[{step.from, step.to, bonus}];
      if (weight.size() == 0) {
        weight = Eigen::ArrayXXd::Zero(step.weight.rows(), step.weight.cols());
      }
      weight.col(dice) = step.weight.col(dice);
    }
  }
  level.steps.clear();
  for (auto& [key, weight] : split) {
    const auto [from, to, bonus] = key;
    level.steps.push_back({from, to, bonus, std::move(weight)});
  }
}

}  // namespace

double walk_work(const Pool& pool) {
  // Hidden states (C, F, r, G) times the rolls from each, over six faces.
  const double dice = pool.dice + 1.0;
  const double forced = std::min(pool.forced_rerolls, pool.dice) + 1.0;
  const bool unlimited = pool.forced_rerolls == 0 && pool.own_rerolls >= pool.dice;
  const double own = unlimited ? 1 : std::min(pool.own_rerolls, pool.dice) + 1.0;
  const double merges = pool.adjustment == 0 && pool.cap >= 6 ? 0 : 6;
  return 6 * (dice * forced * own * (own + 1) / 2) * (dice / 2) * (forced + 1) / 2 * (own + 1) / 2 +
         merges * dice * dice * dice / 50;
}

double most_phases(const Pool& pool) {
  const bool unlimited = pool.forced_rerolls == 0 && pool.own_rerolls >= pool.dice;
  // Seen: about as many as dice may be rerolled, of each kind, and twice that.
  const double forced = std::min(pool.forced_rerolls, pool.dice);
  const double own = unlimited ? 0 : std::min(pool.own_rerolls, pool.dice);
  return (1 + 2 * forced) * (1 + 2 * own);
}

PoolWalk walk(const Pool& pool, const Critical* critical) {
  const auto die = independent_die(pool);
  PoolWalk walk = die ? independent_walk(pool.dice, *die, critical) : rerolled_walk(pool, critical);
  std::vector<PoolWalk::Level> by_value;
  for (PoolWalk::Level& level : walk.levels) {
    level.value = std::min(std::max(level.value + pool.adjustment, 0), pool.cap);
    if (!by_value.empty() && by_value.back().value == level.value) {
      by_value.back().steps = compose(by_value.back().steps, level.steps);
    } else {
      by_value.push_back(std::move(level));
    }
  }
  walk.levels = std::move(by_value);
  if (critical != nullptr && critical->judged == Critical::Judged::final) {
    PoolWalk::Level* last_six = nullptr;
    for (PoolWalk::Level& level : walk.levels) {
      if (level.value >= 6) last_six = &level;
    }
    if (last_six != nullptr) {
      score_final_sixes(*last_six, *critical);
      walk.max_bonus = critical->hits(pool.dice);
    }
  }
  return walk;
}

}  // namespace warodds::exact
