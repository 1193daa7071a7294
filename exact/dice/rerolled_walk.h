// A pool some of whose dice are rolled again, chosen by how they compare with the others.
#pragma once

#include "core/rules/chance.h"
#include "exact/dice/pool_walk.h"

namespace warodds::exact {

/// The walk over the natural faces 6 to 1, without adjustments. `critical` is null for dice that
/// score no critical hits; those judged on the final results are not scored here.
PoolWalk rerolled_walk(const Pool& pool, const Critical* critical);

}  // namespace warodds::exact
