// A watch, for the loops that none is passed to.
#pragma once

#include "core/answer/engine.h"
#include "core/threads/patience.h"

namespace warodds {

inline Patience patience_of(const Watch& watch) { return {watch.stop, watch.until}; }

}  // namespace warodds
