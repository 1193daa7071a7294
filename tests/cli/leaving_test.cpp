// solve --payoff swing and --may-leave: what is played for is points, and who may leave the field
// after a round does so where that is best (E14).
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "tests/cli/answers.h"

namespace warodds::test {
namespace {

/// Raiders who put all dice into attack: each figure downs one with 6 of 10, both sides at once.
struct Raid {
  bool in_points;
  bool attacker_leaves, defender_leaves;
  int attacker_breaks = 0;  ///< with so many figures left, after a round
  double price_of_attacker = 10, price_of_defender = 25;
  int attackers = 3, defenders = 2;

  double worth(int a, int d) const {
    if (in_points) {
      return (defenders - d) * price_of_defender - (attackers - a) * price_of_attacker;
    }
    if (d == 0) return a > 0 ? 1 : 0.5;
    return a == 0 || a <= attacker_breaks ? 0 : 0.5;
  }
  bool goes_on(int a, int d) const { return a > attacker_breaks && d > 0; }
  static double downs(int dice, int hits) {
    const double ways =
        std::tgamma(dice + 1) / (std::tgamma(hits + 1) * std::tgamma(dice - hits + 1));
    return ways * std::pow(0.6, hits) * std::pow(0.4, dice - hits);
  }
  double value(int a, int d, int rounds) const {
    if (rounds == 0 || !goes_on(a, d)) return worth(a, d);
    double sum = 0;
    for (int x = 0; x <= d; ++x) {
      for (int y = 0; y <= a; ++y) {
        const int then_a = std::max(a - x, 0), then_d = std::max(d - y, 0);
        double then = value(then_a, then_d, rounds - 1);
        if (goes_on(then_a, then_d)) {
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
  if (raid.attacker_breaks > 0) {
    options =
        options + Arguments{"--with", "attacker-breaks=" + std::to_string(raid.attacker_breaks)};
  }
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
        for (const int breaks : {0, 1, 2}) {
          const Raid raid{in_points, attacker, defender, breaks};
          const double value = raid.value(3, 2, 4);
          EXPECT_NEAR(answered(one_each, options_of(raid))["value"].get<double>(), value, 1e-12);
          EXPECT_NEAR(answered(of_side, options_of(raid))["value"].get<double>(), value, 1e-12);
        }
      }
    }
  }
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

}  // namespace
}  // namespace warodds::test
