// What holds of every command whose answer has units, numbers or tables: found out over the records
// of the commands, so that a new one is held to it as well.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <regex>
#include <string>

#include "core/ask/command.h"
#include "core/roster/csv.h"
#include "core/text/text.h"
#include "core/text/width.h"
#include "tests/cli/answers.h"
#include "tests/cli/program.h"

namespace warodds::test {
namespace {

using ::testing::AnyOf;
using ::testing::HasSubstr;
using ::testing::Not;

const std::string byte_order_mark = "\xEF\xBB\xBF";

/// A system with two units of it, in which {0} and {1} are their names, and what can vary.
struct Skirmish {
  std::string system;
  std::string roster;
  std::string stat;
};
const std::vector<Skirmish> skirmishes{
    {"arcane-legions",
     "[[unit]]\nname = \"{0}\"\npoints = 10\n[[unit.figure]]\nname = \"Chief\"\nhp = 2\nred = 2\n"
     "white = 1\n[[unit.figure]]\nname = \"Man\"\ncount = 2\nred = 1\n"
     "[[unit]]\nname = \"{1}\"\npoints = 12\n[[unit.figure]]\nname = \"Chief\"\nred = 1\n"
     "[[unit.figure]]\nname = \"Man\"\ncount = 3\nred = 1\nwhite = 1\n",
     "brutal"},
    {"magewinds",
     "[[unit]]\nname = \"{0}\"\ntoughness = 3\narmour = 1\nevasion = 1\ndodge = 1\npoints = 10\n"
     "light = {{power = 3, precision = 5}}\nheavy = {{power = 5, precision = 4}}\n"
     "[[unit]]\nname = \"{1}\"\ntoughness = 4\ndeflect = 1\npoints = 11\n"
     "light = {{power = 3, precision = 4}}\nheavy = {{power = 4, precision = 4}}\n",
     "toughness"},
    {"raiders-of-arcana",
     "[[unit]]\nname = \"{0}\"\nfigures = 3\ncd = 2\npoints = 10\n"
     "[[unit]]\nname = \"{1}\"\nfigures = 4\nas = 6\npoints = 9\n",
     "arm"},
    {"dwethia-skirmish",
     "[[unit]]\nname = \"{0}\"\nmodels = 3\nmartial = 4\npoints = 10\n"
     "[[unit]]\nname = \"{1}\"\nmodels = 4\ndefence = 4\npoints = 8\n",
     "martial"}};

std::string roster_of(const Skirmish& example, const std::string& first,
                      const std::string& second) {
  return fmt::format("system = \"{}\"\n", example.system) +
         fmt::format(fmt::runtime(example.roster), first, second);
}

/// How a command is asked about these two units; nothing where it is about no units.
std::optional<Arguments> call_of(const Command& command, const Skirmish& example,
                                 const std::string& roster, const PerSide<std::string>& names) {
  const Question& question = command.question;
  Arguments line{std::string(command.name)};
  if (part_of<questions::OfFiles>(question) || !part_of<questions::OfRoster>(question)) return {};
  if (part_of<questions::OfVersions>(question)) return with(line, {roster, roster});
  line = with(line, {"--roster", roster});
  const bool about_two = part_of<questions::Named>(question) != nullptr;
  if (takes(command, "orders")) {
    line = with(line, {names.defender, "--by", names.attacker, "--by", names.attacker});
  } else if (about_two) {
    line = with(line, {names.attacker, names.defender});
  }
  if (takes(command, "vary")) {
    line = with(line, {"--vary", (about_two ? "attacker." : "") + example.stat + "=1..2"});
  }
  if (takes(command, "target") && about_two) line = with(line, {"--target", "win=50%"});
  // Fighters cannot be bought by the piece, and prices of units of several groups take long.
  const bool priced = example.system == "raiders-of-arcana" || example.system == "dwethia-skirmish";
  if (takes(command, "step") && !priced) return {};
  if (takes(command, "step")) line = with(line, {"--budget", "20"});
  if (takes(command, "most-units")) line = with(line, {"--budget", "20"});
  if (takes(command, "by") && takes(command, "battle")) line = with(line, {"--trials", "2000"});
  return line;
}

/// Calls f(command, example, line, roster file) for each command and system, the units so named.
template <class F>
void for_each_call(const PerSide<std::string>& names, const F& f) {
  int calls = 0;
  for (const Skirmish& example : skirmishes) {
    const TemporaryFile roster("kinds.toml", roster_of(example, names.attacker, names.defender));
    for (const Command& command : all_commands()) {
      const auto line = call_of(command, example, roster.path(), names);
      if (!line) continue;
      ++calls;
      SCOPED_TRACE(fmt::format("{} of {}", command.name, example.system));
      f(command, example, *line);
    }
  }
  EXPECT_GE(calls, 50);
}

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  for (auto at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size())) {
    text.replace(at, from.size(), to);
  }
  return text;
}

