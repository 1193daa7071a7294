// What players choose: known games, exact fractions, and the conditions of the largest entropy.
#include <gtest/gtest.h>

#include <Eigen/QR>
#include <algorithm>
#include <cmath>
#include <map>
#include <random>
#include <vector>

#include "core/design/equilibrium.h"
#include "core/design/ratings.h"
#include "tests/reference/matrix_game.h"

namespace warodds {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

MatrixXd even_odds_and(const MatrixXd& payoffs) { return (payoffs.array() + 0.5).matrix(); }

/// Payoffs above the diagonal, row by row.
MatrixXd odds_from(Eigen::Index n, const std::vector<double>& above) {
  MatrixXd payoffs = MatrixXd::Zero(n, n);
  std::size_t place = 0;
  for (Eigen::Index i = 0; i < n; ++i) {
    for (Eigen::Index j = i + 1; j < n; ++j) {
      payoffs(i, j) = above[place++];
      payoffs(j, i) = -payoffs(i, j);
    }
  }
  return even_odds_and(payoffs);
}

reference::Matrix exact_payoffs(const MatrixXd& odds) {
  reference::Matrix payoffs;
  for (Eigen::Index i = 0; i < odds.rows(); ++i) {
    payoffs.emplace_back();
    for (Eigen::Index j = 0; j < odds.cols(); ++j) {
      payoffs.back().emplace_back(reference::Rational(odds(i, j)) - reference::Rational(1, 2));
    }
  }
  return payoffs;
}

void expect_shares(const MatrixXd& odds, const std::vector<double>& shares) {
  const Equilibrium found = solve_choosing(odds);
  for (std::size_t i = 0; i < shares.size(); ++i) {
    EXPECT_NEAR(found.shares[static_cast<Eigen::Index>(i)], shares[i], 1e-12) << i;
    EXPECT_EQ(found.is_in_some[i], shares[i] > 0) << i;
  }
  EXPECT_LE(found.exploitability, 1e-14);
}

TEST(Choosing, RockPaperScissors) {
  const double third = 1.0 / 3;
  expect_shares(odds_from(3, {-0.5, 0.5, -0.5}), {third, third, third});
  // Rock crushes 3 to 1: each is chosen as often as the two others fight for.
  expect_shares(odds_from(3, {-0.1, 0.3, -0.2}), {2.0 / 6, 3.0 / 6, 1.0 / 6});
  // Rock, paper, scissors, Spock, lizard.
  expect_shares(odds_from(5, {-0.5, 0.5, -0.5, 0.5, -0.5, 0.5, -0.5, -0.5, 0.5, -0.5}),
                {0.2, 0.2, 0.2, 0.2, 0.2});
}

TEST(Choosing, MendelsohnsGame) {
  // N. Mendelsohn's game, numbers 1 to 5: one more than the other's wins 2, else the lower wins 1
  // (Am. Math. Monthly 53, 1946); optimal is 1, 5, 4, 5, 1 sixteenths.
  MatrixXd payoffs = MatrixXd::Zero(5, 5);
  for (int i = 0; i < 5; ++i) {
    for (int j = 0; j < 5; ++j) {
      if (i == j) continue;
      payoffs(i, j) = i == j + 1 ? 2 : j == i + 1 ? -2 : i < j ? 1 : -1;
    }
  }
  expect_shares(even_odds_and(payoffs / 4), {1.0 / 16, 5.0 / 16, 4.0 / 16, 5.0 / 16, 1.0 / 16});
}

TEST(Choosing, TheStrongestAloneWhereNobodyCountersIt) {
  expect_shares(odds_from(3, {0.1, 0.2, 0.1}), {1, 0, 0});
  expect_shares(MatrixXd::Constant(1, 1, 0.5), {1});
  // Who beats nobody by more than a trifle still beats everybody.
  expect_shares(odds_from(3, {1e-6, 1e-6, 0.5}), {1, 0, 0});
}

TEST(Choosing, EqualUnitsShareEqually) {
  expect_shares(MatrixXd::Constant(4, 4, 0.5), {0.25, 0.25, 0.25, 0.25});
  // Two papers, which differ by rounding: the largest entropy of p + p' = 1/3.
  expect_shares(odds_from(4, {-0.5, -0.5 + 1e-14, 0.5, 1e-14, -0.5, -0.5}),
                {1.0 / 3, 1.0 / 6, 1.0 / 6, 1.0 / 3});
  // Three that are even to each other, of whom the third loses to the fourth.
  expect_shares(odds_from(4, {0, 0, 0.1, 0, 0.1, -0.1}), {1.0 / 3, 1.0 / 3, 1.0 / 3, 0});
}

// So many of a kind are one row, whose share is that of all of them: as if each had a row.
TEST(Choosing, CopiesAreAsGoodAsRows) {
  // Rock, two papers, scissors, and one that is even with all.
  const MatrixXd one_row_each = odds_from(5, {-0.5, -0.5, 0.5, 0, 0, -0.5, 0, -0.5, 0, 0});
  const MatrixXd kinds = odds_from(4, {-0.5, 0.5, 0, -0.5, 0, 0});
  const VectorXd each = solve_choosing(one_row_each).shares;
  const VectorXd of_kinds = solve_choosing(kinds, {}, {1, 2, 1, 1}).shares;
  EXPECT_NEAR(of_kinds[0], each[0], 1e-12);
  EXPECT_NEAR(of_kinds[1], each[1] + each[2], 1e-12);
  EXPECT_NEAR(each[1], each[2], 1e-12);
  EXPECT_NEAR(of_kinds[2], each[3], 1e-12);
  EXPECT_NEAR(of_kinds[3], each[4], 1e-12);
  // Three that are all even, the first of them four times: a sixth for each.
  const VectorXd even = solve_choosing(MatrixXd::Constant(3, 3, 0.5), {}, {4, 1, 1}).shares;
  EXPECT_NEAR(even[0], 4.0 / 6, 1e-12);
  EXPECT_NEAR(even[1], 1.0 / 6, 1e-12);
}

// a, b, c are even among themselves; d beats a, and loses to b and c.
TEST(Choosing, OthersWhoAreAboutToWinBoundTheLargestEntropy) {
  const MatrixXd odds = odds_from(4, {0, 0, -0.3, 0, 0.1, 0.1});
  // d gets 0.3 a - 0.1 b - 0.1 c <= 0: a <= (b + c) / 3, so a = 1/4 and b = c = 3/8.
  const Equilibrium found = solve_choosing(odds);
  EXPECT_NEAR(found.shares[0], 0.25, 1e-12);
  EXPECT_NEAR(found.shares[1], 0.375, 1e-12);
  EXPECT_NEAR(found.shares[2], 0.375, 1e-12);
  EXPECT_EQ(found.shares[3], 0);
  EXPECT_EQ(found.is_in_some, (std::vector<bool>{true, true, true, false}));
}

/// The equilibrium against exact linear programmes: whether it is one, who is in any, and that no
/// other goes where the entropy rises.
void expect_as_in_fractions(const MatrixXd& odds) {
  const auto n = static_cast<std::size_t>(odds.rows());
  const Equilibrium found = solve_choosing(odds);
  ASSERT_LE(found.exploitability, 1e-12);
  ASSERT_NEAR(found.shares.sum(), 1, 1e-14);
  ASSERT_GE(found.shares.minCoeff(), 0);
  const reference::Matrix payoffs = exact_payoffs(odds);
  double entropy = 0;
  std::vector<reference::Rational> slopes(n);
  for (std::size_t i = 0; i < n; ++i) {
    std::vector<reference::Rational> one(n);
    one[i] = 1;
    ASSERT_EQ(found.is_in_some[i], reference::most_among_best(payoffs, one) > 0) << odds;
    const double share = found.shares[static_cast<Eigen::Index>(i)];
    ASSERT_EQ(share > 0, found.is_in_some[i]);
    if (share == 0) continue;
    entropy -= share * std::log(share);
    slopes[i] = reference::Rational(-std::log(share));
  }
  const double most = reference::as_double(reference::most_among_best(payoffs, slopes));
  ASSERT_NEAR(most, entropy, 1e-9) << odds;
}

TEST(Choosing, AgreesWithExactFractionsWhereManyAreEven) {
  std::mt19937_64 random(5);
  for (int game = 0; game < 150; ++game) {
    const auto n = static_cast<Eigen::Index>(2 + random() % 9);
    const auto steps = static_cast<int>(1 + random() % 3);
    std::vector<double> above;
    for (Eigen::Index i = 0; i < n * (n - 1) / 2; ++i) {
      const int step = static_cast<int>(random() % static_cast<unsigned>(2 * steps + 1)) - steps;
      above.push_back(step / 8.0);
    }
    expect_as_in_fractions(odds_from(n, above));
  }
}

TEST(Choosing, AgreesWithExactFractionsForMany) {
  std::mt19937_64 random(6);
  for (const Eigen::Index n : {20, 40, 60}) {
    std::vector<double> above;
    for (Eigen::Index i = 0; i < n * (n - 1) / 2; ++i) {
      above.push_back((static_cast<double>(random() % 1023) - 511) / 1024);
    }
    const MatrixXd odds = odds_from(n, above);
    const Equilibrium found = solve_choosing(odds);
    // With odds drawn at random there is one equilibrium only.
    const reference::MatrixGame exact = reference::solve_matrix_game(exact_payoffs(odds));
    EXPECT_EQ(exact.value, 0);
    for (Eigen::Index i = 0; i < n; ++i) {
      const auto place = static_cast<std::size_t>(i);
      EXPECT_NEAR(found.shares[i], reference::as_double(exact.columns[place]), 1e-11);
      EXPECT_EQ(found.is_in_some[place], exact.columns[place] > 0);
    }
    EXPECT_LE(found.exploitability, 1e-14);
  }
}

/// Random payoffs against which `shares`, of the first units, are even, and win 0.01 or more of the
/// others: the only equilibrium, where those who are in it are of an odd number.
MatrixXd odds_with(const VectorXd& shares, Eigen::Index n, std::mt19937_64& random) {
  MatrixXd payoffs = MatrixXd::Zero(n, n);
  for (Eigen::Index i = 0; i < n; ++i) {
    for (Eigen::Index j = 0; j < i; ++j) {
      payoffs(i, j) = (static_cast<double>(random() % 1023) - 511) / 4096;
      payoffs(j, i) = -payoffs(i, j);
    }
  }
  const Eigen::Index in = shares.size();
  const VectorXd against = payoffs.leftCols(in) * shares;
  for (Eigen::Index i = 0; i < n; ++i) {
    for (Eigen::Index j = 0; j < std::min(i, in); ++j) {
      payoffs(i, j) -=
          i < in ? against[i] - against[j] : against[i] + 0.01 + 0.01 * static_cast<double>(i % 3);
      payoffs(j, i) = -payoffs(i, j);
    }
  }
  return even_odds_and(payoffs);
}

TEST(Choosing, FindsTheSharesThatAThousandUnitsWereMadeFor) {
  std::mt19937_64 random(8);
  for (const Eigen::Index in : {5, 501}) {
    VectorXd shares(in);
    for (double& share : shares) share = 1 + static_cast<double>(random() % 9);
    shares /= shares.sum();
    const Equilibrium found = solve_choosing(odds_with(shares, 1000, random));
    EXPECT_LT((found.shares.head(in) - shares).cwiseAbs().maxCoeff(), 1e-11) << in;
    EXPECT_EQ(found.shares.tail(1000 - in).cwiseAbs().maxCoeff(), 0) << in;
  }
}

// Each of 301 beats the 150 that follow it; and of each there are two, which differ by rounding.
TEST(Choosing, ALargeRingOfPairsIsChosenEvenly) {
  std::mt19937_64 random(9);
  constexpr int kinds = 301, n = 2 * kinds;
  MatrixXd payoffs = MatrixXd::Zero(n, n);
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < i; ++j) {
      const int ahead = (j % kinds - i % kinds + kinds) % kinds;
      const double odds = ahead == 0 ? 0 : ahead <= kinds / 2 ? 0.3 : -0.3;
      payoffs(i, j) = odds + (static_cast<double>(random() % 5) - 2) * 5e-14;
      payoffs(j, i) = -payoffs(i, j);
    }
  }
  const Equilibrium found = solve_choosing(even_odds_and(payoffs));
  EXPECT_LT((found.shares.array() - 1.0 / n).abs().maxCoeff(), 1e-12);
  EXPECT_LE(found.exploitability, 1e-12);
}

