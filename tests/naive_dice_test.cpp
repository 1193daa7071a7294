// The exact engine against every face of every die: the same rules, but nothing merged and no law
// used. Random matchups small enough for that, until every word of every field has occurred.
#include "tests/support/naive_dice.h"

#include <gtest/gtest.h>

#include "core/text/error.h"
#include "exact/fight/fight.h"
#include "tests/support/cases.h"
#include "tests/support/matchup_of.h"
#include "tests/support/random_matchup.h"
#include "tests/support/system_types.h"

namespace warodds {
namespace {

constexpr double tolerance = 1e-14;

template <class System>
class NaiveDice : public ::testing::Test {};
TYPED_TEST_SUITE(NaiveDice, testing::EverySystem, testing::SystemName);

TYPED_TEST(NaiveDice, AgreeWithTheExactLawsWhateverTheSwitches) {
  using System = TypeParam;
  const int wanted = testing::cases(100, 300);
  const int most_ways = testing::cases(20'000, 50'000);
  testing::RandomMatchups<System> matchups(testing::Size::handful, 20240501);
  testing::Coverage<System> coverage;
  int compared = 0;
  for (int drawn = 0; drawn < 4 * wanted && compared < wanted; ++drawn) {
    const testing::Matchup<System> matchup = matchups.next();
    typename System::Fight fight;
    try {
      fight = testing::prepare(matchup);
    } catch (const NoAnswer&) {
      continue;
    } catch (const InputError&) {
      continue;
    }
    const auto naive = testing::naive_fight(fight, most_ways);
    if (!naive) continue;
    coverage.add(matchup);
    ++compared;
    ASSERT_TRUE(testing::agree(testing::quantities(exact::fight(fight)), *naive, tolerance))
        << testing::describe(matchup);
  }
  EXPECT_EQ(compared, wanted);
  for (const std::string& missing : coverage.missing()) {
    ADD_FAILURE() << missing << " has not occurred in any matchup";
  }
}

/// Both engines on a matchup picked by hand.
template <class System>
void compare(const std::string& attacker, const std::string& defender,
             const std::string& situation = "") {
  const auto fight = testing::prepare<System>(attacker, defender, situation);
  const auto naive = testing::naive_fight(fight, 6'000'000);
  ASSERT_TRUE(naive) << attacker << " v " << defender << ": too many dice for this test";
  EXPECT_TRUE(testing::agree(testing::quantities(exact::fight(fight)), *naive, tolerance))
      << attacker << " v " << defender << " with " << situation;
}

TEST(NaiveDiceByHand, AgreeOnEverySmallPairOfPools) {
  for (int attack = 1; attack <= 4; ++attack) {
    for (int defence = 0; defence + attack <= 6; ++defence) {
      compare<ArcaneLegions>("red=" + std::to_string(attack), "white=" + std::to_string(defence));
    }
  }
}

TEST(NaiveDiceByHand, AgreeForEveryPhantom) {
  for (int phantom = 0; phantom <= 7; ++phantom) {
    const std::string value = "phantom=" + std::to_string(phantom);
    compare<ArcaneLegions>("red=4;attack-result=1", "white=2;defence-result=-1", value);
    compare<ArcaneLegions>("red=2;attack-result=-2", "white=4", value);
  }
}

TEST(NaiveDiceByHand, AgreeOnCriticalHitsJudgedEitherWay) {
  for (const char* judged : {"critical=natural", "critical=final"}) {
    for (const char* per : {"critical-per=once", "critical-per=each-three"}) {
      const std::string rule = std::string(judged) + ';' + per + ";critical-bonus=2";
      compare<ArcaneLegions>("red=6", "white=0", rule + ";critical-count=3");
      compare<ArcaneLegions>("red=4;attack-result=1", "white=1", rule + ";critical-count=2");
      compare<ArcaneLegions>("red=3;attack-rerolls=2", "white=1;force-attack-reroll=1",
                             rule + ";critical-count=1");
      compare<ArcaneLegions>("red=3;attack-result=2;result-cap=5", "white=1",
                             rule + ";critical-count=1");
    }
  }
}

TEST(NaiveDiceByHand, AgreeOnRerollsOfAllKinds) {
  for (int own = 0; own <= 3; ++own) {
    for (int forced = 0; forced <= 3; ++forced) {
      if (own + forced > 4) continue;
      const std::string rerolls = std::to_string(own);
      const std::string force = std::to_string(forced);
      compare<ArcaneLegions>("red=2;attack-rerolls=" + rerolls,
                             "white=1;force-attack-reroll=" + force);
      compare<ArcaneLegions>("red=1;force-defence-reroll=" + force,
                             "white=2;defence-rerolls=" + rerolls);
    }
  }
}

TEST(NaiveDiceByHand, AgreeOnRerollsOfThreeDice) {
  compare<ArcaneLegions>("red=3;attack-rerolls=2", "white=1;force-attack-reroll=1");
  compare<ArcaneLegions>("red=3;attack-rerolls=1", "white=1;force-attack-reroll=2");
  compare<ArcaneLegions>("red=1;force-defence-reroll=2", "white=3;defence-rerolls=1");
  compare<ArcaneLegions>("red=1;force-defence-reroll=1", "white=3;defence-rerolls=2");
}

TEST(NaiveDiceByHand, AgreeForEveryRerollBelow) {
  for (int below = 1; below <= 7; ++below) {
    compare<ArcaneLegions>("red=2;attack-rerolls=1;reroll-below=" + std::to_string(below),
                           "white=1;force-attack-reroll=1");
    compare<ArcaneLegions>("red=3;attack-rerolls=9;reroll-below=" + std::to_string(below),
                           "white=1");
  }
}

TEST(NaiveDiceByHand, AgreeOnSavesInAMixedUnit) {
  compare<DwethiaSkirmish>("models=3;martial=9;strength=9;aggression=1",
                           "| save=4;wounds=2;aggression=0 | ignore=5;aggression=0 | "
                           "aggression=0");
}

TEST(NaiveDiceByHand, AgreeOnTheAttackersBlowsFallingFirst) {
  compare<DwethiaSkirmish>("models=2;aggression=1;martial=1;strength=1", "| aggression=1 | save=5",
                           "order=attacker-first");
}

TEST(NaiveDiceByHand, AgreeOnHexAndBarrierTogether) {
  compare<Magewinds>("power=3;precision=7", "armour=1;barrier=3;evasion=1",
                     "target-cap=5;reroll-hits=yes");
}

}  // namespace
}  // namespace warodds
