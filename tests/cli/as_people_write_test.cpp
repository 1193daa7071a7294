// Sheets, tables and names as people and their programs write them: read as what is meant, or told
// above the answer. Each is compared with the same written plainly.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "tests/cli/answers.h"
#include "tests/cli/program.h"

namespace warodds::test::as_people_write {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

const std::string raiders = "raiders-of-arcana";

Json units_in(const std::string& sheet, const std::string& system = raiders,
              const Arguments& more = {}) {
  const TemporaryFile file("sheet.csv", sheet);
  Json units = answered({"units", "--roster", file.path(), "--system", system}, more)["units"];
  return units;
}

std::string told_of(const std::string& sheet, const std::string& system = raiders) {
  const TemporaryFile file("sheet.csv", sheet);
  return answered({"units", "--roster", file.path(), "--system", system})["remarks"].dump();
}

const char* const in_windows_1252 =
    "Name;HP;Cost;Notes\r\nKr\xE4he \x96 gro\xDF;2;80;\x84so\x93 \x80\r\nB\xE4r;6;80;\r\n"
    "Summe;8;160;\r\n";

TEST(AsPeopleWrite, Windows1252IsReadAndComesBack) {
  const Json units = units_in(in_windows_1252);
  ASSERT_EQ(units.size(), 2U);
  EXPECT_EQ(units[0]["unit"].get<std::string>(), "Kr\xC3\xA4he \xE2\x80\x93 gro\xC3\x9F");
  EXPECT_EQ(units[0]["note"].get<std::string>(), "\xE2\x80\x9Eso\xE2\x80\x9C \xE2\x82\xAC");
  EXPECT_THAT(told_of(in_windows_1252), HasSubstr("Windows-1252"));
  const TemporaryFile file("sheet.csv", in_windows_1252);
  const Outcome priced = run(
      {"prices", "--roster", file.path(), "--system", raiders, "--budget", "160", "--output", "-"});
  ASSERT_EQ(priced.exit_code, 0) << priced.err;
  const auto without_digits = [](std::string text) {
    std::erase_if(text, [](char c) { return c >= '0' && c <= '9'; });
    return text;
  };
  EXPECT_EQ(without_digits(priced.out), without_digits(in_windows_1252));
  EXPECT_THAT(priced.out, HasSubstr("\nSumme;8;160;\r\n"));
}

// Names are written in two ways that look the same: composed or not, and with other blanks.
const std::string composed = "\xC3\x89lan Noir", decomposed = "E\xCC\x81lan\xC2\xA0 Noir";

TEST(AsPeopleWrite, NamesThatLookTheSameAreOne) {
  const TemporaryFile file("sheet.csv",
                           "name,hp,army,count\n" + decomposed + ",3,Mine,2\nOrc,2,Mine,1\n");
  const Arguments of_sheet{"--roster", file.path(), "--system", raiders};
  const Json plain = answered(Arguments{"fight", decomposed, "Orc"} + of_sheet);
  for (const std::string& name :
       {composed, std::string("\xC3\x89lan  Noir"), std::string("E\xCC\x81lan Noir"),
        std::string("e\xCC\x81lan noir"), std::string(" \xC3\x89lan\xC2\xA0Noir ")}) {
    EXPECT_EQ(answered(Arguments{"fight", name, "Orc"} + of_sheet), plain) << name;
    EXPECT_EQ(
        answered(Arguments{"battle", name + "*2 + Orc", "Orc", "--show", "win"} + of_sheet)["show"],
        answered(Arguments{"battle", "mine", "Orc", "--show", "win"} + of_sheet)["show"])
        << name;
  }
  expect_refused(Arguments{"fight", composed + "\xCC\x81", "Orc"} + of_sheet, "unknown unit");
  // Two rows, or two tables, of one name.
  const TemporaryFile twice("twice.csv", "name,hp\n" + composed + ",3\n" + decomposed + ",2\n");
  expect_refused({"units", "--roster", twice.path(), "--system", raiders}, "a second row for");
  const TemporaryFile toml("twice.toml", "system = \"" + raiders + "\"\n[[unit]]\nname = \"" +
                                             composed + "\"\n[[unit]]\nname = \"" + decomposed +
                                             "\"\n");
  expect_refused({"units", "--roster", toml.path()}, "a second unit is called");
  // The same unit in an old and in a new roster.
  const TemporaryFile other("new.csv", "name,hp\n" + composed + ",4\nOrc,2\n");
  const std::string compared = said({"compare", file.path(), other.path(), "--system", raiders});
  EXPECT_THAT(compared, HasSubstr("hp"));
  EXPECT_THAT(compared, Not(HasSubstr("gone")));
}

TEST(AsPeopleWrite, ANoteOfSeveralLinesStandsOnOne) {
  const std::string sheet = "name,hp,note\nOrc,2,\"first\r\n\r\nsecond\"\nElf,3,\n";
  const TemporaryFile file("sheet.csv", sheet);
  const Arguments units{"units", "--roster", file.path(), "--system", raiders};
  EXPECT_THAT(said(units), HasSubstr("\nOrc  (first second)\n"));
  EXPECT_EQ(answered(units)["units"][0]["note"], "first\r\n\r\nsecond");
  const TemporaryFile back("back.csv", said(units, {"--format", "csv"}));
  EXPECT_EQ(answered({"units", "--roster", back.path()})["units"], answered(units)["units"]);
}

TEST(AsPeopleWrite, WhatIsWrittenToAFileIsSaid) {
  const TemporaryFile file("sheet.csv", "name,hp,points\nOrc,2,80\nElf,6,80\nElk,6,80\n");
  const TemporaryFile to("new.csv", "");
  const Outcome prices = run({"prices", "--roster", file.path(), "--system", raiders, "--budget",
                              "160", "--output", to.path()});
  ASSERT_EQ(prices.exit_code, 0) << prices.err;
  EXPECT_THAT(prices.err,
              HasSubstr("the roster is written to '" + to.path() + "', with new points of "));
  const Outcome balance = run({"balance", "--roster", file.path(), "--system", raiders, "--vary",
                               "hp=6..6", "--changes", "0", "--output", to.path()});
  EXPECT_THAT(balance.err, HasSubstr("the roster is written to '" + to.path() + "', as it was"));
  const Outcome shown = run(
      {"prices", "--roster", file.path(), "--system", raiders, "--budget", "160", "--output", "-"});
  EXPECT_THAT(shown.err, Not(HasSubstr("is written to")));
}

}  // namespace
}  // namespace warodds::test::as_people_write
