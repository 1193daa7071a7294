// What the program says to arguments: help, and errors that name what was found and what is
// allowed.
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
constexpr int bad_input = 2;

/// A fight that would be answered, with more arguments.
Outcome fight_with(const std::vector<std::string>& more) {
  std::vector<std::string> arguments{"fight", "--system", "raiders-of-arcana", "figures=6", "hp=2"};
  arguments.insert(arguments.end(), more.begin(), more.end());
  return run(arguments);
}

void expect_mentions(const Outcome& outcome, const std::vector<std::string>& mentions) {
  EXPECT_EQ(outcome.exit_code, bad_input);
  EXPECT_THAT(outcome.out, IsEmpty());
  EXPECT_THAT(outcome.err, StartsWith("warodds: "));
  for (const std::string& mention : mentions) EXPECT_THAT(outcome.err, HasSubstr(mention));
}

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
  expect_mentions(run(call),
                  {"WARODDS_LANES = 'sse9' is no level of instructions; available here: baseline"});
}

TEST(Arguments, TheIntroductionsFirstExampleRuns) {
  const Outcome outcome =
      run({"fight", "--system", "raiders-of-arcana", "figures=6,hp=2,cd=2,as=5,db=2,arm=5",
           "figures=6,hp=1,cd=2,as=6,arm=4"});
  EXPECT_EQ(outcome.exit_code, done) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr("Attacker against Defender"));
}

TEST(Arguments, AnUnknownCommandIsRefusedWithTheNearest) {
  expect_mentions(run({"figth", "a", "b"}), {"unknown command 'figth'", "did you mean 'fight'?"});
  expect_mentions(run({"aks"}), {"unknown command 'aks'", "did you mean 'ask'?"});
}

TEST(Arguments, AnUnknownOptionIsRefusedWithTheNearest) {
  expect_mentions(fight_with({"--trails", "5"}),
                  {"unknown option '--trails'", "did you mean '--trials'?"});
}

TEST(Arguments, AnAbbreviatedOptionIsNotGuessed) {
  expect_mentions(fight_with({"--sys", "magewinds"}), {"--sys"});
}

TEST(Arguments, AnUnknownWordOfAnOptionIsRefusedWithTheNearest) {
  expect_mentions(fight_with({"--engine", "exakt"}),
                  {"--engine", "'exakt'", "did you mean 'exact'?"});
  expect_mentions(fight_with({"--format", "jsn"}), {"--format", "'jsn'", "did you mean 'json'?"});
}

TEST(Arguments, AnOptionWithoutItsValueIsRefused) {
  expect_mentions(fight_with({"--seed"}), {"--seed"});
}

TEST(Arguments, AnOptionGivenTwiceIsRefused) {
  expect_mentions(fight_with({"--seed", "1", "--seed", "2"}), {"--seed"});
}

TEST(Arguments, NumbersOutOfRangeAreRefusedWithTheRange) {
  expect_mentions(fight_with({"--trials", "0"}), {"--trials is '0'", "a whole number from 1"});
  expect_mentions(fight_with({"--trials", "1e6"}), {"--trials is '1e6'", "a whole number"});
  expect_mentions(fight_with({"--trials", "-5"}), {"--trials is '-5'"});
  expect_mentions(fight_with({"--precision", "0"}), {"--precision is '0'", "from 1e-06 to 0.5"});
  expect_mentions(fight_with({"--precision", "nan"}), {"--precision is 'nan'"});
  expect_mentions(fight_with({"--confidence", "1"}), {"--confidence is '1'", "from 0.5"});
  expect_mentions(fight_with({"--seed", "-1"}), {"--seed is '-1'"});
  expect_mentions(fight_with({"--seed", "99999999999999999999999"}), {"--seed"});
  expect_mentions(fight_with({"--threads", "0"}), {"--threads is '0'", "from 1"});
  expect_mentions(fight_with({"--time-limit", "0"}), {"--time-limit is '0'"});
  expect_mentions(fight_with({"--time-limit", "inf"}), {"--time-limit is 'inf'"});
}

TEST(Arguments, ContradictorySwitchesAreRefused) {
  expect_mentions(fight_with({"--trials", "5", "--precision", "0.1"}), {"--trials", "--precision"});
  expect_mentions(fight_with({"--engine", "exact", "--trials", "5"}),
                  {"--trials", "--engine exact"});
  expect_mentions(fight_with({"--engine", "exact", "--precision", "0.1"}),
                  {"--precision", "--engine exact"});
  expect_mentions(run({"fight", "--roster", example("raiders-of-arcana"), "--system", "magewinds",
                       "Cave Troll", "Goblin Mob"}),
                  {"--system says magewinds", "is a roster of raiders-of-arcana"});
}

TEST(Arguments, TheSystemOfARosterMayBeSaidAgain) {
  EXPECT_EQ(run({"fight", "--roster", example("raiders-of-arcana"), "--system", "raiders-of-arcana",
                 "Cave Troll", "Goblin Mob"})
                .exit_code,
            done);
}

TEST(Arguments, AFightNeedsTwoUnits) {
  expect_mentions(run({"fight"}), {"two units"});
  expect_mentions(run({"fight", "--system", "magewinds", "toughness=5"}), {"two units", "1 given"});
  expect_mentions(run({"battle", "--system", "magewinds", "toughness=5", "hp=1", "hp=2"}),
                  {"two units", "3 given"});
}

TEST(Arguments, WithoutARosterTheSystemMustBeSaid) {
  expect_mentions(run({"fight", "hp=1", "hp=2"}), {"which system?", "magewinds", "--roster"});
}

TEST(Arguments, UnitsNeedARoster) { expect_mentions(run({"units"}), {"--roster"}); }

TEST(Arguments, SystemsListsAllFourAndTheFieldsOfOne) {
  const Outcome all = run({"systems"});
  EXPECT_EQ(all.exit_code, done);
  EXPECT_THAT(all.out, AllOf(HasSubstr("arcane-legions"), HasSubstr("magewinds"),
                             HasSubstr("raiders-of-arcana"), HasSubstr("dwethia-skirmish")));
  const Outcome one = run({"systems", "magewinds"});
  EXPECT_EQ(one.exit_code, done);
  EXPECT_THAT(one.out, AllOf(HasSubstr("toughness"), HasSubstr("reaction"), HasSubstr("default")));
  expect_mentions(run({"systems", "magewind"}), {"did you mean 'magewinds'?"});
}

}  // namespace
}  // namespace warodds::test
