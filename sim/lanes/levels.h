// The kernels by level of instructions.
#pragma once

#include "core/machine/instructions.h"
#include "sim/lanes/kernels.h"

namespace warodds::sim {

/// Those of a level. Only those of an available one can be run.
const Kernels& kernels_of(Instructions level);

/// Those of the level that is used. Throws InputError as instructions() does.
const Kernels& kernels();

}  // namespace warodds::sim
