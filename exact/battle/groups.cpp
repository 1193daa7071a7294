#include "exact/battle/groups.h"

#include <algorithm>
#include <tuple>

namespace warodds::exact {
namespace {

/// A place, and the losses there: damage taken by the fallen, and who they are.
struct Found {
  int damage;
  PerSide<int> lasting;
  std::size_t attack;
  std::size_t state;

  auto losses() const { return std::tuple(damage, lasting.attacker, lasting.defender); }
  bool operator<(const Found& other) const {
    return std::tuple(losses(), attack, state) <
           std::tuple(other.losses(), other.attack, other.state);
  }
};

}  // namespace

std::vector<PlaceGroup> groups_by_losses(const BattleStates& states,
                                         const std::vector<std::vector<std::size_t>>& reached) {
  std::vector<Found> all;
  for (std::size_t attack = 0; attack < reached.size(); ++attack) {
    for (const std::size_t state : reached[attack]) {
      if (states.over(state)) continue;
      const PerSide<int> lasting = states.lasting(states[state]);
      all.push_back({states.taken(lasting), lasting, attack, state});
    }
  }
  std::sort(all.begin(), all.end());
  std::vector<PlaceGroup> groups;
  for (std::size_t i = 0; i < all.size(); ++i) {
    const Found& one = all[i];
    if (i == 0 || one.losses() != all[i - 1].losses()) {
      groups.push_back({one.damage, std::vector<std::vector<std::size_t>>(reached.size())});
    }
    PlaceGroup& group = groups.back();
    group.places[one.attack].push_back(one.state);
    if (one.attack == 0 && states[one.state] == one.lasting) group.first = one.state;
  }
  return groups;
}

}  // namespace warodds::exact
