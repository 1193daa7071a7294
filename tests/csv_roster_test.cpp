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

TEST(CsvRoster, HasARowForAUnitOrForEachOfItsGroups) {
  const Roster roster = parse_csv_roster(
      "system,name,kind,red,figure,count,hp\n"
      "arcane-legions,Cohort,sortie,1,,,\n"
      ",Cohort,,2,Captain,1,4\n"
      ",Cohort,,1,Soldier,5,\n"
      ",Loner,,3,,,2\n",
      "f.csv", "");
  EXPECT_EQ(roster.system, "arcane-legions");
  ASSERT_EQ(roster.units.size(), 2U);
  using Builder = UnitBuilder<ArcaneLegions>;
  const auto cohort = Builder::from_roster(roster.find("Cohort"));
  EXPECT_EQ(cohort.kind, ArcaneLegions::sortie);
  EXPECT_EQ(cohort.red, 1);
  ASSERT_EQ(cohort.groups.size(), 2U);
  EXPECT_EQ(cohort.groups[0].name, "Captain");
  EXPECT_EQ(cohort.groups[0].hp, 4);
  EXPECT_EQ(cohort.groups[0].red, 2);
  EXPECT_EQ(cohort.groups[1].count, 5);
  EXPECT_EQ(cohort.groups[1].hp, 1);  // an empty field keeps its default
  const auto loner = Builder::from_roster(roster.find("Loner"));
  EXPECT_TRUE(loner.groups.empty());
  EXPECT_EQ(loner.red, 3);
  EXPECT_EQ(loner.hp, 2);
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

TEST(CsvRoster, LetsNamesHaveCommas) {
  const Roster roster =
      parse_csv_roster("name,hp\n\"Guard, Royal\",2\n", "f.csv", "raiders-of-arcana");
  EXPECT_EQ(roster.find("guard, royal").name, "Guard, Royal");
  const UnitText unit = parse_inline("Guard, Royal,hp=3,arm=+1", "attacker");
  EXPECT_EQ(unit.name, "Guard, Royal");
  ASSERT_EQ(unit.settings.size(), 2U);
  EXPECT_EQ(unit.settings[1].value, "+1");
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

/// What is expected of a sheet's reading: its units, and what is told of it.
void expect_read(const Roster& roster, const std::vector<std::string>& units,
                 const std::vector<std::string>& remarks) {
  EXPECT_EQ(roster.names_of_units(), units);
  EXPECT_EQ(roster.remarks, remarks);
}

TEST(CsvRoster, ReadsSheetsAsDesignersKeepThem) {
  const Roster roster = parse_csv_roster(
      "Army of the marches, version 3;;;;;\n"
      "by Ada;;;;2026;\n"
      "\n"
      "Unit;Models;Cost;HP;AS;Arm\n"
      "Infantry;;;;;\n"
      "Wolf;6;80;2;5+;4\n"
      "Heroes\n"
      "Bear;1;90;6;4+;3+\n"
      "more to come;;;;;\n",
      "f.csv", "raiders-of-arcana");
  expect_read(roster, {"Wolf", "Bear"},
              {"f.csv: the header is line 4; above it, from line 1, are titles",
               "f.csv: read as headings, for want of any stat: 'Infantry' (line 5), 'Heroes' "
               "(line 7), 'more to come' (line 9)",
               "f.csv: columns are read so: 'Unit' as name, 'Models' as figures, 'Cost' as points",
               "f.csv: a target number such as 5+ is read as 5, in arm, as"});
  using Builder = UnitBuilder<RaidersOfArcana>;
  const auto wolf = Builder::from_roster(roster.find("Wolf"));
  EXPECT_EQ(wolf.figures, 6);
  EXPECT_EQ(wolf.points, 80);
  EXPECT_EQ(wolf.as, 5);
  EXPECT_EQ(Builder::from_roster(roster.find("Bear")).arm, 3);
  ASSERT_EQ(roster.headings.size(), 3U);
  EXPECT_EQ(roster.headings[1].before, 1U);
  EXPECT_EQ(roster.headings[2].before, 2U);
}

TEST(CsvRoster, TakesTheMarkBetweenCellsThatTheHeaderHas) {
  expect_read(
      parse_csv_roster("My army, my rules\nName;HP\nWolf;2\n", "f.csv", "raiders-of-arcana"),
      {"Wolf"}, {"f.csv: the header is line 2; above it, from line 1, are titles"});
}

TEST(CsvRoster, ExactNamesGoBeforeOtherHeaders) {
  // What is no field then has to be said.
  try {
    parse_csv_roster("Name,Unit,HP,Cost,Points\nWolf,Beasts,2,3,80\n", "f.csv",
                     "raiders-of-arcana");
    FAIL() << "two columns of one meaning are read";
  } catch (const InputError& error) {
    EXPECT_NE(std::string(error.what()).find("unknown columns 'Unit', 'Cost'"), std::string::npos)
        << error.what();
  }
}

TEST(CsvRoster, ColumnsAreWhatTheyAreCalled) {
  const SheetColumns columns{{}, {{"Troop", "name"}, {"wert (gold)", "Points"}, {"HP", "wounds"}}};
  const Roster roster =
      parse_csv_roster("Troop,Wert,HP\nWolf,80,2\n", "f.csv", "raiders-of-arcana", columns);
  expect_read(roster, {"Wolf"},
              {"f.csv: columns are read so: 'Troop' as name, 'Wert' as points, 'HP' as wounds"});
  const auto wolf = UnitBuilder<RaidersOfArcana>::from_roster(roster.units[0]);
  EXPECT_EQ(wolf.points, 80);
  EXPECT_EQ(wolf.wounds, 2);
  EXPECT_EQ(wolf.hp, 1);
  EXPECT_THROW(parse_csv_roster("name,Wert\nWolf,80\n", "f.csv", "raiders-of-arcana",
                                {{}, {{"Wert", "pionts"}}}),
               InputError);
}

TEST(CsvRoster, SizesOfGroupsMayStandInTheColumnOfUnits) {
  const Roster roster =
      parse_csv_roster("Unit,Model,Models\nA,Man,5\nA,Chief,\nB,,4\n", "f.csv", "dwethia-skirmish");
  using Builder = UnitBuilder<DwethiaSkirmish>;
  EXPECT_EQ(Builder::from_roster(roster.find("A")).groups[0].count, 5);
  EXPECT_EQ(Builder::from_roster(roster.find("A")).groups[1].count, 1);
  EXPECT_EQ(Builder::from_roster(roster.find("B")).models, 4);
}

TEST(CsvRoster, TakesTheSystemFromElsewhere) {
  const Roster roster = parse_csv_roster("name,hp\nA,2\n", "f.csv", "raiders-of-arcana");
  EXPECT_EQ(roster.system, "raiders-of-arcana");
}

}  // namespace
}  // namespace warodds
