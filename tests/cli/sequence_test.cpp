// sequence as its users meet it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <sstream>

#include "core/ask/play.h"
#include "core/text/error.h"
#include "tests/cli/answers.h"
#include "tests/cli/program.h"
#include "tests/cli/small_units.h"

namespace warodds::test {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

Arguments of(const std::string& system, const std::string& target, const Arguments& by,
             const Arguments& more = {}) {
  Arguments all{"sequence", "--system", system, target};
  for (const std::string& step : by) all.insert(all.end(), {"--by", step});
  all.insert(all.end(), more.begin(), more.end());
  return all;
}

const std::string squad = "figures=6,cd=2,as=5,arm=5";
const std::string mage = "toughness=6,armour=1,deflect=2,evasion=1,dodge=3,power=3,precision=9";

const std::vector<std::pair<std::string, std::string>> every_system{{"raiders-of-arcana", squad},
                                                                    {"magewinds", mage},
                                                                    {"arcane-legions", legion},
                                                                    {"dwethia-skirmish", band}};

TEST(SequenceCommand, IsCheckedOnBothEngines) {
  for (const auto& [system, unit] : every_system) {
    Arguments check =
        of(system, unit, {unit, "damage=1d6", unit + ",name=B"}, {"--trials", "50000"});
    check.front() = "check";
    const Outcome outcome = run(check);
    EXPECT_EQ(outcome.exit_code, 0) << outcome.out << outcome.err;
    EXPECT_THAT(outcome.out,
                AllOf(HasSubstr("step 3"), HasSubstr("needed"), HasSubstr("the engines agree")));
    const Json json = answered(check);
    EXPECT_EQ(json.at("steps").size(), 3U);
    EXPECT_EQ(json.at("target").at("unit"), "Target");
    EXPECT_EQ(json.at("agrees"), true);
    EXPECT_FALSE(json.contains("attacker"));
  }
  expect_refused({"check", "--system", "raiders-of-arcana", squad, "--by", squad, "--battle"},
                 "a sequence is checked");
  expect_refused({"check", "--system", "raiders-of-arcana", squad, squad, "--by", squad},
                 "one target");
}

TEST(SequenceCommand, TakesSettingsForAllStepsAndForOne) {
  // The second shot is from a bad side, and from there it has three dice less.
  const Json json = answered(of("arcane-legions", "figures=9",
                                {"blue=5", "blue=5 with attacker-side=grey", "blue=5,name=C"},
                                {"--with", "mode=ranged"}));
  const auto damage = [&](std::size_t i) {
    return json["steps"][i]["deals"]["damage"]["mean"].get<double>();
  };
  EXPECT_LT(damage(1), damage(0) - 1);
  EXPECT_NEAR(damage(2), damage(0), 1e-12);
  EXPECT_EQ(json["situation"]["mode"], "ranged");
  EXPECT_EQ(json["order_points"], 6);
}

TEST(SequenceCommand, TellsStepsOfOneNameApart) {
  const Json json =
      answered({"sequence", "--roster", example("raiders-of-arcana"), "cave", "--by", "goblin",
                "--by", "goblin,figures=3 with attacker-attack=all", "--by", "human"});
  const Json& steps = json["steps"];
  EXPECT_EQ(steps[0]["unit"], "Goblin Mob");
  EXPECT_EQ(steps[1]["unit"], "Goblin Mob (figures=3,attacker-attack=all)");
  EXPECT_EQ(steps[2]["unit"], "Human Warriors");
}

TEST(SequenceCommand, ReadsNamesThatHaveTheWordWithInThem) {
  const auto unit = [](const char* text) {
    return std::get<std::string>(parse_step(text, "step 1").unit);
  };
  EXPECT_EQ(unit("Men with swords"), "Men with swords");
  EXPECT_EQ(unit("Men with swords,hp=2"), "Men with swords,hp=2");
  EXPECT_EQ(unit("Men with swords,hp=2 with cover=yes"), "Men with swords,hp=2");
  const StepRequest staff = parse_step("Men with swords with attack=Staff with fire,cover=no", "");
  EXPECT_EQ(std::get<std::string>(staff.unit), "Men with swords");
  ASSERT_EQ(staff.situation.size(), 2U);
  EXPECT_EQ(staff.situation[0].value, "Staff with fire");
  EXPECT_EQ(parse_step(" damage=2d6+1 ", "").damage, "2d6+1");
  EXPECT_THROW(parse_step("damage=1d6 with cover=yes", "step 1"), InputError);
  EXPECT_THROW(parse_step("A with cover=yes,cover=no", "step 1"), InputError);
}

TEST(SequenceCommand, ShowsAPlayerALineAStep) {
  const Outcome outcome = run(of("dwethia-skirmish", "models=5,wounds=2",
                                 {band, "damage=1d6", band + ",name=Last Hope"},
                                 {"--orders", "--ascii", "--with", "order=attacker-first"}));
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_THAT(outcome.out,
              AllOf(HasSubstr("Target, attacked 3 times  (Dwethia Skirmish)"),
                    HasSubstr("with order=attacker-first"), HasSubstr("\n3  Last Hope "),
                    HasSubstr("gone then"), HasSubstr("left of Target"),
                    HasSubstr("the best of 6 orders"), HasSubstr("steps needed")));
  std::istringstream lines(outcome.out);
  for (std::string line; std::getline(lines, line);) EXPECT_LE(line.size(), 80U) << line;
}

TEST(SequenceCommand, SaysWhatTheTargetCannotDoAnyMore) {
  const std::string dodged = mage + " with reaction=dodge";
  const Outcome outcome =
      run(of("magewinds", mage, {dodged, dodged}, {"--with", "target-actions=1"}));
  EXPECT_THAT(outcome.out, HasSubstr("step 2: the target has no action left and does not react"));
  EXPECT_EQ(run(of("magewinds", mage, {dodged, dodged})).out.find("no action left"),
            std::string::npos);
}

TEST(SequenceCommand, SaysThatTheTargetMovesAway) {
  const Arguments line =
      of("dwethia-skirmish", "models=5", {band + " with response=retreat", band});
  EXPECT_THAT(run(line).out, HasSubstr("Target moves away"));
  const Json json = answered(line);
  EXPECT_GT(json["retreated"].get<double>(), 0.5);
  EXPECT_TRUE(json["steps"][1]["deals"].is_null() || json["steps"][1]["needed"] < 0.5);
}

// Two fireballs.
TEST(SequenceCommand, TakesTheSameStepMoreThanOnce) {
  const Json json = answered(of("raiders-of-arcana", "figures=5", {"damage=2", squad, "damage=2"}));
  EXPECT_EQ(json["steps"][0]["target_mean_left"], 3);
  const Json twice = answered(of("raiders-of-arcana", "figures=5", {"damage=2", "damage=2"}));
  EXPECT_EQ(twice["steps"][1]["target_mean_left"], 1);
  EXPECT_EQ(twice["steps"][0]["unit"], twice["steps"][1]["unit"]);
}

TEST(SequenceCommand, RefusesWhatMakesNoSense) {
  const std::string raiders = "raiders-of-arcana";
  expect_refused(of(raiders, squad, {}), "at least one attacker: give --by UNIT");
  expect_refused({"sequence", "--system", raiders, "--by", squad}, "one target");
  expect_refused(of(raiders, squad, {squad, "hp=two"}), "step 2: hp is two");
  expect_refused(of(raiders, squad, {"Nobody"}), "step 1: 'Nobody' is the name of a unit");
  expect_refused(of(raiders, squad, {"damage=many"}), "step 1: damage is many but must be");
  expect_refused(of(raiders, squad, {"damage=-2"}), "step 1: damage is -2 but must be");
  expect_refused(of(raiders, squad, {"damage="}), "step 1: damage is empty but must be");
  expect_refused(of(raiders, squad, {squad + " with die=ten"}), "step 1: die is ten");
  expect_refused(of(raiders, squad, {squad + " with markers=1"}), "only in battle");
  expect_refused(of("arcane-legions", legion, {legion + " with defender-losses=listed"}),
                 "is said of the target in all steps");
  expect_refused(of("arcane-legions", legion, {legion, "blue=2"}), "step 2: no close combat attack",
                 1);
  expect_refused(of(raiders, squad, Arguments(8, squad), {"--orders"}),
                 "at most 7 attackers; 8 are given");
  expect_refused(of(raiders, squad, {squad}, {"--orders", "--given", "destroyed"}),
                 "leave out --given");
  expect_refused(of(raiders, squad, {squad}, {"--given", "step[2].kills > 0"}),
                 "the last step is step[1]");
  expect_refused(of(raiders, squad, {squad}, {"--given", "rounds > 1"}), "unknown fact 'rounds'");
  expect_refused(of(raiders, squad, {squad}, {"--joint", "damage"}), "such as step[1].kills");
  expect_refused({"fight", "--system", "magewinds", mage, mage, "--with", "target-actions=1"},
                 "only in sequence");
  expect_refused({"fight", "--system", raiders, squad, squad, "--by", squad},
                 "--by belongs to sequence");
}

TEST(SequenceCommand, AnswersWithDiceWhereExactWouldTakeTooLong) {
  const Outcome outcome =
      run(of("raiders-of-arcana", "figures=900,hp=900", {"figures=900,cd=90", "figures=900,cd=90"},
             {"--trials", "20", "--time-limit", "10"}));
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr("simulated (exact "));
}

TEST(SequenceCommand, LeavesColumnsOutThatItIsToldTo) {
  const TemporaryFile roster("units.csv",
                             "system,name,hp,white,red,Painted\narcane-legions,Wall,6,2,0,7\n"
                             "arcane-legions,Spears,1,0,5,9\n");
  const std::vector<std::string> line{"sequence", "--roster", roster.path(),
                                      "Wall",     "--by",     "Spears"};
  EXPECT_EQ(run(line).exit_code, 2);
  std::vector<std::string> without_it = line;
  without_it.insert(without_it.end(), {"--ignore", "Painted"});
  EXPECT_EQ(run(without_it).exit_code, 0);
}

}  // namespace
}  // namespace warodds::test
