// Spreadsheets in and out: rosters read back as they were written, in every dialect, and through
// LibreOffice where it is installed.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <regex>
#include <sstream>

#include "core/roster/csv.h"
#include "core/text/text.h"
#include "tests/cli/answers.h"
#include "tests/cli/program.h"

namespace warodds::test {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;

const char* const system_names[] = {"arcane-legions", "magewinds", "raiders-of-arcana",
                                    "dwethia-skirmish"};

Json units_of(const std::string& roster) {
  return Json::parse(said({"units", "--roster", roster, "--format", "json"}));
}

TEST(Spreadsheets, ReadBackTheSameUnits) {
  for (const std::string system : system_names) {
    const Json before = units_of(example(system));
    const std::string written = said({"units", "--roster", example(system), "--format", "csv"});
    const TemporaryFile plain(system + ".csv", written);
    EXPECT_EQ(units_of(plain.path()), before);
    const TemporaryFile german(
        system + "-german.csv",
        "\xEF\xBB\xBF" + said({"units", "--roster", example(system), "--csv", "semicolon"}));
    EXPECT_EQ(units_of(german.path()), before);
    std::string excel = "\xFF\xFE";  // as Excel's "Unicode text": tabs, two bytes a character
    for (const CsvRow& row : parse_csv(written, "").rows) {
      std::string line;
      for (const std::string& field : row.fields) line += (line.empty() ? "" : "\t") + field + " ";
      for (const char c : line + "\r\n") (excel += c) += '\0';
    }
    const TemporaryFile unicode(system + "-unicode.txt", excel);
    EXPECT_EQ(units_of(unicode.path()), before);
  }
}

TEST(Spreadsheets, SemicolonsComeWithDecimalCommas) {
  const std::vector<std::string> question{"fight", "--roster", example("raiders-of-arcana"),
                                          "human", "goblin"};
  const auto with = [&](const std::string& dialect) {
    std::vector<std::string> arguments = question;
    arguments.insert(arguments.end(), {"--csv", dialect});
    return said(arguments);
  };
  std::vector<std::string> as_format = question;
  as_format.insert(as_format.end(), {"--format", "csv"});
  EXPECT_EQ(with("comma"), said(as_format));
  const auto english = parse_csv(with("comma"), "").rows;
  const CsvText german = parse_csv(with("semicolon"), "");
  EXPECT_EQ(german.separator, ';');
  ASSERT_EQ(german.rows.size(), english.size());
  int decimals = 0;
  for (std::size_t r = 0; r < english.size(); ++r) {
    ASSERT_EQ(german.rows[r].fields.size(), english[r].fields.size());
    for (std::size_t c = 0; c < english[r].fields.size(); ++c) {
      std::string expected = english[r].fields[c];
      const bool is_decimal =
          expected.find('.') != std::string::npos && read_number<double>(expected);
      if (is_decimal) expected[expected.find('.')] = ',';
      decimals += is_decimal ? 1 : 0;
      EXPECT_EQ(german.rows[r].fields[c], expected);
    }
  }
  EXPECT_GT(decimals, 20);
  EXPECT_EQ(german.rows[1].fields[0], WARODDS_VERSION);  // no number
}

const char* const kept_by_a_designer =
    "Army of the marches;;;;;;;\nby Ada;;;;2026;;;\n\n"
    "Unit;Models;Cost;HP;CD;AS;Arm;#Painted\nInfantry;;;;;;;\nWolf;6;80;2;2;5+;4+;x\n"
    "Boar;6;80;1;2;5+;4+;\nHeroes\nBear;2;80;6;2;4+;6+;\n";

TEST(Spreadsheets, TitlesAndHeadingsComeBack) {
  const TemporaryFile sheet("kept.csv", kept_by_a_designer);
  const Arguments of_sheet{"--roster", sheet.path(), "--system", "raiders-of-arcana"};
  const Outcome priced = run(Arguments{"prices", "--budget", "160", "--output", "-"} + of_sheet);
  EXPECT_EQ(priced.exit_code, 0) << priced.err;
  EXPECT_THAT(priced.out, ::testing::StartsWith(
                              "Army of the marches;;;;;;;\nby Ada;;;;2026;;;\n\n"
                              "Unit;Models;Cost;HP;CD;AS;Arm;#Painted\nInfantry;;;;;;;\nWolf;6;"));
  EXPECT_THAT(priced.out, HasSubstr(";5+;4+;\nHeroes\nBear;2;"));
  EXPECT_THAT(priced.err, HasSubstr("'Unit' as name, 'Models' as figures, 'Cost' as points"));
  const TemporaryFile with_prices("priced.csv", priced.out);
  EXPECT_EQ(
      answered({"units", "--roster", with_prices.path(), "--system", "raiders-of-arcana"})["units"]
          .size(),
      3U);

  const Outcome even = run(Arguments{"balance", "--budget", "160", "--vary", "as=3..6", "--changes",
                                     "1", "--output", "-"} +
                           of_sheet);
  EXPECT_EQ(even.exit_code, 0) << even.err;
  EXPECT_THAT(even.out, ::testing::StartsWith("Army of the marches;;;;;;;\nby Ada;;;;2026;;;\n\n"));
  EXPECT_THAT(even.out, HasSubstr("\nInfantry;;;;;;;\n"));
  EXPECT_THAT(even.out, HasSubstr("\nHeroes\n"));

  for (const char* dialect : {"comma", "semicolon"}) {
    const Outcome written = run(Arguments{"units", "--csv", dialect} + of_sheet);
    EXPECT_EQ(written.exit_code, 0) << written.err;
    const TemporaryFile back("back.csv", written.out);
    const Json before = answered(Arguments{"units"} + of_sheet);
    Json after = answered({"units", "--roster", back.path()});
    EXPECT_EQ(after["units"], before["units"]);
    EXPECT_EQ(after["units"][2]["heading"], "Heroes");
    EXPECT_EQ(run({"units", "--roster", back.path(), "--csv", dialect}).out, written.out);
  }
}

TEST(Spreadsheets, KeepWhatTheirColumnsAre) {
  const std::string sheet = "Name,Wert,\"Painted \\by\",HP\nOrcs,30,\"Ann, Bob\",2\nElves,40,,1\n";
  const TemporaryFile csv("mapped.csv", sheet);
  const Place columns("mapped.columns");
  const Arguments units{"units", "--roster", csv.path()};
  const Arguments said_so{"--system",    "raiders-of-arcana", "--column",
                          "Wert=points", "--ignore",          "Painted \\by"};
  EXPECT_EQ(run(units).exit_code, 2);
  const Json before = answered(units + said_so)["units"];
  EXPECT_EQ(before[0]["profile"]["points"], 30);
  EXPECT_EQ(run(units + said_so + Arguments{"--output", columns.path()}).exit_code, 0);
  EXPECT_EQ(columns.content(),
            "system = \"raiders-of-arcana\"\n[columns]\n\"Wert\" = \"points\"\n"
            "\"Painted \\\\by\" = \"\"\n");
  const Outcome again = run(units + Arguments{"--format", "json"});
  EXPECT_EQ(Json::parse(again.out)["units"], before);
  EXPECT_THAT(again.out, HasSubstr("mapped.columns says"));
  // What is given comes before what is kept.
  const Json other = answered(units + Arguments{"--column", "Wert=fatigue"})["units"];
  EXPECT_EQ(other[0]["profile"]["fatigue"], 30);
  EXPECT_EQ(other[0]["profile"]["points"], 0);
  // Prices are written into the same columns.
  const Place priced("priced.csv"), columns_of_priced("priced.columns");
  said({"prices", "--roster", csv.path(), "--budget", "60", "--output", priced.path()});
  EXPECT_EQ(columns_of_priced.content(), columns.content());
  EXPECT_EQ(answered({"units", "--roster", priced.path()})["system"], "raiders-of-arcana");
  EXPECT_THAT(priced.content(), ::testing::StartsWith("Name,Wert,\"Painted \\by\",HP\n"));
  const auto refuses = [&](const Arguments& more, const std::string& why) {
    const Outcome outcome = run(units + more);
    EXPECT_EQ(outcome.exit_code, 2);
    EXPECT_THAT(outcome.err, HasSubstr(why));
  };
  refuses({"--output", "/tmp/other.columns"}, "it must be called");
  for (const auto& [text, why] : std::map<std::string, std::string>{
           {"system = \"raiders-of-arcana\"\n[columns]\nWert = \"punkte\"",
            ".columns:3:8: Wert=punkte: unknown column 'punkte'"},
           {"[columns]\nWert = 3", "a column is the name of a field in quotes"},
           {"system = 3", "system is the name of a system in quotes"},
           {"columns = 3", "columns is a table: [columns]"},
           {"[column]", "unknown key 'column'; did you mean 'columns'?"}}) {
    std::ofstream(columns.path()) << text;
    refuses({}, why);
  }
}

/// LibreOffice under one locale, with a home of its own in each test: tests run at the same time.
class Office {
 public:
  Office(std::string locale, std::string separator, std::string language)
      : locale_(std::move(locale)),
        filter_(std::move(separator) + ",34,76,1,," + std::move(language)),
        folder_(fs::path(::testing::TempDir()) /
                fmt::format("warodds-office-{}-{}",
                            ::testing::UnitTest::GetInstance()->current_test_info()->name(),
                            locale_)) {
    fs::create_directories(folder_);
  }
  ~Office() { fs::remove_all(folder_); }
  Office(const Office&) = delete;
  Office& operator=(const Office&) = delete;

