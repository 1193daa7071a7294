// The armies that can be had for points: held against all there are.
#include "core/design/tournament.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "core/text/error.h"

namespace warodds {
namespace {

using ::testing::ElementsAre;
using ::testing::UnorderedElementsAreArray;

/// Every set of at most `most` units is counted through, and kept if nothing can be added.
std::vector<UnitCounts> by_counting(const std::vector<int>& points, double budget, int most) {
  std::vector<UnitCounts> kept;
  const auto base = static_cast<std::size_t>(most + 1);
  std::size_t all = 1;
  for (std::size_t i = 0; i < points.size(); ++i) all *= base;
  for (std::size_t number = 0; number < all; ++number) {
    UnitCounts army;
    for (std::size_t left = number; army.size() < points.size(); left /= base) {
      army.push_back(static_cast<int>(left % base));
    }
    const int units = std::accumulate(army.begin(), army.end(), 0);
    const int cost = std::inner_product(army.begin(), army.end(), points.begin(), 0);
    const bool is_allowed = units <= most && cost <= budget;
    const bool may_have_more =
        units < most &&
        std::any_of(points.begin(), points.end(), [&](int one) { return cost + one <= budget; });
    if (is_allowed && !may_have_more) kept.push_back(army);
  }
  return kept;
}

TEST(ArmiesWithin, AreAllThatHaveNoRoomForMore) {
  const std::vector<std::vector<int>> rosters{
      {10}, {60, 40, 50}, {7, 7, 3, 11}, {30, 20, 90, 5, 8}};
  for (const auto& points : rosters) {
    for (const double budget : {12.0, 30.5, 100.0, 240.0}) {
      for (const int most : {1, 2, 4}) {
        if (*std::min_element(points.begin(), points.end()) > budget) continue;
        EXPECT_THAT(armies_within(points, budget, most),
                    UnorderedElementsAreArray(by_counting(points, budget, most)))
            << budget << " points, " << most << " units";
      }
    }
  }
}

TEST(ArmiesWithin, BeginWithMostOfTheFirst) {
  EXPECT_THAT(armies_within({60, 40}, 120, 3),
              ElementsAre(ElementsAre(2, 0), ElementsAre(1, 1), ElementsAre(0, 3)));
}

TEST(ArmiesWithin, RefuseWhatIsTooDearAndTooMany) {
  EXPECT_THROW(armies_within({60, 40}, 39.5, 3), InputError);
  EXPECT_THROW(armies_within({}, 100, 3), InputError);
  EXPECT_THROW(armies_within(std::vector<int>(40, 1), 1000, 8), InputError);
}

}  // namespace
}  // namespace warodds
