// Units in the order of their strength, from the odds of every pair.
#pragma once

#include <Eigen/Core>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/design/ratings.h"

namespace warodds {

struct Ranking {
  struct Row {
    int unit = 0;
    double odds = 0;                    ///< mean odds of beating another
    std::optional<double> rating = {};  ///< Bradley-Terry
    int points = 0;
    std::optional<double> half_width = {};  ///< of the odds, if battles were simulated
  };
  std::vector<Row> rows;                         ///< best first
  std::vector<std::pair<int, int>> dominations;  ///< (better, worse)
  std::vector<Cycle> cycles;
  std::vector<std::string>
      left_out;  ///< what is not here because there are too many units, and why
};

/// Ratings from `wins` (ratings.h); nothing where there are none, or too many units: then `ranking`
/// says so.
std::optional<Eigen::VectorXd> rate(const Eigen::MatrixXd& wins, Ranking& ranking);

/// The mean of odds whose half-widths have this sum; of exact ones there is none. The same dice may
/// have been rolled for all: their errors may all point the same way.
std::optional<double> half_width_of_mean(double sum, double count);

/// `odds(i, j)`: how likely i beats j, odds(i, j) + odds(j, i) = 1; at least two units.
/// `half_widths`: of the same, 0 where they are exact. `points`: what each unit costs, 0 where that
/// is not known.
Ranking rank(const Eigen::MatrixXd& odds, const Eigen::MatrixXd& half_widths,
             const std::vector<int>& points);

}  // namespace warodds
