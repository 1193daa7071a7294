// A second opinion on what players choose: whom they come to, who keep changing to what beats them.
// Internal: the header has Eigen in it.
#pragma once

#include <Eigen/Core>

namespace warodds {

/// Players who copy each other.
inline constexpr int population_of_alpha_rank = 50;

/// The share of time for which each unit is what all of a population of fifty field, if they change
/// over only to what beats it, or is as good (alpha-rank: S. Omidshafiei et al., Scientific Reports
/// 9, 2019), in the limit of alpha without bounds. `odds`: as for solve_choosing().
Eigen::VectorXd alpha_rank(const Eigen::MatrixXd& odds);

}  // namespace warodds
