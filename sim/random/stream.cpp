// Threefry, eight blocks at a time.
#include "sim/random/stream.h"

#include <bit>
#include <cstring>

namespace warodds::sim {

static_assert(std::endian::native == std::endian::little,
              "the order of the bytes is part of the result");

void Stream::next(std::uint8_t* bytes) {
  typedef std::uint64_t Words __attribute__((vector_size(64)));
  typedef Words Anywhere __attribute__((aligned(1), may_alias));
  const Words zero{};
  std::array<Words, 4> block{zero + next_block_, zero + chunk_, zero, zero};
  block[0] += Words{0, 1, 2, 3, 4, 5, 6, 7};
  threefry(block, {seed_, 0, 0, 0});
  // Whole vectors: what is written in halves is slow to be read as a whole.
  for (std::size_t i = 0; i < 4; ++i)
    *reinterpret_cast<Anywhere*>(bytes + sizeof(Words) * i) = block[i];
  next_block_ += 8;
}

void Stream::next_plain(std::uint8_t* bytes) {
  for (std::size_t lane = 0; lane < 8; ++lane) {
    std::array<std::uint64_t, 4> block{next_block_ + lane, chunk_, 0, 0};
    threefry(block, {seed_, 0, 0, 0});
    for (std::size_t word = 0; word < 4; ++word) {
      std::memcpy(bytes + 64 * word + 8 * lane, &block[word], 8);
    }
  }
  next_block_ += 8;
}

}  // namespace warodds::sim
