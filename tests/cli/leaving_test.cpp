// solve --payoff swing and --may-leave: what is played for is points, and who may leave the field
// after a round does so where that is best (E14).
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "tests/cli/answers.h"

namespace warodds::test {
namespace {

using ::testing::HasSubstr;

/// Raiders who put all dice into attack: each figure downs one with 6 of 10, both sides at once.
struct Raid {
  bool in_points;
  bool attacker_leaves, defender_leaves;
  double price_of_attacker = 10, price_of_defender = 25;
  int attackers = 3, defenders = 2;

  double worth(int a, int d) const {
    if (in_points) {
      return (defenders - d) * price_of_defender - (attackers - a) * price_of_attacker;
    }
    return a > 0 && d == 0 ? 1 : a == 0 && d > 0 ? 0 : 0.5;
  }
  static double downs(int dice, int hits) {
    const double ways =
        std::tgamma(dice + 1) / (std::tgamma(hits + 1) * std::tgamma(dice - hits + 1));
    return ways * std::pow(0.6, hits) * std::pow(0.4, dice - hits);
  }
  double value(int a, int d, int rounds) const {
    if (rounds == 0 || a == 0 || d == 0) return worth(a, d);
    double sum = 0;
    for (int x = 0; x <= d; ++x) {
      for (int y = 0; y <= a; ++y) {
        const int then_a = std::max(a - x, 0), then_d = std::max(d - y, 0);
        double then = value(then_a, then_d, rounds - 1);
        if (then_a > 0 && then_d > 0) {
          const double now = worth(then_a, then_d);
          if (attacker_leaves) then = std::max(then, now);
          if (defender_leaves) then = std::min(then, now);
        }
        sum += downs(d, x) * downs(a, y) * then;
      }
    }
    return sum;
  }
};

Arguments options_of(const Raid& raid) {
  Arguments options{"--system", "raiders-of-arcana",
                    "--with",   "attacker-attack=all",
                    "--with",   "defender-attack=all",
                    "--rounds", "4",
                    "--payoff", raid.in_points ? "swing" : "win"};
  const char* const who = raid.attacker_leaves   ? raid.defender_leaves ? "both" : "attacker"
                          : raid.defender_leaves ? "defender"
                                                 : "nobody";
  return options + Arguments{"--may-leave", who};
}

TEST(Leaving, IsWorthWhatTheSameRecursionByHandSays) {
  const Arguments one_each{"solve", "figures=3,points=30", "figures=2,points=50"};
  // The same as sides of several are played.
  const Arguments of_side{"solve", "figures=3,points=30 with attacker-attack=all",
                          "figures=2,points=50 with defender-attack=all"};
  for (const bool in_points : {false, true}) {
    for (const bool attacker : {false, true}) {
      for (const bool defender : {false, true}) {
        const Raid raid{in_points, attacker, defender};
        const double value = raid.value(3, 2, 4);
        EXPECT_NEAR(answered(one_each, options_of(raid))["value"].get<double>(), value, 1e-12);
        EXPECT_NEAR(answered(of_side, options_of(raid))["value"].get<double>(), value, 1e-12);
      }
    }
  }
}

// 0.25 * 30 - 0.25 * 40 = -2.5 a round, while both stand, which is 9 times in 16.
TEST(Leaving, EndsADuelOfTwoModelsAfterARound) {
  const Arguments duel{"solve",  "points=40",      "points=30", "--system", "dwethia-skirmish",
                       "--with", "response=fight", "--payoff",  "swing",    "--rounds",
                       "3"};
  EXPECT_NEAR(answered(duel)["value"].get<double>(), -2.5 * (1 + 9. / 16 + 81. / 256), 1e-13);
  const Json left = answered(duel, {"--may-leave", "attacker"});
  EXPECT_NEAR(left["value"].get<double>(), -2.5, 1e-14);
  ASSERT_EQ(left["leaves"].size(), 1u);
  EXPECT_EQ(left["leaves"][0]["side"], "attacker");
  EXPECT_NEAR(left["leaves"][0]["p"].get<double>(), 9. / 16, 1e-14);
  EXPECT_EQ(left["leaves"][0]["defender"][0]["figures"], 1);
  EXPECT_THAT(unwrapped(said(duel, {"--may-leave", "attacker"})),
              HasSubstr("Attacker leaves in 56.25 % of all battles"));
  // The defender is glad of every further round.
  EXPECT_FALSE(answered(duel, {"--may-leave", "defender"}).contains("leaves"));
  EXPECT_THAT(unwrapped(said(duel, {"--may-leave", "defender"})),
              HasSubstr("Defender may leave the field, and never does"));
}

// Exact values, policies and their laws agree with dice; so do all single choices.
TEST(Leaving, IsPlayedWithDiceInEverySystem) {
  const std::vector<Arguments> duels{
      {"solve", "--system", "magewinds", "toughness=5,power=6,precision=4,points=30",
       "toughness=4,power=6,precision=4,points=30"},
      {"solve", "--system", "raiders-of-arcana", "figures=3,hp=2,points=40", "figures=3,points=30"},
      {"solve", "--system", "arcane-legions", "figures=4,hp=2,red=4,points=40",
       "figures=3,hp=2,red=4,points=33"},
      {"solve", "--system", "dwethia-skirmish", "models=3,points=40",
       "models=2,wounds=2,points=30"}};
  for (const Arguments& duel : duels) {
    for (const char* const payoff : {"win", "swing"}) {
      const Json played = answered(duel, {"--payoff", payoff, "--may-leave", "both", "--rounds",
                                          "3", "--verify", "--trials", "20000"});
      EXPECT_TRUE(played["verification"]["holds"]) << duel[2] << " " << payoff;
      ASSERT_TRUE(played.contains("leaves")) << duel[2] << " " << payoff;
    }
  }
}

TEST(Leaving, WithoutItSwingIsThatOfTheBattleAsBothPlayIt) {
  const Arguments sides{"figures=4,points=40",
                        "figures=3,hp=2,points=60",
                        "--system",
                        "raiders-of-arcana",
                        "--rounds",
                        "3"};
  const Json battle = answered(
      Arguments{"battle"} + sides,
      {"--with", "attacker-attack=3", "--with", "defender-attack=2", "--show", "swing.mean"});
  const Json solved =
      answered(Arguments{"solve"} + sides,
               {"--with", "attacker-attack=3", "--with", "defender-attack=2", "--payoff", "swing"});
  EXPECT_NEAR(solved["value"].get<double>(), battle["show"]["swing.mean"].get<double>(), 1e-12);
}

TEST(Leaving, IsOfBattlesAndOfSidesWithPoints) {
  expect_refused({"solve", "figures=2", "figures=2", "--system", "raiders-of-arcana", "--payoff",
                  "damage", "--may-leave", "both"},
                 "--may-leave is of a battle");
  expect_refused(
      {"solve", "figures=2", "figures=2", "--system", "raiders-of-arcana", "--payoff", "swing"},
      "both sides have no points", 1);
  expect_refused(
      {"solve", "figures=2*2", "figures=2", "--system", "raiders-of-arcana", "--payoff", "damage"},
      "sides of several units play for win or swing");
}

}  // namespace
}  // namespace warodds::test
