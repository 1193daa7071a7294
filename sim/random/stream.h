// Random bytes as a pure function of (seed, chunk): a counter-based stream. Chunks of work can so
// be done by any thread in any order and roll the same dice.
//
// The generator is Threefry4x64 with 13 rounds: J. Salmon, M. Moraes, R. Dror, D. Shaw, "Parallel
// random numbers: as easy as 1, 2, 3", SC11. It passes BigCrush from 12 rounds on.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace warodds::sim {

/// One round of Threefry4x64, with the injection of the key that follows every fourth.
template <std::size_t round, class Word>
__attribute__((always_inline)) constexpr void threefry_round(
    std::array<Word, 4>& block, const std::array<std::uint64_t, 5>& key) {
  constexpr std::array<std::array<int, 2>, 8> rotations{
      {{14, 16}, {52, 57}, {23, 40}, {5, 37}, {25, 33}, {46, 12}, {58, 22}, {32, 32}}};
  constexpr std::array<int, 2> by = rotations[round % 8];
  constexpr std::size_t partner = round % 2 == 0 ? 1 : 3;
  const auto mix = [](Word& a, Word& b, int bits) {
    a = a + b;
    b = ((b << bits) | (b >> (64 - bits))) ^ a;
  };
  mix(block[0], block[partner], by[0]);
  mix(block[2], block[4 - partner], by[1]);
  if constexpr (round % 4 == 3) {
    constexpr std::size_t injection = (round + 1) / 4;
    for (std::size_t i = 0; i < 4; ++i) block[i] = block[i] + key[(injection + i) % 5];
    block[3] = block[3] + injection;
  }
}

/// Threefry4x64-13. `Word` is std::uint64_t, or a vector of them: one block a lane. `block` is the
/// counter on entry and the random words on return.
template <class Word>
constexpr void threefry(std::array<Word, 4>& block, const std::array<std::uint64_t, 4>& key) {
  const std::array<std::uint64_t, 5> extended{
      key[0], key[1], key[2], key[3], 0x1BD11BDAA9FC1A22u ^ key[0] ^ key[1] ^ key[2] ^ key[3]};
  for (std::size_t i = 0; i < 4; ++i) block[i] = block[i] + key[i];
  // The rounds are unrolled and inlined: the words stay in registers, and rotations by constants
  // are single instructions.
  [&]<std::size_t... round>(std::index_sequence<round...>) __attribute__((always_inline)) {
    (threefry_round<round>(block, extended), ...);
  }
  (std::make_index_sequence<13>());
}

/// The bytes of one chunk. They come in groups: the group g holds the blocks with the counters 8 g
/// to 8 g + 7; first the first words of these eight, then the second words, and so on,
/// little-endian.
class Stream {
 public:
  static constexpr std::size_t group_bytes = 256;

  Stream(std::uint64_t seed, std::uint64_t chunk) : seed_(seed), chunk_(chunk) {}

  /// Writes the next group of bytes. Eight blocks at a time, in vector lanes.
  void next(std::uint8_t* bytes);
  /// The same bytes, one block after the other: the statement of what next() does.
  void next_plain(std::uint8_t* bytes);

 private:
  std::uint64_t seed_;
  std::uint64_t chunk_;
  std::uint64_t next_block_ = 0;
};

}  // namespace warodds::sim
