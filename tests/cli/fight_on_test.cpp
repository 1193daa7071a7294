// battle A B --then C --then D: who is left of A meets the next.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/cli/answers.h"

namespace warodds::test {
namespace {

using ::testing::HasSubstr;

struct OneAfterTheOther {
  std::string system, unit;
  std::vector<std::string> enemies;
  int hit_points;  ///< of the unit
};
const std::vector<OneAfterTheOther> all_systems{
    {"raiders-of-arcana",
     "figures=4,hp=2,name=A",
     {"figures=3,cd=1,name=B", "figures=2,name=C", "figures=1,hp=3,name=D"},
     8},
    {"arcane-legions",
     "figures=4,hp=2,red=5,white=2,blue=1,name=A",
     {"figures=3,red=4,white=2,name=B", "figures=2,red=3,hp=3,name=C", "figures=2,red=2,name=D"},
     8},
    {"magewinds",
     "toughness=9,power=7,precision=4,name=A",
     {"toughness=4,power=4,precision=3,name=B", "toughness=5,power=4,armour=1,precision=4,name=C",
      "toughness=2,power=6,precision=4,name=D"},
     9},
    {"dwethia-skirmish",
     "models=4,wounds=2,martial=6,name=A",
     {"models=3,martial=4,name=B", "models=2,wounds=2,martial=4,name=C", "models=2,name=D"},
     8}};

/// The odds that who has so many hit points left wins against all of them, one battle after the
/// other, each by itself.
double odds_one_by_one(const OneAfterTheOther& of, std::size_t enemy, int left) {
  if (enemy == of.enemies.size()) return 1;
  Arguments battle{"battle", of.unit, of.enemies[enemy], "--system", of.system};
  const std::string now = "attacker.hit-points-left=" + std::to_string(left);
  if (left < of.hit_points) battle = battle + Arguments{"--from", now};
  std::string show;
  for (int then = 1; then <= left; ++then) {
    show += (then > 1 ? "," : "") + std::string("win and attacker.hit-points-left = ") +
            std::to_string(then);
  }
  const Json answer = answered(battle + Arguments{"--show", show});
  double sum = 0;
  for (const auto& [event, p] : answer["show"].items()) {
    const int then = std::stoi(event.substr(event.rfind(' ')));
    if (p > 0) sum += p.get<double>() * odds_one_by_one(of, enemy + 1, then);
  }
  return sum;
}

Arguments battle_on(const OneAfterTheOther& of) {
  Arguments battle{"battle", of.unit, of.enemies.front(), "--system", of.system};
  for (std::size_t i = 1; i < of.enemies.size(); ++i) {
    battle = battle + Arguments{"--then", of.enemies[i]};
  }
  return battle;
}

TEST(FightOn, IsOneBattleAfterTheOtherFromWhereTheLastHasEnded) {
  for (const OneAfterTheOther& of : all_systems) {
    SCOPED_TRACE(of.system);
    const Json answer = answered(battle_on(of));
    EXPECT_NEAR(answer["win"]["attacker"].get<double>(), odds_one_by_one(of, 0, of.hit_points),
                1e-13);
    const Json& enemies = answer["defender_units"];
    ASSERT_EQ(enemies.size(), 3U);
    // Nobody is met before the last is gone.
    EXPECT_GE(enemies[0]["destroyed"], enemies[1]["destroyed"]);
    EXPECT_GE(enemies[1]["destroyed"], enemies[2]["destroyed"]);
    EXPECT_EQ(answer["defender"]["units"][2]["then"], 2);
  }
}

TEST(FightOn, TakesSidesOfSeveralAndArmiesAsBattlesDo) {
  const Arguments units{"figures=4,fatigue=0,name=A", "figures=2,name=B + figures=1,name=C",
                        "--system", "raiders-of-arcana"};
  const Arguments then{"--then", "figures=2,name=D + figures=1,name=E"};
  const Json on_line = answered(Arguments{"battle"} + units + then);
  EXPECT_EQ(on_line["defender_units"].size(), 4U);
  EXPECT_EQ(on_line["defender"]["units"][3]["then"], 1);
  EXPECT_THAT(said(Arguments{"battle"} + units + then), HasSubstr(", then D + E"));
  double one_by_one = 0;
  for (int left = 1; left <= 4; ++left) {
    const std::string so_many = std::to_string(left);
    const std::string event = "win and attacker.survivors = " + so_many;
    const Json first = answered(Arguments{"battle"} + units + Arguments{"--show", event});
    const Json second = answered({"battle", units[0], then[1], "--system", "raiders-of-arcana",
                                  "--from", "attacker[A].survivors=" + so_many});
    one_by_one += first["show"][event].get<double>() * second["win"]["attacker"].get<double>();
  }
  EXPECT_NEAR(on_line["win"]["attacker"].get<double>(), one_by_one, 1e-14);
}

}  // namespace
}  // namespace warodds::test
