// The tables of a roster: units bought for a budget, the odds against a field, ranks.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <map>
#include <set>
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

// Budgets.

// Several groups: what is bought are neighbours among all that scaling gives, found by scaling in
// all ways that make a difference, in whole numbers.
TEST(Budget, MixesNeighboursOfAllThatScalingGives) {
  for (const auto& [captains, men, points] : std::vector<std::array<int, 3>>{
           {1, 6, 70}, {2, 5, 70}, {3, 3, 60}, {1, 1, 20}, {2, 9, 110}, {4, 6, 100}}) {
    const AnyUnit unit = read_unit(
        "arcane-legions",
        {"Both",
         "",
         "",
         {{"points", std::to_string(points), ""}},
         {{"figure", "", {{"name", "Captain", ""}, {"count", std::to_string(captains), ""}}},
          {"figure", "", {{"name", "Man", ""}, {"count", std::to_string(men), ""}}}}});
    // A number k of n begins at the factor (2k - 1) / 2n: in parts of 2 * captains * men.
    std::set<std::array<int, 2>> all;
    const int parts = 2 * captains * men;
    for (int factor = 1; factor <= 6 * parts; ++factor) {
      const auto rounded = [&](int n) {
        return std::max(1, (2 * n * factor + parts) / (2 * parts));
      };
      all.insert({rounded(captains), rounded(men)});
    }
    const double figure = static_cast<double>(points) / (captains + men);
    for (int budget = 25; budget < 3 * points; budget += 3) {
      std::array<int, 2> below{0, 0}, above{1000, 1000};
      for (const auto& one : all) {
        const double cost = figure * (one[0] + one[1]);
        if (cost <= budget + 1e-9 && one[0] + one[1] > below[0] + below[1]) below = one;
        if (cost > budget + 1e-9 && one[0] + one[1] < above[0] + above[1]) above = one;
      }
      const Purchase purchase = buy(unit, {1.0 * budget, Buying::mixed}).purchase;
      const auto sizes = [](const std::array<int, 2>& of) {
        return Purchase::Sizes{{"Captain", of[0]}, {"Man", of[1]}};
      };
      ASSERT_GT(below[0], 0) << budget;
      EXPECT_EQ(purchase.sizes, sizes(below)) << captains << " " << men << " for " << budget;
      const double least = figure * (below[0] + below[1]);
      const double share = (budget - least) / (figure * (above[0] + above[1]) - least);
      EXPECT_NEAR(purchase.share_of_more, share, 1e-12) << budget;
      if (share > 1e-9) {
        EXPECT_EQ(purchase.more, sizes(above)) << budget;
      }
    }
  }
}

// Of several each spends its part of the budget; two that are bought in one of two numbers have the
// larger ones at the same times: three battles, by hand.
TEST(Budget, BuysSidesOfSeveral) {
  const TemporaryFile roster("three.csv",
                             "system,name,figures,hp,cd,as,points\n"
                             "raiders-of-arcana,Guard,4,1,1,6,40\n"
                             "raiders-of-arcana,Mob,6,1,1,5,30\n"
                             "raiders-of-arcana,Ogre,1,4,4,5,25\n");
  const Arguments of{"--roster", roster.path()};
  // 100 points are 400 / 7 of Guards at 10 points and 300 / 7 of a Mob at 5, and 50 for each Ogre.
  const double six = 400.0 / 70 - 5, nine = 300.0 / 35 - 8;
  const auto wins = [&](int guards, int mob) {
    return answered({"battle", fmt::format("Guard,figures={} + Mob,figures={}", guards, mob),
                     "Ogre,figures=2 + Ogre,figures=2"},
                    of)["win"]["attacker"]
        .get<double>();
  };
  const Json sweep = answered({"sweep", "Guard + Mob", "Ogre*2", "--vary", "attacker[Guard].as=6",
                               "--budget", "100", "--show", "win"},
                              of);
  EXPECT_NEAR(sweep["points"][0]["values"][0].get<double>(),
              (1 - six) * wins(5, 8) + (six - nine) * wins(6, 8) + nine * wins(6, 9), 1e-12);
  const Json battle = answered({"battle", "Guard + Mob", "Ogre*2", "--budget", "100"}, of);
  // 6 Guards, who are nearest to 400 / 7, leave 40 points for the Mob, not 300 / 7.
  EXPECT_NEAR(battle["win"]["attacker"].get<double>(), wins(6, 8), 1e-12);
  EXPECT_EQ(battle["budget"], 100);
  ASSERT_EQ(battle["bought"].size(), 3U);
  EXPECT_EQ(battle["bought"][2]["sizes"], Json({{"figures", 2}}));
}

