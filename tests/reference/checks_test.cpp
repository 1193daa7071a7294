// The values that the rulings give, out of the second statement of the rules alone.
#include <gtest/gtest.h>

#include <cstddef>
#include <string>
#include <vector>

#include "battle.h"
#include "exchange.h"
#include "law.h"
#include "reference.h"

namespace reference {
namespace {

// ---- Arcane Legions ----

Unit legion(int red, int white) {
  return {{{"figures", "1"},
           {"hp", "99"},
           {"red", std::to_string(red)},
           {"white", std::to_string(white)}},
          {}};
}

ResultOf<Rational> close_combat(int red, int white) {
  return arcane_fight<Rational>(legion(red, 0), legion(1, white), {});
}

TEST(ArcaneCheck, OneOnOneIsFiveTwelfthsEach) {
  EXPECT_EQ(mean(close_combat(1, 1).attacker.damage), Rational(5, 12));
  EXPECT_EQ(mean(close_combat(1, 1).defender.damage), Rational(5, 12));
}

TEST(ArcaneCheck, TwoOnOne) {
  EXPECT_EQ(mean(close_combat(2, 1).attacker.damage), Rational(221, 216));
  EXPECT_EQ(mean(close_combat(2, 1).defender.damage), Rational(55, 216));
}

TEST(ArcaneCheck, ThreeOnNone) {
  const LawOf<Rational> should{Rational(1, 27), Rational(2, 9), Rational(4, 9), Rational(7, 24),
                               Rational(1, 216)};
  EXPECT_EQ(close_combat(3, 0).attacker.hits, should);
}

TEST(ArcaneCheck, OneOnTwoJointly) {
  const auto joint = close_combat(1, 2).joint_damage;
  EXPECT_EQ(joint.at(0).at(0), Rational(5, 54));
  EXPECT_EQ(joint.at(0).at(1), Rational(25, 72));
  EXPECT_EQ(joint.at(0).at(2), Rational(11, 36));
  EXPECT_EQ(joint.at(1).at(0), Rational(41, 216));
  EXPECT_EQ(joint.at(1).at(1), Rational(7, 108));
}

TEST(ArcaneCheck, LargerPoolsOnAverage) {
  EXPECT_NEAR(as_double(mean(close_combat(3, 2).attacker.damage)), 1.380015, 5e-7);
  EXPECT_NEAR(as_double(mean(close_combat(3, 2).defender.damage)), 0.506559, 5e-7);
  const Result nine = arcane_legions(legion(9, 0), legion(1, 7), {});
  EXPECT_NEAR(mean(nine.attacker.damage), 3.908685, 5e-7);
  EXPECT_NEAR(mean(nine.defender.damage), 1.237164, 5e-7);
}

// The rulings print 16 digits of a double; fractions differ from them in the last one or two.
constexpr double rounding = 1e-14;

// A11b: a leader and three men, struck first by one figure.
const Unit striker{{{"figures", "1"}, {"hp", "6"}, {"red", "4"}}, {}};
const Unit leader_and_men{{},
                          {{"Leader", {{"count", "1"}, {"hp", "4"}, {"red", "6"}}},
                           {"Man", {{"count", "3"}, {"hp", "1"}, {"red", "1"}}}}};

double leader_wins(const std::string& policy) {
  return as_double(
      arcane_battle(striker, leader_and_men, {{"defender-losses", policy}}, 0, 0).defender_wins);
}

TEST(ArcaneCheck, BattleOfTheLeader) {
  EXPECT_NEAR(leader_wins("fewest"), 0.7241381067741205, rounding);
  EXPECT_NEAR(leader_wins("cheapest"), 0.4790516768515465, rounding);
  EXPECT_NEAR(leader_wins("free"), 0.9870558040653874, rounding);
}

// ---- Magewinds ----

Unit mage(int toughness, int armour, int deflect, int evasion, int dodge) {
  const Fields attack{{"power", "none"},
                      {"light.power", "3"},
                      {"light.precision", "9"},
                      {"heavy.power", "6"},
                      {"heavy.precision", "5"}};
  return {{{"toughness", std::to_string(toughness)},
           {"armour", std::to_string(armour)},
           {"deflect", std::to_string(deflect)},
           {"evasion", std::to_string(evasion)},
           {"dodge", std::to_string(dodge)}},
          {{"Staff", attack}}};
}

Rational magic(const Unit& target, const std::string& choice, const std::string& reaction) {
  const Unit wizard = mage(6, 1, 2, 1, 3);
  return mean(
      magewinds_exchange<Rational>(wizard, target, {{"choice", choice}, {"reaction", reaction}})
          .attacker.damage);
}

TEST(MagewindsCheck, WizardOnWizard) {
  const Unit wizard = mage(6, 1, 2, 1, 3);
  EXPECT_EQ(magic(wizard, "light", "none"), 2);
  EXPECT_EQ(magic(wizard, "light", "dodge"), Rational(325, 216));
  EXPECT_EQ(magic(wizard, "light", "deflect"), 0);
  EXPECT_EQ(magic(wizard, "heavy", "none"), Rational(2188, 729));
  EXPECT_EQ(magic(wizard, "heavy", "dodge"), Rational(15625, 46656));
  EXPECT_EQ(magic(wizard, "heavy", "deflect"), Rational(272, 243));
}

TEST(MagewindsCheck, WizardOnGuardian) {
  const Unit guardian = mage(7, 2, 2, 0, 2);
  EXPECT_EQ(magic(guardian, "light", "none"), 1);
  EXPECT_EQ(magic(guardian, "light", "dodge"), 1);
  EXPECT_EQ(magic(guardian, "light", "deflect"), 0);
  EXPECT_EQ(magic(guardian, "heavy", "none"), Rational(4375, 1458));
  EXPECT_EQ(magic(guardian, "heavy", "dodge"), Rational(9, 8));
  EXPECT_EQ(magic(guardian, "heavy", "deflect"), Rational(3125, 2916));
}

// ---- Raiders of Arcana ----

Rational wounds_of_warriors(const std::string& defence, const std::string& die) {
  const Unit warriors{
      {{"figures", "6"}, {"hp", "2"}, {"cd", "2"}, {"as", "5"}, {"db", "2"}, {"arm", "5"}}, {}};
  return mean(raiders_exchange<Rational>(warriors, warriors,
                                         {{"die", die},
                                          {"attacker-attack", defence == "0" ? "12" : "6"},
                                          {"defender-attack", defence == "0" ? "12" : "6"}})
                  .attacker.damage);
}

TEST(RaidersCheck, Warriors) {
  EXPECT_EQ(wounds_of_warriors("0", "10"), Rational(72, 10));
  EXPECT_EQ(wounds_of_warriors("6", "10"), Rational(72, 100));
  EXPECT_EQ(wounds_of_warriors("0", "6"), 4);
  EXPECT_EQ(wounds_of_warriors("6", "6"), Rational(2, 3));
}

// ---- Dwethia Skirmish ----

Unit band(int models, int aggression, int martial, int strength, int defence) {
  return {{},
          {{"",
            {{"count", std::to_string(models)},
             {"aggression", std::to_string(aggression)},
             {"martial", std::to_string(martial)},
             {"strength", std::to_string(strength)},
             {"defence", std::to_string(defence)},
             {"wounds", "50"}}}}};
}

TEST(DwethiaCheck, FiveDiceOnThreeAndFour) {
  const auto fight = dwethia_exchange<Rational>(band(5, 1, 5, 3, 3), band(5, 1, 4, 3, 3), {}, 0, 0);
  EXPECT_EQ(mean(fight.attacker.damage), Rational(5, 3));
  EXPECT_EQ(fight.attacker.damage.at(0), Rational(32, 243));
}

TEST(DwethiaCheck, OpportunityOfTenDice) {
  const Result attack =
      dwethia_skirmish(band(5, 2, 4, 3, 3), band(3, 1, 4, 3, 3), {{"mode", "opportunity"}});
  EXPECT_NEAR(attack.attacker.damage.at(3), 0.155045, 5e-7);
}

}  // namespace
}  // namespace reference