// Decided battles have odds that differ by anything however small: a chain of neighbours, of which
// no two are the same.
TEST(Choosing, OddsCloseTogetherAreNotOneAndTheSame) {
  std::mt19937_64 random(10);
  std::vector<double> above;
  for (int i = 0; i < 300 * 299 / 2; ++i) {
    above.push_back(0.5 - 1e-15 * static_cast<double>(random() % 1'000'000));
    if (random() % 2 == 0) above.back() *= -1;
  }
  EXPECT_LE(solve_choosing(odds_from(300, above)).exploitability, 1e-12);
}

// Many are even among themselves; others win against some of them. Where those bound the largest
// entropy, what is known of it (Karush, Kuhn, Tucker): -log(share) is the same of all but for what
// the bounds take, each of a price that is not negative and is paid only where the bound is met.
TEST(Choosing, ManyWhoAreAboutToWinBoundTheLargestEntropy) {
  std::mt19937_64 random(11);
  constexpr Eigen::Index even = 100, n = 2 * even;
  MatrixXd payoffs = MatrixXd::Zero(n, n);
  for (Eigen::Index i = even; i < n; ++i) {
    for (Eigen::Index j = 0; j < even; ++j) {
      payoffs(i, j) = (static_cast<double>(random() % 1000) - 515) / 2000;
      payoffs(j, i) = -payoffs(i, j);
    }
  }
  const Equilibrium found = solve_choosing(even_odds_and(payoffs));
  ASSERT_LE(found.exploitability, 1e-14);
  const VectorXd shares = found.shares.head(even);
  ASSERT_GT(shares.minCoeff(), 0);
  std::vector<Eigen::Index> met;
  for (Eigen::Index i = even; i < n; ++i) {
    if (found.odds[i] > 0.5 - 1e-10) met.push_back(i);
  }
  ASSERT_GT(met.size(), 0U);
  // One column for what is the same of all, then the bounds that are met.
  MatrixXd columns = MatrixXd::Ones(even, std::ssize(met) + 1);
  columns.rightCols(std::ssize(met)) = payoffs(met, Eigen::seqN(0, even)).transpose();
  const VectorXd wanted = -shares.array().log();
  const VectorXd prices = columns.colPivHouseholderQr().solve(wanted);
  EXPECT_LT((columns * prices - wanted).cwiseAbs().maxCoeff(), 1e-6);
  EXPECT_GE(prices.tail(std::ssize(met)).minCoeff(), 0);
}

