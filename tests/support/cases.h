// How many random cases a test tries that takes long.
#pragma once

#include <cstdlib>

namespace warodds::testing {

/// All of them where WARODDS_WHOLE is in the environment, as before a release (.ci/run whole).
inline int cases(int quick, int all) {
  return std::getenv("WARODDS_WHOLE") == nullptr ? quick : all;
}

}  // namespace warodds::testing
