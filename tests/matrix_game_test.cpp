// Matrix games: known values, exact fractions, and the gap of large ones.
#include "exact/solve/matrix_game.h"

#include <gtest/gtest.h>

#include <random>
#include <stdexcept>
#include <vector>

#include "tests/reference/best_play.h"

namespace warodds {
namespace {

using Eigen::MatrixXd;
using exact::MatrixGame;
using exact::solve_matrix_game;

/// What a pair of strategies guarantees, worked out here once more.
void expect_optimal(const MatrixXd& payoff, const MatrixGame& game) {
  const double scale = std::max(1.0, payoff.cwiseAbs().maxCoeff());
  ASSERT_NEAR(game.rows.sum(), 1, 1e-14);
  ASSERT_NEAR(game.columns.sum(), 1, 1e-14);
  ASSERT_GE(game.rows.minCoeff(), 0);
  ASSERT_GE(game.columns.minCoeff(), 0);
  double low = 1e300;
  for (Eigen::Index j = 0; j < payoff.cols(); ++j) {
    double sum = 0;
    for (Eigen::Index i = 0; i < payoff.rows(); ++i) sum += game.rows[i] * payoff(i, j);
    low = std::min(low, sum);
  }
  double high = -1e300;
  for (Eigen::Index i = 0; i < payoff.rows(); ++i) {
    double sum = 0;
    for (Eigen::Index j = 0; j < payoff.cols(); ++j) sum += game.columns[j] * payoff(i, j);
    high = std::max(high, sum);
  }
  ASSERT_NEAR(game.low, low, 1e-12 * scale);
  ASSERT_NEAR(game.high, high, 1e-12 * scale);
  ASSERT_LE(high - low, 1e-10 * scale);
}

TEST(MatrixGame, RockPaperScissors) {
  MatrixXd payoff(3, 3);
  payoff << 0, -1, 1, 1, 0, -1, -1, 1, 0;
  const MatrixGame game = solve_matrix_game(payoff);
  expect_optimal(payoff, game);
  EXPECT_NEAR(game.value(), 0, 1e-15);
  for (int i = 0; i < 3; ++i) {
    EXPECT_NEAR(game.rows[i], 1.0 / 3, 1e-14);
    EXPECT_NEAR(game.columns[i], 1.0 / 3, 1e-14);
  }
}

// Matching pennies in which heads pays double: rows play heads with 1/3... by hand: value 1/5 with
// 2x - (1 - x) = -x + (1 - x), x = 2/5.
TEST(MatrixGame, UnevenPennies) {
  MatrixXd payoff(2, 2);
  payoff << 2, -1, -1, 1;
  const MatrixGame game = solve_matrix_game(payoff);
  EXPECT_NEAR(game.value(), 0.2, 1e-15);
  EXPECT_NEAR(game.rows[0], 0.4, 1e-15);
  EXPECT_NEAR(game.columns[0], 0.4, 1e-15);
}

TEST(MatrixGame, ASaddleIsPlayedPure) {
  MatrixXd payoff(3, 3);
  payoff << 4, 3, 5, 1, 2, 9, 7, 0, 2;  // row 0 against column 1
  const MatrixGame game = solve_matrix_game(payoff);
  EXPECT_EQ(game.value(), 3);
  EXPECT_EQ(game.gap(), 0);
  EXPECT_EQ(game.rows[0], 1);
  EXPECT_EQ(game.columns[1], 1);
}

TEST(MatrixGame, OneChoiceIsABestAnswer) {
  MatrixXd row(1, 4);
  row << 3, 1, 2, 5;
  EXPECT_EQ(solve_matrix_game(row).value(), 1);
  EXPECT_EQ(solve_matrix_game(row.transpose()).value(), 5);
  EXPECT_EQ(solve_matrix_game(MatrixXd::Zero(3, 4)).value(), 0);
}

// Colonel Blotto, 4 against 3 companies on two fields (J. D. Williams' version, M. Dresher 1961):
// value 14/9.
TEST(MatrixGame, ColonelBlotto) {
  const auto field = [](int colonel, int enemy) {
    if (colonel > enemy) return enemy + 1;
    return colonel < enemy ? -(colonel + 1) : 0;
  };
  MatrixXd payoff(5, 4);
  for (int i = 0; i <= 4; ++i) {
    for (int j = 0; j <= 3; ++j) payoff(i, j) = field(i, j) + field(4 - i, 3 - j);
  }
  const MatrixGame game = solve_matrix_game(payoff);
  expect_optimal(payoff, game);
  EXPECT_NEAR(game.value(), 14.0 / 9, 1e-14);
}

TEST(MatrixGame, RandomGamesHaveTheValueOfExactFractions) {
  std::mt19937_64 random(7);
  for (int drawn = 0; drawn < 400; ++drawn) {
    const auto choices = [&] { return static_cast<Eigen::Index>(1 + random() % 6); };
    MatrixXd payoff(choices(), choices());
    std::vector<std::vector<reference::Rational>> fractions;
    const std::uint64_t spread = drawn % 2 == 0 ? 5 : 1000;  // few values: many ties
    for (Eigen::Index i = 0; i < payoff.rows(); ++i) {
      fractions.emplace_back();
      for (Eigen::Index j = 0; j < payoff.cols(); ++j) {
        const int entry = static_cast<int>(random() % spread) - static_cast<int>(spread / 2);
        payoff(i, j) = entry;
        fractions.back().emplace_back(entry);
      }
    }
    const MatrixGame game = solve_matrix_game(payoff);
    expect_optimal(payoff, game);
    if (HasFatalFailure()) return;
    const double value = reference::matrix_game_value(fractions).convert_to<double>();
    ASSERT_NEAR(game.value(), value, 1e-12 * static_cast<double>(spread));
  }
}

TEST(MatrixGame, LargeGamesAreSolvedToTheGapPromised) {
  std::mt19937_64 random(11);
  for (int drawn = 0; drawn < 60; ++drawn) {
    MatrixXd payoff(41, 41);
    for (Eigen::Index i = 0; i < 41; ++i) {
      for (Eigen::Index j = 0; j < 41; ++j) {
        switch (drawn % 3) {
          case 0:  // anything
            payoff(i, j) = static_cast<double>(random() % 1'000'003) / 1000 - 500;
            break;
          case 1:  // hardly any difference
            payoff(i, j) = 0.5 + 1e-9 * static_cast<double>(random() % 1000);
            break;
          default:  // full of ties, as counts of dice are
            payoff(i, j) = static_cast<double>(std::min(i, 40 - j)) - static_cast<double>(j % 5);
        }
      }
    }
    expect_optimal(payoff, solve_matrix_game(payoff));
    if (HasFatalFailure()) return;
  }
}

// Almost every pivot of such a game is degenerate: it changes the basis, but not the value.
TEST(MatrixGame, GamesOfOnlyTwoPayoffsAreSolvedThoughMostPivotsGainNothing) {
  std::mt19937_64 random(13);
  for (int drawn = 0; drawn < 200; ++drawn) {
    const auto choices = [&] { return static_cast<Eigen::Index>(2 + random() % 40); };
    MatrixXd payoff(choices(), choices());
    for (Eigen::Index i = 0; i < payoff.size(); ++i) {
      payoff.data()[i] = random() % 4 == 0 ? 1 : 0;
    }
    expect_optimal(payoff, solve_matrix_game(payoff));
    if (HasFatalFailure()) return;
  }
}

// Whoever is ahead by less than half the circle wins. The steepest price does not move the value of
// this game for more pivots than its patience lasts.
TEST(MatrixGame, GamesThatStandStillForLongAreSolved) {
  for (const Eigen::Index choices : {60, 61, 100}) {
    MatrixXd payoff(choices, choices);
    for (Eigen::Index i = 0; i < choices; ++i) {
      for (Eigen::Index j = 0; j < choices; ++j) {
        const Eigen::Index ahead = j - i;
        payoff(i, j) = ahead == 0 ? 0 : (ahead > 0) == (2 * std::abs(ahead) <= choices) ? 1 : -1;
      }
    }
    const MatrixGame game = solve_matrix_game(payoff);
    expect_optimal(payoff, game);
    EXPECT_NEAR(game.value(), 0, 1e-13);
  }
}

// The value of this game is 2/7, played 1/7, 2/7, 4/7; the simplex method needs three pivots for
// it.
TEST(MatrixGame, TooFewPivotsAreNeverTakenForTheAnswer) {
  const MatrixXd payoff = Eigen::Vector3d(2, 1, 0.5).asDiagonal();
  for (const int pivots : {0, 1, 2}) {
    EXPECT_THROW(solve_matrix_game(payoff, pivots), std::logic_error) << pivots;
  }
  const MatrixGame game = solve_matrix_game(payoff, 3);
  expect_optimal(payoff, game);
  EXPECT_NEAR(game.value(), 2.0 / 7, 1e-15);
}

}  // namespace
}  // namespace warodds
