// The simplex method on the form of a game given by G. Dantzig: with all payoffs positive, the
// columns' strategy is y / sum(y) where y >= 0 maximises sum(y) under payoff y <= 1, and the rows'
// strategy is read off the prices of that programme.
#include "exact/solve/matrix_game.h"

#include <Eigen/LU>
#include <algorithm>
#include <limits>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "core/threads/patience.h"

namespace warodds::exact {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

/// Strategies are accepted if their duality gap is at most this much of the largest payoff.
constexpr double widest_gap = 1e-9;

MatrixGame judged(const MatrixXd& payoff, Eigen::VectorXd rows, Eigen::VectorXd columns) {
  MatrixGame game;
  game.low = (payoff.transpose() * rows).minCoeff();
  game.high = (payoff * columns).maxCoeff();
  game.rows = std::move(rows);
  game.columns = std::move(columns);
  return game;
}

/// The pure strategies that guarantee most.
MatrixGame best_pure(const MatrixXd& payoff) {
  Index row = 0;
  Index column = 0;
  payoff.rowwise().minCoeff().maxCoeff(&row);
  payoff.colwise().maxCoeff().minCoeff(&column);
  return judged(payoff, VectorXd::Unit(payoff.rows(), row), VectorXd::Unit(payoff.cols(), column));
}

Eigen::VectorXd normalised(VectorXd weights) {
  weights = weights.cwiseMax(0);
  const double sum = weights.sum();
  if (!(sum > 0))
    return VectorXd::Constant(weights.size(), 1.0 / static_cast<double>(weights.size()));
  return weights / sum;
}

class Simplex {
 public:
  /// All payoffs must be positive.
  explicit Simplex(const MatrixXd& payoff)
      : rows_(payoff.rows()),
        columns_(payoff.cols()),
        tableau_(rows_ + 1, columns_ + rows_ + 1),
        basis_(static_cast<std::size_t>(rows_)) {
    tableau_.setZero();
    tableau_.topLeftCorner(rows_, columns_) = payoff;
    tableau_.block(0, columns_, rows_, rows_).setIdentity();
    tableau_.col(columns_ + rows_).head(rows_).setOnes();
    tableau_.row(rows_).head(columns_).setConstant(-1);
    for (Index i = 0; i < rows_; ++i) basis_[static_cast<std::size_t>(i)] = columns_ + i;
  }

  /// Pivots until no price improves the programme, or `most_pivots` times.
  void run(int most_pivots) {
    // The steepest price is the quick rule; where it does not move for long, Bland's rule takes
    // over, which cannot run in circles (R. Bland 1977).
    constexpr int patience = 20;
    int idle = 0;
    for (int pivots = 0; pivots < most_pivots; ++pivots) {
      constexpr Index work_of_number = 2;
      spend(static_cast<WorkUnits>(work_of_number * (rows_ + 1) * (rows_ + columns_ + 1)));
      const Index in = idle < patience ? steepest() : first_improving();
      if (in < 0) return;
      const Index out = leaving(in);
      if (out < 0) return;
      const double before = tableau_(rows_, columns_ + rows_);
      pivot(out, in);
      idle = tableau_(rows_, columns_ + rows_) > before + 1e-15 ? 0 : idle + 1;
    }
  }

  Eigen::VectorXd columns() const {
    VectorXd y = VectorXd::Zero(columns_);
    for (Index i = 0; i < rows_; ++i) {
      const Index of = basis_[static_cast<std::size_t>(i)];
      if (of < columns_) y[of] = tableau_(i, columns_ + rows_);
    }
    return normalised(y);
  }
  Eigen::VectorXd rows() const {
    return normalised(tableau_.row(rows_).segment(columns_, rows_).transpose());
  }

  /// Rows that bind and columns that are played, of which there are equally many.
  void supports(std::vector<Index>& rows, std::vector<Index>& columns) const {
    std::vector<bool> slack(static_cast<std::size_t>(rows_), false);
    for (const Index of : basis_) {
      if (of < columns_) columns.push_back(of);
      if (of >= columns_) slack[static_cast<std::size_t>(of - columns_)] = true;
    }
    for (Index i = 0; i < rows_; ++i) {
      if (!slack[static_cast<std::size_t>(i)]) rows.push_back(i);
    }
    std::sort(columns.begin(), columns.end());
  }

 private:
  static constexpr double tiny = 1e-12;

