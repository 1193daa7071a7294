#include "exact/dice/independent_walk.h"

#include <algorithm>
#include <map>
#include <utility>

#include "exact/dice/law.h"

namespace warodds::exact {
namespace {

/// Critical hits, with their probabilities, when `sixes` dice show six. A six that came from a
/// reroll is not a natural six.
std::map<int, double> bonuses(const IndependentDie& die, const Critical* critical, int sixes) {
  if (critical == nullptr || critical->judged != Critical::Judged::natural) return {{0, 1.0}};
  std::map<int, double> result;
  const Law natural = binomial(sixes, static_cast<double>(die.natural_sixes) / die.faces[5]);
  for (std::size_t i = 0; i < natural.p.size(); ++i) {
    result[critical->hits(natural.first + static_cast<int>(i))] += natural.p[i];
  }
  return result;
}

}  // namespace

PoolWalk independent_walk(int dice, const IndependentDie& die, const Critical* critical) {
  const std::map<int, double> no_bonus{{0, 1.0}};
  PoolWalk result;
  result.dice = dice;
  int up_to_face = die.ways;
  for (int face = 6; face >= 1; --face) {
    const int at_face = die.faces[static_cast<std::size_t>(face - 1)];
    const double probability = static_cast<double>(at_face) / up_to_face;
    up_to_face -= at_face;
    std::map<int, PoolWalk::Step> by_bonus;
    for (int shown = 0; shown <= (face == 6 ? 0 : dice); ++shown) {
      const Law more = binomial(dice - shown, probability);
      for (std::size_t x = 0; x < more.p.size(); ++x) {
        const int rolled = more.first + static_cast<int>(x);
        const auto scored = face == 6 ? bonuses(die, critical, rolled) : no_bonus;
        for (const auto& [bonus, share] : scored) {
          PoolWalk::Step& step = by_bonus[bonus];
          if (step.weight.size() == 0) {
            step = {0, 0, bonus, Eigen::ArrayXXd::Zero(dice + 1, dice + 1)};
          }
          step.weight(shown, shown + rolled) += more.p[x] * share;
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
