// Examples from the rulebooks and the rulings, replayed die by die as at the table.
#include <gtest/gtest.h>

#include <string>

#include "core/rules/error.h"
#include "tests/support/matchup_of.h"
#include "tests/support/scripted_dice.h"

namespace warodds {
namespace {

using testing::Played;

template <class System>
Played play(const std::string& attacker, const std::string& defender, const std::string& situation,
            const std::string& dice) {
  return testing::play(testing::prepare<System>(attacker, defender, situation), dice);
}

int hits(const Played& played, Side side) { return played.rolled[side].at(0); }

// Arcane Legions.

Played legions(const std::string& attacker, const std::string& defender, const std::string& dice,
               const std::string& situation = "") {
  return play<ArcaneLegions>(attacker, defender, situation, dice);
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

TEST(ArcaneLegionsExample, A1WhoStrikesBackDoesSoFromTheSideThatWasAttacked) {
  ArcaneLegions::Situation situation;
  situation.attacker_side = ArcaneLegions::red;
  situation.defender_side = ArcaneLegions::grey;
  const auto reply = ArcaneLegions::reply(situation, {});
  EXPECT_EQ(reply->attacker_side, ArcaneLegions::grey);
  EXPECT_EQ(reply->defender_side, ArcaneLegions::red);
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

// Magewinds.

Played winds(const std::string& attacker, const std::string& defender, const std::string& dice,
             const std::string& situation = "") {
  return play<Magewinds>(attacker, defender, situation, dice);
}

TEST(MagewindsExample, B1PrecisionFourAgainstEvasionOneHitsOnThreeOrLess) {
  EXPECT_EQ(winds("power=6;precision=4", "evasion=1;armour=9", "1 2 3 4 5 6").trace,
            "dice: 1 2 3 4 5 6 -> 3 succeed\n"
            "dice: none -> 0 succeed\n");  // no damage is left for a barrier
}

TEST(MagewindsExample, B4ArmourTwoTurnsFiveHitsIntoThreeDamage) {
  const Played played = winds("power=5;precision=6", "armour=2", "1 1 1 1 1 | 1 1 1");
  EXPECT_EQ(hits(played, Side::attacker), 5);
  EXPECT_EQ(played.damage.attacker, 3);
}

TEST(MagewindsExample, B1TargetNumberNoughtNeverHitsAndSixAlwaysDoes) {
  EXPECT_EQ(winds("power=2;precision=2", "evasion=2", "1 1").damage.attacker, 0);
  EXPECT_EQ(winds("power=2;precision=2", "evasion=3", "1 1").damage.attacker, 0);
  EXPECT_EQ(winds("power=2;precision=6", "", "6 6 | 1 1").damage.attacker, 2);
  EXPECT_EQ(winds("power=2;precision=9", "", "6 6 | 1 1").damage.attacker, 2);
}

TEST(MagewindsExample, B2CoverAddsOneToEvasionOnceAndDodgingAddsTheBonus) {
  EXPECT_EQ(hits(winds("power=2;precision=5", "armour=2", "4 5", "cover=yes"), Side::attacker), 1);
  EXPECT_EQ(hits(winds("power=2;precision=5", "armour=2;dodge=2", "3 4", "reaction=dodge"),
                 Side::attacker),
            1);
  EXPECT_EQ(
      hits(winds("power=2;precision=5", "armour=2;dodge=2", "2 3", "reaction=dodge;cover=yes"),
           Side::attacker),
      1);
  EXPECT_EQ(hits(winds("power=2;precision=5", "armour=2;dodge=2", "5 6", "reaction=deflect"),
                 Side::attacker),
            1);
}

TEST(MagewindsExample, B3DeflectingAddsToArmourAndArmourIsFlooredAtNought) {
  const std::string defender = "armour=1;deflect=2;dodge=1";
  EXPECT_EQ(winds("power=4;precision=6", defender, "1 1 1 1 | 1 1 1").damage.attacker, 3);
  EXPECT_EQ(
      winds("power=4;precision=6", defender, "1 1 1 1 | 1", "reaction=deflect").damage.attacker, 1);
  EXPECT_EQ(
      winds("power=4;precision=6", defender, "1 1 1 1 | 1 1 1", "reaction=dodge").damage.attacker,
      3);
  EXPECT_EQ(winds("power=2;precision=6", defender, "1 1 | 1 1", "armour-change=-5").damage.attacker,
            2);
}

TEST(MagewindsExample, B4ToughnessReachedIsTakenDownDamageAddingUp) {
  const std::string attacker = "power=2;precision=6";
  EXPECT_EQ(winds(attacker, "toughness=2", "1 1 | 1 1").kills.attacker, 1);
  EXPECT_EQ(winds(attacker, "toughness=3", "1 1 | 1 1").kills.attacker, 0);
  EXPECT_EQ(winds(attacker, "toughness=3", "1 1 | 1 1", "defender-damage=1").kills.attacker, 1);
}

TEST(MagewindsExample, B5ASplitAttackOffersAChoiceAndAPlainOneDoesNot) {
  const std::string split = "light.power=1;light.precision=2;heavy.power=2;heavy.precision=4";
  EXPECT_EQ(hits(winds(split, "armour=9", "2", "choice=light"), Side::attacker), 1);
  EXPECT_EQ(hits(winds(split, "armour=9", "4 5", "choice=heavy"), Side::attacker), 1);
  EXPECT_THROW(winds("power=1;precision=1", "", "", "choice=heavy"), NoAnswer);
  EXPECT_THROW(winds("power=1;precision=1", "", "", "choice=feint"), NoAnswer);
}

TEST(MagewindsExample, B5AMixtureOfPlainAndSplitIsNoAttack) {
  EXPECT_THROW(winds("power=1", "", ""), InputError);
  EXPECT_THROW(winds("light.power=1;light.precision=2", "", ""), InputError);
  EXPECT_THROW(winds("power=1;precision=1;light.power=1;light.precision=2;heavy.power=2;"
                     "heavy.precision=4",
                     "", ""),
               InputError);
  EXPECT_THROW(winds("", "", ""), NoAnswer);  // such a fighter can still be attacked
}

TEST(MagewindsExample, B6AFeintRollsNothing) {
  const std::string split = "light.power=1;light.precision=2;heavy.power=2;heavy.precision=4";
  const Played played = winds(split, "", "", "choice=feint;reaction=dodge");
  EXPECT_EQ(played.trace, "");
  EXPECT_EQ(played.damage.attacker, 0);
}

TEST(MagewindsExample, B9KnockbackNeedsAHitEvenABlockedOneAndNoReaction) {
  const auto knocks_back = [](const std::string& dice, const std::string& situation) {
    return winds("power=1;precision=3", "armour=5", dice, situation)
        .rolled.attacker.at(Magewinds::knockback);
  };
  EXPECT_EQ(knocks_back("3", ""), 1);
  EXPECT_EQ(knocks_back("4", ""), 0);
  EXPECT_EQ(knocks_back("3", "reaction=dodge"), 0);
  EXPECT_EQ(knocks_back("3", "reaction=deflect"), 0);
}

TEST(MagewindsExample, B10HexCapsTheTargetNumberAndRerollsHits) {
  EXPECT_EQ(hits(winds("power=2;precision=9", "armour=5", "5 6", "target-cap=5"), Side::attacker),
            1);
  EXPECT_EQ(winds("power=3;precision=4", "armour=5", "4 1 5 | 4 5", "reroll-hits=yes").trace,
            "dice: 4 1 5 -> 2 succeed\n"
            "dice: 4 5 -> 1 succeed\n"
            "dice: none -> 0 succeed\n");
}

TEST(MagewindsExample, B10ABarrierNegatesEachPointOfDamageOnItsValueOrLess) {
  const Played played = winds("power=4;precision=6", "armour=1;barrier=2", "1 1 1 1 | 1 2 3");
  EXPECT_EQ(hits(played, Side::attacker), 4);
  EXPECT_EQ(played.damage.attacker, 1);
}

TEST(MagewindsExample, B11OutsideItsRangeAnAttackIsNotPossible) {
  const std::string attacker = "power=1;precision=3;min-range=2;max-range=5";
  EXPECT_THROW(winds(attacker, "", "", "distance=1"), NoAnswer);
  EXPECT_EQ(winds(attacker, "", "4", "distance=2").damage.attacker, 0);
  EXPECT_EQ(winds(attacker, "", "4", "distance=5").damage.attacker, 0);
  EXPECT_THROW(winds(attacker, "", "", "distance=6"), NoAnswer);
  EXPECT_EQ(winds("power=1;precision=3", "", "4", "distance=900").damage.attacker, 0);
}

TEST(MagewindsExample, TheAttackNamedIsUsedAndTheFirstIfNoneIs) {
  const std::string deadeye = "| name=Quick;power=4;precision=4 | name=Aimed;power=6;precision=5";
  EXPECT_EQ(hits(winds(deadeye, "armour=9", "4 4 5 5"), Side::attacker), 2);
  EXPECT_EQ(hits(winds(deadeye, "armour=9", "5 5 5 6 6 6", "attack=Aimed"), Side::attacker), 3);
  EXPECT_THROW(winds(deadeye, "", "", "attack=Hasty"), InputError);
}

// Raiders of Arcana. Throws come in this order: the defender's defence dice, the attacker's attack
// dice; then the attacker's defence dice, the defender's attack dice.

const std::string warriors = "figures=6;hp=2;cd=2;as=5;db=2;str=0;arm=5";

Played raiders(const std::string& attacker, const std::string& defender, const std::string& dice,
               const std::string& situation) {
  return play<RaidersOfArcana>(attacker, defender, situation, dice);
}

TEST(RaidersExample, C2GrantedDiceComeAfterTheSplitAndAfterTheShieldWall) {
  const auto fight = testing::prepare<RaidersOfArcana>(
      "figures=4;shield-wall=yes;extra-attack=1;extra-defence=-2", "figures=3;extra-attack=-9",
      "attacker-attack=3;defender-attack=1");
  EXPECT_EQ(fight.blows.attacker.attack_dice, 2);  // 3 halved to 1, and 1 more
  EXPECT_EQ(fight.blows.defender.cancel_dice, 0);  // 1 less 2
  EXPECT_EQ(fight.blows.defender.attack_dice, 0);  // 1 less 9
  EXPECT_EQ(fight.blows.attacker.cancel_dice, 2);
}

TEST(RaidersExample, C8AMarkerLessARoundMakesForMoreRounds) {
  RaidersOfArcana::Unit tired, fresh;
  tired.fatigue = 5;
  RaidersOfArcana::Situation situation;
  EXPECT_EQ(RaidersOfArcana::most_rounds(tired, fresh, situation), 3);
  situation.markers = 1;
  EXPECT_EQ(RaidersOfArcana::most_rounds(tired, fresh, situation), 5);
  EXPECT_EQ(RaidersOfArcana::most_rounds(fresh, fresh, situation), 0);
}

TEST(RaidersExample, C7FourAttackDiceInAShieldWallBecomeTwo) {
  const auto fight =
      testing::prepare<RaidersOfArcana>("figures=4;shield-wall=yes", warriors, "attacker-attack=4");
  EXPECT_EQ(fight.blows.attacker.attack_dice, 2);
}

TEST(RaidersExample, C7AShieldWallRoundsOddCountsDownUnlessTheSwitchSaysUp) {
  const auto dice = [](const std::string& round_up) {
    return testing::prepare<RaidersOfArcana>("figures=5;shield-wall=yes", warriors,
                                             "attacker-attack=5;round-up=" + round_up)
        .blows.attacker.attack_dice;
  };
  EXPECT_EQ(dice("no"), 2);
  EXPECT_EQ(dice("yes"), 3);
}

TEST(RaidersExample, C7HalvedDiceAreLostAndNotMovedToDefence) {
  const auto fight =
      testing::prepare<RaidersOfArcana>("figures=6;shield-wall=yes", warriors, "attacker-attack=4");
  EXPECT_EQ(fight.blows.attacker.attack_dice, 2);
  EXPECT_EQ(fight.blows.defender.cancel_dice, 2);
}

TEST(RaidersExample, C6FiveWoundsRemoveTwoOfSixWarriorsAndOneIsCarriedOver) {
  const std::string six_warriors = "figures=6;hp=2;cd=0;arm=5";
  const Played first = raiders("figures=5", six_warriors, "5 6 7 8 9", "attacker-attack=all");
  EXPECT_EQ(first.trace,
            "dice: none -> 0 succeed\n"
            "dice: 5 6 7 8 9 -> 5 succeed\n"
            "dice: none -> 0 succeed\n"
            "dice: none -> 0 succeed\n");
  EXPECT_EQ(first.damage.attacker, 5);
  EXPECT_EQ(first.kills.attacker, 2);
  // "When the unit suffers 1 additional wound, another figure would be removed."
  EXPECT_EQ(
      raiders("figures=1", six_warriors + ";wounds=5", "10", "attacker-attack=all").kills.attacker,
      1);
  EXPECT_EQ(
      raiders("figures=1", six_warriors + ";wounds=4", "10", "attacker-attack=all").kills.attacker,
      0);
}

TEST(RaidersExample, C2CombatDiceAreThoseOfTheSurvivors) {
  // 5 wounds on figures of 2 hit points: 4 of 6 are left, with 2 dice each.
  const auto fight =
      testing::prepare<RaidersOfArcana>(warriors + ";wounds=5", warriors, "attacker-attack=3");
  EXPECT_EQ(fight.blows.attacker.attack_dice, 3);
  EXPECT_EQ(fight.blows.defender.cancel_dice, 5);
}

TEST(RaidersExample, C2HalfIsRoundedUp) {
  const auto fight =
      testing::prepare<RaidersOfArcana>("figures=5", warriors, "attacker-attack=half");
  EXPECT_EQ(fight.blows.attacker.attack_dice, 3);
  EXPECT_EQ(fight.blows.defender.cancel_dice, 2);
}

TEST(RaidersExample, C2NobodyCanAllocateMoreDiceThanThereAre) {
  EXPECT_NO_THROW(testing::prepare<RaidersOfArcana>("figures=5", warriors, "attacker-attack=5"));
  EXPECT_THROW(testing::prepare<RaidersOfArcana>("figures=5", warriors, "attacker-attack=6"),
               InputError);
  EXPECT_THROW(testing::prepare<RaidersOfArcana>(warriors, "figures=5", "defender-attack=6"),
               InputError);
}

TEST(RaidersExample, C3ADefenceDieOfAttackSkillLessDefenceBonusCancels) {
  // 3 attack dice against 2 defence dice that need 5 - 2 = 3.
  const Played played = raiders("figures=3;as=5", "figures=2;db=2;as=5;arm=5", "2 3 | 5 4",
                                "attacker-attack=all;defender-attack=none");
  EXPECT_EQ(hits(played, Side::attacker), 2);
  EXPECT_EQ(played.damage.attacker, 1);
}

TEST(RaidersExample, C3SurplusCancelsAreLost) {
  const Played played = raiders("figures=1;as=5", "figures=3;as=5", "10 10 10",
                                "attacker-attack=all;defender-attack=none");
  EXPECT_EQ(hits(played, Side::attacker), 0);
  EXPECT_EQ(played.damage.attacker, 0);
}

TEST(RaidersExample, C4AnAttackDieOfArmourLessStrengthWounds) {
  EXPECT_EQ(raiders("figures=2;str=1", "figures=2;arm=6;cd=0", "5 4", "attacker-attack=all")
                .damage.attacker,
            1);
}

TEST(RaidersExample, C5BothSidesStrikeAtFullStrength) {
  const Played played =
      raiders("figures=2", "figures=2", "5 5 | 5 5", "attacker-attack=all;defender-attack=all");
  EXPECT_EQ(played.kills.attacker, 2);
  EXPECT_EQ(played.kills.defender, 2);
}

TEST(RaidersExample, C6OverkillIsLost) {
  const Played played = raiders("figures=3", "figures=1;hp=1;cd=0", "9 9 9", "attacker-attack=all");
  EXPECT_EQ(played.damage.attacker, 3);
  EXPECT_EQ(played.kills.attacker, 1);
}

TEST(RaidersExample, C2AUnitWithoutSurvivorsCannotFight) {
  EXPECT_THROW(testing::prepare<RaidersOfArcana>("figures=2;hp=2;wounds=4", warriors), NoAnswer);
  EXPECT_NO_THROW(testing::prepare<RaidersOfArcana>("figures=2;hp=2;wounds=3", warriors));
}

// Dwethia Skirmish. A side's throws: attack, wounds, saves; the attacker's come first.

Played dwethia(const std::string& attacker, const std::string& defender, const std::string& dice,
               const std::string& situation = "") {
  return play<DwethiaSkirmish>(attacker, defender, situation, dice);
}

TEST(DwethiaExample, D1AttackRollValueFiveAgainstFourNeedsThreeAndFive) {
  const Played played =
      dwethia("models=3;martial=5", "models=3;martial=4", "2 3 4 | 1 1 | 4 5 6 | 1 1");
  EXPECT_EQ(hits(played, Side::attacker), 2);
  EXPECT_EQ(hits(played, Side::defender), 2);
}

TEST(DwethiaExample, D2TheValueIsHighestMartialPlusBestIntegrityLessTheWorst) {
  // 5 + 2 - 3 = 4 against 4: 4+ for both.
  const Played played = dwethia("| martial=5;integrity=-3 | martial=2;integrity=2 | integrity=-1",
                                "models=2;martial=4", "3 4 4 | 1 1 | 3 4 | 1");
  EXPECT_EQ(hits(played, Side::attacker), 2);
  EXPECT_EQ(hits(played, Side::defender), 1);
}

TEST(DwethiaExample, D2TheValueIsFlooredAtOne) {
  const auto fight = testing::prepare<DwethiaSkirmish>("martial=2;integrity=-9", "martial=1");
  EXPECT_EQ(fight.blows.attacker.hit.faces, 3);  // 1 against 1: 4+
}

TEST(DwethiaExample, D4TheSwitchEngagedCountsModelsInTheFightButDefenceIsTheWholeUnits) {
  const auto fight = testing::prepare<DwethiaSkirmish>(
      "| count=3;aggression=2;engaged=2;martial=4;strength=4 | "
      "engaged=0;martial=9;strength=9;defence=8",
      "martial=4;strength=4;defence=4", "coherent=engaged");
  EXPECT_EQ(fight.blows.attacker.dice.front(), 4);
  EXPECT_EQ(fight.blows.attacker.hit.faces, 3);    // 4 against 4
  EXPECT_EQ(fight.blows.attacker.wound.faces, 3);  // 4 against 4
  EXPECT_EQ(fight.blows.defender.wound.faces, 1);  // 4 against 8
}

TEST(DwethiaExample, D4WithNobodyEngagedThereIsNoFight) {
  EXPECT_THROW(testing::prepare<DwethiaSkirmish>("engaged=0", ""), NoAnswer);
  EXPECT_THROW(testing::prepare<DwethiaSkirmish>("", "engaged=0"), NoAnswer);
  EXPECT_NO_THROW(testing::prepare<DwethiaSkirmish>("", "engaged=0", "mode=opportunity"));
}

TEST(DwethiaExample, D5AtOnceTheFallenStillRollAndAttackerFirstTheyDoNot) {
  // Two attack dice hit and wound twice; of three defenders one is left.
  const Played together = dwethia("models=2;wounds=2", "models=3", "6 6 | 6 6 | 4 4 4 | 4 4 4");
  EXPECT_EQ(together.damage.attacker, 2);
  EXPECT_EQ(together.damage.defender, 3);
  const Played one_by_one =
      dwethia("models=2;wounds=2", "models=3", "6 6 | 6 6 | 4 | 4", "order=attacker-first");
  EXPECT_EQ(one_by_one.damage.attacker, 2);
  EXPECT_EQ(one_by_one.damage.defender, 1);
}

TEST(DwethiaExample, D5TargetNumbersStayAsTheyStoodBeforeTheDice) {
  // The only model of martial 9 falls first; the two left still hit on 2+ (9 against 3).
  const std::string defender = "| martial=9;save=6 | count=2;martial=1";
  const Played played =
      dwethia("models=1;defence=1", defender, "6 | 6 | 1 | 2 2 | 2 2", "order=attacker-first");
  EXPECT_EQ(played.damage.attacker, 1);
  EXPECT_EQ(hits(played, Side::defender), 2);
}

TEST(DwethiaExample, D6OneWoundDieAtATimeOnModelsWithASaveEachUntilItFalls) {
  // Two models of two wounds with a 4+ save, then one without. Six wound dice: failed, saved,
  // failed (the first falls), failed, failed (the second falls), and one wound without a roll.
  const Played played = dwethia("models=6;martial=9;strength=9",
                                "| count=1;aggression=0 | count=2;wounds=2;save=4;aggression=0",
                                "2 2 2 2 2 2 | 2 2 2 2 2 2 | 3 4 1 2 3");
  EXPECT_EQ(played.damage.attacker, 5);
  EXPECT_EQ(played.kills.attacker, 3);
}

TEST(DwethiaExample, D7IgnoringAWoundIsRolledAfterAFailedSaveOnly) {
  const Played played =
      dwethia("models=3;martial=9;strength=9", "wounds=9;save=4;ignore=5;aggression=0",
              "2 2 2 | 2 2 2 | 4 3 5 3 4");
  // saved; failed but ignored; failed and felt
  EXPECT_EQ(played.damage.attacker, 1);
}

TEST(DwethiaExample, D7ModelsWithAnIgnoreRollComeBeforeThoseWithNothing) {
  const Played played = dwethia("models=2;martial=9;strength=9",
                                "| aggression=0 | ignore=5;aggression=0", "2 2 | 2 2 | 5 4");
  EXPECT_EQ(played.damage.attacker, 1);
}

TEST(DwethiaExample, D8WhoRetreatsAddsThreeToMartialAndRollsNothing) {
  // 5 against 2 + 3: 4+. With the other reading, 5 against 3: 3+.
  EXPECT_EQ(hits(dwethia("models=2;martial=5", "martial=2", "3 4 | 1", "response=retreat"),
                 Side::attacker),
            1);
  EXPECT_EQ(
      hits(dwethia("models=2;martial=5", "martial=2", "3 4 | 1 1", "response=retreat;retreat=set"),
           Side::attacker),
      2);
}

TEST(DwethiaExample, D8TheOpportunityAttackAfterARetreatFallsOnTheSurvivors) {
  const std::string pursued = "response=retreat;retreat-opportunity=yes";
  // 5 against 1 + 3: 3+. One hit, one wound on the first model; then 6 and 1 against who is left.
  const Played played =
      dwethia("models=2;martial=5", "models=2;martial=1", "3 2 | 4 | 6 1", pursued);
  EXPECT_EQ(hits(played, Side::attacker), 2);
  EXPECT_EQ(played.rolled.attacker.at(DwethiaSkirmish::wounds), 2);
  EXPECT_EQ(played.damage.attacker, 2);
  // With nobody left there is no opportunity attack.
  EXPECT_EQ(dwethia("models=2;martial=5", "martial=1", "3 3 | 4 4", pursued).damage.attacker, 1);
  // The wounded model goes on saving where it stands, and saves may not apply.
  const std::string guard = "models=2;martial=1;save=4;wounds=2";
  EXPECT_EQ(
      dwethia("models=2;martial=5", guard, "3 3 | 4 1 | 3 | 6 6 | 4 3", pursued).damage.attacker,
      2);
  EXPECT_EQ(
      dwethia("models=2;martial=5", guard, "3 3 | 4 1 | 3 | 6 6", pursued + ";opportunity-saves=no")
          .damage.attacker,
      3);
}

TEST(DwethiaExample, D4EveryModelOfTheUnitIsPartOfTheCombat) {
  // A captain (martial 6, strength 6) behind one engaged man: 6 against 3 needs 2+, both times.
  const std::string unit =
      "| name=man;martial=3;strength=3 | name=captain;martial=6;strength=6;integrity=0;engaged=0";
  EXPECT_EQ(dwethia(unit, "martial=3;defence=3", "2 | 2 | 1").damage.attacker, 1);
  // With coherent=engaged the man is alone: 3 against 3 needs 4+.
  const Played played = dwethia(unit, "martial=3;defence=3", "3 | 1", "coherent=engaged");
  EXPECT_EQ(hits(played, Side::attacker), 0);
}

TEST(DwethiaExample, D4DiceAreGrantedToTheUnit) {
  EXPECT_EQ(hits(dwethia("models=2;extra-dice=1", "models=1;extra-dice=-3", "4 4 4 | 1 1 1"),
                 Side::attacker),
            3);
}

TEST(DwethiaExample, D2WhereEveryIntegrityIsNegativeTheBestMayCountAsWell) {
  // Martial 5 - 2 = 3 against 3: 4+. Twice: 5 - 1 - 2 = 2 against 3: 5+.
  const std::string cursed = "| name=a;martial=5;integrity=-2 | name=b;integrity=-1;aggression=0";
  EXPECT_EQ(hits(dwethia(cursed, "martial=3;aggression=0", "4 | 1"), Side::attacker), 1);
  EXPECT_EQ(hits(dwethia(cursed, "martial=3;aggression=0", "4", "integrity=twice"), Side::attacker),
            0);
  // One that is not negative: nothing changes.
  const std::string mixed = cursed + " | name=c;integrity=0;aggression=0";
  EXPECT_EQ(
      hits(dwethia(mixed, "martial=3;aggression=0", "4 | 1", "integrity=twice"), Side::attacker),
      1);
}

TEST(DwethiaExample, D9FiringIsOneRollAShotWithPerceptionLessThree) {
  // Perception 5 - 3 + weapon 3 = 5 against defence 5: 4+. The attacker fights as normal.
  const std::string archers = "models=2;perception=5;ranged-strength=3;shots=2";
  const Played played = dwethia("models=1;defence=5", archers, "1 | 3 4 4 1", "response=fire");
  EXPECT_EQ(hits(played, Side::defender), 2);
  EXPECT_EQ(played.rolled.defender.at(DwethiaSkirmish::wounds), 2);
  EXPECT_EQ(played.damage.defender, 1);  // that is all there is
}

TEST(DwethiaExample, D9WeakShotsAreFlooredAtOne) {
  // 1 - 3 + 0 = -2, so 1 against 1: 4+.
  EXPECT_EQ(hits(dwethia("models=1;defence=1", "perception=1;shots=2", "1 | 3 4", "response=fire"),
                 Side::defender),
            1);
}

TEST(DwethiaExample, D9WithoutShotsNobodyCanFire) {
  EXPECT_THROW(testing::prepare<DwethiaSkirmish>("", "", "response=fire"), NoAnswer);
}

TEST(DwethiaExample, D10TenDiceWithThreeSixesWoundThreeRetreatingModels) {
  const Played played =
      dwethia("models=5;aggression=2", "models=3", "6 1 2 6 3 4 5 6 1 2", "mode=opportunity");
  EXPECT_EQ(played.rolled.attacker.at(DwethiaSkirmish::wounds), 3);
  EXPECT_EQ(played.damage.attacker, 3);
  EXPECT_EQ(played.kills.attacker, 3);
}

TEST(DwethiaExample, D10SavesApplyAgainstOpportunityAttacksUnlessTheSwitchSaysNo) {
  EXPECT_EQ(dwethia("models=2", "models=2;save=4", "6 6 | 4 3", "mode=opportunity").damage.attacker,
            1);
  EXPECT_EQ(dwethia("models=2", "models=2;save=4", "6 6", "mode=opportunity;opportunity-saves=no")
                .damage.attacker,
            2);
}

TEST(DwethiaExample, D11ASaveWorseThanSixOrAbsentAlwaysFails) {
  EXPECT_EQ(dwethia("models=1", "models=1;save=7;aggression=0", "6 | 6").damage.attacker, 1);
  EXPECT_EQ(dwethia("models=1", "models=1;save=6;aggression=0", "6 | 6 | 6").damage.attacker, 0);
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

}  // namespace
}  // namespace warodds
