// Sides of one unit are a battle as it was stated before (E1), and what must hold of any armies.
#include <gtest/gtest.h>

#include <random>
#include <string>
#include <vector>

#include "armies.h"
#include "battle.h"

namespace reference {
namespace {

using enum ArmySystem;

class Draw {
 public:
  explicit Draw(unsigned seed) : random_(seed) {}
  int between(int low, int high) { return std::uniform_int_distribution<int>(low, high)(random_); }
  std::string number(int low, int high) { return std::to_string(between(low, high)); }
  std::string one_of(const std::vector<std::string>& words) {
    return words[static_cast<std::size_t>(between(0, static_cast<int>(words.size()) - 1))];
  }

  Unit unit(ArmySystem system) {
    switch (system) {
      case arcane_legions: {
        Unit unit{{{"white", number(0, 1)}, {"brutal", number(0, 1)}}, {}};
        const int groups = between(1, 2);
        for (int g = 0; g < groups; ++g) {
          unit.groups.push_back({"G" + std::to_string(g),
                                 {{"count", number(1, 2)},
                                  {"hp", number(1, 2)},
                                  {"red", number(1, 2)},
                                  {"white", number(0, 1)}}});
        }
        if (between(0, 1) == 0) unit.fields["kind"] = "sortie";
        return unit;
      }
      case magewinds: {
        Fields bolt{{"power", number(1, 2)}, {"precision", number(2, 5)}};
        if (between(0, 1) == 0) {
          bolt = {{"light.power", number(1, 2)},
                  {"light.precision", number(2, 5)},
                  {"heavy.power", number(2, 3)},
                  {"heavy.precision", number(1, 3)}};
        }
        return {{{"toughness", number(1, 3)},
                 {"armour", number(0, 1)},
                 {"evasion", number(0, 1)},
                 {"dodge", number(0, 2)},
                 {"deflect", number(0, 2)}},
                {{"Bolt", bolt}}};
      }
      case raiders_of_arcana:
        return {{{"figures", number(1, 2)},
                 {"hp", number(1, 2)},
                 {"cd", number(1, 2)},
                 {"as", number(3, 7)},
                 {"db", number(0, 2)},
                 {"str", number(0, 2)},
                 {"arm", number(4, 8)},
                 {"fatigue", one_of({"0", "0", "3", "4"})},
                 {"shield-wall", one_of({"no", "no", "yes"})}},
                {}};
      case dwethia_skirmish:
        break;
    }
    Unit unit{{{"extra-dice", number(-1, 1)}}, {}};
    const int groups = between(1, 2);
    for (int g = 0; g < groups; ++g) {
      unit.groups.push_back({"G" + std::to_string(g),
                             {{"count", number(1, 2)},
                              {"engaged", one_of({"all", "all", "1", "0"})},
                              {"aggression", number(1, 2)},
                              {"martial", number(2, 5)},
                              {"integrity", number(-1, 1)},
                              {"strength", number(2, 5)},
                              {"defence", number(2, 5)},
                              {"wounds", number(1, 2)},
                              {"save", one_of({"0", "4", "5"})},
                              {"ignore", one_of({"0", "6"})},
                              {"perception", number(3, 6)},
                              {"ranged-strength", number(1, 3)},
                              {"shots", number(0, 2)}}});
    }
    return unit;
  }

  Situation situation(ArmySystem system) {
    switch (system) {
      case arcane_legions:
        return {{"attacks-per-turn", number(1, 2)},
                {"turn", one_of({"side", "round"})},
                {"turns", one_of({"alternate", "alternate", "attacker-only"})},
                {"attacker-losses", one_of({"free", "listed", "fewest", "cheapest"})},
                {"defender-losses", one_of({"free", "listed", "fewest", "cheapest"})},
                {"attacker-side", one_of({"good", "good,grey"})}};
      case magewinds:
        return {{"attacks-per-round", number(1, 2)},
                {"actions-per-round", one_of({"2", "3", "none"})},
                {"reaction", one_of({"none", "dodge", "deflect*2,none"})},
                {"reply.reaction", one_of({"none", "dodge"})}};
      case raiders_of_arcana:
        return {{"attacker-attack", one_of({"all", "half", "1", "half*2,all"})},
                {"defender-attack", one_of({"all", "half", "none,all"})},
                {"markers", one_of({"1", "2"})}};
      case dwethia_skirmish:
        break;
    }
    return {{"response", one_of({"fight", "fight", "fire", "fight,retreat"})},
            {"roles", one_of({"fixed", "alternate"})},
            {"order", one_of({"simultaneous", "attacker-first"})},
            {"coherent", one_of({"all", "engaged"})},
            {"retreat-opportunity", one_of({"no", "yes"})},
            {"step-up", one_of({"no", "yes"})}};
  }

