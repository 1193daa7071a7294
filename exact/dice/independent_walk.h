// A pool whose dice do not look at each other: without rerolls, or each die decides for itself
// whether it is rerolled.
#pragma once

#include "core/rules/chance.h"
#include "exact/dice/pool_walk.h"

namespace warodds::exact {

/// Whether no die's last result depends on the rest of the pool.
bool is_independent(const Pool& pool);

/// The walk over the natural faces 6 to 1, without adjustments, of an independent pool. `critical`
/// is null for dice that score no critical hits; those judged on the final results are not scored
/// here.
PoolWalk independent_walk(const Pool& pool, const Critical* critical);

}  // namespace warodds::exact
