#include "exact/battle/inner_edges.h"

#include <algorithm>
#include <array>

#include "core/threads/parallel.h"
#include "core/threads/patience.h"

namespace warodds::exact {
namespace {

/// Σ of term(i) for i < count. As four sums, so that none waits for the one before.
template <class Term>
double four_sums(std::size_t count, Term&& term) {
  std::array<double, 4> sums{};
  std::size_t i = 0;
  for (; i + sums.size() <= count; i += sums.size()) {
    for (std::size_t k = 0; k < sums.size(); ++k) sums[k] += term(i + k);
  }
  for (; i < count; ++i) sums[0] += term(i);
  return (sums[0] + sums[1]) + (sums[2] + sums[3]);
}

}  // namespace

InnerEdges::InnerEdges(const Rows& rows, const AttackOrder& order, const NodeGroups& groups,
                       const std::vector<std::uint32_t>& group_of)
    : parts_((groups.size() + at_once - 1) / at_once) {
  const auto add_group = [&](std::size_t number, Part& part) {
    const NodeGroup& group = groups[number];
    part.first_nodes.push_back(part.leaving.size());
    for (std::size_t attack = 0; attack < group.nodes.size(); ++attack) {
      const std::size_t next = (attack + 1) % group.nodes.size();
      const std::span<const std::size_t> nodes = group.nodes[next];
      for (const std::size_t state : group.nodes[attack]) {
        const Row& row = rows[order.again + attack][state];
        // What leaves the group by an entry; the others are noted.
        const auto leaving = [&](std::size_t i) {
          const std::uint32_t to_group = group_of[row.to[i]];
          part.leads_before = std::max(part.leads_before, to_group + 1);
          if (to_group != number) return row.p[i];
          const auto node = std::lower_bound(nodes.begin(), nodes.end(), row.to[i]);
          const auto to = group.nodes_before(next) + static_cast<std::size_t>(node - nodes.begin());
          part.edges.push_back({static_cast<std::uint32_t>(to), row.p[i]});
          return 0.0;
        };
        part.leaving.push_back(four_sums(row.to.size(), leaving));
        part.begin.push_back(part.edges.size());
      }
    }
  };
  in_parallel(parts_.size(), [&](std::size_t number) {
    Part part;
    part.begin.push_back(0);
    const std::size_t end = std::min((number + 1) * at_once, groups.size());
    for (std::size_t group = number * at_once; group < end; ++group) {
      check_patience();
      add_group(group, part);
    }
    parts_[number] = std::move(part);
  });
}

}  // namespace warodds::exact
