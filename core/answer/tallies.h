// What a simulation has counted, in whole numbers: what some of its chunks have counted and what
// the others have adds up, to the last digit, to what the whole simulation counts.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace warodds {

/// Chunks of a simulation, from the first to the last, both included; counted from 0.
struct ChunkRange {
  std::uint64_t first = 0;
  std::uint64_t last = 0;
};

struct Tallies {
  ChunkRange played;
  std::uint64_t chunks = 0;  ///< that the whole simulation has
  /// The counts in the order in which the simulator keeps them, and the names among them.
  std::vector<std::int64_t> numbers;
  std::vector<std::string> names;
};

}  // namespace warodds
