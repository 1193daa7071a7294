#include "exact/dice/independent_walk.h"

#include <algorithm>
#include <map>
#include <utility>

#include "exact/dice/law.h"

namespace warodds::exact {
namespace {

/// Rerolls without a limit: each die that shows less than `reroll_below` is rolled again.
bool each_for_itself(const Pool& pool) {
  return pool.forced_rerolls <= 0 && pool.own_rerolls >= pool.dice && pool.reroll_below > 1 &&
         pool.reroll_below <= 6;
}

/// Probability that a die is rolled again, if each decides for itself.
double rerolled_share(const Pool& pool) { return (pool.reroll_below - 1) / 6.0; }

/// Probability that a die of the final pool that shows `face` or less shows `face`.
double at_face(const Pool& pool, int face) {
  if (!each_for_itself(pool)) return 1.0 / face;
  const auto final_share = [&](int f) {
    return (f >= pool.reroll_below ? 1.0 : 0.0) + rerolled_share(pool);
  };
  double total = 0;
  for (int f = 1; f <= face; ++f) total += final_share(f);
  return final_share(face) / total;
}

/// Critical hits, with their probabilities, when `sixes` dice of the final pool show six. A six
/// that came from a reroll is not a natural six.
std::map<int, double> bonuses(const Pool& pool, const Critical* critical, int sixes) {
  if (critical == nullptr || critical->judged != Critical::Judged::natural) return {{0, 1.0}};
  if (!each_for_itself(pool)) return {{critical->hits(sixes), 1.0}};
  std::map<int, double> result;
  const Law natural = binomial(sixes, 1 / (1 + rerolled_share(pool)));
  for (std::size_t i = 0; i < natural.p.size(); ++i) {
    result[critical->hits(natural.first + static_cast<int>(i))] += natural.p[i];
  }
  return result;
}

}  // namespace

bool is_independent(const Pool& pool) {
  const bool may_reroll_its_own = pool.own_rerolls > 0 && pool.reroll_below > 1;
  return pool.dice == 0 || each_for_itself(pool) ||
         (pool.forced_rerolls <= 0 && !may_reroll_its_own);
}

PoolWalk independent_walk(const Pool& pool, const Critical* critical) {
  const std::map<int, double> no_bonus{{0, 1.0}};
  PoolWalk result;
  result.dice = pool.dice;
  for (int face = 6; face >= 1; --face) {
    const double probability = at_face(pool, face);
    std::map<int, PoolWalk::Step> by_bonus;
    for (int dice = 0; dice <= (face == 6 ? 0 : pool.dice); ++dice) {
      const Law more = binomial(pool.dice - dice, probability);
      for (std::size_t x = 0; x < more.p.size(); ++x) {
        const int rolled = more.first + static_cast<int>(x);
        const auto scored = face == 6 ? bonuses(pool, critical, rolled) : no_bonus;
        for (const auto& [bonus, share] : scored) {
          PoolWalk::Step& step = by_bonus[bonus];
          if (step.weight.size() == 0) {
            step = {0, 0, bonus, Eigen::ArrayXXd::Zero(pool.dice + 1, pool.dice + 1)};
          }
          step.weight(dice, dice + rolled) += more.p[x] * share;
          result.max_bonus = std::max(result.max_bonus, bonus);
        }
      }
    }
    PoolWalk::Level level{face, {}};
    for (auto& [bonus, step] : by_bonus) level.steps.push_back(std::move(step));
    result.levels.push_back(std::move(level));
  }
  return result;
}

}  // namespace warodds::exact
