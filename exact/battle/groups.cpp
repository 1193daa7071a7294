#include "exact/battle/groups.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

namespace warodds::exact {

std::vector<PlaceGroup> groups_by_losses(const BattleStates& states,
                                         const std::vector<std::vector<std::size_t>>& reached) {
  using Losses = std::tuple<int, int, int>;  // damage taken by the fallen, and who they are
  std::map<Losses, PlaceGroup> sorted;
  for (std::size_t attack = 0; attack < reached.size(); ++attack) {
    for (const std::size_t state : reached[attack]) {
      if (states.over(state)) continue;
      const PerSide<int> lasting = states.lasting(states[state]);
      const Losses losses{states.taken(lasting), lasting.attacker, lasting.defender};
      PlaceGroup& group = sorted[losses];
      group.places.resize(reached.size());
      group.places[attack].push_back(state);
      if (attack == 0 && states[state] == lasting) group.first = state;
    }
  }
  std::vector<PlaceGroup> groups;
  for (auto& [losses, group] : sorted) {
    for (std::vector<std::size_t>& places : group.places) std::sort(places.begin(), places.end());
    groups.push_back(std::move(group));
  }
  return groups;
}

}  // namespace warodds::exact
