#include "exact/battle/groups.h"

#include <algorithm>
#include <compare>
#include <cstdint>
#include <utility>

namespace warodds::exact {
namespace {

/// A place, and the losses there. Two of three numbers each in one, so that sorting is fast.
struct Found {
  std::uint64_t damage_and_attacker;  ///< taken by the fallen; who they are
  std::uint64_t defender_and_attack;
  std::size_t state;

  std::uint64_t defender() const { return defender_and_attack >> 32; }
  std::size_t attack() const { return static_cast<std::uint32_t>(defender_and_attack); }
  bool has_losses_of(const Found& other) const {
    return damage_and_attacker == other.damage_and_attacker && defender() == other.defender();
  }
  auto operator<=>(const Found&) const = default;
};

std::uint64_t both(std::size_t high, std::size_t low) {
  return (static_cast<std::uint64_t>(high) << 32) | static_cast<std::uint32_t>(low);
}

}  // namespace

PlaceGroups::PlaceGroups(const BattleStates& states,
                         const std::vector<std::vector<std::size_t>>& reached) {
  std::vector<Found> all;
  for (std::size_t attack = 0; attack < reached.size(); ++attack) {
    for (const std::size_t state : reached[attack]) {
      if (states.over(state)) continue;
      const PerSide<int> lasting = states.lasting(states[state]);
      all.push_back({both(static_cast<std::size_t>(states.taken(lasting)),
                          static_cast<std::size_t>(lasting.attacker)),
                     both(static_cast<std::size_t>(lasting.defender), attack), state});
    }
  }
  std::sort(all.begin(), all.end());
  std::size_t count = 0;
  states_.reserve(all.size());
  for (std::size_t i = 0; i < all.size(); ++i) {
    states_.push_back(all[i].state);
    if (i == 0 || !all[i].has_losses_of(all[i - 1])) ++count;
  }
  places_.reserve(count * reached.size());
  groups_.reserve(count);
  for (std::size_t i = 0; i < all.size();) {
    const Found& one = all[i];
    PlaceGroup group;
    group.damage = static_cast<int>(one.damage_and_attacker >> 32);
    const std::size_t begin = places_.size();
    for (std::size_t attack = 0; attack < reached.size(); ++attack) {
      const std::size_t first = i;
      while (i < all.size() && all[i].has_losses_of(one) && all[i].attack() == attack) {
        const PerSide<int>& pair = states[all[i].state];
        if (attack == 0 && states.lasting(pair) == pair) group.first = all[i].state;
        ++i;
      }
      places_.emplace_back(states_.data() + first, i - first);
    }
    group.places = {places_.data() + begin, reached.size()};
    groups_.push_back(group);
  }
}

}  // namespace warodds::exact
