// Games that have been written down, stopped and in two places; all else: right_answers/logs.txt.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "core/ask/forms/text/pieces.h"
#include "tests/cli/answers.h"
#include "tests/cli/program.h"

namespace warodds::test {
namespace {

using ::testing::HasSubstr;

std::string game_of(const std::string& row, int rows) {
  std::string text = "attacker,defender,observed\n";
  for (; rows > 0; --rows) text += row;
  return text;
}

TEST(Log, MayStandInTheQuestionAndInAFile) {
  const std::string rows = game_of("figures=4,figures=5,attacker.hits=1\n", 2);
  const TemporaryFile sheet("game.csv", rows);
  const Json question{{"command", "log"},
                      {"system", "raiders-of-arcana"},
                      {"log-text", rows},
                      {"log", {sheet.path()}}};
  const TemporaryFile file("question.jsonl", question.dump() + "\n");
  EXPECT_EQ(Json::parse(said({"ask", file.path(), "--files", "/"}))["rows"].size(), 4U);
}

TEST(Log, ThatIsStoppedSaysWhatIsDone) {
  // The first row is played for a second, which is all there is; the second row is not begun.
  const TemporaryFile game("game.csv", game_of("figures=4,figures=5,attacker.kills=1\n", 2));
  const Arguments log{"log", game.path(), "--system",      "raiders-of-arcana", "--engine",
                      "sim", "--trials",  "1000000000000", "--time-limit",      "0.2"};
  const Json answer = answered(log);
  EXPECT_EQ(answer["rows"].size(), 1U);
  EXPECT_EQ(answer["written"], 2);
  EXPECT_THAT(answer["partial"].get<std::string>(), HasSubstr("time limit"));
  EXPECT_THAT(said(log), HasSubstr("1 of 2 rows are done"));
}

TEST(Rarity, IsOneInSoMany) {
  EXPECT_EQ(text::one_in(1.0 / 29401), "1 in 29,000");
  EXPECT_EQ(text::one_in(1.0 / 999'999), "1 in 1 million");
  EXPECT_EQ(text::one_in(1.0 / 1'234'567), "1 in 1.2 million");
  EXPECT_EQ(text::one_in(1.0 / 12'345'678), "1 in 12 million");
  EXPECT_EQ(text::one_in(1.0 / 123'456'789), "1 in 120 million");
  EXPECT_EQ(text::one_in(4e-10), "1 in 2.5 billion");
  EXPECT_EQ(text::one_in(5e-14), "1 in 20 trillion");
  EXPECT_EQ(text::one_in(8e-20), "1 in 1.2e19");
  EXPECT_EQ(text::one_in(5e-324), "1 in 1.0e300");
  const Style style;
  EXPECT_EQ(text::percent_or_one_in({0.0001}, style), "0.01 %");
  EXPECT_EQ(text::percent_or_one_in({0.00005}, style), "1 in 20,000");
  EXPECT_EQ(text::percent_or_one_in({0}, style), "0 %");
  EXPECT_THAT(text::percent_or_one_in({0.00005, 0.0001}, style), HasSubstr("%"));  // nobody knows
}

}  // namespace
}  // namespace warodds::test
