// Ratings of many from the results of pairs.
#pragma once

#include <Eigen/Core>
#include <optional>
#include <vector>

namespace warodds {

/// Bradley-Terry ratings (R. A. Bradley and M. E. Terry, Biometrika 39, 1952): the odds of i
/// against j are exp(rating i - rating j). `wins(i, j)`: how often, or with what probability, i
/// beats j; the diagonal does not count. The ratings of highest likelihood, their mean 0. Nothing
/// where they do not exist: when some, taken together, never lose to the others (L. R. Ford, 1957).
std::optional<Eigen::VectorXd> bradley_terry(const Eigen::MatrixXd& wins);

/// Who does at least as well as another against each opponent, and better against one: pairs
/// (better, worse). `results(i, j)`: how i does against j. Opponents are all columns; differences
/// below 1e-9 do not count.
std::vector<std::pair<int, int>> dominations(const Eigen::MatrixXd& results);

/// Three that beat each other in a ring, and by how much at the closest of the three.
struct Cycle {
  int first;   ///< beats second
  int second;  ///< beats third
  int third;   ///< beats first
  double margin;
};

/// All such rings, those with the clearest wins first. `wins(i, j)`: probability that i beats j;
/// wins(i, j) + wins(j, i) = 1.
std::vector<Cycle> cycles(const Eigen::MatrixXd& wins);

}  // namespace warodds
