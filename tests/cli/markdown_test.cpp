// Markdown, for forums and chats: the same as the text for people, as headings, tables and
// paragraphs.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "core/text/text.h"
#include "tests/cli/answers.h"
#include "tests/cli/program.h"

namespace warodds::test {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

const Arguments raiders{"--system", "raiders-of-arcana"};
const Arguments in_markdown{"--format", "md"};

/// The cells of each row of a table, those that are not markup.
std::vector<std::string> cells_of(const std::string& row) {
  std::vector<std::string> cells;
  std::string cell;
  for (std::size_t i = 1; i < row.size(); ++i) {
    if (row[i] == '\\') {
      cell += row[++i];
    } else if (row[i] == '|') {
      cells.emplace_back(trim(cell));
      cell.clear();
    } else {
      cell += row[i];
    }
  }
  return cells;
}

/// Every run of lines that begin with | is a table: a head, a line of dashes, rows of as many
/// cells.
int expect_tables(const std::string& page) {
  int tables = 0;
  const std::vector<std::string> lines = split(page, '\n');
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (!lines[i].starts_with("|")) continue;
    EXPECT_TRUE(i == 0 || lines[i - 1].empty())
        << "a table begins after a blank line: " << lines[i];
    const std::size_t columns = cells_of(lines[i]).size();
    EXPECT_EQ(lines[i + 1].find_first_not_of("|:- "), std::string::npos) << lines[i + 1];
    for (; i < lines.size() && lines[i].starts_with("|"); ++i) {
      EXPECT_EQ(cells_of(lines[i]).size(), columns) << lines[i];
    }
    ++tables;
  }
  return tables;
}

TEST(Markdown, HasTheNumbersOfTheTextInTables) {
  const Arguments fight = Arguments{"fight", "name=A,figures=4", "name=B,figures=2"} + raiders;
  const Json json = answered(fight);
  const std::string page = said(fight + in_markdown);
  EXPECT_THAT(page, StartsWith("# A against B (Raiders of Arcana)\n\n"));
  char mean[64];
  std::snprintf(mean, sizeof mean, "| damage | %.4f |",
                json["attacker_deals"]["damage"]["mean"].get<double>());
  EXPECT_THAT(page, HasSubstr(mean));
  EXPECT_THAT(page, HasSubstr("| dealt by A | mean | sd | 9 in 10 or more within |\n"
                              "| :-- | --: | --: | :-- |\n"));
  EXPECT_GE(expect_tables(page), 2);
  EXPECT_EQ(page.find("\x1b"), std::string::npos);
}

TEST(Markdown, IsHadOfEveryCommand) {
  const Arguments one{"figures=2,points=20"}, other{"figures=3,points=30"};
  const std::string roster = WARODDS_SOURCE "/examples/designer/magewinds.toml";
  for (const Arguments& question : std::vector<Arguments>{
           Arguments{"battle"} + one + other + raiders,
           Arguments{"battle", "figures=2 + figures=1", "figures=3"} + raiders,
           Arguments{"solve"} + one + other + raiders,
           Arguments{"explain"} + one + other + raiders,
           Arguments{"check"} + one + other + raiders + Arguments{"--trials", "2000"},
           Arguments{"sweep"} + one + other + raiders + Arguments{"--vary", "attacker.hp=1..3"},
           Arguments{"value"} + one + other + raiders,
           Arguments{"sequence"} + other + Arguments{"--by", "figures=2"} + raiders,
           {"matrix", "--roster", roster},
           {"matrix", "--ranking", "--roster", roster},
           {"systems", "magewinds"},
           {"units", "--roster", roster},
           {"quantities", "magewinds"}}) {
    const std::string page = said(question + in_markdown);
    SCOPED_TRACE(question.front() + "\n" + page);
    EXPECT_THAT(page, AllOf(Not(HasSubstr("\n\n\n")), Not(HasSubstr("\x1f"))));
    expect_tables(page);
  }
}

TEST(Markdown, TakesNoNameForMarkup) {
  const std::string name = "*x* _y_ `z` [a](b) <i> |p| #1 @all ~~s~~ \\ http://e.org";
  const TemporaryFile roster("markup.toml",
                             "system = \"raiders-of-arcana\"\n[[unit]]\nname = '" + name +
                                 "'\n[[unit]]\nname = '1. first'\nnote = '- second'\n");
  const std::string page =
      said(Arguments{"matrix", "--ranking", "--roster", roster.path()} + in_markdown);
  EXPECT_GE(expect_tables(page), 1);
  for (const char* raw : {"*x*", "_y_", "`z`", "[a]", "<i>", "|p|", " #1", " @all", "~~s~~",
                          "http://", "| 1. first"}) {
    EXPECT_THAT(page, Not(HasSubstr(raw)));
  }
  // What the escapes stand for is the name.
  const std::vector<std::string> lines = split(page, '\n');
  EXPECT_TRUE(std::any_of(lines.begin(), lines.end(), [&](const std::string& line) {
    if (!line.starts_with("|")) return false;
    const std::vector<std::string> cells = cells_of(line);
    return std::find(cells.begin(), cells.end(), name) != cells.end();
  })) << page;
}

}  // namespace
}  // namespace warodds::test
