// Budgets, prices, balance and compare. Whatever they promise is asked again of the roster that
// they write, with a command that knows nothing of them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <functional>
#include <nlohmann/json.hpp>

#include "core/ask/reports.h"
#include "core/design/budget.h"
#include "core/matchup/csv.h"
#include "core/matchup/csv_roster.h"
#include "core/rules/error.h"
#include "exact/engine.h"
#include "sim/engine.h"
#include "tests/cli/program.h"

namespace warodds::test {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;
using Json = nlohmann::json;
using Arguments = std::vector<std::string>;

const Engines engines{exact::engine, sim::engine};

Json answered(Arguments arguments) {
  arguments.insert(arguments.end(), {"--format", "json"});
  const Outcome outcome = run(arguments);
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  return Json::parse(outcome.out, nullptr, false);
}

void expect_refused(const Arguments& arguments, const std::string& because, int code = 2) {
  const Outcome outcome = run(arguments);
  EXPECT_EQ(outcome.exit_code, code) << outcome.out;
  EXPECT_THAT(outcome.err, HasSubstr(because));
}

/// The odds of each unit in the ranking that follows a matrix of whole battles.
std::map<std::string, double> ranked(Arguments options) {
  options.insert(options.begin(), {"matrix", "--battle"});
  std::map<std::string, double> odds;
  const Json matrix = answered(options);
  for (const Json& row : matrix.at("ranking")) odds[row["unit"]] = row["odds"];
  return odds;
}

/// A file that is not there yet and is gone afterwards.
class Place {
 public:
  explicit Place(const std::string& name) : file_(name, "") {
    std::filesystem::remove(file_.path());
  }
  const std::string& path() const { return file_.path(); }
  std::string content() const { return file_.content(); }