  static bool is_installed() { return std::system("command -v soffice >/dev/null 2>&1") == 0; }

  /// The sheets as LibreOffice keeps them.
  std::vector<std::string> opened(const std::vector<std::string>& sheets,
                                  const char* format = "fods") {
    for (std::size_t i = 0; i < sheets.size(); ++i) {
      std::ofstream(folder_ / fmt::format("{}.csv", i), std::ios::binary) << sheets[i];
    }
    convert("--infilter='CSV:" + filter_ + "' --convert-to " + format, "*.csv");
    return all_of(sheets.size(), format);
  }
  /// What a workbook shows, as CSV.
  std::string shown(const std::string& workbook) {
    std::ofstream(folder_ / "book.xlsx", std::ios::binary) << workbook;
    convert("--convert-to csv", "book.xlsx");
    return content_of(folder_ / "out/book.csv");
  }
  /// ... and as it saves those again as CSV that it has opened so.
  std::vector<std::string> saved_again(const std::vector<std::string>& sheets) {
    convert("--convert-to 'csv:Text - txt - csv (StarCalc):" + filter_ + ",false,true,false'",
            "out/*.fods");
    return all_of(sheets.size(), "csv");
  }

 private:
  void convert(const std::string& how, const std::string& what) {
    const std::string folder = "'" + folder_.string() + "'";
    const std::string command = "cd " + folder + " && HOME=" + folder + " LC_ALL=" + locale_ +
                                " timeout 120 soffice --headless " + how + " --outdir out " + what +
                                " >said 2>&1";
    ASSERT_EQ(std::system(command.c_str()), 0) << command << content_of(folder_ / "said");
  }
  static std::string content_of(const fs::path& file) {
    std::stringstream content;
    content << std::ifstream(file, std::ios::binary).rdbuf();
    return content.str();
  }
  std::vector<std::string> all_of(std::size_t count, const char* format) {
    std::vector<std::string> contents;
    for (std::size_t i = 0; i < count; ++i) {
      contents.push_back(content_of(folder_ / fmt::format("out/{}.{}", i, format)));
    }
    return contents;
  }

