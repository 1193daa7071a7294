// How far a simulated number can be off.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "core/numbers/estimate.h"

namespace warodds {

struct Interval {
  double low = 0;
  double high = 0;

  /// How far it reaches from a value within it, to either side: value +- that covers all of it.
  double half_width_about(double value) const { return std::max(high - value, value - low); }
};

/// The probability with which an interval is to hold the true value.
struct Confidence {
  explicit constexpr Confidence(double l) : level(l) {}
  double level;  ///< between 0 and 1
};

/// A distance, measured in standard deviations.
struct Deviations {
  explicit constexpr Deviations(double number) : z(number) {}
  double z;
};

/// The two-sided normal quantile: a normal variable lies within so many standard deviations of its
/// mean with this probability. Throws std::invalid_argument unless 0 < confidence.level < 1.
Deviations normal_quantile(Confidence confidence);

/// The score interval for a probability after `successes` in `trials` (>= 1): E. B. Wilson, JASA
/// 22, 1927. Unlike p +- z sqrt(p (1-p) / n), whose coverage collapses near 0 and 1, it covers
/// close to what it says for every p and n, also when nothing was seen: Brown, Cai, DasGupta,
/// Statistical Science 16, 2001. `reach` is normal_quantile(confidence).
Interval wilson(std::uint64_t successes, std::uint64_t trials, Deviations reach);

/// How far it reaches from the share that was seen.
double half_width_of_share(std::uint64_t successes, std::uint64_t trials, Deviations reach);

/// Whether the interval of each share counts[k] / trials is at most `half_width` to either side.
bool all_within(const std::vector<std::uint64_t>& counts, std::uint64_t trials, Deviations reach,
                double half_width);

/// The number of trials n after which the Wilson interval of every probability is at most
/// `half_width` wide on either side, however they turn out. From the share that was seen to an end
/// e of its interval it is z sqrt(e (1 - e) / n), at most z / (2 sqrt(n)). half_width > 0.
double trials_for(double half_width, Deviations reach);

/// A share of the trials, with its Wilson interval.
Estimate share_of(std::uint64_t seen, std::uint64_t trials, Deviations reach);

/// How far the mean of n = `trials` (>= 1) numbers from 0 to `largest`, with standard deviation
/// `deviation` among the trials, may be from the true one: the largest d with
///   d = z sqrt((deviation^2 + largest d - d^2) / n).
/// It is Wilson's score interval, of rare events, for numbers instead of yes and no: if the true
/// mean is larger by d, the variance may be larger by `largest` d. It is never narrower than
/// the normal interval z deviation / sqrt(n), which covers less than it says where large numbers
/// are rare, nor than with the correction for skewness of P. Hall, J. R. Statist. Soc. B 54, 1992:
/// no skewness is more than `largest` / `deviation`. Bernstein's inequality (A. Maurer, M. Pontil,
/// COLT 2009) has the same form, with larger constants. Trials that all agree leave a number that
/// nobody has seen as likely as they leave an event (J. A. Hanley, A. Lippman-Hand, JAMA 249,
/// 1983), or as Wilson does, if that is more.
double mean_half_width(double deviation, double largest, std::uint64_t trials, Deviations reach);

/// The mean of numbers from 0 to `largest` whose sum and sum of squares are known.
Estimate mean_of(double sum, double squares, double largest, std::uint64_t trials,
                 Deviations reach);

/// The standard deviation of numbers of which the fourth central moment is known, for large numbers
/// of trials.
Estimate deviation_of(double deviation, double fourth, std::uint64_t trials, Deviations reach);

}  // namespace warodds
