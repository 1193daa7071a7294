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

// Without points, whoever is likeliest to be destroyed; then where most figures fall.
TEST(Targets, WithoutPointsGoByWhoFalls) {
  const Json found = answered(Arguments{"fight", "figures=2,name=A", "figures=9,name=B",
                                        "figures=1,name=C", "figures=2,name=D"} +
                              in);
  std::vector<std::string> order;
  for (const Json& row : found["targets"]) order.push_back(row["unit"]);
  EXPECT_EQ(order, (std::vector<std::string>{"C", "D", "B"}));
  EXPECT_FALSE(found["targets"][0].contains("swing"));
}

TEST(Targets, AreSaidInASentenceAndARow) {
  EXPECT_THAT(unwrapped(said(against_all())), ::testing::HasSubstr("A against 3 targets"));
  EXPECT_THAT(unwrapped(said(against_all())), ::testing::HasSubstr("does best against"));
  EXPECT_EQ(lines_of(said(against_all(), {"--format", "csv"})).size(), 4u);
  expect_refused(against_all() + Arguments{"--show", "win"}, "--show, --joint");
  expect_refused(against_all() + Arguments{"--engine", "both"}, "--engine both");
}

TEST(Targets, WhomTheRulesForbidIsARemark) {
  const Arguments bows{"fight",          "red=1,blue=3,range=6,name=Bows",
                       "white=1,name=B", "white=2,name=C",
                       "--system",       "arcane-legions",
                       "--with",         "mode=ranged"};
  EXPECT_EQ(answered(bows)["targets"].size(), 2u);
  EXPECT_THAT(refused(bows + Arguments{"--with", "distance=9"}, {}, 1),
              ::testing::HasSubstr("range"));
}

}  // namespace
}  // namespace warodds::test
