// The places of a battle (a state of both sides before a certain attack of a round), in groups of
// the same losses. Within a group only the damage on figures that stand can differ.
#pragma once

#include <cstddef>
#include <limits>
#include <span>
#include <vector>

#include "exact/battle/states.h"

namespace warodds::exact {

struct PlaceGroup {
  static constexpr std::size_t none = std::numeric_limits<std::size_t>::max();

  int damage = 0;  ///< taken by the fallen
  /// By attack: states, sorted. They stand one behind the other, and are numbered so.
  std::span<const std::span<const std::size_t>> places;
  /// The state before the first attack of a round in which nobody has damage that goes away: where
  /// the group is again when a round has felled nobody. none: the battle does not come there.
  std::size_t first = none;

  /// How many places come before those of an attack.
  std::size_t first_before(std::size_t attack) const {
    return static_cast<std::size_t>(places[attack].data() - places.front().data());
  }
  std::size_t size() const { return first_before(places.size() - 1) + places.back().size(); }
};

/// All groups, by rising damage: a battle goes only to those of more. States in which the battle is
/// over are in none.
class PlaceGroups {
 public:
  PlaceGroups() = default;
  /// `reached[k]`: the states that a battle can be in before attack k of a round.
  PlaceGroups(const BattleStates& states, const std::vector<std::vector<std::size_t>>& reached);
  PlaceGroups(PlaceGroups&&) = default;
  PlaceGroups& operator=(PlaceGroups&&) = default;

  std::size_t size() const { return groups_.size(); }
  const PlaceGroup& operator[](std::size_t group) const { return groups_[group]; }
  auto begin() const { return groups_.begin(); }
  auto end() const { return groups_.end(); }

 private:
  std::vector<std::size_t> states_;                   ///< of all groups, one behind the other
  std::vector<std::span<const std::size_t>> places_;  ///< by group and attack
  std::vector<PlaceGroup> groups_;
};

}  // namespace warodds::exact
