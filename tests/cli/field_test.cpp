// The tables of a roster: units bought for a budget, the odds against a field, ranks.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <map>
#include <string>
#include <tuple>

#include "core/design/budget.h"
#include "core/roster/csv.h"
#include "core/roster/find_unit.h"
#include "tests/cli/answers.h"
#include "tests/cli/program.h"

namespace warodds::test {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

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
  AnyUnit unit = ten;
  EXPECT_EQ(buy(unit, 1).text(), "1 figure for 8 points");
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
  for (const std::string system : {"magewinds", "dwethia-skirmish"}) {
    const std::string roster = example(system);
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

TEST(Field, HasWhoIsAheadFromTheUnitsSideBothWaysRound) {
  const TemporaryFile roster("three.csv",
                             "system,name,figures,hp\nraiders-of-arcana,A,4,3\n"
                             "raiders-of-arcana,B,5,2\nraiders-of-arcana,C,3,3\n");
  const Json sweep = answered({"sweep", "--roster", roster.path(), "A", "--against", roster.path(),
                               "--vary", "attacker.figures=4..4", "--rounds", "2", "--show",
                               "ahead,behind,even,attacker.survivors.mean,rounds.mean"});
  std::array<double, 5> means{};
  for (const std::string other : {"B", "C"}) {
    const auto battle = [&](const std::string& attacker, const std::string& defender) {
      return answered({"battle", "--roster", roster.path(), attacker, defender, "--rounds", "2"});
    };
    for (const auto& [answer, own, enemy] :
         {std::tuple{battle("A", other), "attacker", "defender"},
          std::tuple{battle(other, "A"), "defender", "attacker"}}) {
      const Json& ahead = answer["win"]["ahead"];
      means[0] += ahead[own].get<double>() / 4;
      means[1] += ahead[enemy].get<double>() / 4;
      means[2] += ahead["even"].get<double>() / 4;
      means[3] += answer[std::string(own) + "_survivors"]["mean"].get<double>() / 4;
      means[4] += answer["rounds"]["mean"].get<double>() / 4;
    }
  }
  EXPECT_GT(means[0], means[1] + 0.1);
  for (std::size_t i = 0; i < means.size(); ++i) {
    EXPECT_NEAR(sweep["points"][0]["values"][i], means[i], 1e-12) << i;
  }
}

TEST(Ranking, IsThereAsCsv) {
  const Outcome outcome = run({"matrix", "--ranking", "--roster", designer("arcane-legions"),
                               "--against", example("arcane-legions"), "--format", "csv"});
  const auto rows = parse_csv(outcome.out, "ranking").rows;
  ASSERT_EQ(rows.size(), 11U);
  const std::vector<std::string> names{
      "rank",       "unit",       "odds",         "rating",         "points",
      "half_width", "share",      "against_mix",  "in_equilibrium", "alpha_rank",
      "share_low",  "share_high", "best_against", "best_odds",      "worst_against",
      "worst_odds", "not_met",    "one_way",      "settings"};
  EXPECT_EQ(std::vector<std::string>(rows[0].fields.end() - 19, rows[0].fields.end()), names);
  EXPECT_EQ(rows[1].fields[7], "1");
}

// At 99 %, with a fixed seed: none of the eight is off by more.
TEST(Ranking, SaysHowFarItMayBeOffWhereBattlesAreSimulated) {
  const Arguments matrix{"matrix", "--roster", example("raiders-of-arcana")};
  const Json exact = answered(matrix, {"--ranking"})["ranking"];
  const Arguments dice{"--engine", "sim", "--trials", "2000"};
  std::map<std::string, double> odds;
  for (const Json& row : exact) {
    EXPECT_FALSE(row.contains("half_width"));
    odds[row["unit"]] = row["odds"];
  }
  for (const char* way : {"--ranking", "--battle"}) {
    Arguments with = dice;
    with.push_back(way);
    const Json ranking = answered(matrix, with)["ranking"];
    ASSERT_EQ(ranking.size(), 8U);
    for (const Json& row : ranking) {
      EXPECT_NEAR(row["odds"], odds[row["unit"]], row["half_width"].get<double>()) << row;
      EXPECT_LT(row["half_width"], 0.02);
    }
  }
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

}  // namespace
}  // namespace warodds::test
