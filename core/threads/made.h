// Threads that the system does not allow.
#pragma once

#include <string>

namespace warodds {

/// What is to be told of threads that were asked for and could not be made, so that fewer did the
/// work; empty: nothing.
std::string note_on_threads();

}  // namespace warodds
