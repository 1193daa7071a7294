#include "core/answer/told_laws.h"

namespace warodds {

void ToldLaws::add_points(const PointsLost& points,
                          const PerSide<std::vector<std::vector<int>>>& standing, bool with_swing,
                          std::optional<PointsAnswer>& answer) {
  const std::vector<OutcomeFact> lost = points.facts();
  if (lost.empty()) return;
  answer.emplace();
  for (const Side side : both_sides) answer->cost[side] = points.cost(side, standing[side]);
  for (const OutcomeFact& fact : lost) {
    add(fact, [&answer, side = fact.side](const OutcomeLaw& law) {
      answer->lost[side] = *law.numbers_of();
    });
  }
  if (!with_swing) return;
  add(OutcomeFact{OutcomeFact::Kind::swing},
      [&answer](const OutcomeLaw& law) { answer->swing = law.numbers_of(); });
}

}  // namespace warodds
