// What fights and battles cost in points, and when battles are broken off, as users meet them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tests/cli/answers.h"
#include "tests/cli/program.h"

namespace warodds::test {
namespace {

using ::testing::HasSubstr;

const std::string raider = "figures=6,hp=1,cd=1,as=4,db=0,arm=5,str=0,points=90";
Json points_of(const std::string& command, const std::string& system, const std::string& unit,
               const Arguments& more) {
  Arguments all{command, "--system", system, unit, unit, "--format", "json"};
  all.insert(all.end(), more.begin(), more.end());
  return Json::parse(said(all));
}

// As the same units written out: a figure that a budget buys costs what the others do.
TEST(PointsOfAnswers, AtABudgetAreThoseOfWhatIsBought) {
  const Arguments of{"battle", "--format", "json", "--rounds", "4", "--system"};
  const auto points_in = [](const std::string& answer) {
    const Json json = Json::parse(answer);
    return Json{json["points_lost"], json["swing"], json["destroyed_per_point"]};
  };
  const std::string of_18 = "figures=18,hp=1,cd=1,as=4,db=0,arm=5,str=0,points=270";
  EXPECT_EQ(points_in(said(of + Arguments{"raiders-of-arcana", raider, raider, "--budget", "270"})),
            points_in(said(of + Arguments{"raiders-of-arcana", of_18, of_18})));
  const std::string guard = "Chief.count=1,Chief.red=2,Chief.points=25,Man.count=5,Man.red=1,";
  const std::string twice = "Chief.count=2,Chief.red=2,Chief.points=50,Man.count=10,Man.red=1,";
  EXPECT_EQ(
      points_in(said(of + Arguments{"arcane-legions", guard + "points=30", guard + "points=30",
                                    "--budget", "60"})),
      points_in(said(of + Arguments{"arcane-legions", twice + "points=60", twice + "points=60"})));
  // 2 Chiefs and 8 Men: 50 and 8.
  EXPECT_THAT(said({"battle", "--system", "arcane-legions", guard + "points=30",
                    guard + "points=30", "--budget", "45", "--rounds", "1"}),
              HasSubstr("2 Chief, 8 Man for 58 points"));
}

TEST(PointsOfAnswers, StandInTablesOfTwoFacts) {
  // Six figures of 15 points each: one for each kill.
  const Arguments fight{"fight",
                        "--system",
                        "raiders-of-arcana",
                        raider,
                        raider,
                        "--joint",
                        "attacker.kills,defender.points-lost"};
  EXPECT_THAT(said(fight), HasSubstr("\n              0       15       30 "));
  EXPECT_THAT(said(fight, {"--format", "csv"}), HasSubstr(",defender.points-lost=15,1,"));
}

TEST(PointsOfAnswers, BesideOddsOfBattlesAreOfBattles) {
  const auto lost_in = [&](const char* command) {
    return points_of(command, "raiders-of-arcana", raider, {})["points_lost"]["attacker"]["mean"]
        .get<double>();
  };
  const auto swept = [&](const std::string& show, const Arguments& more = {}) {
    const Json json = points_of("sweep", "raiders-of-arcana", raider,
                                Arguments{"--vary", "attacker.as=4..4", "--show", show} + more);
    return json["points"][0]["values"][1].get<double>();
  };
  EXPECT_GT(lost_in("battle"), 2 * lost_in("fight"));
  EXPECT_NEAR(swept("attacker.damage.mean,attacker.points-lost"), lost_in("fight"), 1e-12);
  EXPECT_NEAR(swept("swing,attacker.points-lost"), lost_in("fight"), 1e-12);
  EXPECT_NEAR(swept("win,attacker.points-lost"), lost_in("fight"), 1e-12);
  EXPECT_NEAR(swept("win,attacker.points-lost", {"--battle"}), lost_in("battle"), 1e-9);
  const TemporaryFile two("points-two.csv",
                          "system,name,figures,hp,as,arm,points\n"
                          "raiders-of-arcana,A,6,1,4,5,90\nraiders-of-arcana,B,5,1,4,5,90\n");
  const auto swing_in = [&](const std::string& show, const Arguments& more) {
    const Json json = Json::parse(said(
        Arguments{"matrix", "--roster", two.path(), "--format", "json", "--show", show} + more));
    return json["matrix"][0][1].back().get<double>();  // of A against B
  };
  const double of_battles = swing_in("swing", {"--battle"});
  EXPECT_EQ(of_battles, swing_in("win,swing", {"--battle"}));
  EXPECT_EQ(swing_in("swing", {}), swing_in("win,swing", {}));
  EXPECT_EQ(of_battles, swing_in("attacker.damage.mean,swing", {"--battle"}));
  EXPECT_NE(of_battles, swing_in("swing", {}));
}

TEST(BrokenOff, BattlesSayUntilWhenAndWhoIsAhead) {
  const Arguments battle{"battle", "--system", "raiders-of-arcana", raider, raider};
  const Json json = Json::parse(
      said(battle + Arguments{"--until", "attacker.survivors <= 3", "--format", "json"}));
  EXPECT_EQ(json["until"], "attacker.survivors <= 3");
  EXPECT_THAT(said(battle + Arguments{"--until", "attacker.survivors <= 3"}),
              HasSubstr("until, after a round, attacker.survivors <= 3"));
  EXPECT_THAT(said(battle + Arguments{"--until", "swing < 0", "--format", "csv"}),
              HasSubstr("until,,,swing < 0"));
  const auto refused = [&](const Arguments& more, const std::string& why) {
    const Outcome outcome = run(battle + more);
    EXPECT_NE(outcome.exit_code, 0) << why;
    EXPECT_THAT(outcome.err, HasSubstr(why));
  };
  refused({"--until", "rounds > 2"}, "--rounds");
  refused({"--until", "win"}, "attacker.survivors <= 3");
  refused({"--until", "attacker.figures < 2"}, "unknown fact");
  refused({"--with", "attacker-breaks=100%"}, "1% to 99%");
  const Arguments both =
      battle + Arguments{"--with", "attacker-breaks=2", "--with", "defender-breaks=2"};
  EXPECT_THAT(said(both), HasSubstr("both beaten"));
  EXPECT_THAT(said(battle), HasSubstr("both destroyed"));
}

// Points have fractions: what is written means the nearest that can be.
TEST(PointsOfAnswers, AreObservedAsTheyAreShown) {
  const Arguments fight{"fight", "--system", "raiders-of-arcana", "figures=6,as=4,arm=5,points=100",
                        "figures=7,as=4,arm=5,points=100"};
  for (const char* swing : {"-2.38", "-2.4", "-2.38095", "-2"}) {  // 100 / 7 - 100 / 6
    const Json luck =
        Json::parse(said(fight + Arguments{"--observed", std::string("swing=") + swing, "--format",
                                           "json"}))["observed"][0];
    EXPECT_NEAR(luck["happened"].get<double>(), 100.0 / 7 - 100.0 / 6, 1e-9) << swing;
  }
  const auto refused = [&](const Arguments& arguments, const std::string& why) {
    const Outcome outcome = run(arguments);
    EXPECT_EQ(outcome.exit_code, 2);
    EXPECT_THAT(outcome.err, HasSubstr(why));
  };
  refused(fight + Arguments{"--observed", "swing=-2.3"}, "cannot have happened");
  Arguments battle = fight;
  battle.front() = "battle";
  refused(battle + Arguments{"--observed", "draw=yes"}, "win=nobody");
  refused(battle + Arguments{"--joint", "swing,win"}, "win is so or not, and no number");
}

TEST(BreakingOff, IsOfAllUnitsOfASide) {
  const std::string three = "figures=3,fatigue=0,as=4";
  const Arguments battle{
      "battle",   "--system", "raiders-of-arcana", three + " + " + three, three + "*2",
      "--format", "json"};
  const Json plain = Json::parse(said(battle));
  const Json breaks = Json::parse(said(battle, {"--with", "attacker-breaks=50%"}));
  EXPECT_EQ(breaks["situation"]["attacker-breaks"], "50%");
  EXPECT_TRUE(breaks["attacker_units"][0].contains("part"));
  // Until something holds of one unit.
  const std::string name = plain["attacker_units"][0]["unit"];
  const std::string event = "attacker[" + name + "].destroyed";
  const Json until = Json::parse(said(battle, {"--until", event}));
  EXPECT_EQ(until["until"], event);
  EXPECT_GT(until["win"]["undecided"].get<double>(), 0.2);
  EXPECT_FALSE(until["attacker_units"][0].contains("part"));
  EXPECT_LT(until["rounds"]["mean"].get<double>(), plain["rounds"]["mean"].get<double>());
  Arguments text = battle;
  text.resize(text.size() - 2);
  EXPECT_THAT(said(text, {"--until", event}), HasSubstr("until, after a round, " + event));
  expect_refused(text + Arguments{"--until", "win"}, "attacker.survivors <= 3");
  expect_refused(text + Arguments{"--until", "attacker[Ork].destroyed"}, "unknown unit 'Ork'", 1);
  expect_refused(text + Arguments{"--until", event, "--show", "attacker[" + name + "].part"},
                 "--until");
}

}  // namespace
}  // namespace warodds::test
