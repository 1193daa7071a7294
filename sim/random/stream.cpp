#include "sim/random/stream.h"

#include <bit>
#include <cstring>

namespace warodds::sim {

static_assert(std::endian::native == std::endian::little,
              "the order of the bytes is part of the result");

std::array<std::uint64_t, 4> threefry(std::array<std::uint64_t, 4> block,
                                      const std::array<std::uint64_t, 4>& key) {
  constexpr std::array<std::array<int, 2>, 8> rotations{
      {{14, 16}, {52, 57}, {23, 40}, {5, 37}, {25, 33}, {46, 12}, {58, 22}, {32, 32}}};
  const std::array<std::uint64_t, 5> extended{
      key[0], key[1], key[2], key[3], 0x1BD11BDAA9FC1A22u ^ key[0] ^ key[1] ^ key[2] ^ key[3]};
  const auto mix = [](std::uint64_t& a, std::uint64_t& b, int bits) {
    a += b;
    b = (b << bits | b >> (64 - bits)) ^ a;  // std::rotl, of which libraries differ in a type
  };
  for (std::size_t i = 0; i < 4; ++i) block[i] += extended[i];
#pragma GCC unroll 13  // all that depends on the round is known then
  for (std::size_t round = 0; round < 13; ++round) {
    const std::size_t partner = round % 2 == 0 ? 1 : 3;
    mix(block[0], block[partner], rotations[round % 8][0]);
    mix(block[2], block[4 - partner], rotations[round % 8][1]);
    if (round % 4 != 3) continue;
    const std::size_t injection = (round + 1) / 4;
    for (std::size_t i = 0; i < 4; ++i) block[i] += extended[(injection + i) % 5];
    block[3] += injection;
  }
  return block;
}

Generators generators_of(std::uint64_t seed, std::uint64_t chunk) {
  Generators generators;
  for (std::size_t g = 0; g < Generators::count; ++g) {
    const std::array<std::uint64_t, 4> state = threefry({g, chunk, 0, 0}, {seed, 0, 0, 0});
    for (std::size_t word = 0; word < 4; ++word) generators.words[word][g] = state[word];
  }
  return generators;
}

void plain_random_step(Generators& generators, std::uint8_t* bytes) {
  auto& words = generators.words;
  for (std::size_t g = 0; g < Generators::count; ++g) {
    const std::uint64_t result = std::rotl(words[0][g] + words[3][g], 23) + words[0][g];
    const std::uint64_t shifted = words[1][g] << 17;
    words[2][g] ^= words[0][g];
    words[3][g] ^= words[1][g];
    words[1][g] ^= words[2][g];
    words[0][g] ^= words[3][g];
    words[2][g] ^= shifted;
    words[3][g] = std::rotl(words[3][g], 45);
    std::memcpy(bytes + 8 * g, &result, 8);
  }
}

}  // namespace warodds::sim
