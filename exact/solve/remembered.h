// Laws of facts that are of the ends of rounds, alone or with others: battles are told apart by
// what must be remembered of them, and each kind of them is followed on by itself.
#pragma once

#include <vector>

#include "core/answer/outcome.h"
#include "exact/solve/forward.h"
#include "exact/solve/graph.h"
#include "exact/solve/outcome.h"

namespace warodds::exact {

/// Whether a law has such a fact.
bool is_remembered(const AskedLaw& asked);

/// Of laws that have, what is told of each.
std::vector<LawSums<double>> remembered(Graph& graph, const ForwardQuestion& question,
                                        const std::vector<AskedLaw>& asked,
                                        const Outcome::OfFacts& of_facts);

}  // namespace warodds::exact
