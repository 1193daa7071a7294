// Battles of sides of several units with dice, against the exact engine, and against themselves.
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "core/play/battle.h"
#include "core/text/error.h"
#include "exact/answers.h"
#include "sim/simulate.h"
#include "tests/support/answers.h"
#include "tests/support/matchup_of.h"

namespace warodds {
namespace {

/// Two cohorts against a wall that is weak and hard to hit, and a guard that does all the damage.
Battle<ArcaneLegions> wall_and_guard(Targeting targets) {
  const auto side_of = [](const std::vector<std::string>& units, Targeting policy) {
    Army<ArcaneLegions> side;
    for (const std::string& unit : units) {
      side.units.push_back({testing::unit_of<ArcaneLegions>(unit)});
    }
    side.conduct.targets = policy;
    return side;
  };
  return Battle<ArcaneLegions>(
      {side_of({"red=4;white=2;hp=3", "red=4;white=2;hp=3"}, targets),
       side_of({"red=1;white=6;hp=2", "red=7;white=1;hp=3"}, Targeting::weakest)},
      {});
}

TEST(TriedOut, DoesBetterThanTheWeakestAndNoBetterThanBestPlay) {
  sim::Options options;
  options.trials = 4000;
  const double tried = sim::simulate(BattleQuestion{wall_and_guard(Targeting::rollout), 0}, options)
                           .win(Side::attacker)
                           .value;
  const double weakest =
      exact::battle({wall_and_guard(Targeting::weakest)}, {}).win(Side::attacker).value;
  const double best =
      exact::battle({wall_and_guard(Targeting::best)}, {}).win(Side::attacker).value;
  ASSERT_GT(best, weakest + 0.1);
  // Of trials as many as these the share is nearly never further off than this (Hoeffding).
  const double off = std::sqrt(std::log(2 / 1e-9) / (2 * 4000));
  EXPECT_GT(tried, weakest + off);
  EXPECT_LT(tried, best + off);
  EXPECT_THROW(exact::battle({wall_and_guard(Targeting::rollout)}, {}), NoAnswer);
}

TEST(TriedOut, GivesTheSameForAnyNumberOfThreads) {
  const auto on = [](int threads) {
    sim::Options options;
    options.trials = 500;
    options.threads = threads;
    return sim::simulate(BattleQuestion{wall_and_guard(Targeting::rollout), 0}, options);
  };
  const Answer one = on(1), three = on(3);
  EXPECT_EQ(testing::ends_of(one), testing::ends_of(three));
  EXPECT_EQ(one.rounds, three.rounds);
  EXPECT_EQ(testing::survivors_of(one).defender, testing::survivors_of(three).defender);
}

}  // namespace
}  // namespace warodds
