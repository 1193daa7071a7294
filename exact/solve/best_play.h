// Best play of one unit a side: what a battle is worth and the strategies that secure it.
#pragma once

#include "core/answer/engine.h"
#include "exact/solve/solve.h"

namespace warodds::exact {

/// Throws NoAnswer when it would not fit into memory.
Solution solve(const BestPlayQuestion& question, const SolveOptions& options);

}  // namespace warodds::exact
