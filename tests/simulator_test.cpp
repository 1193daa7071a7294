// The simulator against the exact engine: both play the same rules, so this finds faults of either
// engine. Chi-square on everything that is reported, at one level for all tests together; an
// outcome that the exact engine holds impossible fails at once.
#include <gtest/gtest.h>

#include <string>
#include <vector>

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

struct Comparison {
  std::string what;
  ChiSquare test;
};

std::vector<Comparison> compare(const FightOutcome& exact, const sim::Simulation& simulation) {
  std::vector<Comparison> comparisons;
  for (const Side side : both_sides) {
    const std::string who = to_string(side);
    const Deals& deals = exact.deals[side];
    const sim::SideTally& tally = simulation.deals[side];
    EXPECT_EQ(deals.rolled.size(), tally.rolled.size()) << who;
    for (const auto& [quantity, distribution] : deals.rolled) {
      const auto found = tally.rolled.find(quantity);
      if (found == tally.rolled.end()) {
        ADD_FAILURE() << who << ' ' << to_string(quantity) << " is not reported by the simulator";
        continue;
      }
      comparisons.push_back({who + ' ' + to_string(quantity),
                             chi_square(distribution.pmf(), found->second.counts())});
    }
    comparisons.push_back({who + " damage", chi_square(deals.damage.pmf(), tally.damage.counts())});
  }
  if (exact.joint_damage && simulation.joint_damage) {
    const Eigen::ArrayXXd& joint = exact.joint_damage->pmf();
    const auto& seen = *simulation.joint_damage;
    std::vector<double> pmf;
    std::vector<std::uint64_t> counts;
    for (Eigen::Index row = 0; row < std::max(joint.rows(), seen.rows()); ++row) {
      for (Eigen::Index column = 0; column < std::max(joint.cols(), seen.cols()); ++column) {
        pmf.push_back(
            exact.joint_damage->probability(static_cast<int>(row), static_cast<int>(column)));
        counts.push_back(row < seen.rows() && column < seen.cols() ? seen(row, column) : 0);
      }
    }
    comparisons.push_back(
        {"joint damage", chi_square(Eigen::Map<const Eigen::ArrayXd>(
                                        pmf.data(), static_cast<Eigen::Index>(pmf.size())),
                                    counts)});
  }
  return comparisons;
}

TYPED_TEST(Simulator, AgreesWithTheExactEngine) {
  using System = TypeParam;
  constexpr int wanted = 400;
  constexpr int most_comparisons = wanted * 8;
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
    const sim::Simulation simulation = sim::simulate(fight, options);
    ASSERT_EQ(simulation.trials, options.trials);
    for (const Comparison& comparison : compare(exact::fight(fight), simulation)) {
      ++comparisons;
      ASSERT_EQ(comparison.test.impossible, -1)
          << comparison.what << ": an impossible value was rolled; " << testing::describe(matchup);
      ASSERT_GE(comparison.test.p_value, level)
          << comparison.what << ": chi-square " << comparison.test.statistic << " with "
          << comparison.test.degrees << " degrees of freedom; " << testing::describe(matchup);
    }
  }
  EXPECT_LE(comparisons, most_comparisons);
  EXPECT_GT(comparisons, wanted);
}

}  // namespace
}  // namespace warodds
