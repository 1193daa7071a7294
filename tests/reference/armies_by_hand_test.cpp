// Battles of sides of several units, worked out on paper.
#include <gtest/gtest.h>

#include <string>

#include "armies.h"

namespace reference {
namespace {

using enum ArmySystem;

// Arcane Legions: figures without white dice; one red die hits on 3 or more, 2/3.
Unit coin(int hp = 1, int red = 1, int figures = 1) {
  return {{},
          {{"F",
            {{"count", std::to_string(figures)},
             {"hp", std::to_string(hp)},
             {"red", std::to_string(red)}}}}};
}

// Magewinds: as many sure points as it has power.
Unit mage(int toughness, int power = 1) {
  return {{{"toughness", std::to_string(toughness)}, {"armour", "0"}, {"deflect", "9"}},
          {{"Bolt", {{"power", std::to_string(power)}, {"precision", "9"}}}}};
}

// Its light attack is a sure point, its heavy one two.
Unit splitter(int toughness) {
  return {{{"toughness", std::to_string(toughness)}, {"armour", "0"}, {"deflect", "9"}},
          {{"Blade",
            {{"light.power", "1"},
             {"light.precision", "9"},
             {"heavy.power", "2"},
             {"heavy.precision", "9"}}}}};
}

// Raiders: each figure has one die; a wound is sure on armour 1 and impossible on armour 11.
Unit raider(int figures, int arm, int fatigue = 0, int hp = 1) {
  return {{{"figures", std::to_string(figures)},
           {"hp", std::to_string(hp)},
           {"cd", "1"},
           {"as", "5"},
           {"arm", std::to_string(arm)},
           {"fatigue", std::to_string(fatigue)}},
          {}};
}
const Situation all_out{{"attacker-attack", "all"}, {"defender-attack", "all"}};

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

// ---- Arcane Legions ----

TEST(ArcaneArmies, TwoCoinsAgainstOne) {
  // Two throws of 2/3 come before its one: 8/9 the round is won at once. Else (1/9) it throws, and
  // with 2/3 downs one of the two: then 1 v 1 with the attacker first, which wins 3/4 (2/3 / (1 -
  // 1/9)). w = 8/9 + 1/9 (1/3 w + 2/3 3/4) -> w (1 - 1/27) = 8/9 + 1/18 = 17/18, w = 51/52.
  const ArmyBattle b = play(arcane_legions, {{{"A", coin(), 2}}}, {{{"B", coin()}}});
  EXPECT_EQ(b.attacker_wins, Rational(51, 52));
  EXPECT_EQ(b.defender_wins, Rational(1, 52));
  EXPECT_EQ(b.rounds.at(1), Rational(8, 9));
}

TEST(ArcaneArmies, OneCoinAgainstTwo) {
  // One round: the first enemy falls with 2/3; one is left and hits back with 2/3, two with 8/9.
  const ArmyBattle b = play(arcane_legions, {{{"A", coin()}}}, {{{"B", coin(), 2}}}, {}, 1);
  EXPECT_EQ(b.defender_wins, Rational(2, 3) * Rational(2, 3) + Rational(1, 3) * Rational(8, 9));
  EXPECT_EQ(b.units[1][0].destroyed, Rational(2, 3));
  EXPECT_EQ(b.units[1][1].destroyed, 0);
  EXPECT_EQ(b.survivors[1][1], Rational(2, 3));
}

TEST(ArcaneArmies, PinnedPairsAreProducts) {
  // No replies: each pair by itself downs its target with 2/3.
  Army a{{{"A", coin()}, {"B", coin()}}};
  a.conduct.pins = {{"A", "D"}, {"B", "C"}};
  const ArmyBattle b = play(arcane_legions, a, {{{"C", coin()}, {"D", coin()}}}, only_attacker, 1);
  EXPECT_EQ(b.attacker_wins, Rational(4, 9));
  EXPECT_EQ(b.units[1][0].destroyed, Rational(2, 3));
  EXPECT_EQ(b.units[1][1].destroyed, Rational(2, 3));
}

TEST(ArcaneArmies, A13DamageOfSeveralUnitsInOneTurnAddsUp) {
  // Two hit points fall only to both throws of a turn.
  const ArmyBattle b =
      play(arcane_legions, {{{"A", coin(), 2}}}, {{{"B", coin(2)}}}, only_attacker, 1);
  EXPECT_EQ(b.attacker_wins, Rational(4, 9));
  EXPECT_EQ(b.units[1][0].mean_hit_points_left, 2 * Rational(5, 9));
}

TEST(ArcaneArmies, E2OrderPointsPayForFormationsAndSorties) {
  // A formation costs 2: of 3 points the second formation cannot be paid, a sortie (1) may follow.
  Unit sortie = coin();
  sortie.fields["kind"] = "sortie";
  Situation points = only_attacker;
  points["order-points"] = "3";
  const Army target{{{"T", coin(9)}}};
  const ArmyBattle two = play(arcane_legions, {{{"A", coin(), 2}}}, {{{"T", coin(1)}}}, points, 1);
  EXPECT_EQ(two.attacker_wins, Rational(2, 3));
  const ArmyBattle both =
      play(arcane_legions, {{{"A", coin(), 2}, {"S", sortie}}}, {{{"T", coin(1)}}}, points, 1);
  EXPECT_EQ(both.attacker_wins, Rational(8, 9));
  points["order-points"] = "0";
  const ArmyBattle none = play(arcane_legions, {{{"A", coin(), 2}}}, target, points);
  EXPECT_EQ(none.undecided, 1);
  EXPECT_EQ(none.mean_rounds, 0);
}

TEST(ArcaneArmies, E12AnOrderThatCostsNothingAlwaysTakesPlace) {
  Unit bold = coin();
  bold.fields["order-cost"] = "-2";
  Situation points = only_attacker;
  points["order-points"] = "0";
  EXPECT_EQ(play(arcane_legions, {{{"A", bold}}}, {{{"B", coin()}}}, points, 1).attacker_wins,
            Rational(2, 3));
}

TEST(ArcaneArmies, E8TargetsPolicies) {
  // One die, 2/3, on three figures or on one.
  const Army enemies{{{"Big", coin(1, 1, 3)}, {"Small", coin()}}};
  const auto destroyed_small = [&](const std::string& policy) {
    Army a{{{"A", coin()}}};
    a.conduct.targets = policy;
    return play(arcane_legions, a, enemies, only_attacker, 1).units[1][1].destroyed;
  };
  EXPECT_EQ(destroyed_small("weakest"), Rational(2, 3));
  EXPECT_EQ(destroyed_small("strongest"), 0);
  EXPECT_EQ(destroyed_small("listed"), 0);
  EXPECT_EQ(destroyed_small("spread"), 0);
  EXPECT_EQ(destroyed_small("random"), Rational(1, 3));
}

TEST(ArcaneArmies, E8SpreadGoesRound) {
  // Two attackers, two targets of two figures: one each, so each loses one with 2/3.
  Army a{{{"A", coin(), 2}}};
  a.conduct.targets = "spread";
  const ArmyBattle b = play(arcane_legions, a, {{{"B", coin(1, 1, 2), 2}}}, only_attacker, 1);
  EXPECT_EQ(b.units[1][0].survivors[1], Rational(2, 3));
  EXPECT_EQ(b.units[1][1].survivors[1], Rational(2, 3));
}

TEST(ArcaneArmies, E1bWithSetsTheAttacksOfOneUnit) {
  // From a grey side three dice less: it rolls none, but the order is legal.
  const ArmyBattle b =
      play(arcane_legions, {{{"A", coin(), 1, {{"attacker-side", "grey"}}}, {"B", coin()}}},
           {{{"C", coin()}}}, only_attacker, 1);
  EXPECT_EQ(b.attacker_wins, Rational(2, 3));
}

TEST(ArcaneArmies, E10AheadIsOfAllUnits) {
  // One attack on 2 + 2 hit points: hit (2/3) 3/4 are left.
  const ArmyBattle b =
      play(arcane_legions, {{{"A", coin()}}}, {{{"B", coin(1, 1, 2), 2}}}, only_attacker, 1);
  EXPECT_EQ(b.ahead_attacker, Rational(2, 3));
  EXPECT_EQ(b.ahead_even, Rational(1, 3));
}

// ---- Magewinds ----

TEST(MagewindsArmies, E3TheSidesAlternate) {
  // Toughness 1 each, sure points: A1 downs B1, B2 downs A1, A2 downs B2: the attacker wins at
  // once.
  const ArmyBattle b = play(magewinds, {{{"A", mage(1), 2}}}, {{{"B", mage(1), 2}}});
  EXPECT_EQ(b.attacker_wins, 1);
  EXPECT_EQ(b.units[0][0].destroyed, 1);
  EXPECT_EQ(b.units[0][1].destroyed, 0);
  EXPECT_EQ(b.rounds.at(1), 1);
}

TEST(MagewindsArmies, E3TwoAgainstOne) {
  // The lone one (toughness 2) is struck, strikes back, is struck again and falls.
  const ArmyBattle b = play(magewinds, {{{"A", mage(1), 2}}}, {{{"B", mage(2)}}});
  EXPECT_EQ(b.attacker_wins, 1);
  EXPECT_EQ(b.units[0][0].destroyed, 1);
  EXPECT_EQ(b.mean_rounds, 1);
}

TEST(MagewindsArmies, E3ReactionsOfOneTargetAreSpentByAll) {
  const ArmyBattle b =
      play(magewinds, {{{"A", mage(1), 3}}}, {{{"B", mage(1)}}}, {{"reaction", "deflect"}}, 1);
  // A1 is deflected (one action left), B strikes A1 down with the other; A2 gets through.
  EXPECT_EQ(b.attacker_wins, 1);
  EXPECT_EQ(b.units[0][0].destroyed, 1);
  EXPECT_EQ(b.units[0][1].destroyed, 0);
}

TEST(MagewindsArmies, B6AFreeFeintTakesAllActionsAndUnderSpreadGoesRound) {
  // A feints B1, B2, B1, B2 for free, then once for an action: nobody can act, C strikes.
  Army a{{{"A", splitter(1), 1, {{"choice", "feint"}, {"reaction", "deflect"}}}, {"C", mage(1)}}};
  a.conduct.targets = "spread";
  const ArmyBattle b = play(magewinds, a, {{{"B", mage(1), 2}}}, {}, 1);
  // C's point falls on B1: chosen 3 times (the paid feint was at it), B2 twice: so on B2.
  EXPECT_EQ(b.units[1][1].destroyed, 1);
  EXPECT_EQ(b.units[1][0].destroyed, 0);
  EXPECT_EQ(b.units[0][0].destroyed, 0);
}

TEST(MagewindsArmies, E1bAChoiceHoldsForThoseWhoHaveIt) {
  // Heavy (2) by the splitter, the plain one keeps its single point: 3 in all.
  const ArmyBattle b = play(magewinds, {{{"A", splitter(9)}, {"B", mage(9)}}}, {{{"C", mage(3)}}},
                            {{"choice", "heavy"}}, 1);
  EXPECT_EQ(b.attacker_wins, 1);
}

TEST(MagewindsArmies, E7WeakestAndStrongestAreActivatedFirst) {
  // Only the first may strike before the enemy (2 sure points) answers at the weakest.
  const auto who_falls = [](const std::string& policy) {
    Army a{{{"Big", mage(3)}, {"Small", mage(2)}}};
    a.conduct.activate = policy;
    return play(magewinds, a, {{{"B", mage(2, 2)}}}, {}, 1);
  };
  // Whoever begins, Small falls to the answer: only if it was first has it struck.
  EXPECT_EQ(who_falls("weakest").attacker_wins, 1);
  EXPECT_EQ(who_falls("strongest").attacker_wins, 0);
  EXPECT_EQ(who_falls("listed").attacker_wins, 0);
  EXPECT_EQ(who_falls("random").attacker_wins, Rational(1, 2));
}

// ---- Raiders of Arcana ----

TEST(RaidersArmies, E4WhoWasAttackedIsNotActivated) {
  // Armour 1: each figure downs one for sure. A1 (1 figure) and B1 down each other, then A2 and B2.
  const ArmyBattle b =
      play(raiders_of_arcana, {{{"A", raider(1, 1), 2}}}, {{{"B", raider(1, 1), 2}}}, all_out);
  EXPECT_EQ(b.both_destroyed, 1);
  EXPECT_EQ(b.mean_rounds, 1);
}

TEST(RaidersArmies, E4ATargetFightsBackEachTime) {
  // B (9 figures) has armour 1, A's three are lone: each takes one of nine and falls to the rest.
  const ArmyBattle b =
      play(raiders_of_arcana, {{{"A", raider(1, 1), 3}}}, {{{"B", raider(9, 1)}}}, all_out);
  EXPECT_EQ(b.defender_wins, 1);
  EXPECT_EQ(b.survivors[1][6], 1);
  EXPECT_EQ(b.mean_rounds, 1);
}

TEST(RaidersArmies, E4MarkersOfFurtherCombats) {
  // Nobody can be hurt but C; B takes 2 markers for the first combat, 1 for the second: out at 3.
  // The third attacker finds nobody, and the battle breaks off after one round.
  const ArmyBattle b =
      play(raiders_of_arcana, {{{"A", raider(1, 11), 3}}}, {{{"B", raider(9, 1, 3)}}}, all_out);
  EXPECT_EQ(b.undecided, 1);
  EXPECT_EQ(b.survivors[1][7], 1);
  EXPECT_EQ(b.mean_rounds, 1);
  // With one marker for the first it can fight three times.
  Situation one = all_out;
  one["defender-markers"] = "1";
  EXPECT_EQ(play(raiders_of_arcana, {{{"A", raider(1, 11), 3}}}, {{{"B", raider(9, 1, 3)}}}, one)
                .survivors[1][6],
            1);
}

TEST(RaidersArmies, E12AUnitsOwnSplit) {
  // The second keeps its die in hand: only one figure falls.
  const ArmyBattle b =
      play(raiders_of_arcana,
           {{{"A", raider(1, 11)}, {"B", raider(1, 11), 1, {{"attacker-attack", "none"}}}}},
           {{{"C", raider(9, 1)}}}, {{"attacker-attack", "all"}, {"defender-attack", "all"}}, 1);
  EXPECT_EQ(b.survivors[1][8], 1);
}

// ---- Dwethia Skirmish ----

TEST(DwethiaArmies, E5PairsAreProducts) {
  // Two fights of one against one: each model falls with 1/4.
  const ArmyBattle b = play(dwethia_skirmish, {{{"A", band(), 2}}}, {{{"B", band(), 2}}}, {}, 1);
  EXPECT_EQ(b.units[0][0].destroyed, Rational(1, 4));
  EXPECT_EQ(b.units[1][1].destroyed, Rational(1, 4));
  EXPECT_EQ(b.attacker_wins, Rational(1, 16) * Rational(15, 16));
  EXPECT_EQ(b.both_destroyed, Rational(1, 256));
}

TEST(DwethiaArmies, E5TheOthersJoin) {
  // Two on one in one fight: two dice of 1/4 on the one, its die on the first listed.
  const ArmyBattle b = play(dwethia_skirmish, {{{"A", band(), 2}}}, {{{"B", band()}}}, {}, 1);
  EXPECT_EQ(b.attacker_wins, Rational(7, 16));
  EXPECT_EQ(b.units[0][0].destroyed, Rational(1, 4));
  EXPECT_EQ(b.units[0][1].destroyed, 0);
  const auto fight = dwethia_army_fight({{{"A", band(), 2}}}, {{{"B", band()}}}, {});
  EXPECT_EQ(fight.attacker.destroyed, Rational(7, 16));
  EXPECT_EQ(fight.defender.damage[1], Rational(1, 4));
}

TEST(DwethiaArmies, E5ValuesAreLookedUpOverAllUnits) {
  // A second unit of martial 9 lends it to both: 2+ instead of 4+, two dice of 5/6 x 1/2.
  const ArmyBattle b = play(dwethia_skirmish, {{{"A", band()}, {"H", band({{"martial", "9"}})}}},
                            {{{"B", band()}}}, {}, 1);
  EXPECT_EQ(b.attacker_wins, 1 - Rational(7, 12) * Rational(7, 12));
}

TEST(DwethiaArmies, D8OneOfTwoUnitsRetreats) {
  // Both fights are chosen in turn, A1 by the attacker, then B2 by the defender: in the first B
  // retreats (M 7 against 4: 5+; wounded with 1/3 x 1/2 = 1/6), in the second A2 does.
  const ArmyBattle b =
      play(dwethia_skirmish, {{{"A", band(), 2}}}, {{{"B", band(), 2}}}, {{"response", "retreat"}});
  // After one round A1 and B2 are on the field: A1 attacks B2, which retreats or falls.
  EXPECT_EQ(b.units[1][0].destroyed, Rational(1, 6));
  EXPECT_EQ(b.units[0][1].destroyed, Rational(1, 6));
  EXPECT_EQ(b.units[1][1].destroyed, Rational(1, 6));
  EXPECT_EQ(b.attacker_wins, Rational(1, 36));
  EXPECT_EQ(b.retreated, Rational(35, 36));
  EXPECT_EQ(b.mean_rounds, 2);
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
