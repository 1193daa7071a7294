// Battles stepped by pools of dice, without a row for each state: the same as by rows.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "exact/battle/battle.h"
#include "exact/battle/pools.h"
#include "tests/support/battle_of.h"
#include "tests/support/battle_with_settings.h"
#include "tests/support/exactness.h"

namespace warodds {
namespace {

BattleAnswer fought(const AnyBattle& battle, int rounds, bool by_pools) {
  exact::BattleOptions options;
  options.rounds = rounds;
  options.by_pools = by_pools;
  return exact::battle(battle, options);
}

void expect_near(const Distribution& x, const Distribution& y, const char* what) {
  for (int k = 0; k <= std::max(x.max(), y.max()); ++k) {
    EXPECT_NEAR(x.probability(k), y.probability(k), testing::exactness) << what << ' ' << k;
  }
}

void expect_same(const BattleAnswer& by_pools, const BattleAnswer& by_rows) {
  expect_near(by_pools.ends, by_rows.ends, "end");
  expect_near(by_pools.ahead, by_rows.ahead, "ahead");
  expect_near(by_pools.rounds, by_rows.rounds, "rounds");
  const double rounds = by_rows.mean_rounds.value;
  EXPECT_NEAR(by_pools.mean_rounds.value, rounds, testing::exactness * std::max(1.0, rounds));
  for (const Side side : both_sides) {
    expect_near(by_pools.survivors[side], by_rows.survivors[side], "survivors");
  }
  for (std::size_t i = 0; i < by_rows.by_round.size() && i < by_pools.by_round.size(); ++i) {
    for (const Side side : both_sides) {
      EXPECT_NEAR(by_pools.by_round[i].destroyed[side].value,
                  by_rows.by_round[i].destroyed[side].value, testing::exactness);
      EXPECT_NEAR(by_pools.by_round[i].mean_left[side].value,
                  by_rows.by_round[i].mean_left[side].value, 10 * testing::exactness);
    }
  }
}

TEST(BattleByPools, IsTheBattleByRows) {
  testing::BattlesWithSettings<ArcaneLegions> battles(20261122);
  int compared = 0;
  int in_groups = 0;
  while (compared < 200) {
    const auto drawn = battles.next();
    if (!exact::PoolSteps<ArcaneLegions>::can_step(drawn.battle)) continue;
    SCOPED_TRACE(testing::describe(drawn));
    // Every round is stepped, so battles that all but never end are broken off.
    const int rounds = compared % 2 == 0 ? 3 : 60;
    expect_same(fought(drawn.battle, rounds, true), fought(drawn.battle, rounds, false));
    ASSERT_FALSE(::testing::Test::HasFailure());
    ++compared;
    in_groups += !drawn.matchup.units.attacker.groups.empty();
  }
  EXPECT_GT(in_groups, 60);
}

TEST(BattleByPools, OfUnitsInSixGroupsIsTheBattleByRows) {
  const std::string unit =
      "white=1 | name=A;hp=4;red=3;white=2 | name=B;hp=3;red=2;white=1 | "
      "name=C;count=2;hp=2;red=1;white=1 | name=D;hp=2;red=2 | name=E;count=3;red=1;white=1 | "
      "name=F;count=4;red=1";
  for (const char* situation : {"", "turns=attacker-only", "attacker-losses=cheapest",
                                "reply.defender-side=grey;attacks-per-turn=1"}) {
    SCOPED_TRACE(situation);
    const auto battle = testing::said_battle<ArcaneLegions>(unit, unit, situation);
    ASSERT_TRUE(exact::PoolSteps<ArcaneLegions>::can_step(battle));
    expect_same(fought(battle, 0, true), fought(battle, 0, false));
  }
}

TEST(BattleByPools, SaysHowFarItIsAndCanBeEnded) {
  const auto battle = testing::said_battle<ArcaneLegions>("figures=9;red=3;white=1;hp=2",
                                                          "figures=9;red=2;white=2;hp=2", "");
  for (const int rounds : {0, 5}) {
    std::vector<double> shares;
    exact::BattleOptions options;
    options.rounds = rounds;
    options.by_pools = true;
    options.progress = [&](double share) { shares.push_back(share); };
    exact::battle(battle, options);
    EXPECT_TRUE(std::is_sorted(shares.begin(), shares.end()));
    ASSERT_GE(shares.size(), 10U);
    EXPECT_EQ(shares.front(), 0);
    EXPECT_GT(shares.back(), 0.7);
    EXPECT_LE(shares.back(), 1);
    struct Stopped {};
    options.progress = [](double share) {
      if (share > 0.5) throw Stopped();
    };
    EXPECT_THROW(exact::battle(battle, options), Stopped);
  }
}

TEST(BattleByPools, IsForAttacksThatAreTurnsOfTheirOwnAndTheSameInEveryRound) {
  const auto can = [](const std::string& unit, const std::string& situation) {
    return exact::PoolSteps<ArcaneLegions>::can_step(
        testing::said_battle<ArcaneLegions>(unit, "red=1;white=1", situation));
  };
  EXPECT_TRUE(can("red=2", ""));
  EXPECT_FALSE(can("red=2", "attacks-per-turn=2"));
  EXPECT_FALSE(can("red=2", "turn=round"));
  EXPECT_FALSE(can("red=2", "phantom=3*2,2"));
  EXPECT_FALSE(can("red=2;extra-attack=1d6", ""));
  // What it takes to destroy a unit is no matter of its dice.
  EXPECT_TRUE(can("red=2;attack-rerolls=1;reroll-below=best", ""));
  EXPECT_FALSE(can("red=2;attack-rerolls=1;reroll-below=best", "attacker-rerolls-for=destroy"));
  EXPECT_TRUE(can("red=2;attack-rerolls=1", "attacker-rerolls-for=destroy"));
}

}  // namespace
}  // namespace warodds
