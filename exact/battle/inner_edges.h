// How a battle goes on within a group of nodes (groups.h), and how it leaves it. Most of where a
// node leads is outside its group; the edges within are few and gone over again and again.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/play/attack_order.h"
#include "exact/battle/groups.h"
#include "exact/battle/rows.h"

namespace warodds::exact {

/// An edge to a node of the same group, told by its number there. Those of the last attack lead to
/// the nodes of the first one, a turn later.
struct InnerEdge {
  std::uint32_t to;
  double p;
};

class InnerEdges {
 public:
  InnerEdges() = default;
  /// Attacks of the groups are counted from order.again. `group_of`: the group of a state's nodes.
  InnerEdges(const Rows& rows, const AttackOrder& order, const NodeGroups& groups,
             const std::vector<std::uint32_t>& group_of);

  /// Those from a node of a group, told by its number there.
  std::span<const InnerEdge> from(std::size_t group, std::size_t node) const {
    const Part& part = parts_[group / at_once];
    const std::size_t* const begin = &part.begin[part.first_nodes[group % at_once] + node];
    return {part.edges.data() + begin[0], part.edges.data() + begin[1]};
  }
  /// How likely the group is left from there.
  double leaving(std::size_t group, std::size_t node) const {
    const Part& part = parts_[group / at_once];
    return part.leaving[part.first_nodes[group % at_once] + node];
  }
  /// One more than the last group that one of at_once groups leads to.
  std::uint32_t leads_before(std::size_t group) const {
    return parts_[group / at_once].leads_before;
  }

 private:
  static constexpr std::size_t at_once = 64;  ///< groups that are worked out and kept together

  struct Part {
    std::vector<std::size_t> first_nodes;  ///< of each group
    std::vector<InnerEdge> edges;
    std::vector<std::size_t> begin;  ///< by node, and behind the last: of its edges
    std::vector<double> leaving;     ///< by node
    std::uint32_t leads_before = 0;
  };

  std::vector<Part> parts_;
};

}  // namespace warodds::exact
