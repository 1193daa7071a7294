// How often a battle that goes to its end passes through each of its places. A place is a state of
// both sides before a certain attack of a round.
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

#include "exact/battle/states.h"

namespace warodds::exact {

/// Where an attack leads from one state, and how likely.
struct Row {
  std::vector<std::uint32_t> to;
  std::vector<double> p;
};

/// By attack of the round and state before it.
using Rows = std::vector<std::vector<Row>>;

/// One round on, from whatever is spread over the states. `next` is room to work in.
void play_round(const Rows& rows, const BattleStates& states, Spread& now, Spread& next);

struct Visits {
  std::vector<std::size_t> beginnings;  ///< states in which a round can begin, or that end a battle
  std::vector<double> visits;  ///< of each state: the expected number of rounds begun in it
  std::vector<bool> stuck;     ///< of each state: whether it can never be left
};

/// `reached[k]`: the states that a battle can be in before attack k of a round. It begins in
/// `opening`.
Visits expected_visits(const Rows& rows, const BattleStates& states,
                       const std::vector<std::vector<std::size_t>>& reached, std::size_t opening);

}  // namespace warodds::exact
