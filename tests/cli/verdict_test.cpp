// The answer in a sentence, before everything else.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "tests/cli/answers.h"

namespace warodds::test {
namespace {

std::string verdict(const Arguments& arguments) {
  const std::string text = unwrapped(said(arguments));
  const auto begin = text.find(") ") + 2;  // behind the system
  return text.substr(begin, text.find_last_of('.', text.find("exact (")) + 1 - begin);
}

const Arguments dwethia{"--system", "dwethia-skirmish"};

// A model is hit with 1/2 and wounded with 1/2: one model downs the other 25 times of 100.
TEST(Verdict, OfAFightIsWhatBothDeal) {
  EXPECT_EQ(verdict(Arguments{"fight", "name=A", "name=B"} + dwethia),
            "A deals 0.2 damage, destroys B in 25 of 100 fights; B deals 0.2 damage, destroys A in "
            "25 of 100 fights.");
  EXPECT_EQ(
      verdict({"fight", "figures=1,name=A", "figures=2,name=B", "--system", "raiders-of-arcana",
               "--with", "attacker-attack=none", "--with", "defender-attack=none"}),
      "Nobody can deal any damage.");
}

// 3/16 for each, 1/16 for both in a round, which 9/16 of the time changes nothing.
TEST(Verdict, OfABattleIsWhoWinsAndWithWhat) {
  EXPECT_EQ(verdict(Arguments{"battle", "name=A", "name=B"} + dwethia),
            "A wins 43 of 100 battles; B wins 43.");
  EXPECT_EQ(verdict(Arguments{"battle", "name=A", "name=B", "--rounds", "1"} + dwethia),
            "63 of 100 battles have no winner.");
}

// Neither puts a die into attack.
TEST(Verdict, SaysWhereNobodyCanWin) {
  EXPECT_EQ(
      verdict({"battle", "figures=1,name=A", "figures=2,name=B", "--system", "raiders-of-arcana",
               "--with", "attacker-attack=none", "--with", "defender-attack=none"})
          .substr(0, 23),
      "No battle has a winner.");
}

TEST(Verdict, IsOnlyOfWholeAnswers) {
  const Arguments battle = Arguments{"battle", "name=A", "name=B"} + dwethia;
  EXPECT_THAT(said(battle, {"--show", "win"}), ::testing::Not(::testing::HasSubstr("of 100")));
  EXPECT_THAT(said(battle, {"--given", "win"}), ::testing::Not(::testing::HasSubstr("of 100")));
}

}  // namespace
}  // namespace warodds::test
