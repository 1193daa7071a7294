// Distributions as values: core/numbers/distribution.h.
#include "core/numbers/distribution.h"
#include "core/numbers/waiting_time.h"

#include <gtest/gtest.h>

#include <cmath>
#include <initializer_list>
#include <limits>
#include <memory>
#include <stdexcept>
#include <vector>

#include "core/numbers/eigen.h"

namespace warodds {
namespace {

Distribution law(std::initializer_list<double> values) { return Distribution(values); }

TEST(Distribution, RefusesWhatIsNoProbability) {
  EXPECT_THROW(law({0.5, -0.1}), std::invalid_argument);
  EXPECT_THROW(law({std::nan("")}), std::invalid_argument);
  EXPECT_THROW(law({std::numeric_limits<double>::infinity()}), std::invalid_argument);
  EXPECT_THROW(Distribution{std::vector<double>{}}, std::invalid_argument);
}

TEST(Distribution, AtLeastIsTheUpperTail) {
  const Distribution d = law({0.125, 0.25, 0.5, 0.125});
  EXPECT_EQ(d.at_least(-3), 1);
  EXPECT_EQ(d.at_least(0), 1);
  EXPECT_EQ(d.at_least(1), 0.875);
  EXPECT_EQ(d.at_least(3), 0.125);
  EXPECT_EQ(d.at_least(4), 0);
  const std::vector<double> tail = d.at_least();
  ASSERT_EQ(tail.size(), 4);
  for (int k = 0; k < 4; ++k) EXPECT_EQ(tail[static_cast<std::size_t>(k)], d.at_least(k));
}

TEST(Distribution, SmallTailsKeepTheirDigits) {
  const Distribution d = law({1, 1e-20, 1e-25});
  EXPECT_EQ(d.at_least(1), 1e-20 + 1e-25);
  EXPECT_EQ(d.at_least()[2], 1e-25);
}

TEST(Distribution, QuantileIsTheLeastValueThatReachesTheProbability) {
  const Distribution d = law({0.25, 0.25, 0, 0.5});
  EXPECT_EQ(d.quantile(0), 0);
  EXPECT_EQ(d.quantile(0.25), 0);
  EXPECT_EQ(d.quantile(0.26), 1);
  EXPECT_EQ(d.quantile(0.5), 1);
  EXPECT_EQ(d.quantile(0.51), 3);
  EXPECT_EQ(d.quantile(1), 3);
}

TEST(Distribution, QuantileOfOneIsTheLargestValueThoughTheSumFallsShort) {
  EXPECT_EQ(law({0.1, 0.2, 0.3, 0.4 - 1e-12}).quantile(1), 3);
}

// 1/10 + 2/10 is less than 3/10 in binary.
TEST(Distribution, QuantileAtATieIsTheLowerValueWhateverTheRounding) {
  EXPECT_EQ(law({0.1, 0.2, 0.7}).quantile(0.3), 1);
  EXPECT_EQ(law({0.1 - 1e-16, 0.9}).quantile(0.1), 0);
  EXPECT_EQ(law({0.7, 0.1, 0.1, 0.1}).quantile(0.9), 2);
}

TEST(Distribution, ATailIsLikeTheValuesThatItStandsFor) {
  std::vector<double> all(2000, 0.1);
  for (std::size_t k = 5; k < all.size(); ++k) all[k] = k == 5 ? 0.01 : 0.98 * all[k - 1];
  const Distribution whole(all);
  const std::vector<double> head(all.begin(), all.begin() + 10);
  // Each value behind the head is less likely than the one before it by the factor 0.98.
  const double mass = whole.at_least(10), mean = 1 / 0.02;
  const Tail tail{
      mass, mean, mean * (2 * mean - 1),
      std::make_shared<const WaitingTime>(std::vector<double>{mass}, std::vector<double>{0.02},
                                          std::vector<ChainStep>{{0, 0, 0.98}}, 9)};
  const Distribution with_tail(head, tail);
  EXPECT_NEAR(with_tail.defect(), 0, 1e-12);
  EXPECT_NEAR(with_tail.mean(), whole.mean(), 1e-10);
  EXPECT_NEAR(with_tail.sd(), whole.sd(), 1e-10);
  for (const int k : {0, 3, 9, 10, 11, 40, 200}) {
    EXPECT_NEAR(with_tail.at_least(k), whole.at_least(k), 1e-12) << k;
  }
  for (const double q : {0.05, 0.5, 0.55, 0.75, 0.9, 0.99}) {
    EXPECT_EQ(with_tail.quantile(q), whole.quantile(q)) << q;
  }
  EXPECT_NEAR(with_tail.at_least()[3], whole.at_least(3), 1e-12);
  EXPECT_FALSE(with_tail == Distribution(head, {}));
  EXPECT_THROW(Distribution(all, {0.1, 0.5}), std::invalid_argument);
}

TEST(Distribution, DefectIsWhatTheSumIsOff) {
  EXPECT_EQ(law({0.5, 0.25}).defect(), 0.25);
  EXPECT_EQ(law({1, 0.5}).defect(), 0.5);
}

TEST(JointDistribution, RefusesWhatIsNoProbability) {
  EXPECT_THROW(JointDistribution(Array2d<double>(1, 1, -1)), std::invalid_argument);
  EXPECT_THROW(JointDistribution{Array2d<double>{}}, std::invalid_argument);
}

}  // namespace
}  // namespace warodds
