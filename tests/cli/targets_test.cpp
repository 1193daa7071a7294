// fight A B C D: whom to attack.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/cli/answers.h"

namespace warodds::test {
namespace {

const std::string attacker = "figures=4,cd=2,points=60,name=A";
const std::vector<std::string> targets{
    "figures=3,points=30,name=B", "figures=2,hp=2,points=50,name=C", "figures=8,points=40,name=D"};
const Arguments in{"--system", "raiders-of-arcana"};

Arguments against_all() {
  Arguments all{"fight", attacker};
  for (const std::string& target : targets) all.push_back(target);
  return all + in;
}

TEST(Targets, HaveTheNumbersOfTheirFightsAndTheBestIsFirst) {
  const Json found = answered(against_all());
  ASSERT_EQ(found["targets"].size(), targets.size());
  double before = 1e9;
  for (const Json& row : found["targets"]) {
    const std::string name = row["unit"];
    const std::string& target = targets[static_cast<std::size_t>(name.front() - 'B')];
    const Json fight = answered(Arguments{"fight", attacker, target} + in,
                                {"--show",
                                 "damage.mean,kills.mean,attacker.destroys,"
                                 "defender.kills.mean,defender.destroys,swing.mean"})["show"];
    EXPECT_EQ(row["damage"], fight["damage.mean"]) << name;
    EXPECT_EQ(row["kills"], fight["kills.mean"]) << name;
    EXPECT_EQ(row["destroyed"], fight["attacker.destroys"]) << name;
    EXPECT_EQ(row["losses"], fight["defender.kills.mean"]) << name;
    EXPECT_EQ(row["lost"], fight["defender.destroys"]) << name;
    EXPECT_NEAR(row["swing"], fight["swing.mean"], 1e-12) << name;
    EXPECT_LE(row["swing"], before) << name;
    before = row["swing"];
  }
}

// --show picks the columns, --best adds what solve says; the order stays.
TEST(Targets, HaveTheColumnsThatAreAskedFor) {
  const std::string show = "attacker.kills.mean,attacker.kills >= 1 and defender.kills = 0";
  const Json plain = answered(against_all());
  const Json found = answered(against_all(), {"--show", show, "--best"});
  ASSERT_EQ(found["targets"].size(), targets.size());
  for (std::size_t i = 0; i < targets.size(); ++i) {
    const Json& row = found["targets"][i];
    const std::string name = row["unit"];
    EXPECT_EQ(plain["targets"][i]["unit"], name);
    EXPECT_FALSE(row.contains("damage"));
    const Arguments two{attacker, targets[static_cast<std::size_t>(name.front() - 'B')]};
    EXPECT_EQ(row["show"], answered(Arguments{"fight"} + two + in, {"--show", show})["show"]);
    EXPECT_NEAR(row["best"].get<double>(),
                answered(Arguments{"solve"} + two + in)["value"].get<double>(), 1e-9);
  }
  EXPECT_THAT(said(against_all(), {"--show", "attacker.kills.mean", "--best", "--format", "csv"}),
              ::testing::HasSubstr("unit,attacker.kills.mean,best"));
  EXPECT_THAT(said(against_all(), {"--show", "kills>=5"}), ::testing::HasSubstr("kills>=5"));
  // What is remarked of all is said once.
  const Json remarks = answered(against_all(), {"--show", "defender.destroyed"})["remarks"];
  ASSERT_EQ(remarks.size(), 1U) << remarks;
  EXPECT_THAT(remarks[0].get<std::string>(), ::testing::StartsWith("B, C, D: defender.destroyed"));
}

}  // namespace
}  // namespace warodds::test
