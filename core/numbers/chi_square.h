// Pearson's chi-square test of simulated counts against an exact distribution.
#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <vector>

namespace warodds {

struct ChiSquare {
  double statistic = 0;
  int degrees = 0;      ///< degrees of freedom; 0 when everything fell into one cell
  double p_value = 1;   ///< probability of a statistic at least this large if both agree; 0 if an
                        ///< outcome of probability 0 was seen
  int impossible = -1;  ///< the first outcome seen whose exact probability is 0, or -1
};

/// Tests counts[k] (k = 0, 1, …) against pmf[k]. Neighbouring values are put together until each
/// cell expects at least 5 (Cochran 1954); a count outside the pmf, or where it is 0, is
/// impossible.
ChiSquare chi_square(const Eigen::ArrayXd& pmf, const std::vector<std::uint64_t>& counts);

/// The level at which each of `tests` tests has to be made so that, if all hypotheses hold, the
/// chance that any fails is at most `level` (Šidák 1967).
double sidak_level(double level, int tests);

}  // namespace warodds
