// Spreadsheets with a mistake that people make, and what they are told: where it is, what was
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
      {"a header alone", "name,hp\n", "f.csv: no unit in this roster"},
      {"no header", "Orc,2\nElf,3\n",
       "f.csv:1: no column 'name' but 'Orc', '2'; the first row names the fields, with commas, "
       "semicolons, tabs or bars between them"},
      {"no column of names", "hp,arm\n2,3\n",
       "f.csv:1: no column 'name' but 'hp', 'arm'; the first row names the fields, with commas, "
       "semicolons, tabs or bars between them"},
      {"columns divided by colons", "name:hp\nOrc:2\n",
       "f.csv:1: no column 'name' but 'name:hp'; the first row names the fields, with commas, "
       "semicolons, tabs or bars between them"},
      {"an .xlsx file", "PK\x03\x04 and so on",
       "f.xlsx: this is an .xlsx, .ods or .numbers file, which warodds does not read: save the "
       "spreadsheet as CSV",
       "", "f.xlsx"},
      {"an .ods file called .csv", "PK\x03\x04 and so on",
       "f.csv: this is an .xlsx, .ods or .numbers file, which warodds does not read: save the "
       "spreadsheet as CSV"},
      {"an .xls file", "\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1",
       "f.xls: this is an .xls file, which warodds does not read: save the spreadsheet as CSV", "",
       "f.xls"},
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
      {"a quote that is not closed", "name,hp\nElf,3\n\"Orc,2\nTroll,9\n",
       "f.csv:3: a quote is opened and not closed"},
      {"a misspelt column", "name,hpp\nOrc,2\n",
       "f.csv:1: unknown column 'hpp' (did you mean 'hp'?). What a column is, --column \"hpp=KEY\" "
       "says. Columns that are not for warodds are left out with --ignore \"hpp\", or when their "
       "names begin with '#'. Known: system, name, "
       "note, arm, as, cd, db, extra-attack, extra-defence, fatigue, figures, hp, least, most, "
       "points, "
       "shield-wall, str, wounds, army"},
      {"columns of one's own", "name,hp,Value,Painted,Armors\nOrc,2,3,x,4\n",
       "f.csv:1: unknown columns 'Value', 'Painted', 'Armors' (did you mean 'arm'?). What a column "
       "is, --column \"Value=KEY\" says. Columns that "
       "are not for warodds are left out with --ignore \"Value,Painted,Armors\", or when their "
       "names begin with '#'. Known: system, name, note, arm, as, cd, db, extra-attack, "
       "extra-defence, fatigue, figures, hp, least, most, points, shield-wall, str, wounds, army"},
      {"a column twice", "name,hp,HP (now)\nOrc,2,1\n",
       "f.csv:1: two columns are called 'hp': 'hp' and 'HP (now)'"},
      {"cells beside the table", "name,hp\nOrc,2,remember\n",
       "f.csv:2: 'remember' stands in column C, but the header names 2 columns; a cell with ',' in "
       "it goes in quotes"},
      {"a column without a name", "name,,hp\nOrc,big,2\nElf,small,1\n",
       "f.csv:2: 'big' stands in column B, which has no name in the header"},
      {"decimal commas with commas between cells", "name,hp,arm\nOrc,2,0,4,0\n",
       "f.csv:2: '4' stands in column D, but the header names 3 columns; a cell with ',' in it "
       "goes in quotes"},
      {"a fraction", "name,hp\nOrc,2.5\n",
       "f.csv:2: hp is 2.5 but must be a whole number from 1 to 1000 (hit points of each figure)"},
      {"a fraction with a comma", "name;hp\nOrc;2,5\n",
       "f.csv:2: hp is 2,5 but must be a whole number from 1 to 1000 (hit points of each figure); "
       "write it without separators"},
      {"a word for a number", "name,hp\nOrc,two\n",
       "f.csv:2: hp is two but must be a whole number from 1 to 1000 (hit points of each figure)"},
      {"a number out of range", "name,hp\nOrc,0\n",
       "f.csv:2: hp is 0 but must be a whole number from 1 to 1000 (hit points of each figure)"},
      {"a huge number", "name,hp\nOrc,99999999999\n",
       "f.csv:2: hp is 99999999999 but must be a whole number from 1 to 1000 (hit points of each "
       "figure)"},
      {"a number with its unit", "name,hp\nOrc,2 wounds\n",
       "f.csv:2: hp is 2 wounds but must be a whole number from 1 to 1000 (hit points of each "
       "figure); write the number alone, its unit may stand in the header"},
      {"a target number that is out of range", "name,arm\nOrc,500+\n",
       "f.csv:2: arm is 500+ but must be a whole number from 0 to 200 (armour: the enemy's attack "
       "dice must reach it, less its strength)"},
      {"headings alone", "name,hp\nGreenskins\n",
       "f.csv: no unit in this roster, only headings: rows with one cell"},
      {"a heading with something beside it", "name,hp,note\nGreenskins,,green\nOrc,2,\n",
       "f.csv:2: 'Greenskins' has a name and no stats; a heading stands alone in its row"},
      {"inches", "name,range\nA,\"12\"\"\"\n",
       "f.csv:2: range is 12\" but must be a whole number from 0 to 1000 (the longest distance of "
       "its ranged attacks); write the number alone, its unit may stand in the header",
       "arcane-legions"},
      {"thousands divided by commas", "name,figures\nOrc,\"1,000\"\n",
       "f.csv:2: figures is 1,000 but must be a whole number from 1 to 10000 (figures in the "
       "unit); write it without separators"},
      {"thousands divided by points", "name;figures\nOrc;1.000\n",
       "f.csv:2: figures is 1.000 but must be a whole number from 1 to 10000 (figures in the "
       "unit); write it without separators"},
      {"thousands divided by blanks", "name,figures\nOrc,1 000\n",
       "f.csv:2: figures is 1 000 but must be a whole number from 1 to 10000 (figures in the "
       "unit); write it without separators"},
      {"percent", "name,points\nOrc,50%\n",
       "f.csv:2: points is 50% but must be a whole number from 0 to 1000000 (what the unit costs "
       "in an army, 0 if not given); write the number alone, its unit may stand in the header"},
      {"a date", "name,hp\nOrc,02.01.2026\n",
       "f.csv:2: hp is 02.01.2026 but must be a whole number from 1 to 1000 (hit points of each "
       "figure); has the spreadsheet made a date of it? Set the cell as text"},
      {"an error of the spreadsheet", "name,hp\nOrc,#REF!\n",
       "f.csv:2: hp is #REF! but must be a whole number from 1 to 1000 (hit points of each "
       "figure); the spreadsheet shows an error in this cell"},
      {"a formula", "name,hp\nOrc,=B3*2\n",
       "f.csv:2: hp is =B3*2 but must be a whole number from 1 to 1000 (hit points of each "
       "figure); save the values of formulas, not the formulas"},
      {"a dash for nothing", "name,hp\nOrc,-\n",
       "f.csv:2: hp is - but must be a whole number from 1 to 1000 (hit points of each figure); an "
       "empty cell has the default"},
      {"n/a for nothing", "name,hp\nOrc,n/a\n",
       "f.csv:2: hp is n/a but must be a whole number from 1 to 1000 (hit points of each figure); "
       "an empty cell has the default"},
      {"a cross for yes", "name,hp,shield-wall\nOrc,2,x\n",
       "f.csv:2: shield-wall is x but must be no or yes (in a shield wall: attack dice are halved "
       "after the split)"},
      {"a word that is no choice", "name,kind,red\nA,legion,1\n",
       "f.csv:2: kind is legion but must be formation or sortie (a formation pays 2 order points "
       "for an order, a sortie 1)",
       "arcane-legions"},
      {"an amount that is none", "name,extra-attack\nOrc,1w6\n",
       "f.csv:2: extra-attack is 1w6 but must be a whole number from -10000 to 10000, or an amount "
       "such as 1d6+1 (attack dice granted (or removed), after the split)"},
      {"a row without a name", "name,hp\nOrc,2\n,3\n",
       "f.csv:3: this row has no name; every row is a unit or one of its groups, and a row of "
       "totals says so: Total"},
      {"totals alone", "name,hp\nTotal:,5\nSumme,5\n", "f.csv: no unit in this roster"},
      {"a row of totals without a name", "name,points\nOrc,20\n\n,20\n",
       "f.csv:4: this row has no name; every row is a unit or one of its groups, and a row of "
       "totals says so: Total"},
      {"the header again", "name,hp\nOrc,2\nname,hp\nElf,3\n",
       "f.csv:3: the header is repeated here; only the first row names the fields"},
      {"a unit twice", "name,hp\nOrc,2\nElf,1\nOrc,3\n",
       "f.csv:4: a second row for 'Orc'; the first is f.csv:2"},
      {"a figure twice", "name,figure,red\nA,Man,1\nA,Man,1\n",
       "f.csv:3: a second figure is called 'Man'; names must differ", "arcane-legions"},
      {"a count beside a group's name that is missing", "name,figure,count,red\nA,,2,1\n",
       "f.csv:2: count belongs to a figure, which this row does not name; how many a unit is "
       "stands "
       "in a column 'figures', the name of a figure in a column 'figure'",
       "arcane-legions"},
      {"a count of units that have no size", "name,count\nA,2\n", "f.csv:1: unknown column 'count'",
       "magewinds"},
      {"two columns of one meaning", "name,hp,Armour,Armor\nOrc,2,3,4\n",
       "f.csv:1: unknown column 'Armor' (did you mean 'arm'?)"},
      {"an abbreviation of no stat", "name,hp,Valour (VAL)\nOrc,2,3\n",
       "f.csv:1: unknown column 'Valour (VAL)'"},
      {"figures that disagree about their unit",
       "name,kind,figure,red\nA,sortie,Man,1\nA,formation,Captain,2\n",
       "f.csv:3: kind of A is formation, but was sortie at f.csv:2", "arcane-legions"},
      {"a unit's own stats beside its figures", "name,figure,hp\nA,,3\nA,Man,1\n",
       "f.csv:2: hp belongs to a figure, which this row does not name", "arcane-legions"},
      {"a name with an equals sign", "name,hp\nA=B,2\n",
       "f.csv:2: the name 'A=B' must not contain '=' or line ends"},
      {"a name of two lines", "name,hp\n\"Orc\nBoys\",2\nElf,0\n",
       "f.csv: 2 errors\n  f.csv:2: the name 'Orc\\u{000A}Boys' must not contain '=' or line "
       "ends\n  "
       "f.csv:4: hp is 0 but must be a whole number from 1 to 1000 (hit points of each figure)"},
      {"no system", "name,hp\nOrc,2\n",
       "f.csv:1: for which system is this roster? Give it a column 'system', or say --system", ""},
      {"a system that there is not", "name,system,hp\nOrc,warhammer,2\n",
       "f.csv:2: unknown system 'warhammer'. Known: arcane-legions, magewinds, raiders-of-arcana, "
       "dwethia-skirmish",
       ""},
      {"two systems", "name,system,hp\nA,raiders-of-arcana,2\nB,magewinds,3\n",
       "f.csv:3: system magewinds in a roster of raiders-of-arcana", ""},
      {"several mistakes", "name,hp,Value\nOrc,two,3\n,3,1\nElf,1,2\nTroll,0,9\n",
       "f.csv: 4 errors\n  f.csv:1: unknown column 'Value'. What a column is, --column "
       "\"Value=KEY\" says. Columns that are not for warodds are "
       "left out with --ignore \"Value\", or when their names begin with '#'. Known: system, name, "
       "note, arm, as, cd, db, extra-attack, extra-defence, fatigue, figures, hp, least, most, "
       "points, "
       "shield-wall, str, wounds, army\n  f.csv:2: hp is two but must be a whole number from 1 to "
       "1000 "
       "(hit points of each figure)\n  f.csv:3: this row has no name; every row is a unit or one "
       "of its groups, and a row of totals says so: Total\n  f.csv:5: hp is 0 but must be a whole "
       "number "
       "from 1 to 1000 (hit points of each figure)"},
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
       "1000 (hit points of each figure)\n  and 10 more"},
  };
  return all;
}

TEST(BadSpreadsheets, AreRefusedWithWhatAPersonNeeds) {
  ASSERT_GE(bad_spreadsheets().size(), 40U);
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
