// Confidence intervals.
#include "core/numbers/intervals.h"

#include <algorithm>
#include <boost/math/distributions/normal.hpp>
#include <cassert>
#include <cmath>
#include <stdexcept>

namespace warodds {

Deviations normal_quantile(Confidence confidence) {
  const double level = confidence.level;
  if (!(level > 0 && level < 1)) {
    throw std::invalid_argument("a confidence lies between 0 and 1");
  }
  // Not in long doubles, whose length is the machine's: the same digits everywhere.
  using InDoubles = boost::math::policies::policy<boost::math::policies::promote_double<false>>;
  const boost::math::normal_distribution<double, InDoubles> normal;
  return Deviations(boost::math::quantile(boost::math::complement(normal, (1 - level) / 2)));
}

Interval wilson(std::uint64_t successes, std::uint64_t trials, Deviations reach) {
  assert(trials >= 1 && successes <= trials);
  const double z = reach.z;
  const double n = static_cast<double>(trials);
  const double p = static_cast<double>(successes) / n;
  const double z2 = z * z;
  const double centre = (p + z2 / (2 * n)) / (1 + z2 / n);
  const double off = z / (1 + z2 / n) * std::sqrt(p * (1 - p) / n + z2 / (4 * n * n));
  // At the ends the interval touches 0 or 1 exactly; rounding must not say otherwise.
  return {successes == 0 ? 0 : std::max(centre - off, 0.0),
          successes == trials ? 1 : std::min(centre + off, 1.0)};
}

double half_width_of_share(std::uint64_t successes, std::uint64_t trials, Deviations reach) {
  return wilson(successes, trials, reach)
      .half_width_about(static_cast<double>(successes) / static_cast<double>(trials));
}

bool all_within(const std::vector<std::uint64_t>& counts, std::uint64_t trials, Deviations reach,
                double half_width) {
  return std::all_of(counts.begin(), counts.end(), [&](std::uint64_t count) {
    return half_width_of_share(count, trials, reach) <= half_width;
  });
}

double trials_for(double half_width, Deviations reach) {
  assert(half_width > 0);
  const double z = reach.z;
  return std::max(1.0, std::ceil(z * z / (4 * half_width * half_width)));
}

Estimate share_of(std::uint64_t seen, std::uint64_t trials, Deviations reach) {
  return {static_cast<double>(seen) / static_cast<double>(trials),
          half_width_of_share(seen, trials, reach)};
}

double mean_half_width(double deviation, double largest, std::uint64_t trials, Deviations reach) {
  assert(trials >= 1);
  const auto n = static_cast<double>(trials);
  const double z2 = reach.z * reach.z;
  // Events that have not been seen are not expected more often, with the confidence of one side.
  const double unseen = -std::log(std::erfc(reach.z / std::sqrt(2.0)) / 2);
  const double more = largest * std::max(z2, unseen) / n;
  const double factor = 1 + z2 / n;
  const double variance = deviation * deviation;
  return (more + std::sqrt(more * more + 4 * factor * z2 * variance / n)) / (2 * factor);
}

Estimate mean_of(double sum, double squares, double largest, std::uint64_t trials,
                 Deviations reach) {
  const auto n = static_cast<double>(trials);
  const double mean = sum / n;
  const double deviation = std::sqrt(std::max(squares / n - mean * mean, 0.0));
  return {mean, mean_half_width(deviation, largest, trials, reach)};
}

Estimate deviation_of(double deviation, double fourth, std::uint64_t trials, Deviations reach) {
  const double square = deviation * deviation;
  const double spread = std::sqrt(std::max(fourth - square * square, 0.0));
  return {deviation, reach.z * spread / (2 * deviation * std::sqrt(static_cast<double>(trials)))};
}

}  // namespace warodds
