// The steps for which a machine has instructions of its own, against plain statements of them.
#include "sim/lanes/machine.h"

#include <gtest/gtest.h>

#include <array>
#include <cstring>
#include <random>
#include <vector>

namespace warodds::sim::machine {
namespace {

struct alignas(64) Bytes : std::array<std::uint8_t, 64> {};

Bytes random_bytes(std::mt19937& random, unsigned below) {
  Bytes bytes;
  for (std::uint8_t& byte : bytes) byte = static_cast<std::uint8_t>(random() % below);
  return bytes;
}

TEST(Machine, the_upper_half_of_a_product_of_words) {
  constexpr std::size_t words = sizeof(Words) / sizeof(std::uint16_t);
  for (const std::uint32_t b : {0u, 1u, 2u, 10923u, 32768u, 65535u}) {
    for (std::uint32_t first = 0; first < 65536; first += words) {
      std::array<std::uint16_t, words> values;
      for (std::size_t i = 0; i < words; ++i) values[i] = static_cast<std::uint16_t>(first + i);
      Words a, upper;
      std::memcpy(&a, values.data(), sizeof a);
      upper_half(a, static_cast<std::uint16_t>(b), upper);
      std::memcpy(values.data(), &upper, sizeof upper);
      for (std::uint32_t i = 0; i < words; ++i) ASSERT_EQ(values[i], (first + i) * b >> 16);
    }
  }
}

TEST(Machine, equal_bytes_are_found_where_they_are) {
  std::mt19937 random(1);
  for (const unsigned below : {1u, 2u, 7u, 256u}) {
    for (int round = 0; round < 100; ++round) {
      const Bytes a = random_bytes(random, below), b = random_bytes(random, below);
      const std::uint64_t equal = equal_bytes(a.data(), b.data());
      for (std::size_t i = 0; i < a.size(); ++i) ASSERT_EQ(equal >> i & 1, a[i] == b[i] ? 1u : 0u);
    }
  }
}

TEST(Machine, bytes_below_a_limit_are_kept_in_order) {
  std::mt19937 random(2);
  for (int limit = 1; limit <= 256; ++limit) {
    const Bytes from = random_bytes(random, 256);
    std::vector<std::uint8_t> expected;
    for (const std::uint8_t byte : from) {
      if (byte < limit) expected.push_back(byte);
    }
    Bytes to;
    const std::size_t kept = keep_below(limit, from.data(), to.data());
    ASSERT_EQ(std::vector<std::uint8_t>(to.begin(), to.begin() + static_cast<std::ptrdiff_t>(kept)),
              expected)
        << limit;
  }
}

}  // namespace
}  // namespace warodds::sim::machine
