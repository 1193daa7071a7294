// Facts of battles as they stand after a round: what comes of all that may stand there, and dice.
// Against battles that are fought for so long: right_answers/frames.txt.
#include <gtest/gtest.h>

#include <string>

#include "tests/cli/answers.h"

namespace warodds::test {
namespace {

const Arguments with_raiders{"--system", "raiders-of-arcana"};
const Arguments duel = Arguments{"battle", "figures=4,hp=2", "figures=3,hp=2"} + with_raiders;
const Arguments of_several =
    Arguments{"battle", "figures=2,hp=2 + figures=1,as=5", "figures=3"} + with_raiders;

double shown(const Arguments& question, const std::string& quantity) {
  return answered(question, {"--show", quantity})["show"][quantity].get<double>();
}

TEST(RoundFacts, GoTogetherWithHowTheBattleEnds) {
  // Of all that may stand after the first round, what comes of it.
  double win = 0;
  for (int killed = 0; killed <= 3; ++killed) {
    for (int lost = 0; lost <= 4; ++lost) {
      const std::string stands = "round[1].attacker.kills = " + std::to_string(killed) +
                                 " and round[1].defender.kills = " + std::to_string(lost);
      const double p = shown(duel, stands);
      if (p == 0) continue;
      win += shown(duel, stands + " and win");
      const Json given = answered(duel, {"--given", stands});
      EXPECT_NEAR(given["given"]["p"].get<double>(), p, 1e-12);
    }
  }
  EXPECT_NEAR(win, shown(duel, "win"), 1e-12);
}

TEST(RoundFacts, AreCountedWithDice) {
  for (const Arguments& battle : {duel, of_several}) {
    for (const std::string quantity :
         {"round[1].attacker.kills.mean", "round[2].defender.kills >= 1 and win"}) {
      const Json counted = answered(
          battle, {"--engine", "sim", "--trials", "40000", "--show", quantity, "--rounds", "9"});
      const Json& number = counted["show"][quantity];
      EXPECT_NEAR(number[number.contains("p") ? "p" : "value"].get<double>(),
                  shown(battle + Arguments{"--rounds", "9"}, quantity),
                  3 * number["half_width"].get<double>());
    }
  }
}

}  // namespace
}  // namespace warodds::test