// Names that take as many columns leave every table as it is.
TEST(EveryAnswer, HasItsTablesInLineWhateverTheScript) {
  const PerSide<std::string> plain{"Knight", "Wolves"};
  const PerSide<std::string> wide{"騎士団", "狼の群"};
  std::map<std::string, std::string> of_plain;
  const auto key = [](const Command& command, const Skirmish& example) {
    return std::string(command.name) + example.system;
  };
  for_each_call(plain, [&](const Command& command, const Skirmish& example, const Arguments& line) {
    of_plain[key(command, example)] = said(line);
  });
  for_each_call(wide, [&](const Command& command, const Skirmish& example, const Arguments& line) {
    const std::string text = said(line);
    for (const std::string& one : lines_of(text)) EXPECT_LE(warodds::columns(one), 80) << one;
    EXPECT_EQ(
        replaced(replaced(text, wide.attacker, plain.attacker), wide.defender, plain.defender),
        of_plain[key(command, example)]);
  });
}

TEST(EveryCsv, HasNoCellThatASpreadsheetTakesForAFormula) {
  const PerSide<std::string> names{"+x", "@home"};
  for_each_call(names, [&](const Command& command, const Skirmish&, const Arguments& line) {
    for (const std::string form : {"comma", "semicolon"}) {
      int guarded = 0;
      const bool is_roster = part_of<questions::Units>(command.question) != nullptr;
      for (const CsvRow& row : parse_csv(said(line, {"--csv", form}), "").rows) {
        for (const std::string& cell : row.fields) {
          const bool begins =
              !cell.empty() && std::string("=+-@\t").find(cell[0]) != std::string::npos;
          const std::string number = replaced(cell.substr(cell[0] == '+' ? 1 : 0), ",", ".");
          EXPECT_TRUE(is_roster || !begins || read_number<double>(number)) << cell;
          EXPECT_FALSE(cell.starts_with("'") && read_number<double>(cell.substr(1))) << cell;
          guarded += cell == (is_roster ? "" : "'") + names.attacker ||
                             cell == (is_roster ? "" : "'") + names.defender
                         ? 1
                         : 0;
        }
      }
      // Names stand alone in cells, but for those of a sequence's answers about nobody.
      EXPECT_GT(guarded, 0);
    }
  });
}

TEST(EveryCsv, IsReadBackWithTheNamesAsTheyWere) {
  for (const std::string name : {"+x", "@home", "-dash", "'+y", "'quoted'", "O'Neill"}) {
    const TemporaryFile roster("names.toml", roster_of(skirmishes[2], name, "Other"));
    const auto rows =
        parse_csv(said({"matrix", "--roster", roster.path(), "--format", "csv"}), "").rows;
    const auto& header = rows.at(0).fields;
    const auto column = static_cast<std::size_t>(
        std::find(header.begin(), header.end(), "attacker") - header.begin());
    const std::string cell = rows.at(1).fields.at(column);
    const TemporaryFile sheet("names.csv",
                              "system,name,figures\nraiders-of-arcana," + cell + ",2\n");
    EXPECT_EQ(answered({"units", "--roster", sheet.path()})["units"][0]["unit"], name) << cell;
  }
}

TEST(EveryCsv, ForSpreadsheetsIsMarkedAsUtf8WhereItMustBe) {
  const auto begins = [](const Arguments& line, const Arguments& more) {
    return said(line, more).starts_with(byte_order_mark);
  };
  for_each_call({"Knight", "Wolves"}, [&](const Command&, const Skirmish&, const Arguments& line) {
    EXPECT_FALSE(begins(line, {"--csv", "semicolon"}));
  });
  for_each_call({"騎士団", "Krähe"}, [&](const Command&, const Skirmish&, const Arguments& line) {
    EXPECT_TRUE(begins(line, {"--csv", "semicolon"}));
    const std::string csv = said(line, {"--format", "csv"});
    EXPECT_FALSE(csv.starts_with(byte_order_mark));
    EXPECT_EQ(said(line, {"--csv", "bom"}), byte_order_mark + csv);
    EXPECT_TRUE(begins(line, {"--csv", "wide"}));
  });
}

/// Whether a command's numbers follow from what the units do.
bool is_played(const Command& command) {
  return part_of<questions::ByEngine>(command.question) != nullptr && !takes(command, "payoff");
}

