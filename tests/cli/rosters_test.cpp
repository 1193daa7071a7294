// Roster files with bytes, depths and lengths that no page of text should show; other mistakes:
// right_answers/bad_rosters.txt. Each is refused with file, line and column where there is one,
// what was found, and what is allowed.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>

#include "tests/cli/answers.h"
#include "tests/cli/program.h"

namespace warodds::test {
namespace {

using ::testing::HasSubstr;

/// What is wrong with a roster: `place` is what follows the file's name, ": " for the file as a
/// whole.
void expect_roster_refused(const std::string& content, const std::string& place,
                           const std::vector<std::string>& mentions) {
  const TemporaryFile roster("roster.toml", content);
  const std::string told = refused({"units", "--roster", roster.path()});
  EXPECT_THAT(told, HasSubstr(roster.path() + place)) << content;
  for (const std::string& mention : mentions) EXPECT_THAT(told, HasSubstr(mention));
}

const std::string a_raider = "system = \"raiders-of-arcana\"\n[[unit]]\nname = \"A\"\n";

TEST(Rosters, WhatWouldCommandATerminalIsRefused) {
  const std::string inline_name = "name=A\x1b[31m";
  expect_refused({"fight", "--system", "dwethia-skirmish", inline_name, "models=2"},
                 "attacker: the name has a character");
  const TemporaryFile csv("bell.csv", "name,hp\nA,1\nB\a,1\n");
  expect_refused({"units", "--roster", csv.path(), "--system", "raiders-of-arcana"}, "bell.csv:3");
}

TEST(Rosters, BinaryGarbageIsRefused) {
  std::mt19937 bytes(7);
  std::string garbage;
  for (int i = 0; i < 5000; ++i) garbage += static_cast<char>(bytes() & 0xFF);
  expect_roster_refused(garbage, ":", {"not valid TOML"});
  expect_roster_refused(std::string(100, '\0'), ":", {"not valid TOML"});
  expect_roster_refused(
      "\x7f"
      "ELF\x02\x01",
      ":1:1: ", {"not valid TOML"});
}

TEST(Rosters, DeepNestingIsRefused) {
  expect_roster_refused(a_raider + "hp = " + std::string(100000, '[') + "\n",
                        ":4:", {"not valid TOML"});
}

TEST(Rosters, AKeyOfThousandsOfPartsIsRefused) {
  std::string key = "a";
  for (int i = 0; i < 100000; ++i) key += ".a";
  expect_roster_refused(a_raider + key + " = 1\n", ":4: ", {"more than 1000 dots"});
  expect_roster_refused(a_raider + "[" + key + "]\n", ":4: ", {"more than 1000 dots"});
}

TEST(Rosters, WindowsLineEndsAndAByteOrderMarkAreRead) {
  const TemporaryFile roster("windows.toml",
                             "\xEF\xBB\xBFsystem = \"magewinds\"\r\n[[unit]]\r\nname = \"A\"\r\n");
  EXPECT_EQ(run({"units", "--roster", roster.path()}).exit_code, 0);
}

}  // namespace
}  // namespace warodds::test
