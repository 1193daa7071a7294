// Spreadsheets with a mistake that people make and that no page of text can show, bytes and ends of
// lines, and what they are told: where it is, what was
// found, and what to do.
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
       "f.csv:2: byte 00 is not UTF-8 text; save the spreadsheet as \"CSV UTF-8\""},
      {"mistakes in every row",
       [] {
         std::string sheet = "name,hp\n";
         for (int i = 1; i <= 30; ++i) sheet += "Orc " + std::to_string(i) + ",many\n";
         return sheet;
       }(),
       "f.csv: 30 errors\n  f.csv:2: hp is many but must be a whole number from 1 to 1000 (hit "
       "points of each figure)\n  f.csv:3: hp is many but must be a whole number from 1 to 1000 "
       "(hit points of each figure)\n  f.csv:4: hp is many but must be a whole number from 1 to "
       "1000 (hit points of each figure)\n  f.csv:5: hp is many but must be a whole number from 1 "
       "to 1000 (hit points of each figure)\n  f.csv:6: hp is many but must be a whole number from "
       "1 to 1000 (hit points of each figure)\n  f.csv:7: hp is many but must be a whole number "
       "from 1 to 1000 (hit points of each figure)\n  f.csv:8: hp is many but must be a whole "
       "number from 1 to 1000 (hit points of each figure)\n  f.csv:9: hp is many but must be a "
       "whole number from 1 to 1000 (hit points of each figure)\n  f.csv:10: hp is many but must "
       "be a whole number from 1 to 1000 (hit points of each figure)\n  f.csv:11: hp is many but "
       "must be a whole number from 1 to 1000 (hit points of each figure)\n  f.csv:12: hp is many "
       "but must be a whole number from 1 to 1000 (hit points of each figure)\n  f.csv:13: hp is "
       "many but must be a whole number from 1 to 1000 (hit points of each figure)\n  f.csv:14: hp "
       "is many but must be a whole number from 1 to 1000 (hit points of each figure)\n  f.csv:15: "
       "hp is many but must be a whole number from 1 to 1000 (hit points of each figure)\n  "
       "f.csv:16: hp is many but must be a whole number from 1 to 1000 (hit points of each "
       "figure)\n  f.csv:17: hp is many but must be a whole number from 1 to 1000 (hit points of "
       "each figure)\n  f.csv:18: hp is many but must be a whole number from 1 to 1000 (hit points "
       "of each figure)\n  f.csv:19: hp is many but must be a whole number from 1 to 1000 (hit "
       "points of each figure)\n  f.csv:20: hp is many but must be a whole number from 1 to 1000 "
       "(hit points of each figure)\n  f.csv:21: hp is many but must be a whole number from 1 to "
       "1000 (hit points of each figure)\n  and 10 more"}};
  return all;
}

TEST(BadSpreadsheets, AreRefusedWithWhatAPersonNeeds) {
  ASSERT_GE(bad_spreadsheets().size(), 14U);
  for (const Bad& bad : bad_spreadsheets()) {
    SCOPED_TRACE(bad.mistake);
    try {
      parse_roster(bad.sheet, bad.file, bad.system);
      ADD_FAILURE() << "is read";
    } catch (const InputError& error) {
      // Of unknown columns what follows is the list of all that are known.
      const std::string said = error.what();
      const bool goes_on = bad.told.find("unknown column") != std::string::npos &&
                           bad.told.find("Known:") == std::string::npos;
      EXPECT_EQ(goes_on ? said.substr(0, bad.told.size()) : said, bad.told);
    }
  }
}

}  // namespace
}  // namespace warodds
