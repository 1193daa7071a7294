// Rosters out of spreadsheets.
#include "core/matchup/csv_roster.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "core/matchup/unit_builder.h"
#include "core/rules/error.h"
#include "core/systems/systems.h"

namespace warodds {
namespace {

using Rows = std::vector<std::vector<std::string>>;

Rows rows_of(std::string_view text, const std::string& file) {
  Rows rows;
  for (const CsvRow& row : parse_csv(text, file)) rows.push_back(row.fields);
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
}

TEST(Csv, CountsLinesAlsoInsideQuotes) {
  const auto rows = parse_csv("a\r\n\"two\r\nlines\"\nb\rc\n", "f");
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

TEST(CsvRoster, TakesTheSystemFromElsewhere) {
  const Roster roster = parse_csv_roster("name,hp\nA,2\n", "f.csv", "raiders-of-arcana");
  EXPECT_EQ(roster.system, "raiders-of-arcana");
}

TEST(CsvRoster, SaysWhatIsWrongAndWhere) {
  const auto refused = [](const std::string& text, const std::string& because,
                          const std::string& system = "raiders-of-arcana") {
    try {
      parse_csv_roster(text, "f.csv", system);
      ADD_FAILURE() << text << " was read";
    } catch (const InputError& error) {
      EXPECT_NE(std::string(error.what()).find(because), std::string::npos) << error.what();
    }
  };
  refused("", "empty");
  refused("name,hp\n", "no unit");
  refused("hp\n2\n", "no column 'name'");
  refused("name,hpp\nA,2\n", "hpp");
  refused("name,hp,hp\nA,2,3\n", "two columns are called 'hp'");
  refused("name,hp\nA,2,3\n", "f.csv:2: 3 fields, but the header names 2");
  refused("name,hp\n,2\n", "f.csv:2: this row has no name");
  refused("name,hp\n\"A,B\",2\n", "must not contain");
  refused("name,hp\nA,2\nA,3\n", "f.csv:3: hp of A is 3, but was 2 at f.csv:2");
  refused("name,hp\nA,2\n", "for which system", "");
  refused("name,system\nA,magewinds\n", "system magewinds in a roster of raiders-of-arcana");
  refused("name,system\nA,chess\n", "chess", "");
}

}  // namespace
}  // namespace warodds
