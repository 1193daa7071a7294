// The page of a roster: one file that says what the other commands say, and needs nothing else.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <regex>
#include <sstream>

#include "core/roster/csv.h"
#include "core/text/text.h"
#include "tests/cli/answers.h"
#include "tests/cli/program.h"

namespace warodds::test {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

const char* const of_raiders =
    "[[unit]]\nname = \"Axe & <Shield>\"\nfigures = 6\ncd = 2\nas = 5\narm = 4\npoints = 60\n"
    "[[unit]]\nname = \"\\\"Wolf\\\" pack\"\nfigures = 9\nas = 6\narm = 4\npoints = 60\n"
    "[[unit]]\nname = \"Troll\"\nfigures = 1\nhp = 8\ncd = 8\nas = 5\narm = 5\npoints = 70\n"
    "[[unit]]\nname = \"Wall\"\nfigures = 7\nas = 5\ndb = 2\narm = 6\npoints = 60\n";

TemporaryFile roster(const std::string& name, const std::string& units = of_raiders) {
  return {name, "system = \"raiders-of-arcana\"\n" + units};
}

std::string decoded(const std::string& link) {
  std::string text;
  for (std::size_t i = 0; i < link.size(); ++i) {
    if (link[i] != '%') {
      text += link[i];
      continue;
    }
    text += static_cast<char>(std::stoi(link.substr(i + 1, 2), nullptr, 16));
    i += 2;
  }
  return text;
}

/// The CSV that a page has under that name.
std::string csv_in(const std::string& page, const std::string& name) {
  const std::string begin = "download=\"" + name + ".csv\" href=\"data:text/csv;charset=utf-8,";
  const auto at = page.find(begin);
  if (at == std::string::npos) return "";
  const auto from = at + begin.size();
  return decoded(page.substr(from, page.find('"', from) - from));
}

TEST(Report, HasTheTablesOfTheOtherCommandsAsCsv) {
  const TemporaryFile units = roster("page.toml");
  const Arguments same{"--roster", units.path(), "--budget", "120"};
  const std::string page = said({"report", units.path(), "--budget", "120", "--format", "html"});
  EXPECT_EQ(csv_in(page, "ranking"),
            said(Arguments{"matrix", "--ranking", "--format", "csv"} + same));
  EXPECT_EQ(csv_in(page, "odds"),
            said(Arguments{"matrix", "--battle", "--show", "odds", "--format", "csv"} + same));
  EXPECT_EQ(csv_in(page, "value"), said(Arguments{"value", "--points", "--format", "csv"} + same));
  EXPECT_EQ(csv_in(page, "prices"), said(Arguments{"prices", "--format", "csv"} + same));
}

TEST(Report, ShowsEveryNumberOfTheRanking) {
  const TemporaryFile units = roster("page.toml");
  const std::string page = said({"report", units.path(), "--format", "html"});
  const Json ranking = answered({"matrix", "--ranking", "--roster", units.path()})["ranking"];
  ASSERT_EQ(ranking.size(), 4U);
  for (const Json& row : ranking) {
    for (const char* key : {"odds", "share", "against_mix", "best_odds", "worst_odds"}) {
      const double p = row[key];
      char shown[16];
      std::snprintf(shown, sizeof shown, "%.2f %%", p * 100);
      if (p < 5e-5 || p > 1 - 5e-5) continue;  // it is shown as ">99.99 %"
      EXPECT_THAT(page, HasSubstr("<td class=\"n\">" + std::string(shown))) << key;
    }
  }
}

TEST(Report, EscapesNamesAndNeedsNothingFromElsewhere) {
  const TemporaryFile units = roster("page.toml");
  const std::string page = said({"report", units.path(), "--format", "html"});
  EXPECT_THAT(page, StartsWith("<!DOCTYPE html>"));
  EXPECT_THAT(page, HasSubstr("Axe &amp; &lt;Shield&gt;"));
  EXPECT_THAT(page, HasSubstr("&quot;Wolf&quot; pack"));
  EXPECT_THAT(page, Not(HasSubstr("<Shield>")));
  for (const char* foreign :
       {"http:", "https:", "//", "<script", "<link", "<img", "@import", "url("}) {
    EXPECT_THAT(page, Not(HasSubstr(foreign)));
  }
  EXPECT_THAT(page, HasSubstr("@media print"));
  EXPECT_THAT(page, HasSubstr("color-scheme: light dark"));
}

TEST(Report, IsWellFormed) {
  ASSERT_EQ(std::system("command -v python3 >/dev/null 2>&1"), 0)
      << "bash .ci/packages tests installs it";
  const TemporaryFile units = roster("page.toml");
  const TemporaryFile older =
      roster("older.toml", std::string(of_raiders) + "[[unit]]\nname = \"Gone\"\npoints = 60\n");
  const TemporaryFile page("report.html", said({"report", units.path(), "--old", older.path(),
                                                "--budget", "120", "--format", "html"}));
  const TemporaryFile script("check.py",
                             "import sys\n"
                             "from html.parser import HTMLParser\n"
                             "import xml.etree.ElementTree as tree\n"
                             "root = tree.parse(sys.argv[1]).getroot()\n"
                             "class Count(HTMLParser):\n"
                             "    open = 0\n"
                             "    def handle_starttag(self, tag, attributes): self.open += 1\n"
                             "    def handle_endtag(self, tag): self.open -= 1\n"
                             "count = Count()\n"
                             "count.feed(open(sys.argv[1], encoding='utf-8').read())\n"
                             "print(root.tag, len(root.findall('.//section')), count.open)\n");
  const Outcome outcome =
      run_in_shell("sh", "python3 '" + script.path() + "' '" + page.path() + "'");
  EXPECT_EQ(outcome.out, "html 5 0\n") << outcome.err;
}

TEST(Report, TellsWhatChangedSinceAnOlderRoster) {
  const TemporaryFile units = roster("page.toml");
  std::string before = of_raiders;
  before.replace(before.find("hp = 8"), 6, "hp = 6");
  const TemporaryFile older = roster("older.toml", before + "[[unit]]\nname = \"Gone\"\n");
  const std::string page =
      said({"report", units.path(), "--old", older.path(), "--format", "html"});
  EXPECT_THAT(page, HasSubstr("<td>Troll</td><td>hp</td><td>6</td><td>8</td>"));
  EXPECT_THAT(page, HasSubstr("<td>Gone</td>"));
  EXPECT_EQ(csv_in(page, "changes"),
            said({"compare", older.path(), units.path(), "--format", "csv"}));
  EXPECT_EQ(csv_in(page, "ranking-before"),
            said({"matrix", "--ranking", "--roster", older.path(), "--format", "csv"}));
}

TEST(Report, IsHadAsJsonAndTextToo) {
  const TemporaryFile units = roster("page.toml");
  const Json page = answered({"report", units.path()});
  EXPECT_EQ(page["command"], "report");
  EXPECT_EQ(page["ranking"], answered({"matrix", "--ranking", "--roster", units.path()}));
  EXPECT_FALSE(page.contains("prices"));  // there is no budget
  EXPECT_THAT(said({"report", units.path()}),
              HasSubstr(said({"matrix", "--ranking", "--roster", units.path()})));
  const Place page_there("there.html");
  said({"report", units.path(), "--output", page_there.path()});
  std::stringstream written;
  written << std::ifstream(page_there.path()).rdbuf();
  EXPECT_EQ(written.str(), said({"report", units.path(), "--format", "html"}));
}

}  // namespace
}  // namespace warodds::test