 private:
  TemporaryFile file_;
};

std::string designer(const std::string& system) { return example("designer/" + system); }

// Budgets.

TEST(Budget, BuysFiguresByThePiece) {
  const AnyUnit ten = read_unit("raiders-of-arcana",
                                {"Ten", "", "", {{"figures", "10", ""}, {"points", "80", ""}}, {}});
  // Figures at 8 points each; to the nearest whole number, at least one; within a tenth or not.
  const std::vector<std::tuple<double, int, bool>> bought{
      {80, 10, true}, {160, 20, true}, {100, 13, true}, {83, 10, true}, {12, 2, false},
      {13, 2, false}, {1, 1, false},   {84, 11, true},  {20, 3, false}, {22, 3, true}};
  for (const auto& [budget, figures, near] : bought) {
    AnyUnit unit = ten;
    const Purchase purchase = buy(unit, budget);
    EXPECT_EQ(std::get<RaidersOfArcana::Unit>(unit).figures, figures) << budget;
    EXPECT_EQ(purchase.sizes, (std::vector<std::pair<std::string, int>>{{"figures", figures}}));
    EXPECT_DOUBLE_EQ(purchase.cost, 8 * figures);
    EXPECT_EQ(purchase.near(), near) << budget;
  }
}

TEST(Budget, ScalesAllGroupsAlike) {
  AnyUnit unit =
      read_unit("arcane-legions", {"Both",
                                   "",
                                   "",
                                   {{"points", "70", ""}},
                                   {{"figure", "", {{"name", "Captain", ""}, {"hp", "2", ""}}},
                                    {"figure", "", {{"name", "Man", ""}, {"count", "6", ""}}}}});
  const Purchase purchase = buy(unit, 30);
  EXPECT_EQ(purchase.text(), "1 Captain, 3 Man for 40 points");  // 4 of 7 figures
  EXPECT_FALSE(purchase.near());
  const auto& groups = std::get<ArcaneLegions::Unit>(unit).groups;
  EXPECT_EQ(groups[0].count, 1);
  EXPECT_EQ(groups[0].hp, 2);
  EXPECT_EQ(groups[1].count, 3);
}

TEST(Budget, FightsWithWhatItBuys) {
  const Arguments units{"--system", "raiders-of-arcana", "figures=10,points=80,cd=2,as=6",
                        "figures=4,hp=3,points=60"};
  Arguments bought{"battle", "--budget", "120"};
  bought.insert(bought.end(), units.begin(), units.end());
  const Json answer = answered(bought);
  EXPECT_EQ(answer["bought"][0]["sizes"], Json({{"figures", 15}}));
  EXPECT_EQ(answer["bought"][1]["sizes"], Json({{"figures", 8}}));
  EXPECT_EQ(answer["bought"][1]["cost"], 120);
  const Json same = answered({"battle", "--system", "raiders-of-arcana",
                              "figures=15,points=80,cd=2,as=6", "figures=8,hp=3,points=60"});
  EXPECT_EQ(answer["win"], same["win"]);
  EXPECT_EQ(answer["rounds"], same["rounds"]);
}

TEST(Budget, IsTheSameInEveryTable) {
  const std::string roster = designer("dwethia-skirmish");
  const auto odds = ranked({"--roster", roster, "--budget", "70"});
  const Json ranking = answered({"matrix", "--ranking", "--roster", roster, "--budget", "70"});
  for (const Json& row : ranking["ranking"]) {
    EXPECT_NEAR(row["odds"], odds.at(row["unit"]), 1e-12) << row;
  }
  const Json sweep =
      answered({"sweep", "--roster", roster, "Oak Guard", "--against", roster, "--budget", "70",
                "--vary", "attacker.martial=4..5", "--show", "odds"});
  EXPECT_NEAR(sweep["points"][0]["values"][0], odds.at("Oak Guard"), 1e-12);
  EXPECT_THAT(run({"matrix", "--roster", roster, "--budget", "70"}).out,
              AllOf(HasSubstr("7 Guard for 70 points"), HasSubstr("NOT WITHIN 10 %")));
}

TEST(Budget, SaysWhomItCannotBuy) {
  expect_refused({"matrix", "--roster", example("raiders-of-arcana"), "--budget", "100"},
                 "'Human Warriors' has no points");
  expect_refused({"matrix", "--roster", designer("magewinds"), "--budget", "100"},
                 "single fighters");
  expect_refused({"prices", "--roster", designer("magewinds"), "--budget", "100"},
                 "balance changes their stats instead");
  expect_refused({"matrix", "--roster", designer("magewinds"), "--budget", "many"}, "a number");
}

// One question, one answer.

TEST(Field, IsThatOfTheRanking) {
  for (const std::string system : {"arcane-legions", "magewinds", "dwethia-skirmish"}) {
    const std::string roster = designer(system);
    const auto odds = ranked({"--roster", roster});
    const Json ranking = answered({"matrix", "--ranking", "--roster", roster});
    const Json against = answered({"matrix", "--ranking", "--roster", roster, "--against", roster});
    const Json value = answered({"value", "--roster", roster});
    ASSERT_EQ(ranking["ranking"].size(), odds.size());
    ASSERT_EQ(value["units"].size(), odds.size());
    for (std::size_t i = 0; i < odds.size(); ++i) {
      const std::string unit = ranking["ranking"][i]["unit"];
      EXPECT_EQ(ranking["ranking"][i]["rank"], i + 1);
      EXPECT_NEAR(ranking["ranking"][i]["odds"], odds.at(unit), 1e-12);
      EXPECT_EQ(against["ranking"][i]["unit"], unit);
      EXPECT_NEAR(against["ranking"][i]["odds"], odds.at(unit), 1e-12);
      EXPECT_NEAR(value["units"][i]["base"][0], odds.at(value["units"][i]["unit"]), 1e-12);
    }
    const std::string fourth = ranking["ranking"][3]["unit"];
    const Json one =
        answered({"value", "--roster", roster, fourth, "--against", roster, "--show", "odds"});
    EXPECT_NEAR(one["base"][0], odds.at(fourth), 1e-12);
    EXPECT_EQ(one["opponents"].size(), odds.size() - 1);
  }
}

TEST(Field, HasTheMeanOfAllBattlesBothWaysRound) {
  const TemporaryFile roster("three.csv",
                             "system,name,figures,cd,arm\nraiders-of-arcana,A,4,1,5\n"
                             "raiders-of-arcana,B,5,1,6\nraiders-of-arcana,C,3,2,4\n");
  const Json sweep =
      answered({"sweep", "--roster", roster.path(), "A", "--against", roster.path(), "--vary",
                "attacker.figures=3..5", "--show", "win,lose,odds,attacker.damage.mean"});
  EXPECT_EQ(sweep["opponents"], Json({"B", "C"}));
  for (int figures = 3; figures <= 5; ++figures) {
    const std::string a = "A,figures=" + std::to_string(figures);
    double win = 0;
    double lose = 0;
    double damage = 0;
    for (const std::string other : {"B", "C"}) {
      const Json forth = answered({"battle", "--roster", roster.path(), a, other})["win"];
      const Json back = answered({"battle", "--roster", roster.path(), other, a})["win"];
      win += (forth["attacker"].get<double>() + back["defender"].get<double>()) / 4;
      lose += (forth["defender"].get<double>() + back["attacker"].get<double>()) / 4;
      damage += answered({"fight", "--roster", roster.path(), a,
                          other})["attacker_deals"]["damage"]["mean"]
                    .get<double>() /
                2;
    }
    const Json& values = sweep["points"][static_cast<std::size_t>(figures - 3)]["values"];
    EXPECT_NEAR(values[0], win, 1e-12);
    EXPECT_NEAR(values[1], lose, 1e-12);
    EXPECT_NEAR(values[2], (1 + win - lose) / 2, 1e-12);
    EXPECT_NEAR(values[3], damage, 1e-12);
  }
  expect_refused({"sweep", "--roster", roster.path(), "A", "--against", roster.path(), "--vary",
                  "defender.hp=1..2"},
                 "vary attacker.hp");
}

TEST(Ranking, IsThereAsCsv) {
  const Outcome outcome = run({"matrix", "--ranking", "--roster", designer("arcane-legions"),
                               "--against", example("arcane-legions"), "--format", "csv"});
  const auto rows = parse_csv(outcome.out, "ranking").rows;
  ASSERT_EQ(rows.size(), 11U);
  EXPECT_EQ(std::vector<std::string>(rows[0].fields.end() - 5, rows[0].fields.end()),
            (std::vector<std::string>{"rank", "unit", "odds", "rating", "points"}));
  EXPECT_EQ(rows[1].fields[7], "1");
}

TEST(Quantities, AreListedWhereTheyAreAskedFor) {
  const std::string roster = designer("magewinds");
  const std::string list = run({"quantities", "magewinds"}).out;
  EXPECT_EQ(run({"matrix", "--roster", roster, "--show", "help"}).out, list);
  EXPECT_EQ(run({"tune", "--roster", roster, "--target", "help"}).out, list);
  const Json half = answered({"tune", "--system", "raiders-of-arcana", "figures=4", "figures=5",
                              "--vary", "attacker.figures=3..7", "--target", "win = 50%"});
  EXPECT_EQ(half["target"], 0.5);
  EXPECT_EQ(half["best"][0]["at"][0], "5");
}

// Prices.

TEST(Prices, HoldInAFreshMatrix) {
  for (const std::string system : {"arcane-legions", "dwethia-skirmish"}) {
    const Place written("priced.toml");
    const std::string budget = "60";
    const Json prices = answered(
        {"prices", "--roster", designer(system), "--budget", budget, "--output", written.path()});
    const auto odds = ranked({"--roster", written.path(), "--budget", budget});
    int total = 0;
    for (const Json& row : prices["prices"]) {
      EXPECT_NEAR(row["odds"], odds.at(row["unit"]), 1e-12) << row;
      EXPECT_EQ(row["within"], std::abs(odds.at(row["unit"]) - 0.5) <= 0.05) << row;
      EXPECT_EQ(row["within"], row["why"] == "") << row;
      total += row["points"].get<int>();
    }
    EXPECT_EQ(prices["total"], total);
  }
}

TEST(Prices, KeepThePriceThatIsToStay) {
  const Json prices = answered({"prices", "--roster", designer("dwethia-skirmish"), "--budget",
                                "60", "--keep", "Oak Guard", "--step", "5"});
  for (const Json& row : prices["prices"]) {
    EXPECT_EQ(row["points"].get<int>() % 5, 0) << row;
    if (row["unit"] == "Oak Guard") {
      EXPECT_EQ(row["points"], 60);
    }
  }
}

// Bought for the same points they are the same, whatever the battle makes of numbers. That shows in
// what quality is worth: twice the dice are worth so many more figures as sweep and tune find, here
// 1.75 times: between the square law (sqrt(2)) and the linear one (2).
TEST(Prices, GoWithTheNumberAndWithTheLawOfStrength) {
  const TemporaryFile numbers("numbers.csv",
                              "system,name,figures,cd,points\nraiders-of-arcana,Ten,10,1,100\n"
                              "raiders-of-arcana,Twenty,20,1,100\n");
  const Json linear = answered({"prices", "--roster", numbers.path(), "--budget", "100"});
  const double ten = linear["prices"][0]["points"];
  const double twenty = linear["prices"][1]["points"];
  EXPECT_NEAR(twenty / ten, 2, 0.05);
  EXPECT_EQ(linear["prices"][0]["bought"]["sizes"], linear["prices"][1]["bought"]["sizes"]);

  const TemporaryFile quality("quality.csv",
                              "system,name,figures,cd,points\nraiders-of-arcana,One,20,1,100\n"
                              "raiders-of-arcana,Two,20,2,100\n");
  const Json tune = answered({"tune", "--roster", quality.path(), "One", "Two", "--vary",
                              "attacker.figures=20..40", "--target", "odds=0.5"});
  const double even = std::stod(tune["best"][0]["at"][0].get<std::string>());
  EXPECT_GT(even, 20 * std::sqrt(2.0));
  EXPECT_LT(even, 40);
  const Json prices = answered({"prices", "--roster", quality.path(), "--budget", "100"});
  const double one = prices["prices"][0]["points"];
  const double two = prices["prices"][1]["points"];
  EXPECT_NEAR(two / one, even / 20, 0.1);
}

TEST(Prices, SayWhoHasNone) {
  const TemporaryFile roster("wall.csv",
                             "system,name,figures,cd,arm,points\nraiders-of-arcana,A,4,1,5,50\n"
                             "raiders-of-arcana,B,3,1,5,50\nraiders-of-arcana,Wall,1,9,11,50\n");
  const Json prices = answered({"prices", "--roster", roster.path()});
  const Json& wall = prices["prices"][2];
  EXPECT_FALSE(wall["within"]);
  EXPECT_THAT(wall["why"].get<std::string>(), HasSubstr("no price"));
  EXPECT_EQ(wall["points"], 50);
  const Json& other = prices["prices"][0];
  EXPECT_FALSE(other["within"]);
  EXPECT_THAT(other["why"].get<std::string>(), HasSubstr("without a price"));
}

// Balance.

TEST(Balance, HoldsInAFreshMatrix) {
  // The other systems: bench/designer.
  const std::map<std::string, std::string> vary{
      {"magewinds", "toughness=2..20,evasion=0..3,light.precision=4..10"}};
  for (const auto& [system, stats] : vary) {
    const Place written("balanced.toml");
    const Json balance = answered(
        {"balance", "--roster", designer(system), "--vary", stats, "--output", written.path()});
    const auto odds = ranked({"--roster", written.path()});
    for (const Json& row : balance["units"]) {
      EXPECT_NEAR(row["after"], odds.at(row["unit"]), 1e-12) << row;
      EXPECT_TRUE(row["within"]) << system << row;
      EXPECT_NEAR(odds.at(row["unit"]), 0.5, 0.05 + 1e-9) << row;
    }
    int points = 0;
    for (const Json& change : balance["changes"]) points += change["points"].get<int>();
    EXPECT_EQ(points, balance["points"]);
  }
}

/// The units of the small cases, with what their stats are moved by.
std::string small_roster(const std::vector<std::pair<int, int>>& stats,
                         const std::vector<int>& by) {
  std::string text = "system,name,figures,cd,as,arm\n";
  for (std::size_t i = 0; i < stats.size(); ++i) {
    text += "raiders-of-arcana,U" + std::to_string(i) + "," + std::to_string(3 + i % 2) + ",1," +
            std::to_string(stats[i].first + by[2 * i]) + "," +
            std::to_string(stats[i].second + by[2 * i + 1]) + "\n";
  }
  return text;
}

/// Whether all units of a roster are even, by a matrix of their battles.
bool all_even(const std::string& text, double within) {
  Question question;
  question.command = "matrix";
  question.battle = true;
  question.engine.threads = 1;
  question.roster.given =
      std::make_shared<const Roster>(parse_csv_roster(text, "roster", "raiders-of-arcana"));
  const Matrix matrix = std::get<Matrix>(answer(question, engines));
  for (const Ranking::Row& row : matrix.ranking->rows) {
    if (std::abs(row.odds - 0.5) > within) return false;
  }
  return true;
}

/// Whether some set of exactly so many points makes all even; every set is looked at.
bool some_set_does(const std::vector<std::pair<int, int>>& stats, int points, double within) {
  std::vector<int> by(2 * stats.size(), 0);
  std::function<bool(std::size_t, int)> spend = [&](std::size_t lever, int left) {
    if (lever == by.size()) return left == 0 && all_even(small_roster(stats, by), within);
    for (int move = -left; move <= left; ++move) {
      const auto& [as, arm] = stats[lever / 2];
      const int value = (lever % 2 == 0 ? as : arm) + move;
      if (value < 2 || value > 9) continue;
      by[lever] = move;
      const bool found = spend(lever + 1, left - std::abs(move));
      by[lever] = 0;
      if (found) return true;
    }
    return false;
  };
  return spend(0, points);
}

TEST(Balance, FindsNoMoreThanBruteForce) {
  const std::vector<std::vector<std::pair<int, int>>> rosters{{{5, 5}, {6, 5}, {5, 6}, {6, 6}},
                                                              {{4, 5}, {6, 4}, {5, 7}, {5, 5}},
                                                              {{7, 6}, {5, 5}, {6, 5}, {5, 6}},
                                                              {{5, 4}, {5, 5}, {6, 6}, {4, 6}}};
  int proved = 0;
  for (const auto& stats : rosters) {
    const std::string text = small_roster(stats, std::vector<int>(8, 0));
    const TemporaryFile roster("small.csv", text);
    const Json balance = answered(
        {"balance", "--roster", roster.path(), "--vary", "as=2..9,arm=2..9", "--within", "0.08"});
    for (const Json& row : balance["units"]) EXPECT_TRUE(row["within"]) << text << row;
    const int points = balance["points"];
    proved += balance["proved_smallest"] ? 1 : 0;
    for (int fewer = 0; fewer < points && fewer <= 2; ++fewer) {
      EXPECT_FALSE(some_set_does(stats, fewer, 0.08)) << text << balance["changes"];
    }
  }
  EXPECT_GT(proved, 0);
}

TEST(Balance, AgainstAFieldIsProvedUnitByUnit) {
  const TemporaryFile roster("mine.csv", small_roster({{5, 5}, {7, 7}}, {0, 0, 0, 0}));
  const TemporaryFile field("field.csv",
                            "system,name,figures,cd\nraiders-of-arcana,F,4,1\n"
                            "raiders-of-arcana,G,3,2\nraiders-of-arcana,U0,9,9\n");
  const Json balance =
      answered({"balance", "--roster", roster.path(), "--field", field.path(), "--vary",
                "as=2..9,arm=2..9", "--target", "60%", "--within", "0.1"});
  EXPECT_TRUE(balance["proved_smallest"]);
  for (const Json& row : balance["units"]) EXPECT_NEAR(row["after"], 0.6, 0.1 + 1e-9) << row;
  // U0 does not meet the U0 of the field.
  const Json sweep = answered({"sweep", "--roster", roster.path(), "U0", "--against", field.path(),
                               "--vary", "attacker.as=5..5", "--show", "odds"});
  EXPECT_NEAR(balance["units"][0]["before"], sweep["points"][0]["values"][0], 1e-12);
  // With no more than N points.
  const int needed = balance["points"];
  ASSERT_GT(needed, 1);
  const Json fewer = answered({"balance", "--roster", roster.path(), "--field", field.path(),
                               "--vary", "as=2..9,arm=2..9", "--target", "60%", "--within", "0.1",
                               "--changes", std::to_string(needed - 1)});
  EXPECT_LT(fewer["points"], needed);
  EXPECT_FALSE(fewer["proved_smallest"]);
}

TEST(Balance, RefusesWhatCannotBe) {
  const std::string roster = designer("magewinds");
  expect_refused({"balance", "--roster", roster}, "needs --vary");
  expect_refused({"balance", "--roster", roster, "--vary", "tougness=1..9"}, "toughness");
  expect_refused({"balance", "--roster", roster, "--vary", "toughness=9..1"}, "KEY=LO..HI");
  expect_refused({"balance", "--roster", roster, "--vary", "toughness=1..9", "--target", "0.7"},
                 "--field");
  expect_refused({"balance", "--roster", roster, "--vary", "toughness=1..9", "--target", "many"},
                 "50%");
  expect_refused({"balance", "--roster", roster, "--vary", "toughness=1..9", "--output", roster},
                 "would be destroyed");
  expect_refused({"balance", "--roster", roster, "--vary", "toughness=1..9", "--output", "x.csv"},
                 "would be read as CSV");
}

// What is written.

TEST(NewRoster, KeepsCommentsAndOrder) {
  const TemporaryFile roster("commented.toml",
                             "# My army.\nsystem = \"dwethia-skirmish\"\n\n[[unit]]\n"
                             "points = 40 # a guess\nname = \"Ä\" # first\n"
                             "  [[unit.model]]\n  name = \"Man\"\n  count  =  6   # six\n\n"
                             "[[unit]] # second\nname = \"B\"\nmodels = 5\nmartial = 4\n# the end");
  const Place written("written.toml");
  const Json prices =
      answered({"prices", "--roster", roster.path(), "--budget", "60", "--output", written.path()});
  const auto points = [&](std::size_t i) { return prices["prices"][i]["points"].dump(); };
  EXPECT_EQ(written.content(),
            "# My army.\nsystem = \"dwethia-skirmish\"\n\n[[unit]]\npoints = " + points(0) +
                " # a guess\nname = \"Ä\" # first\n"
                "  [[unit.model]]\n  name = \"Man\"\n  count  =  6   # six\n\n"
                "[[unit]] # second\nname = \"B\"\npoints = " +
                points(1) + "\nmodels = 5\nmartial = 4\n# the end");
}

TEST(NewRoster, KeepsASpreadsheetAsItIs) {
  const std::string text =
      "\xEF\xBB\xBFname;system;figures;\"note\";as\r\n\"A \"\"x\"\"\";raiders-of-arcana;6;\"one; "
      "two\";5\r\n;;;;\r\nB;raiders-of-arcana;4;;\r\n";
  const TemporaryFile roster("sheet.csv", text);
  const Place written("written.csv");
  const Json balance = answered({"balance", "--roster", roster.path(), "--vary", "figures=1..9",
                                 "--within", "0.15", "--output", written.path()});
  ASSERT_EQ(balance["changes"].size(), 1U) << balance["changes"];
  const Json& change = balance["changes"][0];
  std::string expected = text;
  const bool first = change["unit"] != "B";
  const std::string from = first ? ";6;" : ";4;";
  expected.replace(expected.find(from), 3, ";" + change["to"].get<std::string>() + ";");
  EXPECT_EQ(written.content(), expected);

  const Place priced("priced.csv");
  const Json prices =
      answered({"prices", "--roster", roster.path(), "--budget", "100", "--output", priced.path()});
  EXPECT_EQ(
      priced.content(),
      "\xEF\xBB\xBFname;system;figures;\"note\";as;points\r\n\"A \"\"x\"\"\";raiders-of-arcana;"
      "6;\"one; two\";5;" +
          prices["prices"][0]["points"].dump() + "\r\n;;;;\r\nB;raiders-of-arcana;4;;;" +
          prices["prices"][1]["points"].dump() + "\r\n");
}

// Compare.

TEST(Compare, ShowsWhatChanged) {
  const std::string head = "system,name,figures,cd,as,points\n";
  const TemporaryFile before("before.csv", head +
                                               "raiders-of-arcana,A,6,1,5,50\n"
                                               "raiders-of-arcana,B,5,1,6,50\n"
                                               "raiders-of-arcana,Old,4,1,5,40\n");
  const TemporaryFile after("after.csv", head +
                                             "raiders-of-arcana,New,7,1,5,40\n"
                                             "raiders-of-arcana,B,5,2,6,60\n"
                                             "raiders-of-arcana,A,6,1,5,50\n");
  const Json compare = answered({"compare", before.path(), after.path()});
  EXPECT_EQ(compare["added"], Json({"New"}));
  EXPECT_EQ(compare["gone"], Json({"Old"}));
  EXPECT_EQ(compare["stats"], Json::parse(R"([{"unit":"B","key":"cd","old":"1","new":"2"},
                                              {"unit":"B","key":"points","old":"50","new":"60"}])"));
  ASSERT_EQ(compare["odds"].size(), 2U);
  for (const Json& change : compare["odds"]) {
    for (const char* when : {"old", "new"}) {
      const Json win =
          answered({"battle", "--roster", when == std::string("old") ? before.path() : after.path(),
                    change["attacker"], change["defender"]})["win"];
      EXPECT_NEAR(change[when],
                  (1 + win["attacker"].get<double>() - win["defender"].get<double>()) / 2, 1e-12);
    }
  }
  const auto old_odds = ranked({"--roster", before.path()});
  const auto new_odds = ranked({"--roster", after.path()});
  for (const Json& rank : compare["ranks"]) {
    const std::string unit = rank["unit"];
    EXPECT_EQ(rank["old"].is_null(), old_odds.count(unit) == 0);
    EXPECT_EQ(rank["new"].is_null(), new_odds.count(unit) == 0);
    if (!rank["new"].is_null()) {
      EXPECT_NEAR(rank["odds_new"], new_odds.at(unit), 1e-12);
    }
  }
  expect_refused({"compare", before.path()}, "the old one and the new one; 1 given");
  EXPECT_THAT(run({"compare", before.path(), after.path()}).out,
              AllOf(HasSubstr("added: New"), HasSubstr("gone: Old"), Not(HasSubstr("figures"))));
}

}  // namespace
}  // namespace warodds::test
