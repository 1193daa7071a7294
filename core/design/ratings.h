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

/// Of a unit against another: nothing where they do not meet, being the same.
using OddsOf = std::function<std::optional<Odds>(std::size_t unit, std::size_t other)>;

/// `points`: what each unit costs, 0 where that is not known. `others`: how many they meet;
/// nothing: each other, and then the odds of two add up to one. `odds_of`: asked once of each pair.
/// Who meets nobody has no rank. `noise`: of those who choose; 0: they do not err.
Ranking rank(const std::vector<int>& points, std::optional<std::size_t> others,
             const OddsOf& odds_of, const std::function<bool()>& stopped = {}, double noise = 0);

}  // namespace warodds
