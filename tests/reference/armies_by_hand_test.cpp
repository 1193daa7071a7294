// What the second statement says of sides of several units beyond data/battle_checks.csv.
#include <gtest/gtest.h>

#include <string>

#include "armies.h"

namespace reference {
namespace {

using enum ArmySystem;

// Arcane Legions: figures without white dice; one red die hits on 3 or more, 2/3.
Unit coin(int hp = 1, int red = 1) {
  return {{}, {{"F", {{"count", "1"}, {"hp", std::to_string(hp)}, {"red", std::to_string(red)}}}}};
}

// Magewinds: as many sure points as it has power.
Unit mage(int toughness, int power = 1) {
  return {{{"toughness", std::to_string(toughness)}, {"armour", "0"}, {"deflect", "9"}},
          {{"Bolt", {{"power", std::to_string(power)}, {"precision", "9"}}}}};
}

// Dwethia: a lone model against its equal wounds with 1/4.
Unit band(const Fields& changed = {}) {
  Fields fields{{"count", "1"},    {"aggression", "1"}, {"martial", "4"},
                {"strength", "4"}, {"defence", "4"},    {"wounds", "1"}};
  for (const auto& [key, value] : changed) fields[key] = value;
  return {{}, {{"", fields}}};
}

ArmyBattle play(ArmySystem system, const Army& a, const Army& d, const Situation& s = {},
                int cap = 0) {
  return army_battle(system, a, d, s, cap, 4);
}

const Situation only_attacker{{"turns", "attacker-only"}};

// ---- Names and settings ----

TEST(Armies, E1UnitsOfOneNameAreNumberedHoweverWritten) {
  const ArmyBattle b = play(arcane_legions, {{{"A", coin(), 2}, {"B", coin()}, {"A", coin()}}},
                            {{{"A", coin()}}}, {}, 1);
  ASSERT_EQ(b.units[0].size(), 4U);
  EXPECT_EQ(b.units[0][1].name, "A 2");
  EXPECT_EQ(b.units[0][2].name, "B");
  EXPECT_EQ(b.units[0][3].name, "A 3");
  EXPECT_EQ(b.units[1][0].name, "A");
}

// ---- Dwethia Skirmish ----

TEST(DwethiaArmies, E5TheOthersJoin) {
  // Two on one in one fight: two dice of 1/4 on the one, its die on the first listed.
  const auto fight = dwethia_army_fight({{{"A", band(), 2}}}, {{{"B", band()}}}, {});
  EXPECT_EQ(fight.attacker.destroyed, Rational(7, 16));
  EXPECT_EQ(fight.defender.damage[1], Rational(1, 4));
}

TEST(DwethiaArmies, D4bOthersStepUp) {
  // One of two groups engaged: as its model has fallen, the other takes its place or does not.
  const Unit two{
      {},
      {{"Front", band().groups[0].fields}, {"Back", band({{"engaged", "0"}}).groups[0].fields}}};
  // B has three wounds and cannot fall in two rounds; its die downs one model with 1/4. Front falls
  // in the first (1/4); then Back stands there and falls (1/4), or nobody fights.
  const Army wall{{{"B", band({{"wounds", "3"}})}}};
  const auto gone = [&](const std::string& step_up) {
    return play(dwethia_skirmish, {{{"A", two}}}, wall, {{"step-up", step_up}}, 2).defender_wins;
  };
  EXPECT_EQ(gone("yes"), Rational(1, 16));
  EXPECT_EQ(gone("no"), 0);
}

// ---- Best play ----

TEST(ArmiesAtBest, WhomToStrikeFirst) {
  // One attack a round each, sure points. The enemy's Strong (2 points) and Meek (0) have one
  // toughness; our lone mage has 2: it must down Strong first; weakest and listed take Meek.
  Army best{{{"A", mage(2)}}};
  best.conduct.targets = "best";
  const Army enemies{{{"Meek", mage(1, 0)}, {"Strong", mage(1, 2)}}};
  EXPECT_EQ(army_value(magewinds, best, enemies, {}, 0), 1);
  EXPECT_EQ(play(magewinds, best, enemies).attacker_wins, 1);
  EXPECT_EQ(play(magewinds, {{{"A", mage(2)}}}, enemies).attacker_wins, 0);
  const auto choices = army_first_choices(magewinds, best, enemies, {}, 0);
  ASSERT_EQ(choices.size(), 2U);
  EXPECT_EQ(choices[0].value, 0);
  EXPECT_EQ(choices[1].target, "Strong");
  EXPECT_EQ(choices[1].value, 1);
}

TEST(ArmiesAtBest, IsTheBestOfAllPolicies) {
  Army a{{{"A", coin(1, 2)}, {"B", coin(2)}}, {"best", "best"}};
  Army d{{{"C", coin(1, 3)}, {"D", coin(2)}}, {"listed", "weakest"}};
  const Situation once = only_attacker;
  EXPECT_EQ(army_value(arcane_legions, a, d, once, 1),
            army_value_of_all_policies(arcane_legions, a, d, once, 1));
  Army e{{{"A", mage(1)}, {"B", mage(2)}}, {"best", "best"}};
  Army f{{{"C", mage(2, 2)}, {"D", mage(1)}}, {"listed", "best"}};
  EXPECT_EQ(army_value(magewinds, e, f, {}, 1), army_value_of_all_policies(magewinds, e, f, {}, 1));
}

TEST(ArmiesAtBest, ToTheEndIsALimit) {
  // 1 v 1 there is nothing to choose: 3/4, as a fixed point.
  Army a{{{"A", coin()}}, {"best", "best"}};
  EXPECT_EQ(army_value(arcane_legions, a, {{{"B", coin()}}}, {}, 0), Rational(3, 4));
  // Two against one, likewise.
  a.units[0].count = 2;
  EXPECT_EQ(army_value(arcane_legions, a, {{{"B", coin()}}}, {}, 0), Rational(51, 52));
}

}  // namespace
}  // namespace reference
