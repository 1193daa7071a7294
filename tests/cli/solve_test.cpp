// What solve says of all that may come; what it says first, and battles: right_answers.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/cli/answers.h"

namespace warodds::test {
namespace {

const Arguments raid_of_six{"solve",    "figures=6,as=4",    "figures=6,as=4",
                            "--system", "raiders-of-arcana", "--payoff",
                            "win"};
const std::string wizard =
    "toughness=6,armour=1,deflect=2,evasion=1,dodge=3,light.power=3,light.precision=9,"
    "heavy.power=6,heavy.precision=5";

TEST(SolveCommand, ListsWhatToDoLater) {
  const auto solve = [](const Arguments& more) {
    return answered({"solve", "--system", "magewinds", wizard, wizard}, more);
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
  const Json raid = answered(raid_of_six, {"--rounds", "3"});
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

TEST(SolveCommand, WritesTheWholePolicy) {
  const auto lines = lines_of(said(raid_of_six, {"--rounds", "2", "--format", "csv"}));
  EXPECT_THAT(lines.at(0), ::testing::HasSubstr("side,choice,p"));
  // 36 states, 2 rounds, two sides: each with at least one choice.
  EXPECT_GE(lines.size(), 1U + 36 * 2 * 2);
}

}  // namespace
}  // namespace warodds::test
