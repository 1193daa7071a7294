// Confidence intervals.
#include "core/numbers/intervals.h"

#include <algorithm>
#include <boost/math/distributions/normal.hpp>
#include <cmath>
#include <stdexcept>

namespace warodds {

double normal_quantile(double confidence) {
  if (!(confidence > 0 && confidence < 1)) {
    throw std::invalid_argument("a confidence lies between 0 and 1");
  }
  return boost::math::quantile(
      boost::math::complement(boost::math::normal(), (1 - confidence) / 2));
}

Interval wilson(std::uint64_t successes, std::uint64_t trials, double z) {
  const double n = static_cast<double>(trials);
  const double p = static_cast<double>(successes) / n;
  const double z2 = z * z;
  const double centre = (p + z2 / (2 * n)) / (1 + z2 / n);
  const double reach = z / (1 + z2 / n) * std::sqrt(p * (1 - p) / n + z2 / (4 * n * n));
  // At the ends the interval touches 0 or 1 exactly; rounding must not say otherwise.
  return {successes == 0 ? 0 : std::max(centre - reach, 0.0),
          successes == trials ? 1 : std::min(centre + reach, 1.0)};
}

bool all_within(const std::vector<std::uint64_t>& counts, std::uint64_t trials, double z,
                double half_width) {
  return std::all_of(counts.begin(), counts.end(), [&](std::uint64_t count) {
    return wilson(count, trials, z).half_width() <= half_width;
  });
}

double trials_for(double half_width, double z) {
  const double n = z * z / (4 * half_width * half_width) - z * z;
  return std::max(1.0, std::ceil(n));
}

double mean_half_width(double sd, std::uint64_t trials, double z) {
  return z * sd / std::sqrt(static_cast<double>(trials));
}

Estimate share_of(std::uint64_t seen, std::uint64_t trials, double z) {
  return {static_cast<double>(seen) / static_cast<double>(trials),
          wilson(seen, trials, z).half_width()};
}

double mean_half_width_with_unseen(double deviation, double largest, std::uint64_t trials,
                                   double z) {
  const double unseen = largest * wilson(0, trials, z).half_width();
  return std::max(mean_half_width(deviation, trials, z), unseen);
}

Estimate mean_of(double sum, double squares, double largest, std::uint64_t trials, double z) {
  const auto n = static_cast<double>(trials);
  const double mean = sum / n;
  const double deviation = std::sqrt(std::max(squares / n - mean * mean, 0.0));
  return {mean, mean_half_width_with_unseen(deviation, largest, trials, z)};
}

}  // namespace warodds
