// Rosters written anew: the values that were meant are changed, and not a byte besides.
#include "core/roster/roster_text.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "core/text/error.h"

namespace warodds {
namespace {

std::string changed(const std::string& file, const std::string& text,
                    const std::vector<NewValue>& values, const SheetColumns& columns = {},
                    const std::string& system = "raiders-of-arcana") {
  Roster roster;
  roster.file = file;
  roster.system = system;
  roster.text = text;
  roster.columns = columns;
  return with_values(roster, values);
}

TEST(NewCsv, FindsColumnsAsTheReaderDoes) {
  // "Points" that are left out or behind '#' are not the points.
  EXPECT_EQ(changed("a.csv",
                    "Name ;#points;HP (wounds);Extra Attack [dice];POINTS\n"
                    "Wolf;1;2;3;80\nBear;4;5;6;90\n",
                    {{"Bear", "", "points", "95"},
                     {"Bear", "", "extra-attack", "7"},
                     {"Wolf", "", "hp", "1"}}),
            "Name ;#points;HP (wounds);Extra Attack [dice];POINTS\n"
            "Wolf;1;1;3;80\nBear;4;5;7;95\n");
  EXPECT_EQ(changed("a.tsv", "name\tPoints (old)\thp\nWolf\t50\t2\n",
                    {{"Wolf", "", "points", "60"}}, {{"points"}}),
            "name\tPoints (old)\thp\tpoints\nWolf\t50\t2\t60\n");
}

TEST(NewCsv, KeepsQuotesLineEndsAndEmptyRows) {
  EXPECT_EQ(changed("a.csv",
                    "\xEF\xBB\xBFsep=,\r\nname,hp,note\r\n\r\n\"A, \"\"B\"\"\",\"2\",\"two\r\n"
                    "lines\"\r\n,,\r\nC,,last",
                    {{"A, \"B\"", "", "hp", "3"}, {"C", "", "hp", "4"}}),
            "\xEF\xBB\xBFsep=,\r\nname,hp,note\r\n\r\n\"A, \"\"B\"\"\",3,\"two\r\n"
            "lines\"\r\n,,\r\nC,4,last");
}

TEST(NewCsv, AddsColumnsThatAreMissing) {
  // Row B ends early; every row gets as many cells as the header has then.
  EXPECT_EQ(changed("a.csv", "name;hp;note\nA;2;x\nB;3\n",
                    {{"B", "", "as", "4"}, {"B", "", "points", "9"}, {"A", "", "points", "8"}}),
            "name;hp;note;as;points\nA;2;x;;8\nB;3;;4;9\n");
  EXPECT_EQ(changed("a.csv", "name;hp;as\nA;3\n", {{"A", "", "hp", "1"}, {"A", "", "as", "2"}}),
            "name;hp;as\nA;1;2\n");
}

TEST(NewCsv, ChangesTheRowsThatSayIt) {
  // What is said of the unit in each of its rows is changed in each; what a group says, there.
  const std::string text = "name,points,model,count\nA,60,Man,5\nA,60,Chief,1\nB,70,Man,4\n";
  EXPECT_EQ(changed("a.csv", text, {{"A", "", "points", "65"}, {"A", "Chief", "count", "2"}}, {},
                    "dwethia-skirmish"),
            "name,points,model,count\nA,65,Man,5\nA,65,Chief,2\nB,70,Man,4\n");
  EXPECT_THROW(changed("a.csv", text, {{"A", "Boy", "count", "2"}}, {}, "dwethia-skirmish"),
               NoAnswer);
}

TEST(NewCsv, KeepsTitlesHeadingsAndTargetNumbers) {
  const std::string text =
      "Army of the marches, version 3;;;\nby Ada\n\nUnit;Models;Attack Skill;Cost\n"
      "Infantry;;;\nWolf;6;5+;80\nHeroes\nBear;1;4;90\n";
  EXPECT_EQ(changed("a.csv", text, {{"Wolf", "", "as", "4"}, {"Bear", "", "points", "95"}}),
            "Army of the marches, version 3;;;\nby Ada\n\nUnit;Models;Attack Skill;Cost\n"
            "Infantry;;;\nWolf;6;4+;80\nHeroes\nBear;1;4;95\n");
  // A new column: rows that were as wide as the header stay so.
  EXPECT_EQ(changed("a.csv", text, {{"Bear", "", "hp", "3"}, {"Wolf", "", "figures", "7"}}),
            "Army of the marches, version 3;;;;\nby Ada\n\nUnit;Models;Attack Skill;Cost;hp\n"
            "Infantry;;;;\nWolf;7;5+;80;\nHeroes\nBear;1;4;90;3\n");
}

TEST(NewCsv, FindsColumnsThatAreMapped) {
  EXPECT_EQ(changed("a.csv", "Troop,Wert,hp\nWolf,80,2\n", {{"Wolf", "", "points", "70"}},
                    {{}, {{"troop", "name"}, {"Wert", "points"}}}),
            "Troop,Wert,hp\nWolf,70,2\n");
  // The sizes of units and of the models of others stand in one column.
  EXPECT_EQ(changed("a.csv", "Unit,model,Models\nA,Man,5\nA,Chief,1\nB,,4\n",
                    {{"A", "Man", "count", "6"}, {"B", "", "models", "3"}}, {}, "dwethia-skirmish"),
            "Unit,model,Models\nA,Man,6\nA,Chief,1\nB,,3\n");
}

TEST(NewCsv, IsUtf8WhereItWasUtf16) {
  std::string bytes = "\xFF\xFE";
  for (const char c : std::string("name,hp\r\nA,2\r\n")) bytes += {c, '\0'};
  EXPECT_EQ(changed("a.csv", bytes, {{"A", "", "hp", "3"}}), "\xEF\xBB\xBFname,hp\r\nA,3\r\n");
}

TEST(NewToml, ChangesValuesWhereTheyStand) {
  EXPECT_EQ(changed("a.toml",
                    "# \xC3\xA4\r\n[[unit]]\r\nname = \"\xC3\x84\" # the name\r\n"
                    "hp   =  2   # two\r\nlight = {power = 3, precision = 4} # light\r\n",
                    {{"\xC3\x84", "", "hp", "3"},
                     {"\xC3\x84", "", "light.power", "5"},
                     {"\xC3\x84", "", "as", "4"}}),
            "# \xC3\xA4\r\n[[unit]]\r\nname = \"\xC3\x84\" # the name\r\nas = 4\r\n"
            "hp   =  3   # two\r\nlight = {power = 5, precision = 4} # light\r\n");
}

TEST(NewToml, AddsToTablesOfOneLineAndToGroups) {
  EXPECT_EQ(changed("a.toml", "unit = [\n  {name = \"A\", hp = 2},\n  {name = \"B\"}]",
                    {{"A", "", "as", "4"}, {"B", "", "kind", "elite"}}),
            "unit = [\n  {name = \"A\", hp = 2, as = 4},\n  {name = \"B\", kind = \"elite\"}]");
  EXPECT_EQ(changed("a.toml",
                    "[[unit]]\nname = \"A\"\n[[unit.figure]]\nname = \"F\"\nhp = 1\n"
                    "[[unit.figure]]\nhp = 2\nname = \"G\"",
                    {{"A", "G", "hp", "3"}, {"A", "F", "count", "6"}, {"A", "G", "count", "7"}}, {},
                    "arcane-legions"),
            "[[unit]]\nname = \"A\"\n[[unit.figure]]\nname = \"F\"\ncount = 6\nhp = 1\n"
            "[[unit.figure]]\nhp = 3\nname = \"G\"\ncount = 7");
}

TEST(NewRosterText, TellsAValueOfAGroupFromThatOfItsUnit) {
  EXPECT_EQ(
      changed("a.toml", "[[unit]]\nname = \"A\"\nred = 1\n[[unit.figure]]\nname = \"F\"\nred = 2\n",
              {{"A", "F", "red", "3"}}, {}, "arcane-legions"),
      "[[unit]]\nname = \"A\"\nred = 1\n[[unit.figure]]\nname = \"F\"\nred = 3\n");
  const std::string sheet = "name,figure,red\nA,,1\nA,F,2\n";
  EXPECT_EQ(changed("a.csv", sheet, {{"A", "F", "red", "3"}}, {}, "arcane-legions"),
            "name,figure,red\nA,,1\nA,F,3\n");
  EXPECT_EQ(changed("a.csv", sheet, {{"A", "", "red", "4"}}, {}, "arcane-legions"),
            "name,figure,red\nA,,4\nA,F,2\n");
  // What is said of the only group on the unit is changed there.
  EXPECT_EQ(
      changed("a.toml", "[[unit]]\nname = \"A\"\nhp = 3\n[[unit.figure]]\nname = \"F\"\nred = 2\n",
              {{"A", "F", "hp", "4"}}, {}, "arcane-legions"),
      "[[unit]]\nname = \"A\"\nhp = 4\n[[unit.figure]]\nname = \"F\"\nred = 2\n");
}

TEST(NewRosterText, NeedsAFile) {
  EXPECT_THROW(changed("units", "", {{"A", "", "hp", "3"}}), NoAnswer);
}

}  // namespace
}  // namespace warodds
