// How often a battle that goes to its end passes through each of its places, from the round on in
// which its settings change no more. A place is a state of both sides before a certain attack of a
// round.
//
// Losses never come back. So the places fall into groups of the same losses, in which only the
// damage on figures that stand can differ, and a battle goes from group to group of rising damage.
// Within a group it goes from attack to attack, with what came before gone at the end of a turn: if
// nobody falls, it is back at the group's first place, without damage on anybody. With l the
// probability that a round from there leaves the group and w the expected number of arrivals there
// that did not begin there, the expected number of rounds that begin there is
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
#include "exact/battle/rows.h"
#include "exact/battle/states.h"
#include "exact/battle/ways.h"

namespace warodds::exact {

/// The rounds in which the settings change no more: those from `order.again` on.
class Chain {
 public:
  /// `reached[k]`: the states that a battle can be in before attack k.
  Chain(const Rows& rows, const AttackOrder& order, const BattleStates& states,
        std::vector<std::vector<std::size_t>> reached);

  const PlaceGroups& groups() const { return groups_; }
  /// Those within its groups.
  const Ways& ways() const { return ways_; }
  /// Of a state that is not over.
  std::size_t group_of(std::size_t state) const { return group_of_[state]; }
  /// States in which a round of the chain can begin, or that end a battle; sorted.
  const std::vector<std::size_t>& beginnings() const { return beginnings_; }
  /// Whether a state can never be left.
  bool stuck(std::size_t state) const { return stuck_[state] != 0; }
  /// Of each state: the expected number of rounds begun in it, or whether a battle ends in it, when
  /// battles come into the chain as `entries` says.
  std::vector<double> visits(const Spread& entries) const;

 private:
  /// Whether a state is of a group, or of one of more damage, or ends the battle: as all must be
  /// that come after one of the group.
  bool goes_on(std::uint32_t group, std::size_t state) const;

  const Rows& rows_;
  const AttackOrder& order_;
  const BattleStates& states_;
  std::vector<std::size_t> beginnings_;
  PlaceGroups groups_;                   ///< attacks counted from order.again
  std::vector<std::uint32_t> group_of_;  ///< by state
  Ways ways_;
  std::vector<double> leaves_first_;  ///< of each group: it is left in a round from its first place
  std::vector<char> stuck_;           ///< not bits: several threads write it
};

}  // namespace warodds::exact
