// How often a battle that goes to its end passes through each of its states.
//
// A round is a list of attacks. Let q(s, t) be the probability that a round leads from state s to
// state t. Losses never come back, so a battle passes through states of rising damage and can only
// stay where it is when nothing came of a round. The expected number of rounds begun in s is
// therefore
//
//   v(s) = (1{s is the opening} + sum over t != s of v(t) q(t, s)) / (1 - q(s, s))
//
// which one pass through the states by rising damage gives; the probability of ending in t is the
// sum of v(s) q(s, t).
#pragma once

#include <cstddef>
#include <vector>

#include "exact/battle/states.h"

namespace warodds::exact {

/// Where an attack leads from one state, and how likely.
struct Row {
  std::vector<std::size_t> to;
  std::vector<double> p;
};

/// By attack of the round and state before it.
using Rows = std::vector<std::vector<Row>>;

/// One round on, from whatever is spread over the states. `next` is room to work in.
void play_round(const Rows& rows, const BattleStates& states, Spread& now, Spread& next);

struct Visits {
  std::vector<std::size_t> order;  ///< states in which a round can begin, by rising damage
  std::vector<double> visits;      ///< of each state: the expected number of rounds begun in it
  std::vector<bool> stuck;         ///< of each state: whether it can never be left
};

/// `beginnings`: the states in which a round can begin; among them `opening`, where the battle
/// does.
Visits expected_visits(const Rows& rows, const BattleStates& states,
                       std::vector<std::size_t> beginnings, std::size_t opening);

}  // namespace warodds::exact
