// Random bytes as a pure function of (seed, chunk). Chunks of work can so be done by any thread in
// any order and roll the same dice.
//
// The bytes of a chunk come from sixteen xoshiro256++ generators side by side (D. Blackman, S.
// Vigna, "Scrambled linear pseudorandom number generators", ACM TOMS 47, 2021). They start from
// states that Threefry4x64 with 13 rounds, a counter-based generator, makes of the seed and the
// chunk (J. Salmon, M. Moraes, R. Dror, D. Shaw, "Parallel random numbers: as easy as 1, 2, 3",
// SC11).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "sim/lanes/kernels.h"

namespace warodds::sim {

/// Four random words: Threefry4x64-13 of a counter and a key.
std::array<std::uint64_t, 4> threefry(std::array<std::uint64_t, 4> counter,
                                      const std::array<std::uint64_t, 4>& key);

/// The states that a chunk starts with: that of generator g is the block of the counter (g, chunk,
/// 0, 0) and the key (seed, 0, 0, 0).
Generators generators_of(std::uint64_t seed, std::uint64_t chunk);

/// A step of all generators: their words, little-endian, one after the other. The statement of what
/// the kernels do.
void plain_random_step(Generators& generators, std::uint8_t* bytes);

}  // namespace warodds::sim