TEST(EveryAnswer, SaysAboveItsNumbersWhatPlayIsAssumed) {
  const std::map<std::string, std::string> words{
      {"arcane-legions", "loses as little as the rules allow"},
      {"magewinds", "plays light attacks"},
      {"raiders-of-arcana", "puts half of its dice into attack"},
      {"dwethia-skirmish", "fights back"}};
  int played = 0;
  for_each_call({"Knight", "Wolves"}, [&](const Command& command, const Skirmish& example,
                                          const Arguments& line) {
    const std::string text = said(line);
    const auto at = text.find("assumed: ");
    EXPECT_EQ(at != std::string::npos, is_played(command));
    if (!is_played(command)) return;
    ++played;
    EXPECT_LT(at, text.find("\n\n"));
    const Json assumed = answered(line)["assumed"];
    const char* const who = example.system == "dwethia-skirmish" ? "defender" : "attacker";
    EXPECT_THAT(assumed[who].get<std::string>(), HasSubstr(words.at(example.system)));
    EXPECT_THAT(said(line, {"--format", "csv"}), HasSubstr(words.at(example.system)));
  });
  EXPECT_EQ(played, 4 * 13 - 2);
}

TEST(BestBeside, IsLeftOutWhereItTakesLong) {
  // The battle itself is soon told by dice, however busy the machine is.
  const Arguments huge{"battle",
                       "figures=40,hp=4,cd=2",
                       "figures=40,hp=4,cd=2",
                       "--system",
                       "raiders-of-arcana",
                       "--engine",
                       "sim",
                       "--trials",
                       "2000",
                       "--time-limit",
                       "2"};
  EXPECT_THAT(said(huge), Not(HasSubstr("if both play their best")));
  const Json asked = answered(huge, {"--best"});
  EXPECT_EQ(asked["best"], nullptr);
  // The rest of the time would not do, or there is none left.
  EXPECT_THAT(asked["remarks"].dump(),
              AnyOf(HasSubstr("if both play their best: best play would take"),
                    HasSubstr("if both play their best: the time limit was reached")));
}

/// The numbers in percent at the ends of lines that end in one.
std::vector<double> percents_in(const std::vector<std::string>& lines) {
  static const std::regex number(R"( (\d+(\.\d+)?) %$)");
  std::vector<double> found;
  std::smatch match;
  for (const std::string& line : lines) {
    if (std::regex_search(line, match, number)) found.push_back(std::stod(match[1]));
  }
  return found;
}

TEST(Percents, OfOneWholeAddUp) {
  int undecided = 0;
  for (int figures = 2; figures < 12; ++figures) {
    const std::string text = said({"battle", fmt::format("figures={}", figures), "figures=5",
                                   "--system", "raiders-of-arcana", "--rounds", "4", "--long"});
    const auto blocks = lines_of(text);
    std::vector<std::string> ends, ahead;
    for (const std::string& line : blocks) {
      if (std::regex_search(line, std::regex("^    (Attacker ahead|Defender ahead|even) "))) {
        ahead.push_back(line);
      }
      if (std::regex_search(line, std::regex("^\\S+ (Attacker|both|undecided|Defender).*%$"))) {
        ends.push_back(line);
      }
    }
    ASSERT_EQ(ends.size(), 4U) << text;
    const std::vector<double> of_ends = percents_in(ends);
    double sum = 0;
    for (const double end : of_ends) sum += end;
    const bool all_shown = text.find("<0.01") == std::string::npos;
    EXPECT_NEAR(sum, 100, all_shown ? 1e-9 : 0.0101) << text;
    if (ahead.size() != 3 || !all_shown) continue;
    ++undecided;
    double of_undecided = 0;
    for (const double part : percents_in(ahead)) of_undecided += part;
    EXPECT_NEAR(of_undecided, of_ends.at(2), 1e-9) << text;
  }
  EXPECT_GT(undecided, 3);
}

// About 1 in 100 thousand battles goes the other way.
TEST(Percents, AreNotAHundredBesideSomethingElse) {
  const TemporaryFile roster("strong.toml",
                             "system = \"raiders-of-arcana\"\n[[unit]]\nname = \"Strong\"\n"
                             "figures = 3\ncd = 3\npoints = 20\n"
                             "[[unit]]\nname = \"Weak\"\nfigures = 2\narm = 6\npoints = 20\n");
  for (const Command& command : all_commands()) {
    const auto line = call_of(command, skirmishes[2], roster.path(), {"Strong", "Weak"});
    if (!line || !is_played(command)) continue;
    SCOPED_TRACE(command.name);
    EXPECT_THAT(said(*line), Not(HasSubstr("100.00 %")));
  }
}

TEST(Words, SayWhoIsDestroyed) {
  for_each_call({"Knight", "Wolves"},
                [&](const Command& command, const Skirmish&, const Arguments& line) {
                  const bool of_fights = part_of<questions::Battle>(command.question) == nullptr &&
                                         part_of<questions::Sequence>(command.question) == nullptr;
                  if (!takes(command, "show") || !of_fights) return;
                  const std::string text = said(line, {"--show", "attacker.destroys"});
                  EXPECT_THAT(text, HasSubstr("destroyed"));
                  EXPECT_THAT(text, Not(HasSubstr("attacker.destroys")));
                });
}

}  // namespace
}  // namespace warodds::test
