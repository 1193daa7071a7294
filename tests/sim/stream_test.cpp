// The random stream against the published vectors of its generators.
#include "sim/random/stream.h"

#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <set>

namespace warodds::sim {
namespace {

using Block = std::array<std::uint64_t, 4>;

// From kat_vectors of Random123 1.14: threefry4x64 with 13 rounds.
TEST(Stream, threefry_gives_the_published_numbers) {
  constexpr std::uint64_t ones = ~std::uint64_t{0};
  EXPECT_EQ(threefry({0, 0, 0, 0}, {0, 0, 0, 0}), (Block{0x4071fabee1dc8e05, 0x02ed3113695c9c62,
                                                         0x397311b5b89f9d49, 0xe21292c3258024bc}));
  EXPECT_EQ(
      threefry({ones, ones, ones, ones}, {ones, ones, ones, ones}),
      (Block{0x7eaed935479722b5, 0x90994358c429f31c, 0x496381083e07a75b, 0x627ed0d746821121}));
  EXPECT_EQ(
      threefry({0x243f6a8885a308d3, 0x13198a2e03707344, 0xa4093822299f31d0, 0x082efa98ec4e6c89},
               {0x452821e638d01377, 0xbe5466cf34e90c6c, 0xc0ac29b7c97c50dd, 0x3f84d5b5b5470917}),
      (Block{0x4361288ef9c1900c, 0x8717291521782833, 0x0d19db18c20cf47e, 0xa0b41d63ac8581e5}));
}

// The first outputs of the reference implementation from the state 1, 2, 3, 4 (the test vector of
// rand_xoshiro).
TEST(Stream, xoshiro_gives_the_published_numbers) {
  const std::array<std::uint64_t, 10> published{41943041,
                                                58720359,
                                                3588806011781223,
                                                3591011842654386,
                                                9228616714210784205u,
                                                9973669472204895162u,
                                                14011001112246962877u,
                                                12406186145184390807u,
                                                15849039046786891736u,
                                                10450023813501588000u};
  Generators generators{};
  for (std::uint64_t word = 0; word < 4; ++word) generators.words[word][3] = word + 1;
  for (const std::uint64_t expected : published) {
    std::array<std::uint64_t, Generators::count> step;
    plain_random_step(generators, reinterpret_cast<std::uint8_t*>(step.data()));
    EXPECT_EQ(step[3], expected);
    EXPECT_EQ(step[2], 0u);  // each generator has its own state
  }
}

TEST(Stream, chunks_start_from_blocks_of_threefry) {
  const Generators generators = generators_of(7, 8);
  for (std::uint64_t g = 0; g < Generators::count; ++g) {
    const Block state = threefry({g, 8, 0, 0}, {7, 0, 0, 0});
    for (std::size_t word = 0; word < 4; ++word) EXPECT_EQ(generators.words[word][g], state[word]);
  }
}

TEST(Stream, seeds_and_chunks_have_different_bytes) {
  std::set<std::array<std::uint8_t, step_bytes>> seen;
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    for (std::uint64_t chunk = 0; chunk < 10; ++chunk) {
      Generators generators = generators_of(seed, chunk);
      std::array<std::uint8_t, step_bytes> bytes;
      plain_random_step(generators, bytes.data());
      seen.insert(bytes);
    }
  }
  EXPECT_EQ(seen.size(), 100u);
}

}  // namespace
}  // namespace warodds::sim