// The odds of one of two numbers against one of two others, from the four battles as they are.
TEST(Budget, MixesFourBattles) {
  const TemporaryFile roster("two.csv",
                             "system,name,figures,hp,cd,as,points\n"
                             "raiders-of-arcana,Many,10,1,2,6,80\n"
                             "raiders-of-arcana,Few,4,3,3,6,60\n");
  const Arguments of{"--roster", roster.path()};
  // 50 points are 6 figures of 8 points, or 7, and 3 of 15 points, or 4: by hand.
  const double seven = 0.25, four = 1.0 / 3;
  const auto battle = [&](int many, int few) {
    return answered(with(
        {"battle", "Many,figures=" + std::to_string(many), "Few,figures=" + std::to_string(few)},
        of));
  };
  const auto mean = [&](const auto& number) {
    return (1 - seven) * (1 - four) * number(battle(6, 3)) +
           (1 - seven) * four * number(battle(6, 4)) + seven * (1 - four) * number(battle(7, 3)) +
           seven * four * number(battle(7, 4));
  };
  const double win = mean([](const Json& one) { return one["win"]["attacker"].get<double>(); });
  const double rounds = mean([](const Json& one) { return one["rounds"]["mean"].get<double>(); });
  const Json matrix = answered(
      with({"matrix", "--battle", "--budget", "50", "--show", "win,lose,rounds.mean"}, of));
  EXPECT_EQ(matrix["buy"], "mixed");
  EXPECT_NEAR(matrix["matrix"][0][1][0], win, 1e-12);
  EXPECT_NEAR(matrix["matrix"][0][1][2], rounds, 1e-10);
  EXPECT_EQ(matrix["bought"][0]["sizes"], Json({{"figures", 6}}));
  EXPECT_EQ(matrix["bought"][0]["more"], Json({{"figures", 7}}));
  EXPECT_NEAR(matrix["bought"][0]["share_of_more"], seven, 1e-12);
  const Json sweep = answered(with(
      {"sweep", "Many", "Few", "--budget", "50", "--vary", "attacker.as=6..7", "--show", "win"},
      of));
  EXPECT_NEAR(sweep["points"][0]["values"][0], win, 1e-12);
  const Json whole = answered(with({"matrix", "--battle", "--budget", "50", "--buy", "whole"}, of));
  EXPECT_EQ(whole["buy"], "whole");
  EXPECT_EQ(whole["matrix"][0][1][0], battle(6, 3)["win"]["attacker"]);
  expect_refused(with({"matrix", "--budget", "50", "--show", "attacker.damage.sd"}, of),
                 "--buy whole has it");
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
              AllOf(HasSubstr("7 Guard for 70 points"), HasSubstr("--buy mixed")));
  EXPECT_THAT(run({"matrix", "--roster", roster, "--budget", "70", "--buy", "whole"}).out,
              AllOf(HasSubstr("7 Guard for 70 points"), HasSubstr("NOT WITHIN 10 %")));
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
      "rank",       "unit",        "odds",           "rating",       "points",    "half_width",
      "share",      "against_mix", "in_equilibrium", "best_against", "best_odds", "worst_against",
      "worst_odds", "not_met",     "one_way",        "settings"};
  EXPECT_EQ(std::vector<std::string>(rows[0].fields.end() - 16, rows[0].fields.end()), names);
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

}  // namespace
}  // namespace warodds::test
