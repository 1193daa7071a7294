#include "exact/dice/pool_walk.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "exact/dice/independent_die.h"
#include "exact/dice/law.h"
#include "exact/dice/rerolled_walk.h"

namespace warodds::exact {
namespace {

/// P(so many critical hits) when `sixes` dice show six. A six that came from a reroll is not a
/// natural six.
std::vector<double> natural_bonuses(const IndependentDie& die, const Critical& critical,
                                    int sixes) {
  std::vector<double> scored(static_cast<std::size_t>(critical.hits(sixes)) + 1);
  const Law natural = binomial(sixes, static_cast<double>(die.natural_sixes) / die.faces[5]);
  for (std::size_t i = 0; i < natural.p.size(); ++i) {
    const int hits = critical.hits(natural.first + static_cast<int>(i));
    scored[static_cast<std::size_t>(hits)] += natural.p[i];
  }
  return scored;
}

/// Of `dice` such dice over the faces 6 to 1, without adjustments.
PoolWalk independent_walk(int dice, const IndependentDie& die, const Critical* critical) {
  PoolWalk walk;
  std::vector<int> numbers(static_cast<std::size_t>(dice) + 1);
  std::iota(numbers.begin(), numbers.end(), 0);
  int up_to_face = die.ways;
  for (int face = 6; face >= 1; --face) {
    const int at_face = die.faces[static_cast<std::size_t>(face - 1)];
    const double probability = static_cast<double>(at_face) / up_to_face;
    up_to_face -= at_face;
    PoolLevel level{face, numbers, DiceWeights::Zero(dice + 1, face == 6 ? 1 : dice + 1), {}};
    for (int shown = 0; shown < level.weights.cols(); ++shown) {
      const Law more = binomial(dice - shown, probability);
      for (std::size_t x = 0; x < more.p.size(); ++x) {
        level.weights(shown + more.first + static_cast<int>(x), shown) = more.p[x];
      }
    }
    if (face == 6 && critical != nullptr && critical->judged == Critical::Judged::natural) {
      for (const int sixes : numbers) {
        level.scored.push_back(natural_bonuses(die, *critical, sixes));
      }
    }
    walk.push_back(std::move(level));
  }
  return walk;
}

/// Two levels as one. Not by Eigen's product, whose last digits depend on the machine.
PoolLevel compose(const PoolLevel& first, PoolLevel then) {
  const DiceWeights second = std::exchange(then.weights, {});
  const auto add_all = [&](Eigen::Index after, const auto& add) {
    for (Eigen::Index middle = 0; middle < second.cols(); ++middle) {
      if (second(after, middle) != 0) add(middle, second(after, middle));
    }
  };
  then.weights = DiceWeights::Zero(second.rows(), first.weights.cols());
  for (Eigen::Index after = 0; after < second.rows(); ++after) {
    add_all(after, [&](Eigen::Index middle, double weight) {
      then.weights.row(after) += weight * first.weights.row(middle);
    });
    if (first.scored.empty()) continue;
    std::vector<double> scored;
    add_all(after, [&](Eigen::Index middle, double weight) {
      const std::vector<double>& more = first.scored[static_cast<std::size_t>(middle)];
      scored.resize(std::max(scored.size(), more.size()));
      const double share = weight * first.weights(middle, 0) / then.weights(after, 0);
      for (std::size_t hits = 0; hits < more.size() && share > 0; ++hits) {
        scored[hits] += share * more[hits];
      }
    });
    then.scored.push_back(std::move(scored));
  }
  return then;
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
  PoolWalk by_value;
  for (PoolLevel& level :
       die ? independent_walk(pool.dice, *die, critical) : rerolled_walk(pool, critical)) {
    level.value = pool.result(level.value);
    if (!by_value.empty() && by_value.back().value == level.value) {
      by_value.back() = compose(by_value.back(), std::move(level));
    } else {
      by_value.push_back(std::move(level));
    }
  }
  if (critical != nullptr && critical->judged == Critical::Judged::final) {
    PoolLevel* last_six = nullptr;
    for (PoolLevel& level : by_value) {
      if (level.value >= 6) last_six = &level;
    }
    if (last_six != nullptr) {
      for (const int dice : last_six->dice) {
        const auto hits = static_cast<std::size_t>(critical->hits(dice));
        last_six->scored.emplace_back(hits + 1).back() = 1;
      }
    }
  }
  return by_value;
}

}  // namespace warodds::exact
