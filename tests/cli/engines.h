// The engines as the command line has them.
#pragma once

#include "exact/engine.h"
#include "sim/engine.h"

namespace warodds::test {

inline const Engines engines{exact::engine, sim::engine};

}  // namespace warodds::test
