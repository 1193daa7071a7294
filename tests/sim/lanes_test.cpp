// Arithmetic in lanes against the same arithmetic on plain numbers (core/rules/count.h).
#include "sim/lanes/lanes.h"

#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <numeric>
#include <random>
#include <vector>

#include "core/rules/count.h"

namespace warodds::sim {
namespace {

template <class T>
using Values = std::array<T, lane_count>;

/// Checks every operation on one pair of numbers in each lane.
template <class T>
void check(const Values<T>& x, const Values<T>& y) {
  const Lanes<T> a(x), b(y);
  const Values<T> sum = (a + b).to_array(), product = (a * b).to_array();
  const Values<T> least = smaller(a, b).to_array(), most = larger(a, b).to_array();
  const Values<T> difference_above_0 = minus(a, b).to_array();
  const Values<T> where_not_less = only(is_at_least(a, b), a).to_array();
  for (std::size_t i = 0; i < x.size(); ++i) {
    const auto u = std::uint64_t{x[i]}, v = std::uint64_t{y[i]};
    ASSERT_EQ(sum[i], static_cast<T>(u + v));
    ASSERT_EQ(product[i], static_cast<T>(u * v));
    ASSERT_EQ(least[i], std::min(x[i], y[i]));
    ASSERT_EQ(most[i], std::max(x[i], y[i]));
    ASSERT_EQ(difference_above_0[i], u > v ? static_cast<T>(u - v) : 0) << u << " - " << v;
    ASSERT_EQ(where_not_less[i], u >= v ? x[i] : 0);
  }
  ASSERT_EQ(a.largest(), *std::max_element(x.begin(), x.end()));
}

TEST(Lanes, byte_lanes_do_what_numbers_do_for_all_pairs_of_bytes) {
  for (int a = 0; a < 256; ++a) {
    for (int first = 0; first < 256; first += lane_count) {
      Values<std::uint8_t> x, y;
      x.fill(static_cast<std::uint8_t>(a));
      std::iota(y.begin(), y.end(), static_cast<std::uint8_t>(first));
      check<std::uint8_t>(x, y);
      if (HasFatalFailure()) return;
    }
  }
}

TEST(Lanes, wide_lanes_do_what_numbers_do) {
  std::mt19937 random(1);
  for (int round = 0; round < 2000; ++round) {
    Values<std::uint32_t> x, y;
    // Numbers of all sizes, often close to each other.
    for (std::size_t i = 0; i < x.size(); ++i) {
      x[i] = static_cast<std::uint32_t>(random()) >> random() % 32;
      y[i] = random() % 2 == 0 ? x[i] + static_cast<std::uint32_t>(random() % 3) - 1
                               : static_cast<std::uint32_t>(random()) >> random() % 32;
    }
    check<std::uint32_t>(x, y);
    if (HasFatalFailure()) return;
  }
}

template <class T>
void check_look_up(const std::vector<int>& table) {
  for (int first = 0; first < 256; first += lane_count) {
    Values<T> index;
    std::iota(index.begin(), index.end(), static_cast<T>(first));
    const Values<T> found = look_up(table, Lanes<T>(index)).to_array();
    for (std::size_t i = 0; i < index.size(); ++i) {
      ASSERT_EQ(static_cast<int>(found[i]), look_up(table, static_cast<int>(index[i])));
    }
  }
}

TEST(Lanes, look_up_reads_tables_with_few_and_with_many_steps_up_and_down) {
  std::vector<int> rising(200), falling(300), saw(256), stairs(250);
  for (std::size_t i = 0; i < rising.size(); ++i) rising[i] = static_cast<int>(i);
  for (std::size_t i = 0; i < falling.size(); ++i) falling[i] = 250 - static_cast<int>(i) / 2;
  for (std::size_t i = 0; i < saw.size(); ++i) saw[i] = i % 2 == 0 ? 255 : 0;
  for (std::size_t i = 0; i < stairs.size(); ++i) stairs[i] = 250 - static_cast<int>(i / 10) * 10;
  for (const auto& table :
       {std::vector<int>{7}, std::vector<int>{3, 9, 0, 255}, rising, falling, saw, stairs}) {
    check_look_up<std::uint8_t>(table);
    check_look_up<std::uint32_t>(table);
  }
  check_look_up<std::uint32_t>({0, 1'000'000, 5, 2'000'000'000});
}

TEST(Lanes, if_any_of_the_rules_works_on_lanes) {
  Values<std::uint8_t> counts;
  std::iota(counts.begin(), counts.end(), std::uint8_t{0});
  const Values<std::uint8_t> some = if_any(Lanes<std::uint8_t>(counts), 9).to_array();
  for (std::size_t i = 0; i < counts.size(); ++i) EXPECT_EQ(some[i], i == 0 ? 0 : 9);
}

TEST(Lanes, resizing_keeps_what_fits_and_clips_the_rest) {
  Values<std::uint32_t> x{};
  x[0] = 255;
  x[1] = 256;
  x[63] = 4'000'000'000;
  const Values<std::uint8_t> clipped = resized<std::uint8_t>(Lanes<std::uint32_t>(x)).to_array();
  EXPECT_EQ(clipped[0], 255);
  EXPECT_EQ(clipped[1], 255);
  EXPECT_EQ(clipped[2], 0);
  EXPECT_EQ(clipped[63], 255);
  EXPECT_EQ(resized<std::uint32_t>(Lanes<std::uint8_t>(200)).to_array()[5], 200u);
}

}  // namespace
}  // namespace warodds::sim
