#include "core/answer/fight_answer.h"

namespace warodds {

bool Deals::any() const {
  if (damage.max() > 0) return true;
  for (const Distribution& distribution : reported) {
    if (distribution.max() > 0) return true;
  }
  return false;
}

std::optional<Estimate> FightAnswer::rate_of(Side side) const {
  if (side != Side::attacker || rate.name.empty() || cost.value_or(0) == 0) return std::nullopt;
  Estimate result = deals.attacker.damage.estimate_mean();
  result.value /= *cost;
  if (result.half_width) *result.half_width /= *cost;
  return result;
}

}  // namespace warodds
