// Ratings against published ones, and by hand.
#include "core/design/ratings.h"

#include <gtest/gtest.h>

#include <cmath>

namespace warodds {
namespace {

// The 1987 season of the American League East: wins of the row against the column, home and away.
// A. Agresti, Categorical Data Analysis (2002), table 10.10. The ratings, with Baltimore at 0, are
// those of H. Turner and D. Firth, "Bradley-Terry Models in R: The BradleyTerry2 Package", Journal
// of Statistical Software 48(9), 2012.
TEST(Ratings, AreThoseOfTheBaseballSeasonOf1987) {
  // Milwaukee, Detroit, Toronto, New York, Boston, Cleveland, Baltimore
  Eigen::MatrixXd wins(7, 7);
  wins << 0, 7, 9, 7, 7, 9, 11,  //
      6, 0, 7, 5, 11, 9, 9,      //
      4, 6, 0, 7, 7, 8, 12,      //
      6, 8, 6, 0, 6, 7, 10,      //
      6, 2, 6, 7, 0, 7, 12,      //
      4, 4, 5, 6, 6, 0, 6,       //
      2, 4, 1, 3, 1, 7, 0;
  const double published[] = {1.5814, 1.4364, 1.2945, 1.2476, 1.1077, 0.6839, 0};
  const auto ratings = bradley_terry(wins);
  ASSERT_TRUE(ratings);
  for (int i = 0; i < 7; ++i) EXPECT_NEAR((*ratings)[i] - (*ratings)[6], published[i], 5e-5) << i;
  EXPECT_NEAR(ratings->mean(), 0, 1e-14);
}

TEST(Ratings, OfTwoAreTheLogarithmOfTheirOdds) {
  Eigen::MatrixXd wins(2, 2);
  wins << 0.5, 0.9, 0.1, 0.5;
  const auto ratings = bradley_terry(wins);
  ASSERT_TRUE(ratings);
  EXPECT_NEAR((*ratings)[0] - (*ratings)[1], std::log(9), 1e-12);
}

// Odds as far apart as battles make them.
TEST(Ratings, StandExtremeOdds) {
  Eigen::MatrixXd wins(3, 3);
  wins << 0, 1 - 1e-12, 1 - 1e-15, 1e-12, 0, 1 - 1e-9, 1e-15, 1e-9, 0;
  const auto ratings = bradley_terry(wins);
  ASSERT_TRUE(ratings);
  for (int i = 0; i < 3; ++i) {
    // At the top of the likelihood everybody wins as often as the ratings expect.
    double expected = 0;
    for (int j = 0; j < 3; ++j) {
      if (i != j) expected += 1 / (1 + std::exp((*ratings)[j] - (*ratings)[i]));
    }
    EXPECT_NEAR(wins.row(i).sum(), expected, 1e-9);
  }
}

TEST(Ratings, DoNotExistForTheUnbeaten) {
  Eigen::MatrixXd wins(3, 3);
  wins << 0, 1, 1, 0, 0, 0.5, 0, 0.5, 0;
  EXPECT_FALSE(bradley_terry(wins));
}

TEST(Ratings, DominationsAndCyclesByHand) {
  Eigen::MatrixXd wins(4, 4);
  wins << 0.5, 0.6, 0.3, 0.9,  // rock
      0.4, 0.5, 0.8, 0.9,      // scissors
      0.7, 0.2, 0.5, 0.9,      // paper
      0.1, 0.1, 0.1, 0.5;      // nobody
  const auto rings = cycles(wins);
  ASSERT_EQ(rings.size(), 1U);
  EXPECT_EQ(rings[0].first, 0U);
  EXPECT_EQ(rings[0].second, 1U);
  EXPECT_EQ(rings[0].third, 2U);
  EXPECT_NEAR(rings[0].margin, 0.1, 1e-15);
  const std::vector<std::pair<std::size_t, std::size_t>> expected{{0, 3}, {1, 3}, {2, 3}};
  EXPECT_EQ(dominations(wins), expected);
}

// A ring of 54 % and a lead of 4 points are noise; 55 % and 5 points are not.
TEST(Ratings, RingsAndDominationsAreClear) {
  const auto ring = [](double odds) {
    Eigen::MatrixXd wins = Eigen::MatrixXd::Constant(3, 3, 0.5);
    for (int i = 0; i < 3; ++i) {
      wins(i, (i + 1) % 3) = odds;
      wins((i + 1) % 3, i) = 1 - odds;
    }
    return wins;
  };
  EXPECT_TRUE(cycles(ring(0.54)).empty());
  EXPECT_EQ(cycles(ring(0.55)).size(), 1U);
  Eigen::MatrixXd wins(2, 2);
  wins << 0.5, 0.54, 0.46, 0.5;
  EXPECT_TRUE(dominations(wins).empty());
  wins << 0.5, 0.55, 0.45, 0.5;
  EXPECT_EQ(dominations(wins).size(), 1U);
}

}  // namespace
}  // namespace warodds
