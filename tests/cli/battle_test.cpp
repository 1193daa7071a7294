// battle, check --battle and solve as their users meet them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <sstream>

#include "tests/cli/answers.h"
#include "tests/cli/program.h"
#include "tests/cli/small_units.h"

namespace warodds::test {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

Arguments in(const std::string& command, const std::string& system, Arguments units,
             const Arguments& more = {}) {
  Arguments all{command, "--system", system};
  all.insert(all.end(), units.begin(), units.end());
  all.insert(all.end(), more.begin(), more.end());
  return all;
}

const std::string six = "figures=6,hp=1,cd=1,as=4,db=0,arm=5,str=0";
const std::string wizard =
    "toughness=6,armour=1,deflect=2,evasion=1,dodge=3,light.power=3,light.precision=9,"
    "heavy.power=6,heavy.precision=5";

/// Of arguments that ask for JSON.
Json answered_json(const Arguments& arguments) { return Json::parse(said(arguments)); }

const std::vector<std::pair<std::string, std::string>> one_of_each{{"raiders-of-arcana", six},
                                                                   {"magewinds", wizard},
                                                                   {"arcane-legions", legion},
                                                                   {"dwethia-skirmish", band}};

TEST(BattleCommand, ShowsAPlayerWhoWins) {
  const Outcome outcome =
      run(in("battle", "raiders-of-arcana", {six, six}, {"--with", "die=6", "--ascii", "--long"}));
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_THAT(outcome.out,
              AllOf(HasSubstr("##########"), HasSubstr("Attacker wins"), HasSubstr("49.68 %"),
                    HasSubstr("both destroyed"), HasSubstr("after round"), HasSubstr("8.7081")));
}

// Who has spent all its actions on reactions does not attack back, and no dice of its are shown.
TEST(BattleCommand, ShowsNoAttackBackThatIsNeverMade) {
  const std::string mage = "toughness=9,dodge=6,power=1,precision=6";
  const auto shown = [&](const std::string& attacks) {
    const std::string per_round = "attacks-per-round=" + attacks;
    return run(in("battle", "magewinds", {mage, mage},
                  {"--with", per_round, "--with", "reaction=dodge", "--long"}))
        .out;
  };
  EXPECT_THAT(shown("1"), HasSubstr("attack back"));
  EXPECT_THAT(shown("2"), Not(AnyOf(HasSubstr("attack back"), HasSubstr("Defender: "))));
}

// The attack back has its own situation, and both sides' dice are shown.
TEST(BattleCommand, ShowsTheAttackBack) {
  const Arguments said{"--with", "cover=yes", "--with", "reaction=dodge", "--with", "choice=heavy"};
  const Outcome text = run(in("battle", "magewinds", {wizard, wizard}, said + Arguments{"--long"}));
  EXPECT_THAT(text.out, AllOf(HasSubstr("with cover=yes, reaction=dodge, choice=heavy"),
                              HasSubstr("attack back with choice=heavy\n"),
                              HasSubstr("Attacker: 6 dice hitting on no face"),
                              HasSubstr("Defender: 6 dice hitting on 4 or less")));
  Arguments more = said;
  more.insert(more.end(), {"--with", "reply.reaction=deflect", "--format", "json"});
  const Json situation =
      answered_json(in("battle", "magewinds", {wizard, wizard}, more))["situation"];
  EXPECT_EQ(situation["reaction"], "dodge");
  EXPECT_EQ(situation["reply.reaction"], "deflect");
  EXPECT_EQ(situation["reply.choice"], "heavy");
  EXPECT_EQ(situation["reply.cover"], false);
  EXPECT_FALSE(situation.contains("reply.attacks-per-round"));
}

TEST(BattleCommand, ShowsSettingsThatChange) {
  const Json json = answered_json(in("battle", "arcane-legions", {legion + ",blue=2", legion},
                                     {"--with", "mode=ranged*2,close", "--format", "json"}));
  EXPECT_EQ(json["situation"]["mode"], "ranged*2,close");
  EXPECT_EQ(json["situation"]["reply.mode"], "ranged*2,close");
  EXPECT_EQ(json["by_round"][1]["attacker_destroyed"], 0.0);
  const Outcome fight = run(in("fight", "arcane-legions", {legion + ",blue=2", legion},
                               {"--with", "mode=ranged*2,close"}));
  EXPECT_EQ(fight.exit_code, 2);
  EXPECT_THAT(fight.err, HasSubstr("only in battle, not in fight"));
}

// Each end has its own mark, in ASCII too, and a battle that nobody wins says who is ahead.
TEST(BattleCommand, TellsTheEndsApart) {
  const Outcome raiders =
      run(in("battle", "raiders-of-arcana", {six, six}, {"--rounds", "3", "--ascii"}));
  EXPECT_THAT(raiders.out, AllOf(HasSubstr("\nx both destroyed"), HasSubstr("\n= undecided"),
                                 HasSubstr("\n    Attacker ahead"), HasSubstr("\n    even"),
                                 HasSubstr("====="), Not(HasSubstr("retreated"))));
  const Outcome dwethia = run(
      in("battle", "dwethia-skirmish", {band, band}, {"--with", "response=retreat", "--ascii"}));
  EXPECT_THAT(dwethia.out, AllOf(HasSubstr("\n> retreated"), HasSubstr(">>>>>")));
}

TEST(BattleCommand, SaysWhyItEndsEarly) {
  const std::string tired = six + ",fatigue=3";
  EXPECT_THAT(run(in("battle", "raiders-of-arcana", {tired, six})).out,
              HasSubstr("broken off after 2 rounds"));
  EXPECT_THAT(run(in("battle", "magewinds", {wizard, "toughness=3"})).out,
              HasSubstr("the defender cannot strike back"));
}

TEST(BattleCommand, RefusesWhatMakesNoSense) {
  expect_refused(in("battle", "raiders-of-arcana", {six, six}, {"--policy", "attacker=worst"}),
                 "attacker=best, defender=best, both=best or");
  expect_refused(in("battle", "raiders-of-arcana", {six, six},
                    {"--policy", "both=best", "--with", "Defender-Attack=all"}),
                 "contradict");
  expect_refused(in("battle", "raiders-of-arcana", {six, six},
                    {"--policy", "attacker=best", "--with", "attacker-attack=all"}),
                 "contradict");
  expect_refused(in("fight", "arcane-legions", {legion, legion}, {"--with", "turns=alternate"}),
                 "only in battle");
  expect_refused(in("battle", "magewinds", {wizard, wizard}, {"--with", "reaction-value=1"}),
                 "only in solve");
  expect_refused(in("fight", "arcane-legions", {legion, legion}, {"--rounds", "3"}),
                 "--rounds belongs to");
  expect_refused(in("battle", "arcane-legions", {legion, legion}, {"--rounds", "0"}), "--rounds");
  expect_refused(in("fight", "arcane-legions", {legion, legion}, {"--verify"}),
                 "--verify belongs to solve");
}

TEST(BattleCommand, IsCheckedOnBothEngines) {
  for (const auto& [system, unit] : one_of_each) {
    const Outcome outcome =
        run(in("check", system, {unit, unit}, {"--battle", "--trials", "50000"}));
    EXPECT_EQ(outcome.exit_code, 0) << outcome.out << outcome.err;
    EXPECT_THAT(outcome.out, AllOf(HasSubstr("survivors"), HasSubstr("the engines agree")));
  }
  const Outcome best = run(in("check", "raiders-of-arcana", {six, six},
                              {"--battle", "--policy", "attacker=best", "--trials", "50000"}));
  EXPECT_EQ(best.exit_code, 0) << best.out << best.err;
}

TEST(SolveCommand, TellsAPlayerWhatToDo) {
  const Outcome mage = run(in("solve", "magewinds", {wizard, wizard}, {"--verify"}));
  EXPECT_EQ(mage.exit_code, 0) << mage.err;
  EXPECT_THAT(mage.out, AllOf(HasSubstr("heavy"), HasSubstr("feint"), HasSubstr("worth"),
                              HasSubstr("one choice for good"), HasSubstr("played with dice"),
                              HasSubstr("none of the 6 single choices does better")));
  const Outcome raiders = run(in("solve", "raiders-of-arcana", {six, six}));
  EXPECT_THAT(raiders.out, AllOf(HasSubstr("always: attack with 6 of 6 dice"), HasSubstr("half")));
}

TEST(SolveCommand, ListsWhatToDoLater) {
  const auto solve = [](const Arguments& more) {
    return answered_json(
        in("solve", "magewinds", {wizard, wizard}, Arguments{"--format", "json"} + more));
  };
  const Json now = solve({});
  EXPECT_EQ(now["decisions"], now["plan"].size());
  for (const char* side : {"attacker", "defender"}) EXPECT_EQ(now["plan"][0][side], now[side]);
  // From each of them on it is what is best there.
  int later = 0;
  for (const Json& decision : now["plan"]) {
    const Json& turns = decision["turns"];
    if (turns["attacker"] != 1 || decision["damage_taken"]["defender"] != 2) continue;
    ++later;
    const Json then =
        solve({"--with", "attacker-actions=1", "--with",
               "defender-actions=" + turns["defender"].dump(), "--with", "defender-damage=2"});
    for (const char* side : {"attacker", "defender"}) {
      ASSERT_EQ(decision[side].size(), then[side].size());
      for (std::size_t i = 0; i < then[side].size(); ++i) {
        EXPECT_EQ(decision[side][i]["in_words"], then[side][i]["in_words"]);
        EXPECT_NEAR(decision[side][i]["p"], then[side][i]["p"], 1e-9);
      }
    }
  }
  EXPECT_EQ(later, 3);
  // The dice that are left then, not those at first.
  const Json raid = answered_json(in("solve", "raiders-of-arcana", {six, six},
                                     {"--payoff", "win", "--rounds", "3", "--format", "json"}));
  EXPECT_GT(raid["decisions"], 50);
  bool has_fewer = false;
  for (const Json& decision : raid["plan"]) {
    for (const Json& choice : decision["attacker"]) {
      const std::string words = choice["in_words"];
      has_fewer = has_fewer || words.ends_with(" of 5 dice");
    }
  }
  EXPECT_TRUE(has_fewer);
}

TEST(SolveCommand, RepliesToAChoiceThatIsKnown) {
  const Outcome text =
      run(in("solve", "magewinds", {wizard, wizard}, {"--with", "reaction=dodge"}));
  EXPECT_EQ(text.exit_code, 0) << text.err;
  EXPECT_THAT(text.out, AllOf(HasSubstr("known: Defender plays reaction=dodge\n"),
                              HasSubstr("  always: feint"), Not(HasSubstr("nothing is left"))));
  const Json json = answered_json(in("solve", "magewinds", {wizard, wizard},
                                     {"--with", "Reaction=dodge", "--format", "json", "--verify"}));
  EXPECT_EQ(json["known"], (Json{{"defender", "reaction=dodge"}}));
  EXPECT_EQ(json["columns"], Json{"dodge"});
  EXPECT_EQ(json["defender"],
            (Json::array({{{"choice", "dodge"}, {"in_words", "dodge"}, {"p", 1.0}}})));
  EXPECT_TRUE(json["verification"]["holds"].get<bool>());
  const Outcome both = run(
      in("solve", "raiders-of-arcana", {six, six},
         {"--payoff", "win", "--with", "attacker-attack=all", "--with", "defender-attack=half"}));
  EXPECT_THAT(both.out,
              AllOf(HasSubstr("nothing is left to choose"), Not(HasSubstr("the first of"))));
  EXPECT_THAT(run(in("solve", "arcane-legions", {legion, legion},
                     {"--with", "attacker-losses=fewest", "--with", "defender-losses=free"}))
                  .out,
              AllOf(HasSubstr("attacker-losses=fewest"), HasSubstr("nothing is left to choose")));
  // In a battle, who plays best knows it, too.
  const auto half = [&](const std::string& command, const Arguments& more) {
    Arguments all{"--rounds", "6", "--with", "defender-attack=half", "--format", "json"};
    all.insert(all.end(), more.begin(), more.end());
    return answered_json(in(command, "raiders-of-arcana", {six, six}, all));
  };
  const Json battle = half("battle", {"--policy", "attacker=best"});
  const auto win = [&](const char* end) { return battle["win"][end].get<double>(); };
  EXPECT_NEAR(half("solve", {"--payoff", "win"})["value"].get<double>(),
              win("attacker") + (win("both_destroyed") + win("undecided")) / 2, 1e-12);
}

TEST(SolveCommand, SaysWhoFalls) {
  const TemporaryFile roster("guard.toml",
                             "system = \"arcane-legions\"\n"
                             "[[unit]]\nname = \"Foe\"\nhp = 1\nred = 1\n"
                             "[[unit]]\nname = \"Guard\"\n"
                             "[[unit.figure]]\nname = \"Striker\"\nred = 1\n"
                             "[[unit.figure]]\nname = \"Flag\"\nblue = 3\n");
  const Arguments question{"solve", "--roster", roster.path(), "Foe", "Guard"};
  const auto with = [&](const Arguments& more) {
    Arguments all = question;
    all.insert(all.end(), more.begin(), more.end());
    return all;
  };
  const Outcome text = run(with({"--verify"}));
  EXPECT_EQ(text.exit_code, 0) << text.err;
  EXPECT_THAT(text.out,
              AllOf(HasSubstr("who falls, where most depends on it\n"
                              "  1: Guard (Striker, Flag) suffers 1 and deals 0 (1 figure): Flag "
                              "falls\n"),
                    HasSubstr("none of the 4 single choices does better"),
                    Not(HasSubstr("more decisions"))));
  const Json json = answered_json(with({"--format", "json"}));
  EXPECT_EQ(json["decisions"], 1);
  ASSERT_EQ(json["policy"].size(), 1U);
  const Json& decision = json["policy"][0];
  EXPECT_EQ(decision["side"], "defender");
  EXPECT_EQ(decision["attack"], 1);
  EXPECT_FALSE(decision.contains("rounds_left"));
  EXPECT_EQ(decision["defender"], (Json{{"left", {{"Striker", 1}, {"Flag", 1}}}, {"suffers", 1}}));
  EXPECT_EQ(decision["falls"], (Json::array({{{"figures", {{"Flag", 1}}}, {"p", 1.0}}})));
  EXPECT_NEAR(decision["met"].get<double>(), 0.75, 1e-15);
  const Outcome csv = run(with({"--format", "csv", "--rounds", "2"}));
  EXPECT_THAT(csv.out,
              AllOf(HasSubstr("rounds_left,attack,attacker_left,defender_left,attacker_suffers,"
                              "defender_suffers,side,falls,p,met,stake,settings\r\n"),
                    HasSubstr(",2,1,1 figure,\"Striker, Flag\",0,1,defender,Flag falls,1,0.66")));
}

TEST(SolveCommand, NamesAttackAndChoice) {
  const std::string magewinds = example("magewinds");
  const Json json =
      answered_json({"solve", "--roster", magewinds, "Deadeye", "Guardian", "--format", "json"});
  EXPECT_THAT(json["rows"].get<Arguments>(),
              ::testing::ElementsAre("Knife: light", "Knife: heavy", "Knife: feint", "Quick Shot",
                                     "Aimed Shot"));
}

TEST(SolveCommand, WritesTheWholePolicy) {
  const Outcome outcome = run(in("solve", "raiders-of-arcana", {six, six},
                                 {"--payoff", "win", "--rounds", "2", "--format", "csv"}));
  std::istringstream lines(outcome.out);
  std::string line;
  std::getline(lines, line);
  EXPECT_THAT(line, HasSubstr("side,choice,p"));
  // 36 states, 2 rounds, two sides: each with at least one choice.
  int rows = 0;
  while (std::getline(lines, line)) ++rows;
  EXPECT_GE(rows, 36 * 2 * 2);
}

TEST(SolveCommand, RefusesWhatMakesNoSense) {
  expect_refused(in("solve", "magewinds", {wizard, wizard}, {"--payoff", "kills"}),
                 "Known: damage, down, win");
  expect_refused(in("solve", "raiders-of-arcana", {six, six}, {"--with", "attacker-attack=9"}),
                 "attacker-attack");
  expect_refused(in("solve", "magewinds", {wizard, wizard}, {"--engine", "sim"}), "always exact");
  expect_refused(in("solve", "magewinds", {wizard, wizard}, {"--rounds", "3"}), "not of a battle");
  const Outcome large = run(in("solve", "raiders-of-arcana",
                               {"figures=9000,cd=9", "figures=9000,cd=9"}, {"--payoff", "win"}));
  EXPECT_EQ(large.exit_code, 1);
  EXPECT_THAT(large.err, HasSubstr("more memory"));
}

}  // namespace
}  // namespace warodds::test
