// How much of the machine the program takes.
#pragma once

#include "cli/arguments.h"

namespace warodds::cli {

/// From now on, of memory and threads.
void keep_limits(const AskArguments& limits);

}  // namespace warodds::cli