  std::string locale_;
  std::string filter_;
  fs::path folder_;
};

struct Dialect {
  std::string name;
  std::string locale;
  std::string separator;  ///< as LibreOffice counts characters
  std::string language;   ///< likewise
};
const Dialect dialects[] = {{"comma", "en_US.UTF-8", "44", "1033"},
                            {"semicolon", "de_DE.UTF-8", "59", "1031"}};

// It keeps 15 digits, and writes them in its own way.
void expect_numbers_in(const std::string& opened, const std::string& sheet) {
  int numbers = 0;
  for (const CsvRow& row : parse_csv(sheet, "").rows) {
    for (const std::string& field : row.fields) {
      const auto number = read_number<double>(field);
      if (!number) continue;
      ++numbers;
      bool found = false;
      for (auto at = opened.find("office:value=\""); at != std::string::npos && !found;
           at = opened.find("office:value=\"", at + 1)) {
        const auto begin = at + 14;
        const auto there =
            read_number<double>(opened.substr(begin, opened.find('"', begin) - begin));
        found = there && std::abs(*there - *number) <= 1e-14 * std::abs(*number);
      }
      EXPECT_TRUE(found) << field;
    }
  }
  EXPECT_GT(numbers, 20);
}

// As a designer would: written, opened, where every number is one, saved, and read, with what it
// makes of truth values and decimals by itself.
TEST(Spreadsheets, ComeBackFromLibreOfficeAsTheyWere) {
  ASSERT_TRUE(Office::is_installed()) << "bash .ci/packages tests installs it";
  const Arguments matrix{"matrix", "--roster", example("raiders-of-arcana"), "--csv"};
  const std::string truths[] = {"name,hp,shield-wall,extra-attack\nA,3.0,TRUE,1d6\nB,2,FALSE,0\n",
                                "name;hp;shield-wall;extra-attack\nA;3,0;WAHR;1d6\nB;2;FALSCH;0\n"};
  for (std::size_t i = 0; i < 2; ++i) {
    const Dialect& dialect = dialects[i];
    SCOPED_TRACE(dialect.name);
    std::vector<std::string> sheets{said(matrix + Arguments{dialect.name + ",wide"}), truths[i]};
    for (const char* system : system_names) {
      sheets.push_back(said({"units", "--roster", example(system), "--csv", dialect.name}));
    }
    Office office(dialect.locale, dialect.separator, dialect.language);
    expect_numbers_in(office.opened(sheets)[0], said(matrix + Arguments{"wide"}));
    const std::vector<std::string> saved = office.saved_again(sheets);
    EXPECT_THAT(saved[1], HasSubstr(i == 0 ? "TRUE" : "WAHR"));
    const TemporaryFile truth("truth.csv", saved[1]);
    const Json units =
        answered({"units", "--roster", truth.path(), "--system", "raiders-of-arcana"})["units"];
    EXPECT_EQ(units[0]["profile"]["shield-wall"], true) << units;
    EXPECT_EQ(units[0]["profile"]["hp"], 3);
    EXPECT_EQ(units[1]["profile"]["shield-wall"], false);
    for (std::size_t system = 0; system < std::size(system_names); ++system) {
      const TemporaryFile back(fmt::format("{}-back.csv", system_names[system]), saved[2 + system]);
      EXPECT_EQ(units_of(back.path()), units_of(example(system_names[system])));
    }
  }
}

// As workbooks, which are read as the CSV is that they were made of. Prices written into one are
// there when LibreOffice opens it.
TEST(Spreadsheets, AreReadAndWrittenAsTheWorkbooksThatLibreOfficeMakes) {
  ASSERT_TRUE(Office::is_installed()) << "bash .ci/packages tests installs it";
  std::vector<std::string> sheets;
  for (const char* system : system_names) {
    sheets.push_back(said({"units", "--roster", example(system), "--format", "csv"}));
  }
  sheets.emplace_back(
      "name,hp,shield-wall,extra-attack,Painted by,points\nA,3.0,TRUE,1d6,\"Ann, Bob\",10\n"
      "B,2,FALSE,0,,12\n");
  const Arguments of_last{"--system", "raiders-of-arcana", "--ignore", "Painted by", "--roster"};
  const TemporaryFile csv("last.csv", sheets.back());
  const Place new_csv("new.csv");
  const Arguments prices = Arguments{"prices", "--budget", "60"} + of_last;
  said(prices + Arguments{csv.path(), "--output", new_csv.path()});
  Office office("en_US.UTF-8", "44", "1033");
  EXPECT_NE(new_csv.content(), sheets.back());
  for (const std::string format : {"xlsx", "ods"}) {
    const auto workbooks = office.opened(sheets, format.c_str());
    for (std::size_t i = 0; i < std::size(system_names); ++i) {
      const TemporaryFile book(fmt::format("{}.{}", system_names[i], format), workbooks[i]);
      EXPECT_EQ(units_of(book.path()), units_of(example(system_names[i]))) << format;
    }
    const TemporaryFile book("last." + format, workbooks.back());
    const Place new_book("new." + format);
    const Arguments units = Arguments{"units", "--format", "csv"} + of_last;
    EXPECT_EQ(said(units + Arguments{book.path()}), said(units + Arguments{csv.path()}));
    const Outcome written = run(prices + Arguments{book.path(), "--output", new_book.path()});
    if (format == "ods") {
      EXPECT_EQ(written.exit_code, 2);
      EXPECT_THAT(written.err, HasSubstr("an .ods file is read, but not written"));
      continue;
    }
    const std::string again = office.shown(new_book.content());
    EXPECT_EQ(again, std::regex_replace(new_csv.content(), std::regex("3\\.0"), "3"));
    EXPECT_THAT(run(prices + Arguments{book.path(), "--output", "new.csv"}).err,
                HasSubstr("is a workbook"));
  }
}

}  // namespace
}  // namespace warodds::test
