// Which instructions the inner loops use. They are compiled once for each of these levels, and the
// program takes the highest that the processor and the system allow. What is computed is the same
// on every level, to the byte.
#pragma once

#include <vector>

namespace warodds {

/// The levels of x86-64 processors; other processors have the baseline only.
enum class Instructions {
  baseline,  ///< of every processor of the kind
  avx2,      ///< AVX2 with BMI1, BMI2 and POPCNT
  avx512     ///< AVX-512 F, BW, VL and DQ with VBMI, VBMI2 and VPOPCNTDQ
};

/// "baseline", "avx2" or "avx512".
const char* name_of(Instructions level);

/// What can be used here, lowest first.
std::vector<Instructions> available_instructions();

/// What is used: the level that the environment variable WARODDS_LANES names, and without one the
/// highest there is. Throws InputError for a name that is none, or of a level that cannot be used
/// here. Does not change while the program runs.
Instructions instructions();

}  // namespace warodds
