// The chi-square test and the Šidák correction: core/numbers/chi_square.h.
#include "core/numbers/chi_square.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <string>

#include "tests/support/csv.h"

namespace warodds {
namespace {

using Counts = std::vector<std::uint64_t>;

/// The p-value of `statistic` with `degrees` degrees of freedom, by way of counts that have just
/// this statistic: two of the equally likely cells are off by the same amount.
double p_value(int degrees, double statistic) {
  const int cells = degrees + 1;
  const double expected = 1e12;
  // 2 off^2 / expected = statistic
  const double off = std::sqrt(statistic * expected / 2);
  Counts counts(static_cast<std::size_t>(cells), static_cast<std::uint64_t>(expected));
  counts.front() += static_cast<std::uint64_t>(std::llround(off));
  counts.back() -= static_cast<std::uint64_t>(std::llround(off));
  const ChiSquare test = chi_square(Eigen::ArrayXd::Constant(cells, 1.0 / cells), counts);
  EXPECT_EQ(test.degrees, degrees);
  EXPECT_NEAR(test.statistic, statistic, 1e-4 * statistic);
  return test.p_value;
}

TEST(ChiSquare, MeetsPublishedQuantiles) {
  for (const testing::CsvRow& row : testing::read_data("chi_square_quantiles.csv")) {
    const int degrees = std::stoi(row.at("degrees"));
    const double tail = std::stod(row.at("upper_tail"));
    const double quantile = std::stod(row.at("quantile"));
    // The quantile is printed with three decimals: the tail lies between those half a unit away.
    EXPECT_GT(p_value(degrees, quantile - 0.0006), tail) << degrees << " degrees: " << quantile;
    EXPECT_LT(p_value(degrees, quantile + 0.0006), tail) << degrees << " degrees: " << quantile;
  }
}

TEST(ChiSquare, OfCountsAsExpectedIsNought) {
  const ChiSquare test = chi_square(Eigen::ArrayXd::Constant(4, 0.25), {25, 25, 25, 25});
  EXPECT_EQ(test.statistic, 0);
  EXPECT_EQ(test.degrees, 3);
  EXPECT_EQ(test.p_value, 1);
  EXPECT_EQ(test.impossible, -1);
}

TEST(ChiSquare, OfSixtyThrowsOfADieIsTheSumOverItsFaces) {
  // (1 + 4 + 9 + 4 + 9 + 1) / 10
  Eigen::ArrayXd die = Eigen::ArrayXd::Constant(7, 1.0 / 6);
  die[0] = 0;
  const ChiSquare test = chi_square(die, {0, 11, 8, 13, 12, 7, 9});
  EXPECT_NEAR(test.statistic, 2.8, 1e-12);
  EXPECT_EQ(test.degrees, 5);
  EXPECT_NEAR(test.p_value, 0.7308, 5e-5);
}

TEST(ChiSquare, AnImpossibleOutcomeFailsAtOnce) {
  Eigen::ArrayXd pmf(3);
  pmf << 0.5, 0, 0.5;
  const ChiSquare inside = chi_square(pmf, {500, 1, 500});
  EXPECT_EQ(inside.p_value, 0);
  EXPECT_EQ(inside.impossible, 1);
  const ChiSquare beyond = chi_square(pmf, {500, 0, 500, 0, 1});
  EXPECT_EQ(beyond.p_value, 0);
  EXPECT_EQ(beyond.impossible, 4);
  EXPECT_EQ(chi_square(pmf, {500, 0, 500, 0, 0}).impossible, -1);
}

TEST(ChiSquare, CellsThatExpectFewerThanFiveArePutTogether) {
  Eigen::ArrayXd pmf(5);
  pmf << 0.02, 0.48, 0.46, 0.02, 0.02;
  EXPECT_EQ(chi_square(pmf, {2, 48, 46, 2, 2}).degrees, 1);  // 2+48, 46+2+2
  EXPECT_EQ(chi_square(pmf, {20, 480, 460, 20, 20}).degrees, 4);
}

TEST(ChiSquare, WithOneCellThereIsNothingToTest) {
  const ChiSquare test = chi_square(Eigen::ArrayXd::Ones(1), {1000});
  EXPECT_EQ(test.degrees, 0);
  EXPECT_EQ(test.p_value, 1);
}

TEST(SidakLevel, OfOneTestIsTheLevelItself) { EXPECT_DOUBLE_EQ(sidak_level(0.05, 1), 0.05); }

TEST(SidakLevel, OfTenTestsAtFivePercentIsAboutHalfAPercent) {
  // Published: 1 - 0.95^(1/10) = 0.005116197
  EXPECT_NEAR(sidak_level(0.05, 10), 0.005116197, 5e-10);
  EXPECT_NEAR(sidak_level(0.05, 3), 0.016952428, 5e-10);
}

TEST(SidakLevel, KeepsItsDigitsForTinyLevels) {
  const double each = sidak_level(1e-12, 1000);
  EXPECT_NEAR(each / 1e-15, 1, 1e-9);
}

}  // namespace
}  // namespace warodds
