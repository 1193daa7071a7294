// The nodes of a battle's chain (a state of both sides before a certain attack of a round), in
// groups of the same losses. Within a group only the damage on figures that stand can differ. Nodes
// are numbered group by group, by rising damage; in a group by attack, then by state.
#pragma once

#include <cstddef>
#include <limits>
#include <span>
#include <vector>

#include "exact/battle/states.h"

namespace warodds::exact {

struct NodeGroup {
  static constexpr std::size_t none = std::numeric_limits<std::size_t>::max();

  int damage = 0;  ///< taken by the fallen
  /// By attack: states, sorted. They stand one behind the other, as their nodes are numbered.
  std::span<const std::span<const std::size_t>> nodes;
  /// The state before the first attack of a round in which nobody has damage that goes away: where
  /// the group is again when a round has felled nobody. none: the battle does not come there.
  std::size_t first = none;

  /// How many of its nodes come before those of an attack.
  std::size_t nodes_before(std::size_t attack) const {
    return static_cast<std::size_t>(nodes[attack].data() - nodes.front().data());
  }
  std::size_t size() const { return nodes_before(nodes.size() - 1) + nodes.back().size(); }
};

/// All groups, by rising damage: a battle goes only to those of more. States in which the battle is
/// over are in none.
class NodeGroups {
 public:
  NodeGroups() = default;
  /// `reached[k]`: the states that a battle can be in before attack k of a round.
  NodeGroups(const BattleStates& states, const std::vector<std::vector<std::size_t>>& reached);
  NodeGroups(NodeGroups&&) = default;
  NodeGroups& operator=(NodeGroups&&) = default;

  std::size_t size() const { return groups_.size(); }
  const NodeGroup& operator[](std::size_t group) const { return groups_[group]; }
  auto begin() const { return groups_.begin(); }
  auto end() const { return groups_.end(); }

 private:
  std::vector<std::size_t> states_;                  ///< of all groups, one behind the other
  std::vector<std::span<const std::size_t>> nodes_;  ///< by group and attack
  std::vector<NodeGroup> groups_;
};

}  // namespace warodds::exact
