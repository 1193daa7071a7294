// Who falls (A11b), as best play has it.
#pragma once

#include <cstddef>
#include <functional>
#include <vector>

#include "core/play/policy.h"
#include "exact/solve/backward.h"

namespace warodds::exact {

/// What owners choose in these states of theirs.
PerSide<MixedStrategy> falls_at(Graph& graph, Backward& best, const Graph::Place& place,
                                PerSide<int> suffered, int rounds_left);

/// The decisions on which most depends, in that order. `attack_of`: phase and number, by node.
/// `rounds`: 0: to the end.
std::vector<AssignmentDecision> decisions_on_falls(
    Graph& graph, Backward& best, int rounds,
    const std::function<std::pair<int, std::size_t>(Marks)>& attack_of);

}  // namespace warodds::exact