  Index steepest() const {
    Index best = 0;
    return tableau_.row(rows_).head(columns_ + rows_).minCoeff(&best) < -tiny ? best : -1;
  }
  Index first_improving() const {
    for (Index j = 0; j < columns_ + rows_; ++j) {
      if (tableau_(rows_, j) < -tiny) return j;
    }
    return -1;
  }
  Index leaving(Index in) const {
    Index best = -1;
    double least = std::numeric_limits<double>::infinity();
    for (Index i = 0; i < rows_; ++i) {
      if (tableau_(i, in) <= tiny) continue;
      const double ratio = tableau_(i, columns_ + rows_) / tableau_(i, in);
      const auto of = [&](Index row) { return basis_[static_cast<std::size_t>(row)]; };
      if (ratio < least || (ratio == least && of(i) < of(best))) {
        least = ratio;
        best = i;
      }
    }
    return best;
  }
  void pivot(Index out, Index in) {
    tableau_.row(out) /= tableau_(out, in);
    for (Index i = 0; i <= rows_; ++i) {
      if (i == out || tableau_(i, in) == 0) continue;
      const double factor = tableau_(i, in);
      tableau_.row(i) -= factor * tableau_.row(out);
    }
    basis_[static_cast<std::size_t>(out)] = in;
  }

  Index rows_;
  Index columns_;
  Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor> tableau_;
  std::vector<Index> basis_;
};

/// The strategy that makes the other side indifferent between its choices in play: solved afresh,
/// it is free of what the pivots have gathered in rounding.
Eigen::VectorXd indifferent(const MatrixXd& played, Index size, const std::vector<Index>& places) {
  const Index k = played.rows();
  MatrixXd system(k + 1, k + 1);
  system.topLeftCorner(k, k) = played;
  system.col(k).head(k).setConstant(-1);
  system.row(k).head(k).setOnes();
  system(k, k) = 0;
  const VectorXd solution = Eigen::FullPivLU<MatrixXd>(system).solve(VectorXd::Unit(k + 1, k));
  VectorXd weights = VectorXd::Zero(size);
  for (Index i = 0; i < k; ++i) weights[places[static_cast<std::size_t>(i)]] = solution[i];
  return normalised(weights);
}

}  // namespace

MixedStrategy MatrixGame::mix(Side side, const std::vector<int>& values) const {
  const VectorXd& p = side == Side::attacker ? rows : columns;
  MixedStrategy mix;
  for (Index i = 0; i < p.size(); ++i) {
    if (p[i] > 0) mix.push_back({values[static_cast<std::size_t>(i)], p[i]});
  }
  return mix;
}

MatrixGame solve_matrix_game(const MatrixXd& payoff, int most_pivots) {
  const double largest = payoff.cwiseAbs().maxCoeff();
  const MatrixGame pure = best_pure(payoff);
  if (pure.gap() <= 1e-14 * largest) return pure;

  // Between 1 and 2, whatever the payoffs are.
  const double low = payoff.minCoeff();
  const double width = payoff.maxCoeff() - low;
  Simplex simplex(((payoff.array() - low) / width + 1).matrix());
  simplex.run(most_pivots);
  MatrixGame best = judged(payoff, simplex.rows(), simplex.columns());

  std::vector<Index> rows;
  std::vector<Index> columns;
  simplex.supports(rows, columns);
  if (!rows.empty() && rows.size() == columns.size()) {
    const MatrixXd played = payoff(rows, columns);
    const MatrixGame polished = judged(payoff, indifferent(played.transpose(), payoff.rows(), rows),
                                       indifferent(played, payoff.cols(), columns));
    if (polished.gap() < best.gap()) best = polished;
  }
  if (!(best.gap() <= widest_gap * largest)) {
    throw std::logic_error("the simplex method ended with a duality gap of " +
                           std::to_string(best.gap()) + " in a game with payoffs up to " +
                           std::to_string(largest));
  }
  return best;
}

MatrixGame solve_matrix_game(const MatrixXd& payoff) {
  // Far more than the two or three times rows + columns that games take.
  const Index most_pivots = 50 * (payoff.rows() + payoff.cols()) + 1000;
  return solve_matrix_game(payoff, static_cast<int>(most_pivots));
}

MatrixGame best_play(const Eigen::MatrixXd& payoff) {
  if (payoff.rows() > 1 && payoff.cols() > 1) return solve_matrix_game(payoff);
  const bool of_attacker = payoff.rows() > 1;
  const double best = of_attacker ? payoff.maxCoeff() : payoff.minCoeff();
  const double equal = 1e-14 * std::max(std::abs(best), 1.0);
  Eigen::Index first = 0;
  while (std::abs(payoff(first) - best) > equal) ++first;
  return {Eigen::VectorXd::Unit(payoff.rows(), of_attacker ? first : 0),
          Eigen::VectorXd::Unit(payoff.cols(), of_attacker ? 0 : first),
          std::min(best, payoff(first)), std::max(best, payoff(first))};
}

}  // namespace warodds::exact
