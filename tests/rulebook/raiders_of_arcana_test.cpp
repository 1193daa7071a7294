// Examples of Raiders of Arcana, from the rulebook and the rulings, replayed die by die as at the
// table.
//
// Throws come in this order: the defender's defence dice, the attacker's attack
// dice; then the attacker's defence dice, the defender's attack dice.
#include <gtest/gtest.h>

#include <string>

#include "core/text/error.h"
#include "tests/rulebook/replay.h"

namespace warodds {
namespace {

using testing::hits;
using testing::Played;

const std::string warriors = "figures=6;hp=2;cd=2;as=5;db=2;str=0;arm=5";

Played raiders(const std::string& attacker, const std::string& defender, const std::string& dice,
               const std::string& situation) {
  return testing::replay<RaidersOfArcana>(attacker, defender, situation, dice);
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
  EXPECT_EQ(most_rounds<RaidersOfArcana>(tired, fresh, situation), 3);
  situation.markers = 1;
  EXPECT_EQ(most_rounds<RaidersOfArcana>(tired, fresh, situation), 5);
  EXPECT_EQ(most_rounds<RaidersOfArcana>(fresh, fresh, situation), 0);
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

TEST(RaidersExample, SplitsThatChangeFromRoundToRoundAreCappedByTheDiceThatAreThere) {
  const auto battle = testing::said_battle<RaidersOfArcana>(
      "figures=3", "figures=3", "attacker-attack=2,none*2,99;defender-attack=0");
  const auto attacks = testing::attacks_of(battle);
  const auto dice = [&](std::size_t round) {
    return attacks.at(round).fights->any().blows.attacker.attack_dice;
  };
  EXPECT_EQ(dice(0), 2);
  EXPECT_EQ(dice(1), 0);
  EXPECT_EQ(dice(2), 0);
  EXPECT_EQ(dice(3), 3);
  EXPECT_EQ(battle.after(3), 3);
}

}  // namespace
}  // namespace warodds
