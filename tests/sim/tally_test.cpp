// Tallies as values.
#include "core/numbers/tally.h"

#include <gtest/gtest.h>

#include <stdexcept>

namespace warodds::sim {
namespace {

TEST(Tally, knows_its_shares_mean_and_spread) {
  const Tally tally({1, 0, 2, 1, 0, 0});
  EXPECT_EQ(tally.counts(), (std::vector<std::uint64_t>{1, 0, 2, 1}));
  EXPECT_EQ(tally.trials(), 4u);
  EXPECT_EQ(tally.max(), 3);
  EXPECT_DOUBLE_EQ(tally.frequency(2), 0.5);
  EXPECT_DOUBLE_EQ(tally.frequency(9), 0);
  EXPECT_DOUBLE_EQ(tally.frequency(-1), 0);
  EXPECT_DOUBLE_EQ(tally.mean(), 1.75);
  EXPECT_DOUBLE_EQ(tally.sd() * tally.sd(), (1.75 * 1.75 + 2 * 0.0625 + 1.5625) / 4);
  EXPECT_EQ(tally.at_least(), (std::vector<std::uint64_t>{4, 3, 3, 1}));
}

TEST(Tally, maps_its_values) {
  const Tally tally({1, 2, 3, 4});
  EXPECT_EQ(tally.map([](int x) { return x / 2; }), Tally({3, 7}));
  EXPECT_THROW(tally.map([](int x) { return -x; }), std::invalid_argument);
}

TEST(Tally, of_nothing_is_harmless) {
  const Tally tally;
  EXPECT_EQ(tally.trials(), 0u);
  EXPECT_DOUBLE_EQ(tally.mean(), 0);
  EXPECT_DOUBLE_EQ(tally.sd(), 0);
  EXPECT_DOUBLE_EQ(tally.frequency(0), 0);
  EXPECT_EQ(Tally(std::vector<std::uint64_t>{}), tally);
}

}  // namespace
}  // namespace warodds::sim
