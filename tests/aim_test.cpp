// Means of numbers that may be off, and how far odds are from what is wanted.
#include "core/design/aim.h"

#include <gtest/gtest.h>

namespace warodds {
namespace {

TEST(Mean, AddsUpHalfWidthsByWeight) {
  Mean mean;
  mean.add({0.2, 0.1}, 3);
  mean.add({0.6}, 1);  // exact
  EXPECT_DOUBLE_EQ(mean.mean().value, 0.3);
  ASSERT_TRUE(mean.mean().half_width);
  EXPECT_DOUBLE_EQ(*mean.mean().half_width, 0.075);
  EXPECT_DOUBLE_EQ(mean.sum().value, 1.2);
  EXPECT_DOUBLE_EQ(mean.weight(), 4);
}

TEST(Mean, IsExactWhereNothingThatCountsIsSimulated) {
  Mean mean;
  mean.add({0.2, 0.1}, 0);
  mean.add({0.6}, 2);
  EXPECT_FALSE(mean.mean().half_width);
  EXPECT_DOUBLE_EQ(mean.mean().value, 0.6);
}

TEST(Cell, OfSeveralHasTheFewestTrials) {
  Cell cell;
  EXPECT_FALSE(cell.is_reached());
  cell.add_origin({Cell::State::exact, false, 0, {}});
  EXPECT_EQ(cell.state, Cell::State::exact);
  cell.add_origin({Cell::State::simulated, false, 500, {}});
  cell.add_origin({Cell::State::simulated, true, 200, {}});
  cell.add_origin({Cell::State::exact, false, 0, {}});
  EXPECT_EQ(cell.state, Cell::State::simulated);
  EXPECT_EQ(cell.trials, 200U);
  EXPECT_TRUE(cell.partial);
}

TEST(Unfairness, LooksAtTheBandFirst) {
  Unfairness inside, outside;
  inside.add(0.05, 0.05);  // the edge belongs to the band
  inside.add(-0.05, 0.05);
  outside.add(0.06, 0.05);
  EXPECT_EQ(inside.outside, 0);
  EXPECT_NEAR(inside.squares, 0.005, 1e-15);
  EXPECT_NEAR(outside.outside, 0.01, 1e-15);
  EXPECT_TRUE(inside < outside);  // though its squares are more
  EXPECT_FALSE(outside < inside);
}

}  // namespace
}  // namespace warodds
