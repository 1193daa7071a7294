// Examples of Magewinds, from the rulebook and the rulings, replayed die by die as at the table.
#include <gtest/gtest.h>

#include <string>

#include "core/text/error.h"
#include "tests/rulebook/replay.h"

namespace warodds {
namespace {

using testing::hits;
using testing::Played;

Played winds(const std::string& attacker, const std::string& defender, const std::string& dice,
             const std::string& situation = "") {
  return testing::replay<Magewinds>(attacker, defender, situation, dice);
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

TEST(MagewindsExample, B7bNobodyIsObligedToAttack) {
  for (const char* const attack :
       {"power=9;precision=9", "light.power=9;light.precision=9;heavy.power=9;heavy.precision=9"}) {
    const Played played = winds(attack, "", "", "choice=pass;reaction=dodge");
    EXPECT_EQ(played.trace, "");
    EXPECT_EQ(played.damage.attacker, 0);
  }
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

TEST(MagewindsExample, B9WhoIsTakenDownIsRemovedBeforeItIsKnockedBack) {
  const auto knocks_back = [](const std::string& dice, const std::string& target) {
    return winds("power=3;precision=3", target, dice, "defender-damage=1")
        .rolled.attacker.at(Magewinds::knockback);
  };
  // The last throw is for a barrier that there is not.
  EXPECT_EQ(knocks_back("1 2 4 | 1 1", "toughness=4"), 1);    // 1 + 2 of 4
  EXPECT_EQ(knocks_back("1 2 3 | 1 1 1", "toughness=4"), 0);  // 1 + 3 of 4
  EXPECT_EQ(knocks_back("1 2 3 | 1 1", "toughness=4;armour=1"), 1);
  EXPECT_EQ(knocks_back("4 5 6", "toughness=4"), 0);
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

// The defender's attack back on a fighter of evasion 1 and dodge 3, precision 5.
int hits_back(const std::string& situation, const std::string& dice) {
  const std::string fighter = "toughness=6;evasion=1;dodge=3;power=3;precision=5;armour=9";
  return hits(testing::replay_in_battle<Magewinds>(fighter, fighter, situation, 1, dice),
              Side::attacker);
}

TEST(MagewindsExample, InABattleTheAttackerReactsAndHidesOnlyIfThatIsSaidOfTheAttackBack) {
  EXPECT_EQ(hits_back("reaction=dodge;cover=yes", "4 4 5"), 2);  // on 5 - 1 or less
  EXPECT_EQ(hits_back("reply.cover=yes", "3 4 5"), 1);           // on 5 - 1 - 1 or less
  EXPECT_EQ(hits_back("reply.reaction=dodge", "1 2 2"), 1);      // on 5 - 1 - 3 or less
}

TEST(MagewindsExample, B7WhoHasSpentItsOnlyActionOnItsAttackCannotReact) {
  EXPECT_EQ(hits_back("reply.reaction=dodge;actions-per-round=1", "4 4 5"), 2);
  EXPECT_EQ(hits_back("reply.reaction=dodge;actions-per-round=2", "1 4 4"), 1);
}

TEST(MagewindsExample, B7WhoeverPassesCostsNobodyAnAction) {
  Magewinds::Situation passed;
  passed.choice = Magewinds::pass;
  for (const int reaction : {Magewinds::no_reaction, Magewinds::dodge}) {
    passed.reaction = reaction;
    EXPECT_EQ(Magewinds::spent(passed), (PerSide<int>{0, 0}));
  }
}

}  // namespace
}  // namespace warodds
