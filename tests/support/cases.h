// How many random cases a test tries that takes long.
#pragma once

#include "tests/support/whole_run.h"

namespace warodds::testing {

/// All of them in a whole run.
inline int cases(int quick, int all) { return is_whole_run() ? all : quick; }

}  // namespace warodds::testing
