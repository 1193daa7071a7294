// What the program says without arguments, of its version and of the instructions that it uses;
// what it says to others: right_answers/arguments.txt.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/cli/program.h"

namespace warodds::test {
namespace {

using ::testing::AllOf;
using ::testing::AnyOf;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::StartsWith;

constexpr int done = 0;

TEST(Arguments, NoneShowTheIntroduction) {
  const Outcome outcome = run(std::vector<std::string>{});
  EXPECT_EQ(outcome.exit_code, done);
  EXPECT_THAT(outcome.out, AllOf(StartsWith("warodds: what a fight"), HasSubstr("--roster"),
                                 HasSubstr("fight A B")));
  EXPECT_THAT(outcome.err, IsEmpty());
}

TEST(Arguments, HelpAloneShowsTheIntroduction) {
  const std::string introduction = run(std::vector<std::string>{}).out;
  for (const char* help : {"--help", "-h", "help"}) {
    const Outcome outcome = run({help});
    EXPECT_EQ(outcome.exit_code, done) << help;
    EXPECT_EQ(outcome.out, introduction) << help;
  }
}

TEST(Arguments, VersionIsOneLineAndNamesTheInstructionsInUse) {
  const Outcome outcome = run({"--version"});
  EXPECT_EQ(outcome.exit_code, done);
  EXPECT_THAT(outcome.out, AnyOf("warodds " WARODDS_VERSION " (baseline)\n",
                                 "warodds " WARODDS_VERSION " (avx2)\n",
                                 "warodds " WARODDS_VERSION " (avx512)\n"));
}

TEST(Arguments, TheInstructionsCanBeChosenAndAWrongChoiceIsRefused) {
  Call call{{"--version"}};
  call.environment["WARODDS_LANES"] = "baseline";
  EXPECT_EQ(run(call).out, "warodds " WARODDS_VERSION " (baseline)\n");
  call.environment["WARODDS_LANES"] = "sse9";
  const Outcome wrong = run(call);
  EXPECT_EQ(wrong.exit_code, 2);
  EXPECT_THAT(wrong.out, IsEmpty());
  EXPECT_THAT(wrong.err, StartsWith("warodds: WARODDS_LANES = 'sse9' is no level of instructions; "
                                    "available here: baseline"));
}

}  // namespace
}  // namespace warodds::test