// Against rock, paper, scissors in blocks of ten each, whose units beat each other at random by
// little: whatever happens within a block, the blocks have a third.
TEST(Choosing, BlocksAreChosenAsTheirNumbersAre) {
  std::mt19937_64 random(7);
  MatrixXd payoffs = MatrixXd::Zero(30, 30);
  for (int i = 0; i < 30; ++i) {
    for (int j = 0; j < i; ++j) {
      const int ahead = (i / 10 - j / 10 + 3) % 3;
      payoffs(i, j) = ahead == 1   ? 0.3
                      : ahead == 2 ? -0.3
                                   : (static_cast<double>(random() % 201) - 100) / 1000;
      payoffs(j, i) = -payoffs(i, j);
    }
  }
  const Equilibrium found = solve_choosing(even_odds_and(payoffs));
  for (int block = 0; block < 3; ++block) {
    EXPECT_NEAR(found.shares.segment(10 * block, 10).sum(), 1.0 / 3, 1e-12);
  }
  EXPECT_LE(found.exploitability, 1e-14);
}

// Battles that nobody wins are even but for little: whoever is even with the best to a millionth is
// no match for it, and its share is none, however rounding turns out.
TEST(Choosing, WhoLosesByATrifleIsNotChosen) {
  MatrixXd odds = odds_from(6, {-1.5e-3, 6e-13, -8.4e-5, -1.4e-4, -1.1e-4,  //
                                2.64e-9, 1.06e-4, 0, 3.45e-8,               //
                                -1.08e-12, -6.5e-11, 0,                     //
                                0, 0, 0});
  const std::vector<double> shares{0, 0.5, 0, 0, 0.5, 0};
  expect_shares(odds, shares);
  std::mt19937_64 random(3);
  for (int game = 0; game < 20; ++game) {
    for (Eigen::Index i = 0; i < 6; ++i) {
      for (Eigen::Index j = 0; j < i; ++j) {
        odds(i, j) += (static_cast<double>(random() % 5) - 2) * 1.1e-16;
        odds(j, i) = 1 - odds(i, j);
      }
    }
    expect_shares(odds, shares);
  }
}

