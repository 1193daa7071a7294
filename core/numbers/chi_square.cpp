#include "core/numbers/chi_square.h"

#include <algorithm>
#include <boost/math/special_functions/gamma.hpp>
#include <cmath>

namespace warodds {

ChiSquare chi_square(const Eigen::ArrayXd& pmf, const std::vector<std::uint64_t>& counts) {
  constexpr double least_expected = 5;
  ChiSquare result;
  double trials = 0;
  for (std::size_t k = 0; k < counts.size(); ++k) {
    trials += static_cast<double>(counts[k]);
    const bool possible =
        k < static_cast<std::size_t>(pmf.size()) && pmf[static_cast<Eigen::Index>(k)] > 0;
    if (counts[k] > 0 && !possible && result.impossible < 0) {
      result.impossible = static_cast<int>(k);
    }
  }
  if (result.impossible >= 0) {
    result.p_value = 0;
    return result;
  }

  // Cells of at least five expected; what is left at the end joins the last cell.
  std::vector<std::pair<double, double>> cells;  // expected, seen
  std::pair<double, double> open{0, 0};
  for (Eigen::Index k = 0; k < pmf.size(); ++k) {
    const auto at = static_cast<std::size_t>(k);
    open.first += pmf[k] * trials;
    open.second += at < counts.size() ? static_cast<double>(counts[at]) : 0;
    if (open.first < least_expected) continue;
    cells.push_back(open);
    open = {0, 0};
  }
  if (!cells.empty()) {
    cells.back().first += open.first;
    cells.back().second += open.second;
  }
  for (const auto& [expected, seen] : cells) {
    result.statistic += (seen - expected) * (seen - expected) / expected;
  }
  result.degrees = std::max(static_cast<int>(cells.size()) - 1, 0);
  if (result.degrees > 0) {
    // Not in long doubles, whose length is the machine's: the same digits everywhere.
    using InDoubles = boost::math::policies::policy<boost::math::policies::promote_double<false>>;
    result.p_value = boost::math::gamma_q(result.degrees / 2.0, result.statistic / 2, InDoubles());
  }
  return result;
}

double sidak_level(double level, int tests) {
  return -std::expm1(std::log1p(-level) / std::max(tests, 1));
}

}  // namespace warodds
