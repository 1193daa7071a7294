// --policy where many battles are asked about, and choices that not all units of a roster have.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <set>
#include <vector>

#include "tests/cli/answers.h"
#include "tests/cli/program.h"

namespace warodds::test {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

const std::string stoppable = "figures=3,cd=1,as=3,arm=4";
const std::string large = "figures=2,hp=2,cd=2,as=4,arm=5";

double odds(const Arguments& more) {
  const Json battle = answered(
      {"battle", "--system", "raiders-of-arcana", stoppable, large, "--rounds", "4"}, more);
  return battle["win"]["attacker"].get<double>();
}

TEST(Policy, OfManyBattlesIsThatOfEach) {
  const TemporaryFile roster("policy.toml",
                             "system = \"raiders-of-arcana\"\n"
                             "[[unit]]\nname = \"Small\"\nfigures = 3\ncd = 1\nas = 3\narm = 4\n"
                             "[[unit]]\nname = \"Large\"\nfigures = 2\nhp = 2\ncd = 2\nas = 4\n"
                             "arm = 5\n");
  for (const char* policy : {"both=best", "attacker=best", "defender=best"}) {
    const Json matrix = answered(
        {"matrix", "--battle", "--roster", roster.path(), "--rounds", "4", "--policy", policy});
    EXPECT_EQ(matrix["matrix"][0][1][0].get<double>(), odds({"--policy", policy})) << policy;
    EXPECT_EQ(matrix["policy"].contains("attacker"), policy != std::string("defender=best"));
  }
  const Json sweep = answered({"sweep", "--system", "raiders-of-arcana", stoppable, large,
                               "--rounds", "4", "--show", "win", "--policy", "attacker=best",
                               "--vary", "defender-attack=all,half,2"});
  const Json value = answered({"value", "--system", "raiders-of-arcana", stoppable, large,
                               "--rounds", "4", "--show", "win", "--policy", "both=best"});
  EXPECT_EQ(value["base"][0].get<double>(), odds({"--policy", "both=best"}));
  const Json tune = answered({"tune", "--system", "raiders-of-arcana", stoppable, large, "--rounds",
                              "4", "--target", "win=1", "--policy", "attacker=best", "--vary",
                              "defender-attack=all,half,2"});
  // What is varied is known to who plays best, like what is set.
  const Arguments splits{"all", "half", "2"};
  for (std::size_t i = 0; i < splits.size(); ++i) {
    const double should =
        odds({"--policy", "attacker=best", "--with", "defender-attack=" + splits[i]});
    EXPECT_EQ(sweep["points"][i]["values"][0].get<double>(), should) << splits[i];
    EXPECT_EQ(tune["tried"][i]["value"].get<double>(), should) << splits[i];
  }
}

TEST(Policy, SaysWhatTheBestPlayerKnows) {
  const auto battle = [](const Arguments& more) {
    Arguments all{"battle", "--system", "raiders-of-arcana", stoppable, large, "--rounds", "4"};
    all.insert(all.end(), more.begin(), more.end());
    return run(all).out;
  };
  // To leave a choice open is not the same as to name its default.
  const std::string open = battle({"--policy", "attacker=best"});
  const std::string known = battle({"--policy", "attacker=best", "--with", "defender-attack=all"});
  EXPECT_THAT(open, HasSubstr("the attacker plays best, as if the defender did so too"));
  EXPECT_THAT(open, HasSubstr("defender-attack=..."));
  EXPECT_THAT(known,
              HasSubstr("the attacker plays best, and knows the defender's defender-attack"));
  EXPECT_THAT(battle({"--policy", "both=best"}), AllOf(HasSubstr("the attacker plays best\n"),
                                                       HasSubstr("the defender plays best\n")));
  EXPECT_THAT(run({"sweep", "--system", "raiders-of-arcana", stoppable, large, "--rounds", "4",
                   "--show", "win", "--policy", "attacker=best", "--vary", "attacker.arm=3..4"})
                  .out,
              HasSubstr("the attacker plays best, as if the defender did so too"));
}

// What is said of the attacks back holds in best play, and what is said of a choice there is known.
TEST(Policy, PlansForAttacksBackAsTheyAre) {
  const Arguments units{"--roster", example("magewinds"), "Wizard", "Guardian", "--rounds", "6"};
  std::set<double> values;
  for (const Arguments& with :
       std::vector<Arguments>{{},
                              {"--with", "reply.cover=yes"},
                              {"--with", "reply.armour-change=1", "--with", "cover=yes"},
                              {"--with", "reply.reaction=dodge"},
                              {"--with", "reply.choice=heavy"},
                              {"--with", "choice=heavy", "--with", "reply.choice=light"}}) {
    Arguments battle{"battle", "--policy", "both=best"};
    Arguments solve{"solve", "--payoff", "win"};
    for (Arguments* line : {&battle, &solve}) {
      line->insert(line->end(), units.begin(), units.end());
      line->insert(line->end(), with.begin(), with.end());
    }
    const Json fought = answered(battle)["win"];
    const double value = answered(solve)["value"].get<double>();
    EXPECT_NEAR(
        fought["attacker"].get<double>() +
            (fought["both_destroyed"].get<double>() + fought["undecided"].get<double>()) / 2,
        value, 1e-12)
        << ::testing::PrintToString(with);
    values.insert(value);
  }
  EXPECT_EQ(values.size(), 6U);

  Arguments known{"battle", "--policy", "attacker=best", "--with", "reply.choice=heavy"};
  known.insert(known.end(), units.begin(), units.end());
  EXPECT_THAT(run(known).out,
              HasSubstr("the attacker plays best, and knows the defender's reply.choice"));
  known.insert(known.end(), {"--with", "reply.cover=no*2,yes"});  // also where settings change
  EXPECT_THAT(run(known).out, HasSubstr("the attacker plays best"));
  expect_refused({"battle", "--roster", example("magewinds"), "Wizard", "Guardian", "--policy",
                  "attacker=best", "--with", "choice=heavy", "--with", "reply.reaction=dodge"},
                 "--with choice and --policy attacker=best contradict each other");
  expect_refused({"solve", "--roster", example("magewinds"), "Wizard", "Guardian", "--with",
                  "reply.cover=yes"},
                 "--payoff win is about a battle");
}

// A plain attack leaves no choice (B5): among many units it is just made.
TEST(Choices, OfARosterAreThoseOfEachUnit) {
  const TemporaryFile roster(
      "choices.toml",
      "system = \"magewinds\"\n"
      "[[unit]]\nname = \"Plain\"\ntoughness = 5\npower = 4\nprecision = 4\n"
      "[[unit]]\nname = \"Split\"\ntoughness = 6\nlight = {power = 3, precision = 9}\n"
      "heavy = {power = 6, precision = 5}\n"
      "[[unit]]\nname = \"Unarmed\"\ntoughness = 3\n");
  const Arguments matrix{"matrix", "--battle", "--roster", roster.path()};
  const Json heavy = answered(matrix, {"--with", "choice=heavy"});
  const auto odds = [&](const char* a, const char* b, const Arguments& with) {
    Arguments all{"battle", "--roster", roster.path(), a, b};
    return answered(all, with)["win"]["attacker"].get<double>();
  };
  EXPECT_EQ(heavy["matrix"][0][0][0].get<double>(), odds("Plain", "Plain", {}));
  EXPECT_EQ(heavy["matrix"][1][0][0].get<double>(),
            odds("Split", "Plain", {"--with", "choice=heavy"}));
  EXPECT_EQ(heavy["matrix"][0][1][0].get<double>(),
            odds("Plain", "Split", {"--with", "reply.choice=heavy"}));
  EXPECT_EQ(heavy["not_allowed"], 3);  // whatever is chosen, the unarmed does not attack
  ASSERT_EQ(heavy["ranking"].size(), 3U);
  const Json ranked_alone =
      answered({"matrix", "--ranking", "--roster", roster.path()}, {"--with", "choice=heavy"});
  EXPECT_EQ(ranked_alone["ranking"], heavy["ranking"]);
  EXPECT_THAT(run(matrix).out, AllOf(HasSubstr("3 not allowed (for example: the attacker has no"),
                                     HasSubstr("attack"), HasSubstr("Unarmed")));
  const TemporaryFile unarmed("unarmed.toml",
                              "system = \"magewinds\"\n"
                              "[[unit]]\nname = \"One\"\n[[unit]]\nname = \"Two\"\n"
                              "[[unit]]\nname = \"Three\"\npower = 4\nprecision = 4\n");
  const Json ranked = answered({"matrix", "--battle", "--roster", unarmed.path()});
  EXPECT_EQ(ranked["left_out"], (Arguments{"One cannot fight Two, which counts as even",
                                           "Two cannot fight One, which counts as even",
                                           "2 pairs can attack one way round only, and the odds of "
                                           "that battle count alone"}));
}

}  // namespace
}  // namespace warodds::test
