// Confidence intervals against published values.
#include "core/numbers/intervals.h"

#include <gtest/gtest.h>

#include <cmath>
#include <stdexcept>

namespace warodds::sim {
namespace {

TEST(Intervals, the_normal_quantile_is_that_of_the_tables) {
  EXPECT_NEAR(normal_quantile(Confidence(0.95)).z, 1.959963984540054, 1e-12);
  EXPECT_NEAR(normal_quantile(Confidence(0.99)).z, 2.575829303548901, 1e-12);
  EXPECT_NEAR(normal_quantile(Confidence(0.5)).z, 0.674489750196082, 1e-12);
  for (const double wrong : {0.0, 1.0, -1.0, 2.0, std::nan("")}) {
    EXPECT_THROW(normal_quantile(Confidence(wrong)), std::invalid_argument);
  }
}

// Brown, Cai, DasGupta 2001 and R's prop.test(correct = FALSE) give these at 95 %.
TEST(Intervals, wilson_gives_the_published_values) {
  const Deviations z = normal_quantile(Confidence(0.95));
  EXPECT_DOUBLE_EQ(wilson(0, 10, z).low, 0);
  EXPECT_NEAR(wilson(0, 10, z).high, 0.2775, 5e-5);
  EXPECT_NEAR(wilson(5, 10, z).low, 0.2366, 5e-5);
  EXPECT_NEAR(wilson(5, 10, z).high, 0.7634, 5e-5);
  EXPECT_NEAR(wilson(10, 10, z).low, 1 - 0.2775, 5e-5);
  EXPECT_DOUBLE_EQ(wilson(10, 10, z).high, 1);
}

// The definition: the interval's ends are the p from which the estimate is z standard errors away.
TEST(Intervals, the_ends_of_wilson_are_z_standard_errors_from_the_estimate) {
  const Deviations z = normal_quantile(Confidence(0.99));
  for (const std::uint64_t n : {1u, 7u, 1000u, 1'000'000u}) {
    for (const std::uint64_t k : {n / 3, n / 2, n}) {
      const double estimate = static_cast<double>(k) / static_cast<double>(n);
      const Interval interval = wilson(k, n, z);
      for (const double p : {interval.low, interval.high}) {
        const double error = z.z * std::sqrt(p * (1 - p) / static_cast<double>(n));
        if (p == 0 || p == 1) continue;
        EXPECT_NEAR(std::abs(estimate - p), error, 1e-12) << k << "/" << n;
      }
    }
  }
}

TEST(Intervals, the_trials_for_a_half_width_are_just_enough_for_every_probability) {
  const Deviations z = normal_quantile(Confidence(0.99));
  for (const double half_width : {0.3, 0.05, 0.001}) {
    const auto n = static_cast<std::uint64_t>(trials_for(half_width, z));
    for (std::uint64_t k = 0; k <= n; k += n / 50 + 1) {
      EXPECT_LE(half_width_of_share(k, n, z), half_width * (1 + 1e-9));
    }
    const std::uint64_t fewer = n - n / 4;
    double widest = 0;
    for (std::uint64_t k = 0; k <= fewer; k += fewer / 1000 + 1) {
      widest = std::max(widest, half_width_of_share(k, fewer, z));
    }
    EXPECT_GT(widest, half_width);
  }
}

TEST(Intervals, a_share_plus_minus_its_half_width_covers_the_interval_of_wilson) {
  const Deviations z = normal_quantile(Confidence(0.99));
  for (std::uint64_t n = 1; n <= 60; ++n) {
    for (std::uint64_t k = 0; k <= n; ++k) {
      const Interval interval = wilson(k, n, z);
      const Estimate share = share_of(k, n, z);
      EXPECT_LE(share.value - *share.half_width, interval.low + 1e-15) << k << "/" << n;
      EXPECT_GE(share.value + *share.half_width, interval.high - 1e-15) << k << "/" << n;
    }
    // Nothing was seen: all the way to the end.
    EXPECT_DOUBLE_EQ(half_width_of_share(0, n, z), wilson(0, n, z).high);
  }
}

// The definition, found by looking for it.
TEST(Intervals, the_mean_may_be_off_as_far_as_the_variance_that_comes_with_it_allows) {
  const Deviations z = normal_quantile(Confidence(0.99));
  for (const double n : {10.0, 1000.0, 1e6}) {
    for (const double deviation : {0.01, 0.5, 3.0}) {
      const double largest = 10;
      double low = 0, high = 1000;
      for (int i = 0; i < 200; ++i) {
        const double d = (low + high) / 2;
        const double variance = deviation * deviation + largest * d - d * d;
        (d * d * n <= z.z * z.z * variance ? low : high) = d;
      }
      const auto trials = static_cast<std::uint64_t>(n);
      EXPECT_NEAR(mean_half_width(deviation, largest, trials, z), low, 1e-9 * low);
    }
  }
}

TEST(Intervals, of_yes_and_no_a_mean_is_at_least_as_uncertain_as_a_share) {
  for (const double level : {0.5, 0.9, 0.95, 0.99}) {
    const Deviations z = normal_quantile(Confidence(level));
    for (const std::uint64_t n : {1u, 10u, 1000u, 1'000'000u}) {
      for (const std::uint64_t seen : {std::uint64_t{0}, n / 3, n / 2}) {
        const auto sum = static_cast<double>(seen);
        EXPECT_GE(*mean_of(sum, sum, 1, n, z).half_width,
                  *share_of(seen, n, z).half_width * (1 - 1e-12));
      }
      const double unseen = *mean_of(0, 0, 1, n, z).half_width;
      // The largest expected number of which none is seen in one of 2 / (1 - level) cases.
      EXPECT_GE(unseen * (static_cast<double>(n) + z.z * z.z), -std::log((1 - level) / 2) - 1e-9);
    }
  }
}

TEST(Intervals, a_mean_of_many_trials_is_as_uncertain_as_its_standard_error) {
  const Deviations z(2);
  // z sd / sqrt(n), and z^2 largest / (2 n) for what is rare; the next term is of order n^-1.5.
  EXPECT_NEAR(mean_half_width(3, 10, 1'000'000, z), 2 * 3 / 1000.0 + 4 * 10 / 2e6, 1e-7);
  for (const std::uint64_t n : {1u, 100u, 10'000u}) {
    // Twice as many trials or numbers half as large: known better.
    EXPECT_GT(mean_half_width(3, 10, n, z), mean_half_width(3, 10, 2 * n, z));
    EXPECT_GT(mean_half_width(3, 10, n, z), mean_half_width(3, 5, n, z));
    EXPECT_DOUBLE_EQ(mean_half_width(3, 10, n, z), 10 * mean_half_width(0.3, 1, n, z));
  }
}

}  // namespace
}  // namespace warodds::sim
