// From where battles are fought, how far, and which outcomes count: in tables as in battles, and
// with settings that change from round to round.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <string>
#include <vector>

#include "tests/cli/answers.h"

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

}  // namespace
}  // namespace warodds::test