/// The same game with its units in another order.
TEST(Choosing, TheOrderOfUnitsDoesNotMatter) {
  const MatrixXd odds = odds_from(4, {0, 0, -0.3, 0, 0.1, 0.1});
  const std::vector<int> order{2, 0, 3, 1};
  const VectorXd shares = solve_choosing(odds).shares;
  const VectorXd turned = solve_choosing(odds(order, order)).shares;
  for (std::size_t i = 0; i < order.size(); ++i) {
    EXPECT_NEAR(turned[static_cast<Eigen::Index>(i)], shares[order[i]], 1e-12);
  }
}

TEST(Choosing, NamesTheBestAndTheWorstOfThoseWhoMeet) {
  const MatrixXd odds = odds_from(3, {0, 0.1, 0.2});
  const auto odds_of = [&](std::size_t i, std::size_t j) -> std::optional<Odds> {
    if (i == j) return std::nullopt;
    const double of_beating = odds(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j));
    return Odds{.of_beating = {of_beating}, .ways = i + j == 1 ? 0 : 2};
  };
  std::map<std::size_t, Ranking::Row> units;
  for (const Ranking::Row& row : rank({0, 0, 0}, {}, odds_of).rows) units[row.unit] = row;
  ASSERT_TRUE(units[0].best);
  EXPECT_EQ(units[0].best->unit, 2U);
  ASSERT_TRUE(units[0].worst);
  EXPECT_EQ(units[0].worst->unit, 2U);
  ASSERT_TRUE(units[2].best);
  EXPECT_EQ(units[2].best->unit, 0U);
  ASSERT_TRUE(units[2].worst);
  EXPECT_EQ(units[2].worst->unit, 1U);
  EXPECT_NEAR(units[2].worst->odds, 0.3, 1e-15);
}

