// Examples of Arcane Legions, from the rulebook and the rulings, replayed die by die as at the
// table.
#include <gtest/gtest.h>

#include <string>

#include "tests/rulebook/replay.h"

namespace warodds {
namespace {

using testing::hits;
using testing::Played;

Played legions(const std::string& attacker, const std::string& defender, const std::string& dice,
               const std::string& situation = "") {
  return testing::replay<ArcaneLegions>(attacker, defender, situation, dice);
}

TEST(ArcaneLegionsExample, A4PairsAreComparedFromHighToLowAndTheRestWithThePhantom) {
  const Played played = legions("red=4", "white=2", "2 6 3 4 | 5 4");
  EXPECT_EQ(played.trace,
            "attack dice: 2 6 3 4\n"
            "defence dice: 5 4\n"
            "lineup: 6 4 3 2 against 5 4: 2 and 0 hits\n");  // 6 > 5, 4 = 4, 3 > 2, 2 = 2
}

TEST(ArcaneLegionsExample, A3NobodyHitsInATie) {
  const Played played = legions("red=2", "white=2", "5 3 | 3 5");
  EXPECT_EQ(hits(played, Side::attacker), 0);
  EXPECT_EQ(hits(played, Side::defender), 0);
}

TEST(ArcaneLegionsExample, A4AnUnmatchedThreeHitsAndATwoDoesNot) {
  EXPECT_EQ(hits(legions("red=2", "white=0", "3 2"), Side::attacker), 1);
}

TEST(ArcaneLegionsExample, A4UnmatchedWhiteDiceHitInCloseCombat) {
  const Played played = legions("red=1", "white=3", "6 | 6 3 2");
  EXPECT_EQ(hits(played, Side::attacker), 0);
  EXPECT_EQ(hits(played, Side::defender), 1);
}

TEST(ArcaneLegionsExample, A4ThePhantomNeverHits) {
  const Played played = legions("red=2", "white=0", "1 1");
  EXPECT_EQ(hits(played, Side::attacker), 0);
  EXPECT_EQ(hits(played, Side::defender), 0);
}

TEST(ArcaneLegionsExample, A5WhiteDiceDoNotHitBlueOnes) {
  EXPECT_EQ(hits(legions("blue=1", "white=2", "1 | 6 6", "mode=ranged"), Side::defender), 0);
  EXPECT_EQ(hits(legions("blue=1", "white=2;white-hits-blue=yes", "1 | 6 6", "mode=ranged"),
                 Side::defender),
            2);
}

TEST(ArcaneLegionsExample, A1ThreeDiceLessFromABadSideAndOneLessForEachHindrance) {
  // 7 blue - 3 bad side - 1 firing into melee - 2 hindered = 1; 4 white - 3 grey side = 1
  const Played played = legions("blue=7", "white=4", "6 | 5",
                                "mode=ranged;attacker-side=grey;defender-side=grey;"
                                "firing-into-melee=yes;hindered=2");
  EXPECT_EQ(hits(played, Side::attacker), 1);
}

TEST(ArcaneLegionsExample, A1TheRedSideIsBadInRangedCombatOnlyAndNeverForTheDefender) {
  const std::string red = "attacker-side=red;defender-side=red";
  EXPECT_EQ(hits(legions("red=4", "white=0", "6 6 3 3", red), Side::attacker), 4);
  EXPECT_EQ(hits(legions("blue=4", "white=1", "6 | 5", "mode=ranged;" + red), Side::attacker), 1);
  const std::string blue = "attacker-side=blue;defender-side=blue";
  EXPECT_EQ(hits(legions("blue=2", "white=1", "6 3 | 5", "mode=ranged;" + blue), Side::attacker),
            2);
}

TEST(ArcaneLegionsExample, A9bAbilitiesAgainstTheEnemyAreSummedWithItsOwnBeforeTheFloor) {
  // 2 red + 3 granted - 4 by the defender = 1; 1 white - 2 by the attacker = none, not -1.
  EXPECT_EQ(legions("red=2;extra-attack=3;enemy-defence=-2", "white=1;enemy-attack=-4", "6").trace,
            "attack dice: 6\n"
            "lineup: 6 against nothing: 1 and 0 hits\n");
  // 3 + 2 - 1 = 4 against 6 - 2 = 4: a tie. What the defender does to those who attack it does
  // nothing to its own dice.
  const Played played =
      legions("red=1;attack-result=2;enemy-defence-result=-2;enemy-attack-result=5",
              "white=1;enemy-attack-result=-1;enemy-defence-result=5", "3 | 6");
  EXPECT_EQ(hits(played, Side::attacker), 0);
  EXPECT_EQ(hits(played, Side::defender), 0);
}

TEST(ArcaneLegionsExample, A14TheRangeIsTheAttackers) {
  EXPECT_THROW(legions("blue=1", "white=0", "", "mode=ranged;distance=7"), NoAnswer);
  EXPECT_EQ(
      hits(legions("blue=1;range=8", "white=0", "3", "mode=ranged;distance=8"), Side::attacker), 1);
  EXPECT_THROW(legions("blue=1;range=2", "white=0;range=9", "", "mode=ranged;distance=3"),
               NoAnswer);
}

TEST(ArcaneLegionsExample, A1HindrancesMeanNothingInCloseCombat) {
  EXPECT_EQ(
      hits(legions("red=2", "white=0", "6 6", "firing-into-melee=yes;hindered=2"), Side::attacker),
      2);
}

TEST(ArcaneLegionsExample, A2ANetNoughtOfDiceIsLegalAndRollsNothing) {
  const Played played = legions("red=2", "white=2", "3 1", "attacker-side=grey");
  EXPECT_EQ(played.trace,
            "defence dice: 3 1\n"
            "lineup: nothing against 3 1: 0 and 1 hits\n");
}

TEST(ArcaneLegionsExample, A6ThreeSixesAreACriticalHitOnceHoweverManySixes) {
  EXPECT_EQ(hits(legions("red=2", "white=0", "6 6"), Side::attacker), 2);
  EXPECT_EQ(hits(legions("red=3", "white=0", "6 6 6"), Side::attacker), 4);
  EXPECT_EQ(hits(legions("red=6", "white=0", "6 6 6 6 6 6"), Side::attacker), 7);
}

TEST(ArcaneLegionsExample, A6TheSwitchEachThreeCountsEveryFullThree) {
  const std::string each = "critical-per=each-three";
  EXPECT_EQ(hits(legions("red=5", "white=0", "6 6 6 6 6", each), Side::attacker), 6);
  EXPECT_EQ(hits(legions("red=6", "white=0", "6 6 6 6 6 6", each), Side::attacker), 8);
}

TEST(ArcaneLegionsExample, A6TheDefenderScoresNoCriticalHit) {
  EXPECT_EQ(hits(legions("red=1", "white=3", "1 | 6 6 6"), Side::defender), 3);
}

TEST(ArcaneLegionsExample, A7TheCriticalHitIsJudgedBeforeRerolls) {
  const std::string forced = "white=0;force-attack-reroll=3";
  EXPECT_EQ(legions("red=3", forced, "6 6 6 | 1 2 3").trace,
            "attack dice: 6 6 6\n"
            "attack dice forced to reroll: 1 2 3\n"
            "lineup: 3 2 1 against nothing: 2 and 0 hits\n");
  EXPECT_EQ(hits(legions("red=3", forced, "6 6 6 | 1 2 3", "critical=final"), Side::attacker), 1);
  EXPECT_EQ(hits(legions("red=3", forced, "1 2 3 | 6 6 6", "critical=final"), Side::attacker), 4);
  EXPECT_EQ(hits(legions("red=3", forced, "1 2 3 | 6 6 6"), Side::attacker), 3);
}

TEST(ArcaneLegionsExample, A7FinalSixesAreAdjustedResultsOfSixOrMore) {
  EXPECT_EQ(
      hits(legions("red=3;attack-result=2", "white=0", "4 5 6", "critical=final"), Side::attacker),
      4);
  EXPECT_EQ(hits(legions("red=3;attack-result=2", "white=0", "4 5 6"), Side::attacker), 3);
}

TEST(ArcaneLegionsExample, A8AdjustedResultsAreFlooredAtNoughtAndNotCappedAtSix) {
  EXPECT_EQ(legions("red=2;attack-result=3", "white=2;defence-result=-4", "6 1 | 2 6").trace,
            "attack dice: 6 1\n"
            "defence dice: 2 6\n"
            "lineup: 9 4 against 2 0: 2 and 0 hits\n");
  EXPECT_EQ(legions("red=1;attack-result=3;result-cap=7", "white=0", "6").trace,
            "attack dice: 6\n"
            "lineup: 7 against nothing: 1 and 0 hits\n");
}

TEST(ArcaneLegionsExample, A8ThePhantomIsNotAdjusted) {
  // With the attacker's results at 2, the phantom, not a die of either side, still holds them off.
  EXPECT_EQ(
      hits(legions("red=2;attack-result=-1", "white=0;defence-result=-2", "3 4"), Side::attacker),
      1);
}

TEST(ArcaneLegionsExample, A9OwnRerollsTakeTheLowestDiceBelowFour) {
  EXPECT_EQ(legions("red=4;attack-rerolls=3", "white=0", "4 1 3 6 | 5 2").trace,
            "attack dice: 4 1 3 6\n"
            "attack dice rerolled: 5 2\n"
            "lineup: 6 5 4 2 against nothing: 3 and 0 hits\n");
}

TEST(ArcaneLegionsExample, A9ForcedRerollsTakeTheHighestDiceAndComeFirst) {
  // The six becomes a 1, which the owner then rerolls as well.
  EXPECT_EQ(
      legions("red=3;attack-rerolls=1", "white=0;force-attack-reroll=1", "6 5 4 | 1 | 6").trace,
      "attack dice: 6 5 4\n"
      "attack dice forced to reroll: 1\n"
      "attack dice rerolled: 6\n"
      "lineup: 6 5 4 against nothing: 3 and 0 hits\n");
}

TEST(ArcaneLegionsExample, A10BrutalNeedsAHitAndToughnessComesAfterIt) {
  EXPECT_EQ(legions("red=1;brutal=2", "white=0;hp=9", "2").damage.attacker, 0);
  EXPECT_EQ(legions("red=1;brutal=2", "white=0;hp=9", "3").damage.attacker, 3);
  EXPECT_EQ(legions("red=1;brutal=2", "white=0;hp=9;toughness=1", "3").damage.attacker, 2);
  EXPECT_EQ(legions("red=1;brutal=2", "white=0;hp=9;toughness=5", "3").damage.attacker, 0);
}

TEST(ArcaneLegionsExample, A10ABerserkerStrikesBackOnceAndPastToughness) {
  // One hit on a berserker, which deals 2 back although it scored no hit and the enemy is tough.
  const Played played =
      legions("red=1;toughness=9;berserker=5", "white=1;hp=9;berserker=2", "6 | 1");
  EXPECT_EQ(played.damage.attacker, 1);  // its own berserker is not set off by the other's
  EXPECT_EQ(played.damage.defender, 2);
}

TEST(ArcaneLegionsExample, A10NoBerserkerAnswersARangedAttack) {
  EXPECT_EQ(legions("blue=1", "white=1;berserker=2", "6 | 1", "mode=ranged").damage.defender, 0);
}

TEST(ArcaneLegionsExample, A10ABerserkerWhoseToughnessStopsAllDamageStaysCalm) {
  EXPECT_EQ(legions("red=1", "white=1;toughness=1;berserker=2", "6 | 1").damage.defender, 0);
}

TEST(ArcaneLegionsExample, A11DamageDownsOneFigureAfterTheOther) {
  const std::string figures = "white=0 | count=2;hp=1 | count=1;hp=3 | count=1;hp=2";
  const std::string three_hits = "6 6 5";
  EXPECT_EQ(legions("red=3", figures, three_hits, "defender-losses=listed").kills.attacker, 2);
  EXPECT_EQ(legions("red=3", figures, three_hits, "defender-losses=fewest").kills.attacker, 1);
  EXPECT_EQ(legions("red=3", figures, three_hits, "defender-losses=cheapest").kills.attacker, 2);
  EXPECT_EQ(legions("red=4", figures, "6 6 5 5", "defender-losses=cheapest").kills.attacker, 3);
  EXPECT_EQ(legions("red=4", figures, "6 6 5 5", "defender-losses=fewest").kills.attacker, 1);
}

// Three points: one figure must fall, and any of the three kinds may, with the rest on the largest.
// All are without icons, so it is one of the group listed last.
TEST(ArcaneLegionsExample, A11TheOwnerLosesTheFewestFiguresItCan) {
  const std::string figures = "white=0 | name=A;count=2;hp=1 | name=B;hp=3 | name=C;hp=2";
  EXPECT_EQ(legions("red=3", figures, "6 6 5").kills.attacker, 1);
  EXPECT_EQ(legions("red=4", figures, "6 6 5 5").kills.attacker, 1);
  const auto fight = testing::prepare<ArcaneLegions>("red=3", figures);
  EXPECT_EQ(fight.casualties.defender.survivors(3), (std::vector<int>{2, 1, 0}));
}

TEST(ArcaneLegionsExample, A11DamageAlreadyThereLiesOnTheFirstFigure) {
  const std::string figures = "figures=3;hp=3";
  EXPECT_EQ(legions("red=1", figures, "6", "defender-damage=2").kills.attacker, 1);
  EXPECT_EQ(legions("red=3", figures, "6 6 5", "defender-damage=2").kills.attacker, 1);
  EXPECT_EQ(legions("red=4", figures, "6 6 5 5", "defender-damage=2").kills.attacker, 2);
}

TEST(ArcaneLegionsExample, A11OverkillIsLost) {
  const Played played = legions("red=4", "figures=1;hp=1", "6 6 5 5");
  EXPECT_EQ(played.damage.attacker, 4);
  EXPECT_EQ(played.kills.attacker, 1);
}

TEST(ArcaneLegionsExample, A12AUnitThatFallsStillDealsItsHits) {
  const Played played = legions("red=2", "white=2", "6 1 | 5 2");
  EXPECT_EQ(played.kills.attacker, 1);
  EXPECT_EQ(played.kills.defender, 1);
}

TEST(ArcaneLegionsExample, A14AnOrderCostsTwoForAFormationAndOneForASortie) {
  const auto points = [](const std::string& unit) {
    return testing::prepare<ArcaneLegions>("red=1;" + unit, "").cost;
  };
  EXPECT_EQ(points(""), 2);
  EXPECT_EQ(points("kind=sortie"), 1);
  EXPECT_EQ(points("order-cost=1"), 3);
  EXPECT_EQ(points("kind=sortie;order-cost=-1"), 0);
  EXPECT_EQ(points("kind=sortie;order-cost=-2"), 0);
}

TEST(ArcaneLegionsExample, A2WithoutAnIconOfTheRightColourThereIsNoAttack) {
  EXPECT_THROW(legions("blue=1;extra-attack=5", "", ""), NoAnswer);
  EXPECT_THROW(legions("red=1", "", "", "mode=ranged"), NoAnswer);
}

TEST(ArcaneLegionsExample, A14RangedOrdersNeedRangeAViewAndNobodyAdjacent) {
  const auto allowed = [](const std::string& situation) {
    try {
      testing::prepare<ArcaneLegions>("red=1;blue=1", "", situation);
    } catch (const NoAnswer& error) {
      EXPECT_NE(std::string(error.what()).find("A14"), std::string::npos) << error.what();
      return false;
    }
    return true;
  };
  EXPECT_TRUE(allowed("mode=ranged;distance=6"));
  EXPECT_FALSE(allowed("mode=ranged;distance=7"));
  EXPECT_FALSE(allowed("mode=ranged;blocked=yes"));
  EXPECT_FALSE(allowed("mode=ranged;adjacent=yes"));
  EXPECT_TRUE(allowed("mode=close;distance=7;blocked=yes;adjacent=yes"));
}

// The dice themselves.

TEST(ScriptedDice, AScriptThatDoesNotFitTheFightIsAnError) {
  EXPECT_NO_THROW(legions("red=2", "white=1", "6 6 | 6"));
  EXPECT_THROW(legions("red=2", "white=1", "6 6"), std::runtime_error);
  EXPECT_THROW(legions("red=2", "white=1", "6 | 6"), std::runtime_error);
  EXPECT_THROW(legions("red=2", "white=1", "6 6 6 | 6"), std::runtime_error);
  EXPECT_THROW(legions("red=2", "white=1", "6 6 | 6 | 6"), std::runtime_error);
  EXPECT_THROW(legions("red=2", "white=1", "6 7 | 6"), std::runtime_error);
}

TEST(ArcaneLegionsExample, A1TheAttackBackComesFromTheSideThatWasAttacked) {
  const auto back = [](const std::string& situation, const std::string& dice) {
    return hits(
        testing::replay_in_battle<ArcaneLegions>("red=1;white=1", "red=5", situation, 1, dice),
        Side::attacker);
  };
  EXPECT_EQ(back("", "6 5 4 3 2 | 5"), 4);  // 6 > 5, then 5, 4, 3 against the phantom
  // Attacked in its grey side it strikes back with 5 - 3 dice.
  EXPECT_EQ(back("defender-side=grey", "6 3 | 5"), 2);
  EXPECT_EQ(back("defender-side=grey;reply.attacker-side=good", "6 5 4 3 2 | 5"), 4);
}

TEST(ArcaneLegionsExample, OrdersThatChangeFromRoundToRoundRollTheirOwnDice) {
  const auto attack = [](std::size_t number, const std::string& dice) {
    return testing::replay_in_battle<ArcaneLegions>(
               "red=1;blue=3", "white=1", "turns=attacker-only;mode=ranged*2,close", number, dice)
        .trace;
  };
  const std::string blue =
      "attack dice: 6 3 1\ndefence dice: 4\nlineup: 6 3 1 against 4: 2 and 0 hits\n";
  EXPECT_EQ(attack(0, "6 3 1 | 4"), blue);
  EXPECT_EQ(attack(1, "6 3 1 | 4"), blue);
  EXPECT_EQ(attack(2, "3 | 4"),
            "attack dice: 3\ndefence dice: 4\nlineup: 3 against 4: 0 and 1 hits\n");
}

}  // namespace
}  // namespace warodds