  Army army(ArmySystem system, const std::string& name) {
    Army army;
    const int units = between(1, 2);
    for (int u = 0; u < units; ++u) {
      army.units.push_back({name + std::to_string(u), unit(system)});
    }
    army.conduct.activate = one_of({"listed", "weakest", "strongest", "random"});
    army.conduct.targets = one_of({"listed", "weakest", "strongest", "random", "spread"});
    return army;
  }

 private:
  std::mt19937 random_;
};

Battle battle_of(ArmySystem system, const Unit& a, const Unit& d, const Situation& s, int cap) {
  const auto play = system == arcane_legions      ? arcane_battle
                    : system == magewinds         ? magewinds_battle
                    : system == raiders_of_arcana ? raiders_battle
                                                  : dwethia_battle;
  return play(a, d, s, cap, 4);
}

class ArmiesOf : public ::testing::TestWithParam<ArmySystem> {};
INSTANTIATE_TEST_SUITE_P(EverySystem, ArmiesOf,
                         ::testing::Values(arcane_legions, magewinds, raiders_of_arcana,
                                           dwethia_skirmish));

TEST_P(ArmiesOf, OneUnitASideAreABattle) {
  Draw draw(20261125);
  int legal = 0;
  for (int number = 0; number < 60; ++number) {
    SCOPED_TRACE(number);
    const Unit a = draw.unit(GetParam());
    const Unit d = draw.unit(GetParam());
    const Situation s = draw.situation(GetParam());
    const int cap = number % 3 == 0 ? 2 : 0;
    const Battle should = battle_of(GetParam(), a, d, s, cap);
    if (!should.legal) continue;
    ++legal;
    const ArmyBattle is = army_battle(GetParam(), {{{"A", a}}}, {{{"D", d}}}, s, cap, 4);
    ASSERT_EQ(is.attacker_wins, should.attacker_wins);
    ASSERT_EQ(is.defender_wins, should.defender_wins);
    ASSERT_EQ(is.both_destroyed, should.both_destroyed);
    ASSERT_EQ(is.undecided, should.undecided);
    ASSERT_EQ(is.retreated, should.retreated);
    ASSERT_EQ(is.ahead_attacker, should.ahead_attacker);
    ASSERT_EQ(is.ahead_defender, should.ahead_defender);
    ASSERT_EQ(is.mean_rounds, should.mean_rounds);
    ASSERT_EQ(is.rounds, should.rounds);
    ASSERT_EQ(is.survivors[0], should.attacker_survivors);
    ASSERT_EQ(is.survivors[1], should.defender_survivors);
    ASSERT_EQ(is.by_round.size(), should.by_round.size());
    for (std::size_t r = 0; r < is.by_round.size(); ++r) {
      ASSERT_EQ(is.by_round[r].destroyed[0], should.by_round[r].attacker_destroyed);
      ASSERT_EQ(is.by_round[r].mean_left[1], should.by_round[r].defender_mean_left);
    }
  }
  EXPECT_GE(legal, 45);
}

TEST_P(ArmiesOf, AnythingSumToOneAndBestPlayIsNeverWorse) {
  Draw draw(35);
  const int battles = GetParam() == arcane_legions ? 3 : 8;  // Dice of many pools take long.
  for (int number = 0; number < battles; ++number) {
    SCOPED_TRACE(number);
    Army a = draw.army(GetParam(), "A");
    const Army d = draw.army(GetParam(), "D");
    const Situation s = draw.situation(GetParam());
    const ArmyBattle is = army_battle(GetParam(), a, d, s, 2, 3);
    const Rational draws = is.both_destroyed + is.undecided + is.retreated;
    ASSERT_EQ(is.attacker_wins + is.defender_wins + draws, 1);
    ASSERT_EQ(is.ahead_attacker + is.ahead_defender + is.ahead_even, is.undecided);
    ASSERT_EQ(army_value(GetParam(), a, d, s, 2), is.attacker_wins + draws / 2);
    a.conduct = {"best", "best", {}};
    const Rational best = army_value(GetParam(), a, d, s, 2);
    ASSERT_GE(best, is.attacker_wins + draws / 2);
    const ArmyBattle played = army_battle(GetParam(), a, d, s, 2, 3);
    const Rational odds =
        played.attacker_wins + (played.both_destroyed + played.undecided + played.retreated) / 2;
    ASSERT_LE(best - odds, Rational(1, 100000000000L));
  }
}

}  // namespace
}  // namespace reference
