// A pool of independent dice as a walk, for lineups against a pool that is none.
#pragma once

#include "core/rules/chance.h"
#include "exact/dice/independent_die.h"
#include "exact/dice/pool_walk.h"

namespace warodds::exact {

/// The walk of `dice` such dice over the faces 6 to 1, without adjustments. `critical` is null for
/// dice that score no critical hits; those judged on the final results are not scored here.
PoolWalk independent_walk(int dice, const IndependentDie& die, const Critical* critical);

}  // namespace warodds::exact
