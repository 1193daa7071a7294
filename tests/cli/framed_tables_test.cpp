// From where battles are fought, how far, and which outcomes count: in tables as in battles, and
// with settings that change from round to round.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <string>
#include <vector>

#include "tests/cli/answers.h"
#include "tests/cli/program.h"

namespace warodds::test {
namespace {

using ::testing::HasSubstr;

const Arguments two_of_raiders{"figures=4,hp=2", "figures=3,hp=2", "--system", "raiders-of-arcana"};

struct FrameOfTable {
  Arguments options;
  std::string show;
};
const std::vector<FrameOfTable> all_frames{
    {{"--from", "attacker.survivors=2,rounds=1"}, "win"},
    {{"--until", "defender.survivors <= 1"}, "attacker.kills.mean"},
    {{"--given", "attacker.kills >= 2"}, "win"},
    {{"--given", "rounds <= 20"}, "rounds.mean"},
    {{"--from", "defender.survivors=2", "--until", "attacker.kills >= 2", "--given", "rounds = 1"},
     "defender.kills.p90"}};

TEST(FramesOfTables, AreThoseOfBattles) {
  for (const auto& [options, show] : all_frames) {
    const Json table = answered(Arguments{"sweep"} + two_of_raiders + options,
                                {"--battle", "--show", show, "--vary", "attacker.cd=1..3"});
    for (std::size_t cd = 1; cd <= 3; ++cd) {
      const Json battle = answered(Arguments{"battle"} + two_of_raiders + options,
                                   {"--show", show, "--set", "attacker.cd=" + std::to_string(cd)});
      EXPECT_NEAR(table["points"][cd - 1]["values"][0].get<double>(),
                  battle["show"][show].get<double>(), 1e-15)
          << show << " " << cd;
    }
  }
}

TEST(FramesOfTables, AreToldWithThem) {
  const Arguments sweep = Arguments{"sweep"} + two_of_raiders +
                          Arguments{"--battle",
                                    "--vary",
                                    "attacker.cd=1..2",
                                    "--show",
                                    "win",
                                    "--from",
                                    "rounds=1",
                                    "--until",
                                    "attacker.kills >= 2",
                                    "--given",
                                    "defender.kills >= 1"};
  const Json table = answered(sweep);
  EXPECT_EQ(table["from"], "rounds=1");
  EXPECT_EQ(table["until"], "attacker.kills >= 2");
  EXPECT_EQ(table["given"]["event"], "defender.kills >= 1");
  const std::string text = said(sweep);
  EXPECT_THAT(text, HasSubstr("from where it stands: rounds=1"));
  EXPECT_THAT(text, HasSubstr("given defender.kills >= 1"));
}

TEST(FramesOfTables, HoldInMatrixValueAndTune) {
  const Arguments roster{"--roster", example("raiders-of-arcana"), "--rounds", "3"};
  const Arguments until{"--until", "attacker.kills >= 3"};
  const Json matrix = answered(Arguments{"matrix", "--battle"} + roster, until);
  const std::string row = matrix["rows"][1], column = matrix["columns"][2];
  const Json battle =
      answered(Arguments{"battle", row, column} + roster, until + Arguments{"--show", "win"});
  EXPECT_NEAR(matrix["matrix"][1][2][0].get<double>(), battle["show"]["win"].get<double>(), 1e-15);
  const Json value = answered(Arguments{"value"} + two_of_raiders,
                              until + Arguments{"--battle", "--show", "attacker.kills.mean"});
  EXPECT_EQ(value["until"], "attacker.kills >= 3");
  const Json tuned =
      answered(Arguments{"tune"} + two_of_raiders,
               {"--vary", "attacker.cd=1..3", "--target", "win=0.5", "--from", "rounds=1"});
  EXPECT_EQ(tuned["from"], "rounds=1");
}

TEST(FramesOfTables, LeaveOutWhoCannotHaveComeToStandSo) {
  const Json table = answered(Arguments{"sweep"} + two_of_raiders,
                              {"--battle", "--vary", "attacker.figures=1..3", "--show", "win",
                               "--from", "attacker.survivors=2"});
  EXPECT_EQ(table["not_allowed"], 1);
  EXPECT_THAT(refused(Arguments{"sweep"} + two_of_raiders,
                      {"--battle", "--vary", "attacker.cd=1..3", "--show", "win", "--from", "2"}),
              HasSubstr("--from"));
}

TEST(FramesOfTables, AreRefusedWhereTheyMeanNothing) {
  const Arguments sweep =
      Arguments{"sweep"} + two_of_raiders + Arguments{"--vary", "attacker.cd=1..2"};
  EXPECT_THAT(refused(sweep, {"--show", "attacker.kills.mean", "--until", "attacker.kills >= 2"}),
              HasSubstr("--until is about battles"));
  EXPECT_THAT(refused(sweep, {"--show", "attacker.damage.mean,win", "--given", "swing > 0"}),
              HasSubstr("asks for both"));
  EXPECT_THAT(
      refused(sweep, {"--show", "win", "--set", "points=3", "--budget", "10", "--given", "win"}),
      HasSubstr("--buy whole"));
}

// The rounds to come are those that follow: what is set for the third holds after two.
TEST(FromWhereItStands, SettingsAreThoseOfTheRoundsThatFollow) {
  const Arguments fighters{"battle", "toughness=5,power=3,precision=4,dodge=2",
                           "toughness=4,power=2,precision=5,dodge=2", "--system", "magewinds"};
  const Arguments changes{"--with", "reaction=dodge*2,none", "--with", "cover=no,yes,no"};
  const Json given = answered(fighters + changes, {"--given",
                                                   "round[2].attacker.hit-points-left = 3 and "
                                                   "round[2].defender.hit-points-left = 2"});
  const Json from =
      answered(fighters + changes,
               {"--from", "attacker.hit-points-left=3,defender.hit-points-left=2,rounds=2"});
  EXPECT_NEAR(given["win"]["attacker"].get<double>(), from["win"]["attacker"].get<double>(), 1e-12);
  // ... which are those without a dodge, and not the first ones.
  const std::string as_it_stands = "attacker.hit-points-left=3,defender.hit-points-left=2";
  const Json plain = answered(fighters, {"--from", as_it_stands});
  EXPECT_NEAR(plain["win"]["attacker"].get<double>(), from["win"]["attacker"].get<double>(), 1e-12);
  const Json first = answered(fighters + changes, {"--from", as_it_stands});
  EXPECT_GT(
      std::abs(first["win"]["attacker"].get<double>() - from["win"]["attacker"].get<double>()),
      0.01);
  const Json counted = answered(fighters + changes, {"--from", as_it_stands + ",rounds=2",
                                                     "--engine", "sim", "--trials", "40000"});
  EXPECT_NEAR(counted["win"]["attacker"]["p"].get<double>(), from["win"]["attacker"].get<double>(),
              3 * counted["win"]["attacker"]["half_width"].get<double>());
}

// D12: after an odd number of rounds it is the other side that selects the fight.
TEST(FromWhereItStands, RolesAlternateOn) {
  const Arguments units{"models=3,martial=5", "models=3,martial=4"};
  const Arguments turned{"models=3,martial=4", "models=3,martial=5"};
  const Arguments with{"--system", "dwethia-skirmish",
                       "--with",   "roles=alternate,order=attacker-first",
                       "--rounds", "4"};
  const Json second = answered(Arguments{"battle"} + units + with, {"--from", "rounds=1"});
  const Json as_other = answered(Arguments{"battle"} + turned + with);
  EXPECT_NEAR(second["win"]["attacker"].get<double>(), as_other["win"]["defender"].get<double>(),
              1e-12);
  const Json third = answered(Arguments{"battle"} + units + with, {"--from", "rounds=2"});
  const Json first = answered(Arguments{"battle"} + units + with);
  EXPECT_NEAR(third["win"]["attacker"].get<double>(), first["win"]["attacker"].get<double>(),
              1e-12);
}

TEST(FromWhereItStands, AFightIsThatOfWhoIsLeft) {
  const Arguments from{"--from", "attacker.survivors=2,defender.survivors=1"};
  const Json fight = answered(Arguments{"fight"} + two_of_raiders, from);
  const Json of_fewer =
      answered({"fight", "figures=2,hp=2", "figures=1,hp=2", "--system", "raiders-of-arcana"});
  for (const char* const side : {"attacker", "defender"}) {
    EXPECT_EQ(fight[std::string(side) + "_deals"], of_fewer[std::string(side) + "_deals"]);
  }
  EXPECT_THAT(said(Arguments{"fight"} + two_of_raiders, from),
              HasSubstr("from where it stands: attacker.survivors=2"));
  EXPECT_THAT(refused(Arguments{"fight"} + two_of_raiders, {"--from", "win=attacker"}),
              HasSubstr("how things stand"));
}

TEST(FromWhereItStands, ASequenceMeetsWhatIsLeftOfItsTarget) {
  const Arguments by{"--by",    "figures=3,cd=2", "--by",     "damage=2",
                     "--by",    "figures=2,as=5", "--system", "raiders-of-arcana",
                     "--orders"};
  const Json from = answered(Arguments{"sequence", "figures=5,hp=2"} + by,
                             {"--from", "target.survivors=3,target.hit-points-left=5"});
  const Json of_fewer = answered(Arguments{"sequence", "figures=3,hp=2,wounds=1"} + by);
  EXPECT_EQ(from["steps"], of_fewer["steps"]);
  EXPECT_EQ(from["orders"], of_fewer["orders"]);
  const Arguments wizard{"--by", "power=4,precision=3", "--system", "magewinds"};
  EXPECT_EQ(answered(Arguments{"sequence", "toughness=5"} + wizard,
                     {"--from", "target.hit-points-left=2"})["steps"],
            answered(Arguments{"sequence", "toughness=5"} + wizard,
                     {"--with", "defender-damage=3"})["steps"]);
  EXPECT_THAT(refused(Arguments{"sequence", "figures=5"} + by, {"--from", "survivors=3"}),
              HasSubstr("target.survivors=3"));
}

TEST(Observed, OfASequenceIsHeldAgainstItsLaw) {
  const Arguments sequence{"sequence", "figures=5,hp=2", "--by",     "figures=3,cd=2",
                           "--by",     "figures=2,as=5", "--system", "raiders-of-arcana"};
  const Json luck = answered(sequence, {"--observed", "kills=2,step[1].kills=1"});
  const Json law = answered(sequence, {"--show", "kills <= 2,step[1].kills >= 1,kills.mean"});
  EXPECT_NEAR(luck["observed"][0]["at_most"].get<double>(), law["show"]["kills <= 2"].get<double>(),
              1e-14);
  EXPECT_NEAR(luck["observed"][0]["expected"].get<double>(),
              law["show"]["kills.mean"].get<double>(), 1e-13);
  EXPECT_NEAR(luck["observed"][1]["at_least"].get<double>(),
              law["show"]["step[1].kills >= 1"].get<double>(), 1e-14);
}

}  // namespace
}  // namespace warodds::test
