// What must hold of exact battles of sides of several units, whatever the rules say.
#include <gtest/gtest.h>

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "core/answer/engine.h"
#include "core/play/battle.h"
#include "core/play/rolled.h"
#include "core/threads/parallel.h"
#include "exact/fight/fight.h"
#include "exact/solve/solve.h"
#include "tests/support/answers.h"

namespace warodds {
namespace {

using Raiders = RaidersOfArcana;

Raiders::Unit raider(std::string name, int figures, int hp, int cd = 2) {
  Raiders::Unit unit;
  unit.name = std::move(name);
  unit.figures = figures;
  unit.hp = hp;
  unit.cd = cd;
  unit.db = 1;
  return unit;
}

Army<Raiders> army(const std::vector<Raiders::Unit>& units, Conduct conduct = {}) {
  Army<Raiders> army;
  for (const Raiders::Unit& unit : units) army.units.push_back({unit, {}});
  army.conduct = std::move(conduct);
  return army;
}

Answer fight_out(const Army<Raiders>& attacker, const Army<Raiders>& defender, int rounds = 0) {
  return exact::battle({Battle<Raiders>({attacker, defender}, {}), rounds}, {});
}

TEST(ArmyChain, AnyNumberOfThreadsGivesTheSameDigits) {
  // So many states that threads share them.
  const auto side = army({raider("R", 8, 2), raider("S", 7, 2)});
  const auto with_threads = [&](int threads) {
    const ThreadsInUse in_use(threads);
    return fight_out(side, side, 25);
  };
  const Answer one = with_threads(1);
  for (const int threads : {2, 3, 5}) {
    const Answer other = with_threads(threads);
    EXPECT_EQ(testing::ends_of(one), testing::ends_of(other)) << threads;
    EXPECT_EQ(one.rounds, other.rounds) << threads;
    for (const Side each : both_sides) {
      EXPECT_EQ(testing::survivors_of(one)[each], testing::survivors_of(other)[each]) << threads;
      for (std::size_t unit = 0; unit < one.units[each].size(); ++unit) {
        EXPECT_EQ(testing::mean_hit_points_of(one, each, unit).value,
                  testing::mean_hit_points_of(other, each, unit).value)
            << threads;
      }
    }
  }
}

TEST(ArmyChain, PairsPinnedToEachOtherAreProductsInOneRound) {
  const std::vector<Raiders::Unit> attackers{raider("A", 1, 1), raider("B", 1, 1, 4)};
  const std::vector<Raiders::Unit> defenders{raider("C", 1, 1, 3), raider("D", 1, 1)};
  const Conduct pinned{Activation::listed, Targeting::weakest, {{"A", "C"}, {"B", "D"}}};
  const Conduct back{Activation::listed, Targeting::weakest, {{"C", "A"}, {"D", "B"}}};
  const Answer answer = fight_out(army(attackers, pinned), army(defenders, back), 1);
  // Of each pair: P(the defender falls), P(both fall).
  double defenders_fall = 1;
  double all_fall = 1;
  for (std::size_t pair = 0; pair < 2; ++pair) {
    const Answer fight = exact::fight(
        AnyFight(rolled_fights<Raiders>(attackers[pair], defenders[pair], Raiders::Situation{})));
    const double falls = testing::deals_of(fight, Side::attacker).destroyed.value;
    const double falls_back = testing::deals_of(fight, Side::defender).destroyed.value;
    defenders_fall *= falls;
    all_fall *= falls * falls_back;
    EXPECT_NEAR(testing::survivors_of(answer, Side::defender, pair).probability(0), falls, 1e-14);
    EXPECT_NEAR(testing::survivors_of(answer, Side::attacker, pair).probability(0), falls_back,
                1e-14);
  }
  EXPECT_NEAR(answer.win(Side::attacker).value, defenders_fall - all_fall, 1e-14);
  EXPECT_NEAR(answer.end(BattleEnd::both_destroyed).value, all_fall, 1e-14);
}

TEST(ArmyChain, RareOddsHaveTheirDigits) {
  // Two pairs, each of which is unlikely to end in one round: both together are rarer than what is
  // left of a battle when its rounds are not told any more.
  Raiders::Unit thug = raider("A", 1, 1, 11);
  Raiders::Unit giant = raider("C", 1, 11, 1);
  giant.arm = 10;
  const Conduct pinned{Activation::listed, Targeting::weakest, {{"A 1", "C 1"}, {"A 2", "C 2"}}};
  const Conduct back{Activation::listed, Targeting::weakest, {{"C 1", "A 1"}, {"C 2", "A 2"}}};
  Raiders::Situation all;
  all.attacker_attack = thug.cd;
  const Answer answer = exact::battle(
      {Battle<Raiders>({army({thug, thug}, pinned), army({giant, giant}, back)}, all), 1}, {});
  const Answer fight = exact::fight(AnyFight(rolled_fights<Raiders>(thug, giant, all)));
  const double falls = testing::deals_of(fight, Side::attacker).destroyed.value;
  EXPECT_GT(falls, 0);
  EXPECT_LT(falls * falls, 1e-20);
  EXPECT_NEAR(answer.by_round.front().destroyed.defender.value / (falls * falls), 1, 1e-12);
}

TEST(ArmyChain, EqualUnitsCanBeExchanged) {
  const Conduct at_random{Activation::random, Targeting::random, {}};
  const Raiders::Unit x = raider("X", 2, 1);
  const Raiders::Unit y = raider("Y", 1, 2, 3);
  const Army<Raiders> enemy = army({raider("E", 2, 1), raider("F", 1, 2)}, at_random);
  const Answer one = fight_out(army({x, y, x}, at_random), enemy);
  const Answer other = fight_out(army({y, x, x}, at_random), enemy);
  EXPECT_EQ(one.units.attacker[0].name, "X 1");
  EXPECT_EQ(one.units.attacker[2].name, "X 2");
  const auto of = [](const Answer& answer, std::size_t unit) {
    return testing::survivors_of(answer, Side::attacker, unit).probability(0);
  };
  EXPECT_NEAR(of(one, 0), of(one, 2), 1e-13);
  EXPECT_NEAR(of(one, 0), of(other, 1), 1e-13);
  EXPECT_NEAR(of(one, 1), of(other, 0), 1e-13);
  EXPECT_NEAR(one.win(Side::attacker).value, other.win(Side::attacker).value, 1e-13);
}

}  // namespace
}  // namespace warodds
