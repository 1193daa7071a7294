// Roster files that are wrong: each is refused with file, line and column where there is one, what
// was found, and what is allowed.
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
const std::string a_legion = "system = \"arcane-legions\"\n[[unit]]\nname = \"A\"\n";

TEST(Rosters, ThatAreWrongAreRefusedWithWhereAndWhy) {
  expect_roster_refused(a_raider + "figures = \n", ":4:11: ", {"not valid TOML"});
  expect_roster_refused(a_raider + "hp = 1\nhp = 2\n", ":5:", {"not valid TOML", "hp"});
  expect_roster_refused(a_raider + "figures = \"six\"\n",
                        ":4:11: ", {"figures is six", "1 to 10000"});
  expect_roster_refused(a_raider + "figures = 1.5\n",
                        ":4:11: ", {"figures is 1.5", "a whole number"});
  expect_roster_refused(a_raider + "figures = [6]\n", ":4:", {"figures must be one value"});
  expect_roster_refused(a_raider + "figures = 2024-01-01\n",
                        ":4:11: ", {"figures must be a number"});
  expect_roster_refused(a_raider + "shield-wall = 3\n",
                        ":4:15: ", {"shield-wall is 3", "no or yes"});
  expect_roster_refused("system = \"raiders-of-arcana\"\n[[unit]]\nname = 5\n",
                        ":3:8: ", {"name must be text in quotes"});
  expect_roster_refused("system = 4\n[[unit]]\nname = \"A\"\n", ":1:10: ", {"system must be"});
  expect_roster_refused(a_raider + "figurs = 6\n", ":4:", {"'figurs'", "did you mean 'figures'?"});
  expect_roster_refused(a_legion + "[[unit.figure]]\nblu = 1\n",
                        ":5:", {"'blu'", "did you mean 'blue'?"});
  expect_roster_refused("sytem = \"magewinds\"\n", ":1:", {"'sytem'", "did you mean 'system'?"});
  expect_roster_refused(a_legion + "[[unit.figures]]\nred = 1\n",
                        ":4:", {"'figures'", "did you mean 'figure'?"});
  expect_roster_refused(a_raider + "[[unit.figure]]\nhp = 1\n", ":4:", {"have no groups"});
  expect_roster_refused(a_raider + "figures = 0\n", ":4:11: ", {"figures is 0", "from 1 to 10000"});
  expect_roster_refused(a_raider + "cd = -1\n", ":4:6: ", {"cd is -1", "from 0 to 100"});
  expect_roster_refused(a_raider + "hp = 123456789012345678901234567890\n", ":4:", {});
  expect_roster_refused(a_raider + "[[unit]]\nname = \"A\"\n",
                        ":4:1: ", {"a second unit is called 'A'"});
  expect_roster_refused(a_legion + "[[unit.figure]]\nname = \"x\"\n[[unit.figure]]\nname = \"x\"\n",
                        ":6:1: ", {"a second figure is called 'x'"});
  expect_roster_refused("system = \"raiders-of-arcana\"\n[[unit]]\nhp = 2\n",
                        ":2:1: ", {"no name"});
  expect_roster_refused("system = \"raiders-of-arcana\"\n[[unit]]\nname = \"A,b=1\"\n",
                        ":2:1: ", {"must not contain '='"});
  expect_roster_refused("[[unit]]\nname = \"A\"\n", ": ", {"which system", "system = "});
  expect_roster_refused("system = \"magewind\"\n[[unit]]\nname = \"A\"\n", ": ",
                        {"unknown system 'magewind'", "did you mean 'magewinds'?"});
  expect_roster_refused("system = \"magewinds\"\n", ": ", {"no [[unit]]"});
  expect_roster_refused("system = \"magewinds\"\n[unit]\nname = \"A\"\n", ":2:1: ", {"[[unit]]"});
  expect_roster_refused("", ": ", {"system"});
}

