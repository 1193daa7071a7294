// Two-person zero-sum games in matrix form.
#pragma once

#include <Eigen/Core>
#include <vector>

#include "core/rules/choice.h"
#include "core/rules/side.h"

namespace warodds::exact {

/// Optimal play of both sides. The value lies between `low`, what the rows are sure to get with
/// their strategy, and `high`, what the columns are sure not to exceed with theirs.
struct MatrixGame {
  Eigen::VectorXd rows;     ///< probability of each row
  Eigen::VectorXd columns;  ///< probability of each column
  double low = 0;
  double high = 0;

  double value() const { return (low + high) / 2; }
  double gap() const { return high - low; }
  /// What a side plays at all; `values`: of its choices.
  MixedStrategy mix(Side side, const std::vector<int>& values) const;
};

/// Solves the game in which the rows get payoff(row, column) from the columns. A saddle point is
/// played pure. The gap is worked out from the strategies; it is about 1e-14 of the largest payoff.
/// `payoff` has at least one row and column and only finite entries. Throws std::logic_error rather
/// than return strategies with a gap of more than 1e-9 of the largest payoff.
MatrixGame solve_matrix_game(const Eigen::MatrixXd& payoff);

/// The same, with at most `most_pivots` steps of the simplex method.
MatrixGame solve_matrix_game(const Eigen::MatrixXd& payoff, int most_pivots);

/// Best play of both: whoever chooses alone takes the first of what is as good as the best.
MatrixGame best_play(const Eigen::MatrixXd& payoff);

}  // namespace warodds::exact
