// A battle as an absorbing Markov chain, from the round on in which its settings change no more,
// and how often a battle that goes to its end passes through each of its nodes. A node is a state
// of both sides before a certain attack of a round.
//
// Losses never come back. So the nodes fall into groups of the same losses, in which only the
// damage on figures that stand can differ, and a battle goes from group to group of rising damage.
// Within a group a battle goes from attack to attack, with what came before gone at the end of a
// turn: if nobody falls, it is back at the group's first node, without damage on anybody. With l
// the probability that a round from there leaves the group and w the expected number of arrivals
// there that did not begin there, the expected number of rounds that begin there is
//
//   v = w + v (1 - l) = w / l
//
// and one pass through the groups by rising damage gives all numbers of visits.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/play/attack_order.h"
#include "exact/battle/groups.h"
#include "exact/battle/inner_edges.h"
#include "exact/battle/rows.h"
#include "exact/battle/states.h"

namespace warodds::exact {

/// The rounds in which the settings change no more: those from `order.again` on.
class Chain {
 public:
  /// `reached[k]`: the states that a battle can be in before attack k.
  Chain(const Rows& rows, const AttackOrder& order, const BattleStates& states,
        std::vector<std::vector<std::size_t>> reached);

  const NodeGroups& groups() const { return groups_; }
  const InnerEdges& inner_edges() const { return inner_; }
  /// The row of an attack of the chain.
  const Row& row(std::size_t attack, std::size_t state) const {
    return rows_[order_.again + attack][state];
  }
  std::size_t attacks() const { return order_.attacks.size() - order_.again; }
  /// Whether a round begins before an attack of the chain.
  bool begins_round(std::size_t attack) const {
    return attack == 0 || order_.begins_round(order_.again + attack);
  }
  /// States in which a round of the chain can begin, or that end a battle; sorted.
  const std::vector<std::size_t>& beginnings() const { return beginnings_; }
  /// Whether a state can never be left.
  bool stuck(std::size_t state) const { return stuck_[state] != 0; }
  /// By attack of the chain and state.
  using ByAttack = std::vector<std::vector<double>>;
  /// What becomes of battles that go to their end.
  struct Visits {
    ByAttack begun;             ///< the expected number of rounds that begin there
    std::vector<double> ended;  ///< how many end in a state

    double rounds() const;
  };
  /// Of battles that come into the chain as `entries` says.
  Visits visits(const ByAttack& entries) const;
  /// Those before one attack.
  ByAttack entries(std::size_t attack, const Spread& battles) const;

 private:
  /// What a flow through a group comes to.
  struct Flow {
    double leaves = 0;   ///< the group
    double returns = 0;  ///< to the first attack
  };
  /// Sends what is `within` the nodes of a group once round.
  Flow send(std::uint32_t group, std::vector<double>& within) const;

  const Rows& rows_;
  const AttackOrder& order_;
  const BattleStates& states_;
  std::vector<std::size_t> beginnings_;
  NodeGroups groups_;  ///< attacks counted from order.again
  InnerEdges inner_;
  std::vector<double> leaves_first_;  ///< of each group: it is left in a round from its first node
  std::vector<char> stuck_;           ///< by state; not bits: several threads write it
};

}  // namespace warodds::exact
