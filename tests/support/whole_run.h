// Whether tests run whole, as before a release (.ci/run whole), with all that takes long.
#pragma once

#include <cstdlib>

namespace warodds {

/// Whether WARODDS_WHOLE is in the environment.
inline bool is_whole_run() { return std::getenv("WARODDS_WHOLE") != nullptr; }

}  // namespace warodds
