#include "exact/battle/groups.h"

#include <algorithm>
#include <compare>
#include <cstdint>
#include <numeric>
#include <utility>

#include "core/threads/parallel.h"

namespace warodds::exact {
namespace {

/// A node, and the losses there. Two of three numbers each in one, so that sorting is fast.
struct Found {
  std::uint64_t damage_and_attacker;  ///< taken by the fallen; who they are
  std::uint64_t defender_and_attack;
  std::size_t state;

  std::size_t damage() const { return damage_and_attacker >> 32; }
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

/// Sorts them: first into pieces that follow each other by damage, then each piece, which all
/// threads do.
std::vector<Found> sorted(const std::vector<Found>& found) {
  constexpr std::size_t worth_waking_threads = 2048;
  constexpr std::size_t a_piece = 32;  // about
  std::size_t most = 0;
  for (const Found& one : found) most = std::max(most, one.damage());
  const std::size_t pieces = std::min(most, found.size() / a_piece) + 1;
  const auto piece_of = [&](const Found& one) { return one.damage() * pieces / (most + 1); };
  std::vector<std::size_t> begin_of(pieces + 1, 0);
  for (const Found& one : found) ++begin_of[piece_of(one) + 1];
  std::partial_sum(begin_of.begin(), begin_of.end(), begin_of.begin());
  std::vector<Found> sorted(found.size());
  std::vector<std::size_t> next_of = begin_of;
  for (const Found& one : found) sorted[next_of[piece_of(one)]++] = one;
  const auto sort_piece = [&](std::size_t piece) {
    std::sort(sorted.data() + begin_of[piece], sorted.data() + begin_of[piece + 1]);
  };
  in_parallel(pieces, sort_piece, found.size() >= worth_waking_threads);
  return sorted;
}

}  // namespace

NodeGroups::NodeGroups(const BattleStates& states,
                       const std::vector<std::vector<std::size_t>>& reached) {
  std::vector<Found> found;
  std::size_t all_reached = 0;
  for (const std::vector<std::size_t>& before_attack : reached) all_reached += before_attack.size();
  found.reserve(all_reached);
  for (std::size_t attack = 0; attack < reached.size(); ++attack) {
    for (const std::size_t state : reached[attack]) {
      if (states.over(state)) continue;
      const PerSide<int> lasting = states.lasting(states[state]);
      found.push_back({both(static_cast<std::size_t>(states.taken(lasting)),
                            static_cast<std::size_t>(lasting.attacker)),
                       both(static_cast<std::size_t>(lasting.defender), attack), state});
    }
  }
  const std::vector<Found> all = sorted(found);
  std::size_t count = 0;
  states_.reserve(all.size());
  for (std::size_t i = 0; i < all.size(); ++i) {
    states_.push_back(all[i].state);
    if (i == 0 || !all[i].has_losses_of(all[i - 1])) ++count;
  }
  nodes_.reserve(count * reached.size());
  groups_.reserve(count);
  for (std::size_t i = 0; i < all.size();) {
    const Found& one = all[i];
    NodeGroup group;
    group.damage = static_cast<int>(one.damage());
    const std::size_t begin = nodes_.size();
    for (std::size_t attack = 0; attack < reached.size(); ++attack) {
      const std::size_t first = i;
      while (i < all.size() && all[i].has_losses_of(one) && all[i].attack() == attack) {
        const PerSide<int>& pair = states[all[i].state];
        if (attack == 0 && states.lasting(pair) == pair) group.first = all[i].state;
        ++i;
      }
      nodes_.emplace_back(states_.data() + first, i - first);
    }
    group.nodes = {nodes_.data() + begin, reached.size()};
    groups_.push_back(group);
  }
}

}  // namespace warodds::exact