// Odds of 0.6: p / (1 - p) = exp(0.1 / noise), whatever p is.
TEST(Erring, OfTwoUnitsIsALogit) {
  for (const double noise : {1e-3, 0.02, 0.1, 3.0}) {
    const Equilibrium found = solve_erring(odds_from(2, {0.1}), noise);
    EXPECT_NEAR(found.shares[0], 1 / (1 + std::exp(-0.1 / noise)), 1e-12) << noise;
  }
}

TEST(Erring, LeavesARingAsItIs) {
  const Equilibrium found = solve_erring(odds_from(3, {0.2, -0.2, 0.2}), 0.01);
  for (int i = 0; i < 3; ++i) EXPECT_NEAR(found.shares[i], 1. / 3, 1e-12);
}

// What it is by its name, for many; and with little noise what players choose who do not err.
TEST(Erring, AnswersItselfByALogit) {
  std::mt19937 random(7);
  std::uniform_real_distribution<double> payoff(-0.5, 0.5);
  for (const Eigen::Index n : {3, 10, 120}) {
    std::vector<double> above;
    for (Eigen::Index i = 0; i < n * (n - 1) / 2; ++i) above.push_back(payoff(random));
    const MatrixXd odds = odds_from(n, above);
    for (const double noise : {0.001, 0.05, 1.0}) {
      const Equilibrium found = solve_erring(odds, noise);
      EXPECT_NEAR(found.shares.sum(), 1, 1e-12);
      for (Eigen::Index i = 1; i < n; ++i) {
        const double ratio = std::log(found.shares[i] / found.shares[0]);
        EXPECT_NEAR(ratio, (found.odds[i] - found.odds[0]) / noise, 1e-9 * (1 + std::abs(ratio)));
      }
      EXPECT_NEAR(found.odds.dot(found.shares), 0.5, 1e-12);
    }
    const VectorXd best = solve_choosing(odds).shares;
    EXPECT_LT((solve_erring(odds, 1e-4).shares - best).cwiseAbs().maxCoeff(), 0.05);
  }
}

}  // namespace
}  // namespace warodds
