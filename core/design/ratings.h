// Ratings and ranks of many from the results of pairs. Internal: the header has Eigen in it.
#pragma once

#include <Eigen/Core>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

#include "core/design/contest.h"
#include "core/design/matrix.h"

namespace warodds {

/// Bradley-Terry ratings (R. A. Bradley and M. E. Terry, Biometrika 39, 1952): the odds of i
/// against j are exp(rating i - rating j). `wins(i, j)`: how often, or with what probability, i
/// beats j; the diagonal does not count. The ratings of highest likelihood, their mean 0. Nothing
/// where they do not exist: when some, taken together, never lose to the others (L. R. Ford, 1957).
/// `stopped`: whether to give up; then there are none either.
std::optional<Eigen::VectorXd> bradley_terry(const Eigen::MatrixXd& wins,
                                             const std::function<bool()>& stopped = {});

/// Who does at least as well as another against each opponent, and clearly better against one, by
/// 0.05: with less, who is ahead of whom is noise. Pairs (better, worse). `results(i, j)`: how i
/// does against j. Opponents are all columns; to do worse by less than 1e-9 does not count.
std::vector<std::pair<std::size_t, std::size_t>> dominations(const Eigen::MatrixXd& results);

/// All rings of odds as clear, 0.55, those with the clearest wins first. `wins(i, j)`: probability
/// that i beats j; wins(i, j) + wins(j, i) = 1.
std::vector<Cycle> cycles(const Eigen::MatrixXd& wins);

/// What is known of all pairs of units that meet each other, at least two, or others.
struct PairOdds {
  static constexpr int never = -1;  ///< they do not meet: they are the same unit

  /// Of these, even with each other, or, of those who meet others, nothing yet.
  explicit PairOdds(Eigen::Index units);
  PairOdds(Eigen::Index units, Eigen::Index others);

  void set(std::size_t unit, std::size_t other, const Odds& odds);

  Eigen::MatrixXd values;       ///< how likely i beats j; one with that of j against i
  Eigen::MatrixXd half_widths;  ///< of the same, 0 where they are exact
  Eigen::MatrixXi ways;         ///< both ways round, one, or none: as the rules allow
  bool among;                   ///< rows and columns are the same units
};

/// `points`: what each unit costs, 0 where that is not known. Who meets nobody has no rank.
/// `noise`: of those who choose; 0: they do not err.
Ranking rank(const PairOdds& odds, const std::vector<int>& points,
             const std::function<bool()>& stopped = {}, double noise = 0);

}  // namespace warodds
