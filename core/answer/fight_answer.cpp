#include "core/answer/fight_answer.h"

#include <algorithm>
#include <cstddef>

namespace warodds {

bool Deals::any() const {
  if (damage.max() > 0) return true;
  for (const Distribution& distribution : reported) {
    if (distribution.max() > 0) return true;
  }
  return false;
}

void add_losses(Deals& deals, const Casualties& target, const std::vector<std::string>& kinds) {
  std::vector<std::vector<int>> by_kind = target.kills_by_kind(deals.damage.max());
  std::vector<int> all(static_cast<std::size_t>(deals.damage.max()) + 1, 0);
  const auto add = [](std::vector<int>& to, const std::vector<int>& from) {
    for (std::size_t damage = 0; damage < to.size(); ++damage) to[damage] += from[damage];
  };
  for (const std::vector<int>& of_kind : by_kind) add(all, of_kind);
  const auto at = [](const std::vector<int>& kills) {
    return [&kills](int damage) { return kills[static_cast<std::size_t>(damage)]; };
  };
  deals.kills = deals.damage.map(at(all));
  deals.destroyed = deals.damage.estimate_at_least(target.left());
  for (std::size_t kind = 0; kind < kinds.size(); ++kind) {
    // Groups of one name are one group to the reader.
    const auto first = std::find(kinds.begin(), kinds.end(), kinds[kind]) - kinds.begin();
    if (static_cast<std::size_t>(first) < kind) {
      add(by_kind[static_cast<std::size_t>(first)], by_kind[kind]);
    }
  }
  for (std::size_t kind = 0; kind < kinds.size(); ++kind) {
    if (std::find(kinds.begin(), kinds.begin() + static_cast<std::ptrdiff_t>(kind), kinds[kind]) !=
        kinds.begin() + static_cast<std::ptrdiff_t>(kind)) {
      continue;
    }
    deals.kills_by_group.emplace_back(kinds[kind], deals.damage.map(at(by_kind[kind])));
  }
}

std::optional<Estimate> FightAnswer::rate_of(Side side) const {
  if (side != Side::attacker || rate.name.empty() || cost.value_or(0) == 0) return std::nullopt;
  Estimate result = deals.attacker.damage.estimate_mean();
  result.value /= *cost;
  if (result.half_width) *result.half_width /= *cost;
  return result;
}

}  // namespace warodds
