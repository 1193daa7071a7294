// Rosters out of spreadsheets.
#include "core/roster/sheet.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "core/fields/unit_builder.h"
#include "core/roster/csv.h"
#include "core/systems/systems.h"
#include "core/text/error.h"

namespace warodds {
namespace {

using Rows = std::vector<std::vector<std::string>>;

Rows rows_of(std::string_view text, const std::string& file) {
  Rows rows;
  for (const CsvRow& row : parse_csv(text, file).rows) rows.push_back(row.fields);
  return rows;
}

TEST(Csv, ReadsQuotesAsRfc4180HasThem) {
  EXPECT_EQ(rows_of("a,b\r\n1,2\r\n", "f"), (Rows{{"a", "b"}, {"1", "2"}}));
  EXPECT_EQ(rows_of("a,b\n\"x, y\",\"say \"\"hi\"\"\"\n", "f"),
            (Rows{{"a", "b"}, {"x, y", "say \"hi\""}}));
  EXPECT_EQ(rows_of("a\n\"two\nlines\"", "f"), (Rows{{"a"}, {"two\nlines"}}));
  EXPECT_EQ(rows_of("a,,c\n,,\n", "f"), (Rows{{"a", "", "c"}, {"", "", ""}}));
  EXPECT_THROW(parse_csv("a\n\"open", "f"), InputError);
  EXPECT_EQ(rows_of("", "f"), Rows{});
  EXPECT_EQ(rows_of("a,b\n12\",6\" long\n", "f"), (Rows{{"a", "b"}, {"12\"", "6\" long"}}));
}

TEST(Csv, CountsLinesAlsoInsideQuotes) {
  const auto rows = parse_csv("a\r\n\"two\r\nlines\"\nb\rc\n", "f").rows;
  std::vector<std::size_t> lines;
  for (const CsvRow& row : rows) lines.push_back(row.line);
  EXPECT_EQ(lines, (std::vector<std::size_t>{1, 2, 4, 5}));
  try {
    parse_csv("a\n\"two\nlines\"\n\"open\n", "f.csv");
    FAIL() << "an open quote is accepted";
  } catch (const InputError& error) {
    EXPECT_EQ(std::string(error.what()).substr(0, 8), "f.csv:4:");
  }
}

TEST(Csv, UnderstandsEuropeanSpreadsheets) {
  EXPECT_EQ(rows_of("\xEF\xBB\xBFname;hp\r\n\"A; B\";2\r\n", "f"),
            (Rows{{"name", "hp"}, {"A; B", "2"}}));
  EXPECT_EQ(rows_of("name\thp\nA, B\t2\n", "f"), (Rows{{"name", "hp"}, {"A, B", "2"}}));
  EXPECT_EQ(rows_of("name;hp (now, not at first);arm\nA;2;3\n", "f"),
            (Rows{{"name", "hp (now, not at first)", "arm"}, {"A", "2", "3"}}));
}

TEST(Csv, TakesTheSeparatorThatIsAnnounced) {
  const CsvText csv = parse_csv("sep=;\r\nname;a,b,c\r\n", "f");
  EXPECT_EQ(csv.separator, ';');
  ASSERT_EQ(csv.rows.size(), 1U);
  EXPECT_EQ(csv.rows[0].line, 2U);
  EXPECT_EQ(csv.rows[0].fields, (std::vector<std::string>{"name", "a,b,c"}));
}

/// "Kr\u00e4he, \U0001F426" and what follows, as two bytes for each unit.
std::string utf16(std::u16string_view text, bool big) {
  std::string bytes;
  for (const char16_t c : text) {
    const char high = static_cast<char>(c >> 8);
    const char low = static_cast<char>(c & 0xFF);
    bytes += big ? high : low;
    bytes += big ? low : high;
  }
  return bytes;
}

TEST(Csv, ReadsUtf16OfBothKindsWithAndWithoutItsMark) {
  const Rows rows{{"name", "hp"}, {"Kr\xC3\xA4he \xF0\x9F\x90\xA6 \xE2\x82\xAC", "2"}};
  const std::u16string text = u"name\thp\r\nKr\u00E4he \U0001F426 \u20AC\t2\r\n";
  for (const bool big : {false, true}) {
    EXPECT_EQ(rows_of(utf16(text, big), "f"), rows) << big;
    EXPECT_EQ(rows_of(utf16(u"\uFEFF" + text, big), "f"), rows) << big;
  }
}

/// The same unit, however its sheet is written.
void expect_the_wolf(const std::string& text, const std::vector<std::string>& ignored = {}) {
  const Roster roster = parse_csv_roster(text, "f.csv", "raiders-of-arcana", {ignored});
  ASSERT_EQ(roster.units.size(), 1U) << text;
  const auto wolf = UnitBuilder<RaidersOfArcana>::from_roster(roster.find("Wolf"));
  EXPECT_EQ(wolf.hp, 3) << text;
  EXPECT_EQ(wolf.arm, 6) << text;
  EXPECT_EQ(wolf.shield_wall, 1) << text;
  EXPECT_EQ(wolf.extra_attack.text(), "1d6+1") << text;
}

TEST(CsvRoster, ReadsSheetsAsTheyAre) {
  expect_the_wolf("name,hp,arm,shield-wall,extra-attack\nWolf,3,6,yes,1d6+1\n");
  expect_the_wolf("Name,HP (wounds),ARM,Shield wall,Extra_Attack [dice]\nWolf,3,6,TRUE,1D6+1\n");
  expect_the_wolf(" NAME ;hp;Arm.;shield wall;extra attack\nWolf;3,0;+6;WAHR;1d6+1\n");
  expect_the_wolf("name\tHP\tarm\tShield-Wall\textra-attack\nWolf\t3.0\t6.00\tVRAI\t1d6+1\n");
  expect_the_wolf("name,hp,arm,shield-wall,extra-attack\n\n,,,,\nWolf,\xC2\xA0 3 ,6,Ja,1d6+1\n");
  expect_the_wolf("\n\nname,hp,arm,shield-wall,extra-attack,,\nWolf,3,6,1,1d6+1,,\n");
  expect_the_wolf("name,hp,arm,shield-wall,extra-attack,#mine\nWolf,3,6,yes,1d6+1,swift\n");
  expect_the_wolf(
      "name,hp,arm,shield-wall,extra-attack,Cost (gold),Painted?\nWolf,3,6,yes,1d6+1,9,x\n",
      {"cost", "Painted?"});
  expect_the_wolf(
      "System,name,hp,arm,shield-wall,extra-attack\nRaiders of Arcana,Wolf,3,6,oui,1d6+1\n");
}

TEST(CsvRoster, KnowsNoInAllItsLanguages) {
  for (const char* no : {"no", "NO", "FALSE", "FALSCH", "FAUX", "nein", "Non", "0", ""}) {
    const Roster roster = parse_csv_roster(std::string("name,hp,shield-wall\nA,2,") + no + "\n",
                                           "f.csv", "raiders-of-arcana");
    EXPECT_EQ(UnitBuilder<RaidersOfArcana>::from_roster(roster.units[0]).shield_wall, 0) << no;
  }
}

TEST(CsvRoster, IsToldFromTomlByNameOrFirstLine) {
  EXPECT_TRUE(is_csv("", "a.CSV"));
  EXPECT_TRUE(is_csv("", "a.tsv"));
  EXPECT_FALSE(is_csv("name,hp\n", "a.toml"));
  EXPECT_TRUE(is_csv("name,hp\n", "roster-text"));
  EXPECT_TRUE(is_csv("sep=;\nname;hp\n", "a.txt"));
  EXPECT_TRUE(is_csv(std::string("n\0a\0", 4), "a.txt"));
  EXPECT_TRUE(is_csv("Our army\n\nname,hp\nOrc,2\n", "roster-text"));
  EXPECT_FALSE(is_csv("system = \"magewinds\"\n", "a.txt"));
  EXPECT_FALSE(is_csv("\n\nunit = [{name = \"A\", hp = 2}]\n", "a.txt"));
  EXPECT_FALSE(is_csv("# units, and their stats\n", "a.txt"));
}

}  // namespace
}  // namespace warodds
