// The second statement's best play against battles under fixed choices, against every policy of
// tiny battles, and by hand.
#include <gtest/gtest.h>

#include <algorithm>
#include <stdexcept>
#include <string>
#include <vector>

#include "battle.h"
#include "best_play.h"
#include "reference.h"

namespace reference {
namespace {

Unit two_kinds(const Fields& first, const Fields& second) {
  return {{}, {{"L", first}, {"M", second}}};
}

// Tiny battles in which the defender assigns best; every policy of it is tried. In the last two
// it is better than free.
TEST(BestAssignment, A11bIsTheBestOfAllPolicies) {
  struct Tiny {
    Unit attacker, defender;
    bool beats_free;
  };
  const auto foe = [](const std::string& hp, const std::string& red) {
    return Unit{{{"hp", hp}, {"red", red}}, {}};
  };
  const std::vector<Tiny> battles{
      {foe("3", "3"),
       two_kinds({{"hp", "3"}, {"red", "1"}}, {{"count", "2"}, {"hp", "1"}, {"red", "2"}}), false},
      {foe("3", "2"),
       two_kinds({{"hp", "2"}, {"white", "1"}}, {{"count", "2"}, {"hp", "1"}, {"red", "2"}}),
       false},
      {foe("2", "3"),
       two_kinds({{"hp", "3"}, {"red", "1"}}, {{"count", "2"}, {"hp", "1"}, {"red", "2"}}), true},
      {foe("2", "3"),
       two_kinds({{"hp", "2"}, {"red", "1"}}, {{"count", "2"}, {"hp", "1"}, {"white", "1"}}),
       true}};
  for (const Tiny& tiny : battles) {
    const Situation best{{"defender-losses", "best"}};
    const Rational value = arcane_best_play(tiny.attacker, tiny.defender, best, 0);
    EXPECT_EQ(value, arcane_best_of_all_policies(tiny.attacker, tiny.defender, best));
    for (const std::string policy : {"free", "listed", "fewest", "cheapest"}) {
      const Situation kept{{"defender-losses", policy}};
      const Battle battle = arcane_battle(tiny.attacker, tiny.defender, kept, 0, 0);
      const Rational without_choice = arcane_best_play(tiny.attacker, tiny.defender, kept, 0);
      EXPECT_EQ(without_choice,
                battle.attacker_wins + (battle.both_destroyed + battle.undecided) / 2);
      EXPECT_LE(value, without_choice) << policy;
      if (policy == "free") {
        EXPECT_EQ(value < without_choice, tiny.beats_free);
      }
    }
  }
}

TEST(BestAssignment, A11bIsTheBestOfAllPoliciesInARoundThatIsOneTurn) {
  const Unit foe{{{"hp", "3"}, {"red", "2"}}, {}};
  const Unit unit =
      two_kinds({{"hp", "2"}, {"red", "1"}}, {{"count", "2"}, {"hp", "2"}, {"white", "2"}});
  const Situation best{{"defender-losses", "best"}, {"turn", "round"}};
  EXPECT_EQ(arcane_best_play(foe, unit, best, 0), arcane_best_of_all_policies(foe, unit, best));
  const Unit weak =
      two_kinds({{"hp", "2"}, {"red", "1"}}, {{"count", "2"}, {"hp", "1"}, {"white", "1"}});
  const Situation attacker_best{{"attacker-losses", "best"}, {"turn", "round"}};
  EXPECT_EQ(arcane_best_play(weak, foe, attacker_best, 0),
            arcane_best_of_all_policies(weak, foe, attacker_best));
}

TEST(BestAssignment, A11bMayBeBetterThanEveryPolicy) {
  const Unit attacker = two_kinds({{"hp", "3"}, {"red", "1"}},
                                  {{"count", "2"}, {"hp", "1"}, {"red", "2"}, {"white", "1"}});
  const Unit defender = two_kinds({{"hp", "2"}, {"red", "2"}},
                                  {{"count", "2"}, {"hp", "1"}, {"red", "2"}, {"white", "1"}});
  for (const std::string turn : {"side", "round"}) {
    const auto value = [&](const std::string& attackers, const std::string& defenders) {
      return arcane_best_play(
          attacker, defender,
          {{"attacker-losses", attackers}, {"defender-losses", defenders}, {"turn", turn}}, 0);
    };
    const Rational both = value("best", "best");
    for (const std::string policy : {"free", "listed", "fewest", "cheapest"}) {
      EXPECT_LE(value(policy, "best"), both);
      EXPECT_GE(value("best", policy), both);
      EXPECT_LE(value(policy, policy), value("best", policy));
    }
  }
}

TEST(BestAssignment, A11bOfSomeRoundsNearsThatToTheEnd) {
  const Unit foe{{{"hp", "3"}, {"red", "3"}}, {}};
  const Unit unit =
      two_kinds({{"hp", "3"}, {"red", "1"}}, {{"count", "2"}, {"hp", "1"}, {"red", "2"}});
  const Situation best{{"defender-losses", "best"}};
  const Rational rest =
      arcane_best_play(foe, unit, best, 14) - arcane_best_play(foe, unit, best, 0);
  EXPECT_LT(rest, Rational(1, 1000));
  EXPECT_GT(rest, Rational(-1, 1000));
}

TEST(BestPlayOfRaiders, AKnownSplitIsAnsweredBest) {
  const Unit unit{{{"figures", "2"}, {"hp", "1"}, {"cd", "2"}, {"as", "4"}, {"arm", "5"}}, {}};
  const auto value = [&](const std::string& attacker, const std::string& defender, int rounds) {
    return raiders_best_play(unit, unit, {}, Payoff::win, rounds, {attacker, defender});
  };
  for (const int rounds : {1, 3}) {
    EXPECT_EQ(value("", "", rounds), Rational(1, 2));
    for (const std::string split : {"all", "half", "none"}) {
      EXPECT_LE(value(split, "", rounds), Rational(1, 2));
      EXPECT_EQ(value(split, "", rounds), 1 - value("", split, rounds));
    }
  }
  // To the end, and both keep to a split: a battle.
  const Battle battle =
      raiders_battle(unit, unit, {{"attacker-attack", "all"}, {"defender-attack", "half"}}, 0, 0);
  EXPECT_EQ(value("all", "half", 0),
            battle.attacker_wins + (battle.both_destroyed + battle.undecided) / 2);
}

TEST(BestPlayOfMagewinds, LooksAtEveryAttackInRange) {
  const Unit two{{{"toughness", "9"}},
                 {{"Dagger", {{"power", "1"}, {"precision", "9"}, {"max-range", "1"}}},
                  {"Bow", {{"power", "2"}, {"precision", "9"}, {"min-range", "2"}}},
                  {"Ram", {{"power", "3"}, {"precision", "9"}, {"max-range", "1"}}}}};
  const auto value = [&](const Situation& situation) {
    return magewinds_best_play(two, two, situation, Payoff::damage, 1, 0, 0);
  };
  EXPECT_EQ(value({}), 3);
  EXPECT_EQ(value({{"distance", "5"}}), 2);
  EXPECT_EQ(value({{"attack", "Dagger"}}), 1);
  EXPECT_THROW(value({{"attack", "Dagger"}, {"distance", "5"}}), std::invalid_argument);
}

Unit band(const Fields& changed) {
  Fields fields{{"count", "2"},    {"aggression", "1"}, {"martial", "4"},
                {"strength", "4"}, {"defence", "4"},    {"wounds", "1"}};
  for (const auto& [key, value] : changed) fields[key] = value;
  return {{}, {{"", fields}}};
}

TEST(BestPlayOfDwethia, ChoosesTheResponseEachRound) {
  const Unit attacker = band({{"count", "2"}, {"martial", "5"}});
  const Unit defender =
      band({{"count", "2"}, {"perception", "5"}, {"ranged-strength", "3"}, {"shots", "1"}});
  const Rational best = dwethia_best_play(attacker, defender, {}, 0);
  for (const std::string response : {"fight", "retreat", "fire", "fight*2,fire", "fire,retreat"}) {
    const Battle battle = dwethia_battle(attacker, defender, {{"response", response}}, 0, 0);
    EXPECT_LE(best, battle.attacker_wins +
                        (battle.both_destroyed + battle.undecided + battle.retreated) / 2)
        << response;
  }
  // One round: the best of three single fights.
  const Rational one = dwethia_best_play(attacker, defender, {}, 1);
  Rational least = 1;
  for (const std::string response : {"fight", "retreat", "fire"}) {
    const Battle battle = dwethia_battle(attacker, defender, {{"response", response}}, 1, 0);
    least = std::min(least,
                     Rational(battle.attacker_wins +
                              (battle.both_destroyed + battle.undecided + battle.retreated) / 2));
  }
  EXPECT_EQ(one, least);
}

TEST(BestPlayOfDwethia, OfManyRoundsNearsThatToTheEnd) {
  const Unit attacker = band({{"martial", "5"}});
  const Unit defender = band({{"count", "3"}});
  for (const std::string roles : {"fixed", "alternate"}) {
    const Situation with{{"roles", roles}, {"order", "attacker-first"}};
    const Rational rest = dwethia_best_play(attacker, defender, with, 20) -
                          dwethia_best_play(attacker, defender, with, 0);
    EXPECT_LT(rest, Rational(1, 1000)) << roles;
    EXPECT_GT(rest, Rational(-1, 1000)) << roles;
  }
}

}  // namespace
}  // namespace reference
