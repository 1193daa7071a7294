// --policy of sides of several units: all of a side, or one of them, choose before their fights as
// is best; everybody else as the situation says.
#include <gmock/gmock.h>
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

// Two raiders of one figure against one: values by a recursion written apart over who is left, in
// which each exchange is a matrix game of the dice that both may keep back.
TEST(Choosers, OfTwoAgainstOneAreWorthWhatASecondStatementSays) {
  struct Case {
    int dice, enemy_dice, enemy_hp, rounds;
    double worth;
  };
  for (const Case& of : {Case{1, 1, 1, 2, 0.83318912}, Case{2, 1, 2, 2, 0.8512801986559999},
                         Case{2, 2, 2, 3, 0.6278928435326125}, Case{2, 3, 3, 2, 0.1790987231139913},
                         Case{3, 2, 3, 3, 0.663000696351004}}) {
    const Json answer = answered({"battle", "figures=1,cd=" + std::to_string(of.dice) + ",name=A*2",
                                  "figures=1,cd=" + std::to_string(of.enemy_dice) +
                                      ",hp=" + std::to_string(of.enemy_hp) + ",name=B",
                                  "--system", "raiders-of-arcana", "--policy", "both=best",
                                  "--rounds", std::to_string(of.rounds)});
    const double wins = answer["win"]["attacker"], loses = answer["win"]["defender"];
    EXPECT_NEAR(wins + (1 - wins - loses) / 2, of.worth, 1e-12) << of.dice << of.enemy_dice;
  }
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

// Of a unit whose choice is said there is nothing to find out.
TEST(Choosers, DoWhatIsSaidOfThem) {
  const Arguments system{"--system", "raiders-of-arcana", "--targets", "both=listed"};
  const std::string all = " with attacker-attack=all";
  const Arguments said{"figures=2,name=A" + all + " + figures=1,name=C" + all,
                       "figures=2,name=B*2"};
  const Arguments told{"figures=2,name=A + figures=1,name=C", "figures=2,name=B*2"};
  const Arguments only_attacker =
      system + Arguments{"--policy", "attacker=best", "--with", "defender-attack=half"};
  EXPECT_NEAR(win(said, only_attacker),
              win(told, system + Arguments{"--with", "attacker-attack=all"}), 1e-14);
}

TEST(Choosers, AreNamedInTheAnswer) {
  const Arguments battle{"battle",   "figures=2,name=A*2", "figures=2,name=B",
                         "--system", "raiders-of-arcana",  "--rounds",
                         "1"};
  const Json answer = answered(battle, {"--policy", "attacker[A 2]=best"});
  EXPECT_EQ(answer["policy"], Json({{"attacker[A 2]", "best"}}));
  EXPECT_THAT(unwrapped(said(battle, {"--policy", "both=best"})),
              ::testing::HasSubstr("all choose before their fights as is best"));
  expect_refused(battle + Arguments{"--policy", "attacker[C]=best"}, "has no unit 'C'");
  expect_refused(battle + Arguments{"--policy", "both=best", "--engine", "sim"},
                 "is not found with dice", 1);
  expect_refused(
      {"battle", "name=A*2", "name=B", "--system", "dwethia-skirmish", "--policy", "both=best"},
      "as the situation says in this system");
}

}  // namespace
}  // namespace warodds::test
