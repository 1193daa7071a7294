// Spreadsheets with a mistake that people make and that no page of text can show, bytes and ends of
// lines, and what they are told: where it is, what was found, and what to do.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "core/roster/roster.h"
#include "core/text/error.h"

namespace warodds {
namespace {

using namespace std::string_literals;

struct Bad {
  std::string mistake;
  std::string sheet;
  std::string told;
  std::string system = "raiders-of-arcana";
  std::string file = "f.csv";
};

const std::vector<Bad>& bad_spreadsheets() {
  static const std::vector<Bad> all{
      {"an empty file", "", "f.csv: the file is empty; its first row names the fields"},
      {"only line ends", "\r\n\r\n;;\r\n",
       "f.csv: the file is empty; its first row names the fields"},
      {"an .xlsx file that is cut off", "PK\x03\x04 and so on",
       "f.xlsx: this archive is damaged: save the spreadsheet again", "", "f.xlsx"},
      {"an .ods file called .csv that is cut off", "PK\x03\x04",
       "f.csv: this archive is damaged: save the spreadsheet again"},
      {"an .xls file", "\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1",
       "f.xls: this is an .xls file, or a workbook with a password, which warodds does not read: "
       "save the spreadsheet as CSV",
       "", "f.xls"},
      {"a web page called .csv", "<html><table>",
       "f.csv: this is HTML or XML, which warodds does not read: save the spreadsheet as CSV"},
      {"a byte that neither UTF-8 nor Windows-1252 has", "name,hp\nKr\xE4he,2\nB\x81r,3\n",
       "f.csv:2: byte E4 is not UTF-8 text; save the spreadsheet as \"CSV UTF-8\""},
      {"UTF-8 with some Windows-1252 in it", "name,hp\nKr\xC3\xA4he,2\nB\xE4r,3\n",
       "f.csv:3: byte E4 is not UTF-8 text; save the spreadsheet as \"CSV UTF-8\""},
      {"a file cut off within a character", "name,hp\nKr\xC3",
       "f.csv:2: byte C3 is not UTF-8 text; save the spreadsheet as \"CSV UTF-8\""},
      {"UTF-16 cut off", "\xFF\xFEn\0a"s, "f.csv: half a character at the end of UTF-16"},
      {"half a pair in UTF-16", "\xFF\xFEn\0\0\xD8"s,
       "f.csv: half of a pair stands alone, which is not UTF-16 text; save the spreadsheet as "
       "\"CSV UTF-8\""},
      {"units as JSON", "[{\"name\": \"Orc\"}]",
       "f.json: this is JSON, and a roster is TOML or CSV; units as JSON go into a question of "
       "ask, "
       "as \"units\": [{\"name\": ...}]",
       "", "f.json"},
      {"zero bytes", "name,hp\nOrc\0\0,2\n"s,
       "f.csv:2: byte 00 is not UTF-8 text; save the spreadsheet as \"CSV UTF-8\""}};
  return all;
}

TEST(BadSpreadsheets, AreRefusedWithWhatAPersonNeeds) {
  ASSERT_GE(bad_spreadsheets().size(), 13U);
  for (const Bad& bad : bad_spreadsheets()) {
    SCOPED_TRACE(bad.mistake);
    try {
      parse_roster(bad.sheet, bad.file, bad.system);
      ADD_FAILURE() << "is read";
    } catch (const InputError& error) {
      EXPECT_EQ(error.what(), bad.told);
    }
  }
}

}  // namespace
}  // namespace warodds