// A stat of figures may stand on a unit that has one kind of them, but is not said twice.
TEST(Rosters, AStatOnAUnitThatItsFiguresHaveIsRefused) {
  const std::string figure = "[[unit.figure]]\nname = ";
  expect_roster_refused(a_legion + "hp = 3\n" + figure + "\"X\"\nred = 1\nhp = 2\n",
                        ":4:6: ", {"hp is given twice", "in the figure 'X'", ":8:6"});
  expect_roster_refused(
      a_legion + "hp = 3\n" + figure + "\"X\"\nred = 1\n" + figure + "\"Y\"\nhp = 2\n",
      ":4:6: ", {"hp is given twice", "in the figure 'Y'"});
  expect_roster_refused(
      a_legion + "hp = 3\n" + figure + "\"X\"\nred = 1\n" + figure + "\"Y\"\nred = 2\n",
      ":4:6: ", {"hp belongs to a figure: write NAME.hp, with NAME one of X, Y"});
  const TemporaryFile good("roster.toml", a_legion + "hp = 3\n" + figure + "\"X\"\nred = 1\n");
  EXPECT_THAT(run({"units", "--roster", good.path()}).out, HasSubstr("hp 3"));
}

TEST(Rosters, WhatWouldCommandATerminalIsRefused) {
  const std::string begin = "system = \"dwethia-skirmish\"\n[[unit]]\n";
  expect_roster_refused(begin + "name = \"A\\u001b[31m\"\n",
                        ":2:1: ", {"the name has", "byte 0x1b"});
  expect_roster_refused(begin + "name = \"A\\nB\"\n", ":2:1: ", {"byte 0x0a"});
  expect_roster_refused(begin + "name = \"A\\u009b1m\"\n", ":2:1: ", {"byte 0xc2"});
  expect_roster_refused(begin + "name = \"A\"\nnote = \"\\u0007\"\n", ":2:1: ", {"note"});
  expect_roster_refused(begin + "name = \"A\"\n[[unit.model]]\nname = \"\\u007f\"\n",
                        ":4:1: ", {"byte 0x7f"});
  const std::string inline_name = "name=A\x1b[31m";
  expect_refused({"fight", "--system", "dwethia-skirmish", inline_name, "models=2"},
                 "attacker: the name has a character");
  const TemporaryFile csv("bell.csv", "name,hp\nA,1\nB\a,1\n");
  expect_refused({"units", "--roster", csv.path(), "--system", "raiders-of-arcana"}, "bell.csv:3");
  const TemporaryFile fine("fine.toml",
                           begin + "name = \"\u00c9 \u2014 \u017d\"\nnote = \"a\\nb\"\n");
  EXPECT_EQ(run({"units", "--roster", fine.path()}).exit_code, 0);
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

TEST(Rosters, ADirectoryIsNoRoster) {
  const Outcome outcome = run({"units", "--roster", "/"});
  EXPECT_EQ(outcome.exit_code, 2);
  EXPECT_THAT(outcome.err, HasSubstr("'/'"));
}

TEST(Rosters, AMissingFileIsNamed) {
  const Outcome outcome = run({"units", "--roster", "/nowhere/orcs.toml"});
  EXPECT_EQ(outcome.exit_code, 2);
  EXPECT_THAT(outcome.err, HasSubstr("'/nowhere/orcs.toml'"));
}

TEST(Rosters, WindowsLineEndsAndAByteOrderMarkAreRead) {
  const TemporaryFile roster("windows.toml",
                             "\xEF\xBB\xBFsystem = \"magewinds\"\r\n[[unit]]\r\nname = \"A\"\r\n");
  EXPECT_EQ(run({"units", "--roster", roster.path()}).exit_code, 0);
}

TEST(Rosters, UnitsShowsEveryUnitWithItsNote) {
  const Outcome outcome = run({"units", "--roster", example("magewinds")});
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_THAT(outcome.out, HasSubstr("Guardian  (published profile)"));
  EXPECT_THAT(outcome.out, HasSubstr("Stone Giant  (ours, not published)"));
}

}  // namespace
}  // namespace warodds::test
