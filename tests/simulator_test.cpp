// The simulator against the exact engine: both play the same rules, so this finds faults of either
// engine. Chi-square on everything that is reported, at one level for all tests together; an
// outcome that the exact engine holds impossible fails at once.
#include <gtest/gtest.h>

#include "core/answer/agreement.h"
#include "core/numbers/chi_square.h"
#include "core/rules/error.h"
#include "exact/fight/fight.h"
#include "sim/simulate.h"
#include "tests/support/matchup_of.h"
#include "tests/support/random_matchup.h"
#include "tests/support/system_types.h"

namespace warodds {
namespace {

template <class System>
class Simulator : public ::testing::Test {};
TYPED_TEST_SUITE(Simulator, testing::EverySystem, testing::SystemName);

TYPED_TEST(Simulator, AgreesWithTheExactEngine) {
  using System = TypeParam;
  constexpr int wanted = 400;
  constexpr int most_comparisons = wanted * 11;
  const double level = sidak_level(1e-6, most_comparisons);
  testing::RandomMatchups<System> matchups(testing::Size::tableful, 19920413);
  int comparisons = 0;
  for (int drawn = 0; drawn < wanted; ++drawn) {
    const testing::Matchup<System> matchup = matchups.next();
    typename System::Fight fight;
    try {
      fight = testing::prepare(matchup);
    } catch (const NoAnswer&) {
      continue;
    } catch (const InputError&) {
      continue;
    }
    sim::Options options;
    options.trials = 20'000;
    options.seed = static_cast<std::uint64_t>(drawn) + 1;
    const FightAnswer simulation = sim::simulate(fight, options);
    ASSERT_EQ(simulation.origin.trials, options.trials);
    for (const AgreementTest& test : compare(exact::fight(fight), simulation).tests) {
      ++comparisons;
      ASSERT_EQ(test.impossible, -1)
          << test.side << ' ' << test.quantity << ": an impossible value was rolled; "
          << testing::describe(matchup);
      ASSERT_GE(test.p_value, level)
          << test.side << ' ' << test.quantity << ": chi-square " << test.statistic << " with "
          << test.degrees << " degrees of freedom; " << testing::describe(matchup);
    }
  }
  EXPECT_LE(comparisons, most_comparisons);
  EXPECT_GT(comparisons, wanted);
}

}  // namespace
}  // namespace warodds
