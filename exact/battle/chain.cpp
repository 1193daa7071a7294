#include "exact/battle/chain.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <span>
#include <utility>

#include "core/threads/parallel.h"
#include "core/threads/patience.h"

namespace warodds::exact {
namespace {

/// Of states in which the battle is over.
constexpr std::uint32_t no_group = std::numeric_limits<std::uint32_t>::max();

}  // namespace

Chain::Chain(const Rows& rows, const AttackOrder& order, const BattleStates& states,
             std::vector<std::vector<std::size_t>> reached)
    : rows_(rows), order_(order), states_(states) {
  reached.erase(reached.begin(), reached.begin() + static_cast<std::ptrdiff_t>(order.again));
  std::vector<char> begins(states.size(), 0);
  for (std::size_t attack = 0; attack < reached.size(); ++attack) {
    if (!begins_round(attack)) continue;
    for (const std::size_t state : reached[attack]) begins[state] = 1;
  }
  for (std::size_t state = 0; state < begins.size(); ++state) {
    if (begins[state] != 0) beginnings_.push_back(state);
  }
  groups_ = NodeGroups(states, reached);
  std::vector<std::uint32_t> group_of(states.size(), no_group);
  for (std::uint32_t group = 0; group < groups_.size(); ++group) {
    for (const std::span<const std::size_t> nodes : groups_[group].nodes) {
      for (const std::size_t state : nodes) group_of[state] = group;
    }
  }
  inner_ = InnerEdges(rows, order, groups_, group_of);
  leaves_first_.assign(groups_.size(), 0.0);
  stuck_.assign(states.size(), 0);
  constexpr std::size_t at_once = 64;  // groups; none comes to the nodes of another
  in_parallel((groups_.size() + at_once - 1) / at_once, [&](std::size_t part) {
    std::vector<double> within;
    const std::size_t end = std::min((part + 1) * at_once, groups_.size());
    for (std::size_t group = part * at_once; group < end; ++group) {
      check_patience();
      const std::span<const std::size_t> firsts = groups_[group].nodes[0];
      for (std::size_t node = 0; node < firsts.size(); ++node) {
        within.assign(groups_[group].size(), 0.0);
        within[node] = 1;
        // That damage of the opening is gone after a turn is nothing that happens.
        const double leaves = send(static_cast<std::uint32_t>(group), within).leaves;
        stuck_[firsts[node]] = leaves == 0;
        if (firsts[node] == groups_[group].first) leaves_first_[group] = leaves;
      }
    }
  });
}

Chain::Flow Chain::send(std::uint32_t group, std::vector<double>& within) const {
  Flow flow;
  const std::size_t nodes_of_first = groups_[group].nodes.front().size();
  for (std::size_t node = 0; node < within.size(); ++node) {
    const double flowing = within[node];
    if (flowing == 0) continue;
    flow.leaves += flowing * inner_.leaving(group, node);
    for (const InnerEdge& edge : inner_.from(group, node)) {
      (edge.to < nodes_of_first ? flow.returns : within[edge.to]) += flowing * edge.p;
    }
  }
  return flow;
}

Chain::ByAttack Chain::entries(std::size_t attack, const Spread& battles) const {
  ByAttack entries(attacks(), std::vector<double>(states_.size(), 0.0));
  battles.for_each([&](std::size_t state, double p) { entries[attack][state] = p; });
  return entries;
}

double Chain::Visits::rounds() const {
  double sum = 0;
  for (const std::vector<double>& of_attack : begun) {
    sum = std::accumulate(of_attack.begin(), of_attack.end(), sum);
  }
  return sum;
}

Chain::Visits Chain::visits(const ByAttack& entries) const {
  // Expected arrivals at nodes, as far as they are known.
  ByAttack arrivals = entries;
  Visits visits{ByAttack(attacks(), std::vector<double>(states_.size(), 0.0)),
                std::vector<double>(states_.size(), 0.0)};
  std::vector<double>& of_first = visits.begun.front();
  std::vector<double> within;
  for (std::uint32_t number = 0; number < groups_.size(); ++number) {
    check_patience();
    const NodeGroup& group = groups_[number];
    // All that arrives from other groups, but where the rounds begin again, until it does.
    within.clear();
    for (std::size_t attack = 0; attack < attacks(); ++attack) {
      for (const std::size_t state : group.nodes[attack]) {
        const bool waits = attack == 0 && (state == group.first || stuck(state));
        within.push_back(waits ? 0 : arrivals[attack][state]);
      }
    }
    const double returned = send(number, within).returns;
    for (const std::size_t state : group.nodes[0]) of_first[state] = arrivals[0][state];
    if (group.first != NodeGroup::none) {
      double& at_first = of_first[group.first];
      at_first += returned;
      if (!stuck(group.first)) at_first /= leaves_first_[number];
    }
    // And then all of it goes round once: to where the rounds begin again it has been counted.
    for (std::size_t attack = 0; attack < attacks(); ++attack) {
      double* const next = arrivals[(attack + 1) % attacks()].data();
      for (const std::size_t state : group.nodes[attack]) {
        const double here = attack == 0 ? of_first[state] : arrivals[attack][state];
        if (attack == 0 && stuck(state)) {
          visits.ended[state] = here;
          of_first[state] = 0;
          continue;
        }
        if (here == 0) continue;
        if (attack > 0 && begins_round(attack) && !stuck(state)) visits.begun[attack][state] = here;
        const Row& to = row(attack, state);
        for (std::size_t i = 0; i < to.to.size(); ++i) next[to.to[i]] += here * to.p[i];
      }
    }
  }
  for (const std::size_t state : beginnings_) {
    if (!states_.over(state)) continue;
    for (const std::vector<double>& of_attack : arrivals) visits.ended[state] += of_attack[state];
  }
  return visits;
}

}  // namespace warodds::exact
