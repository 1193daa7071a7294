// The random stream against the published vectors of its generator.
#include "sim/random/stream.h"

#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <set>

namespace warodds::sim {
namespace {

using Block = std::array<std::uint64_t, 4>;

Block random_block(Block counter, const Block& key) {
  threefry(counter, key);
  return counter;
}

// From kat_vectors of Random123 1.14: threefry4x64 with 13 rounds.
TEST(Stream, threefry_gives_the_published_numbers) {
  constexpr std::uint64_t ones = ~std::uint64_t{0};
  EXPECT_EQ(
      random_block({0, 0, 0, 0}, {0, 0, 0, 0}),
      (Block{0x4071fabee1dc8e05, 0x02ed3113695c9c62, 0x397311b5b89f9d49, 0xe21292c3258024bc}));
  EXPECT_EQ(
      random_block({ones, ones, ones, ones}, {ones, ones, ones, ones}),
      (Block{0x7eaed935479722b5, 0x90994358c429f31c, 0x496381083e07a75b, 0x627ed0d746821121}));
  EXPECT_EQ(
      random_block(
          {0x243f6a8885a308d3, 0x13198a2e03707344, 0xa4093822299f31d0, 0x082efa98ec4e6c89},
          {0x452821e638d01377, 0xbe5466cf34e90c6c, 0xc0ac29b7c97c50dd, 0x3f84d5b5b5470917}),
      (Block{0x4361288ef9c1900c, 0x8717291521782833, 0x0d19db18c20cf47e, 0xa0b41d63ac8581e5}));
}

TEST(Stream, vector_lanes_give_the_same_bytes_as_one_block_after_the_other) {
  for (const std::uint64_t seed : {std::uint64_t{0}, std::uint64_t{1}, ~std::uint64_t{0}}) {
    Stream wide(seed, 7), plain(seed, 7);
    for (int group = 0; group < 100; ++group) {
      std::array<std::uint8_t, Stream::group_bytes + 1> a{}, b{};
      wide.next(a.data() + group % 2);  // also where the bytes are not aligned
      plain.next_plain(b.data() + group % 2);
      ASSERT_EQ(a, b);
    }
  }
}

TEST(Stream, seeds_and_chunks_have_different_bytes) {
  std::set<std::array<std::uint8_t, Stream::group_bytes>> seen;
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    for (std::uint64_t chunk = 0; chunk < 10; ++chunk) {
      std::array<std::uint8_t, Stream::group_bytes> bytes;
      Stream(seed, chunk).next(bytes.data());
      seen.insert(bytes);
    }
  }
  EXPECT_EQ(seen.size(), 100u);
}

}  // namespace
}  // namespace warodds::sim
