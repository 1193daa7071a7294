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
#include "exact/answers.h"
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

}  // namespace
}  // namespace warodds
