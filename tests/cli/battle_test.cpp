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
}

// Each end has its own mark, in ASCII too, and a battle that nobody wins says who is ahead.
TEST(BattleCommand, TellsTheEndsApart) {
  const Arguments rounds{"--rounds", "3", "--ascii"};
  const Outcome raiders =
      run(in("battle", "raiders-of-arcana", {six, six}, rounds + Arguments{"--long"}));
  // In brief an end that is hardly ever seen is left out.
  EXPECT_THAT(run(in("battle", "raiders-of-arcana", {six, six}, rounds)).out,
              AllOf(HasSubstr("\n= undecided"), Not(HasSubstr("both destroyed"))));
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

}  // namespace
}  // namespace warodds::test
