#include "core/answer/fight_answer.h"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace warodds {

bool Deals::any() const {
  if (damage.max() > 0) return true;
  for (const Distribution& distribution : reported) {
    if (distribution.max() > 0) return true;
  }
  return false;
}

Losses losses_of(const Casualties& target, const std::vector<std::string>& kinds, int most) {
  Losses losses;
  losses.all.resize(static_cast<std::size_t>(most) + 1, 0);
  const auto add = [](std::vector<int>& to, const std::vector<int>& from) {
    for (std::size_t damage = 0; damage < to.size(); ++damage) to[damage] += from[damage];
  };
  const std::vector<std::vector<int>> by_kind = target.kills_by_kind(most);
  for (const std::vector<int>& of_kind : by_kind) add(losses.all, of_kind);
  for (std::size_t kind = 0; kind < kinds.size(); ++kind) {
    // Groups of one name are one group to the reader.
    const auto known = std::find_if(losses.by_group.begin(), losses.by_group.end(),
                                    [&](const auto& group) { return group.first == kinds[kind]; });
    if (known != losses.by_group.end()) {
      add(known->second, by_kind[kind]);
    } else {
      losses.by_group.emplace_back(kinds[kind], by_kind[kind]);
    }
  }
  return losses;
}

std::vector<std::string> names_once(const std::vector<std::string>& kinds) {
  std::vector<std::string> once;
  for (const std::string& kind : kinds) {
    if (std::find(once.begin(), once.end(), kind) == once.end()) once.push_back(kind);
  }
  return once;
}

std::optional<Estimate> FightAnswer::rate_of(Side side, Estimate result) const {
  if (side != Side::attacker || rate.name.empty() || cost.value_or(0) == 0) return std::nullopt;
  result.value /= *cost;
  if (result.half_width) *result.half_width /= *cost;
  return result;
}

}  // namespace warodds
