// Rankings: who is first, and what is left out of large ones.
#include "core/design/ratings.h"

#include <gtest/gtest.h>

#include <cmath>

namespace warodds {
namespace {

/// Odds that follow ratings exactly.
Eigen::MatrixXd odds_of(const std::vector<double>& ratings) {
  const auto n = static_cast<Eigen::Index>(ratings.size());
  Eigen::MatrixXd odds = Eigen::MatrixXd::Constant(n, n, 0.5);
  for (Eigen::Index i = 0; i < n; ++i) {
    for (Eigen::Index j = 0; j < n; ++j) {
      const double gap =
          ratings[static_cast<std::size_t>(j)] - ratings[static_cast<std::size_t>(i)];
      odds(i, j) = 1 / (1 + std::exp(gap));
    }
  }
  return odds;
}

Ranking rank_exact(const Eigen::MatrixXd& odds, const std::vector<int>& points) {
  const auto odds_of = [&](std::size_t i, std::size_t j) -> std::optional<Odds> {
    if (i == j) return std::nullopt;
    return Odds{.of_beating = {odds(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j))}};
  };
  return rank(points, {}, odds_of);
}

TEST(Ranking, PutsTheStrongestFirst) {
  const Ranking ranking = rank_exact(odds_of({0, 2, 1}), {0, 0, 0});
  ASSERT_EQ(ranking.rows.size(), 3U);
  EXPECT_EQ(ranking.rows[0].unit, 1U);
  EXPECT_EQ(ranking.rows[1].unit, 2U);
  EXPECT_EQ(ranking.rows[2].unit, 0U);
  // Mean odds against the two others.
  const double against_one = 1 / (1 + std::exp(-1.0));
  const double against_two = 1 / (1 + std::exp(-2.0));
  EXPECT_NEAR(ranking.rows[0].odds, (against_one + against_two) / 2, 1e-14);
  EXPECT_NEAR(*ranking.rows[0].rating, 1, 1e-12);
  EXPECT_TRUE(ranking.left_out.empty());
}

// A square of that many units and opponents would take 80 GB.
TEST(Ranking, AgainstVeryManyTakesMemoryForThePairsOnly) {
  const std::size_t others = 100'000;
  const auto odds_of = [&](std::size_t unit, std::size_t other) -> std::optional<Odds> {
    return Odds{.of_beating = {unit == 0 ? (other < 25'000 ? 1.0 : 0.0) : 0.5}};
  };
  const Ranking ranking = rank({0, 0}, others, odds_of);
  ASSERT_EQ(ranking.rows.size(), 2U);
  EXPECT_EQ(ranking.rows[0].unit, 1U);
  EXPECT_EQ(ranking.rows[0].odds, 0.5);
  EXPECT_EQ(ranking.rows[1].odds, 0.25);
  EXPECT_FALSE(ranking.rows[0].rating);
  ASSERT_EQ(ranking.left_out.size(), 1U);
  EXPECT_NE(ranking.left_out[0].find("100002 units are more than"), std::string::npos);
}

TEST(Ranking, SaysWhatItLeavesOutOfLargeRosters) {
  std::vector<double> ratings(301);
  for (std::size_t i = 0; i < ratings.size(); ++i) ratings[i] = static_cast<double>(i) / 100;
  const Ranking large = rank_exact(odds_of(ratings), std::vector<int>(301, 0));
  EXPECT_EQ(large.rows.size(), 301U);
  ASSERT_EQ(large.left_out.size(), 1U);
  EXPECT_NE(large.left_out[0].find("301 units are more than 300"), std::string::npos);
  EXPECT_TRUE(large.dominations.empty());
  // Who beats everybody is chosen, of however many.
  ASSERT_TRUE(large.rows.front().choice);
  EXPECT_EQ(large.rows.front().unit, 300U);
  EXPECT_EQ(large.rows.front().choice->share, 1);
  ratings.pop_back();
  const Ranking smaller = rank_exact(odds_of(ratings), std::vector<int>(300, 0));
  EXPECT_TRUE(smaller.left_out.empty());
  // Against somebody half-way two differ most, by 2 / (1 + exp(-d / 200)) - 1 if d places
  // apart: 4.996 points for 20 places, 5.245 for 21. More than 5 count.
  EXPECT_EQ(smaller.dominations.size(), 279U * 280 / 2);
}

}  // namespace
}  // namespace warodds
