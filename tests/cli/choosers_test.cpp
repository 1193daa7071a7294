// --policy of sides of several units: all of a side, or one of them, choose before their fights as
// is best; everybody else as the situation says.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/cli/answers.h"

namespace warodds::test {
namespace {

// What one does best depends much on whether the other's reaction is known.
const std::string blows =
    "light.power=3,light.precision=9,heavy.power=6,heavy.precision=5,deflect=2,";
const std::string strong = blows + "toughness=4,dodge=2,name=A";
const std::string weak = blows + "toughness=3,dodge=3,armour=1,name=B";

double win(const Arguments& sides, const Arguments& more) {
  return answered(Arguments{"battle"} + sides + Arguments{"--rounds", "3"},
                  more)["win"]["attacker"];
}

// A unit of which something is said alone is fought with as one of several, by the reader that goes
// from round to round; a duel has a solver and a policy of its own.
TEST(Choosers, OneUnitASidePlaysTheDuelWhicheverWayItIsSolved) {
  const std::vector<Arguments> settings{{},
                                        {"--with", "attacks-per-round=2"},
                                        {"--with", "reaction=dodge"},
                                        {"--with", "actions-per-round=2,attacks-per-round=2"}};
  for (const Arguments& more : settings) {
    for (const char* const who : {"both=best", "attacker=best", "defender=best"}) {
      if (!more.empty() && more[1] == "reaction=dodge" && std::string(who) != "attacker=best") {
        continue;  // then nothing is left to choose for it
      }
      const Arguments best = Arguments{"--system", "magewinds", "--policy", who} + more;
      EXPECT_NEAR(win({strong, weak}, best), win({strong + " with distance=1", weak}, best), 1e-12)
          << who << (more.empty() ? "" : more[1]);
    }
  }
}

// Whoever plays best gets no less than the value of the game, which enemies that play best keep it
// to.
TEST(Choosers, GainByItAndLoseByTheEnemysDoingSo) {
  const Arguments raiders{"figures=2,name=A*2", "figures=2,name=B*2"};
  const Arguments in{"--system", "raiders-of-arcana", "--targets", "both=best"};
  const auto worth = [&](const Arguments& more) {
    const Json answer =
        answered(Arguments{"battle"} + raiders + in + Arguments{"--rounds", "2"}, more);
    return answer["win"]["attacker"].get<double>() +
           (1 - answer["win"]["attacker"].get<double>() - answer["win"]["defender"].get<double>()) /
               2;
  };
  const double both = worth({"--policy", "both=best"});
  EXPECT_GT(worth({"--policy", "attacker=best"}), both + 1e-6);
  EXPECT_LT(worth({"--policy", "defender=best"}), both - 1e-6);
  const double one = worth({"--policy", "attacker[A 1]=best"});
  EXPECT_GT(one, worth({}) + 1e-6);
  EXPECT_LT(one, worth({"--policy", "attacker=best"}) - 1e-6);
  EXPECT_EQ(worth({"--policy", "attacker[A 1]=best", "--policy", "attacker[A 2]=best"}),
            worth({"--policy", "attacker=best"}));
}

// A unit's part is what it adds while the others, one too, go on to choose so.
TEST(Choosers, AddTheirPartWhileOthersGoOnToChoose) {
  const Arguments best{"--system", "raiders-of-arcana", "--policy", "both=best"};
  const std::string one = "figures=2,name=A", enemy = "figures=3,name=B";
  const Json both = answered(Arguments{"battle", one + "*2", enemy, "--rounds", "3"}, best);
  const double without = win({one, enemy}, best);
  for (const Json& unit : both["attacker_units"]) {
    EXPECT_NEAR(unit["part"].get<double>(), both["win"]["attacker"].get<double>() - without, 1e-12);
  }
}

}  // namespace
}  // namespace warodds::test
