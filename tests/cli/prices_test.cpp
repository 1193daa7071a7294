// Prices. What they promise is asked again of the roster that is written, with a command that knows
// nothing of them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <regex>
#include <string>

#include "tests/cli/answers.h"
#include "tests/cli/program.h"

namespace warodds::test {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

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

// Prices for players who choose hold in a fresh matrix of what was written.
TEST(Prices, ForChoosersHoldInAFreshMatrix) {
  const Place priced("priced.toml");
  const Json prices = answered({"prices", "--roster", example("raiders-of-arcana"), "--budget",
                                "500", "--for", "choosers", "--output", priced.path()});
  EXPECT_EQ(prices["for"], "choosers");
  const Json ranking =
      answered({"matrix", "--ranking", "--roster", priced.path(), "--budget", "500"})["ranking"];
  std::map<std::string, Json> fresh;
  for (const Json& row : ranking) fresh[row["unit"]] = row;
  for (const Json& row : prices["prices"]) {
    const Json& same = fresh.at(row["unit"]);
    EXPECT_NEAR(row["odds"], same["against_mix"], 1e-9) << row;
    EXPECT_NEAR(row["share"], same["share"], 1e-9) << row;
    EXPECT_TRUE(row["within"]) << row;
    EXPECT_GE(same["against_mix"], 0.45) << row;
  }
}

// One that never wins has no price; what the other two cost is as much as before, in any case.
TEST(Prices, ComeToWhatTheyWereThoughAUnitHasNone) {
  const TemporaryFile roster("dud.csv",
                             "system,name,figures,hp,cd,as,arm,points\n"
                             "raiders-of-arcana,Few,4,2,2,6,5,50\n"
                             "raiders-of-arcana,Many,8,2,2,6,5,50\n"
                             "raiders-of-arcana,Dud,4,2,0,6,5,50\n");
  const Json prices = answered({"prices", "--roster", roster.path(), "--budget", "200"})["prices"];
  EXPECT_EQ(prices[0]["points"], 33);
  EXPECT_EQ(prices[1]["points"], 67);
  EXPECT_EQ(prices[2]["points"], 50);
  EXPECT_THAT(prices[2]["why"], HasSubstr("no price"));
}

/// The mean over all pairs of different units of what a battle is when nobody wins it.
double share_nobody_wins(const Arguments& options) {
  const Json matrix = answered(with({"matrix", "--battle", "--show", "win,lose"}, options));
  double sum = 0;
  int count = 0;
  const std::size_t units = matrix["rows"].size();
  for (std::size_t i = 0; i < units; ++i) {
    for (std::size_t j = 0; j < units; ++j) {
      if (i == j) continue;
      const Json& cell = matrix["matrix"][i][j];
      sum += 1 - cell[0].get<double>() - cell[1].get<double>();
      ++count;
    }
  }
  return sum / count;
}

// Units that tire before they win are even in a way that tells a designer nothing.
TEST(Prices, SayHowManyBattlesNobodyWins) {
  const Place priced("priced.toml");
  const std::string roster = example("raiders-of-arcana");
  const Arguments prices{"prices", "--roster", roster,       "--budget",
                         "500",    "--output", priced.path()};
  const double nobody = answered(prices)["nobody_wins"];
  EXPECT_GT(nobody, 0.9);
  EXPECT_NEAR(nobody, share_nobody_wins({"--roster", priced.path(), "--budget", "500"}), 1e-12);
  EXPECT_THAT(said({"matrix", "--ranking", "--roster", roster}),
              HasSubstr("nobody wins 92 % of these battles; they count one half"));
  EXPECT_NEAR(share_nobody_wins({"--roster", roster}), 0.92, 0.005);
  EXPECT_THAT(
      said({"matrix", "--battle", "--roster", example("magewinds"), "--with", "choice=heavy"}),
      Not(HasSubstr("nobody wins")));
}

// The reasons are of the prices that are shown, and say when it is the step that is too coarse.
TEST(Prices, SayWhatTheStepDoes) {
  const TemporaryFile roster("n.toml",
                             "system = \"raiders-of-arcana\"\nunit = [\n"
                             " {name=\"A\", figures=4, cd=2, as=5, db=1, points=30},\n"
                             " {name=\"B\", figures=3, hp=2, cd=2, as=6, arm=6, points=45},\n"
                             " {name=\"C\", figures=5, as=7, arm=4, points=20},\n]\n");
  const Json coarse = answered({"prices", "--roster", roster.path(), "--step", "50"});
  for (const Json& row : coarse["prices"]) {
    const std::string why = row["why"];
    EXPECT_THAT(why, HasSubstr("a smaller --step has more prices to try"));
    std::smatch parts;
    if (!std::regex_match(why, parts, std::regex(".* beat others with ([0-9]+) % only.*")))
      continue;
    EXPECT_NEAR(std::stod(parts[1]), 100 * row["odds"].get<double>(), 0.5) << row;
  }
  const Json fine =
      answered({"prices", "--roster", roster.path(), "--step", "5", "--budget", "50"});
  EXPECT_THAT(fine["prices"][2]["why"].get<std::string>(),
              HasSubstr("prices are multiples of 5: with 10 figures 39.3 %, with 13 figures"));
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

/// A spreadsheet of units that differ in so many figures from the numbers that were bought.
std::string bought_roster(const Json& prices, const std::string& unit, int figures) {
  const std::map<std::string, std::string> stats{{"Pikemen", "1,1,5,1,5"},
                                                 {"Raiders", "1,2,6,0,4"},
                                                 {"Ogres", "3,3,6,0,6"},
                                                 {"Archers", "1,1,6,0,4"},
                                                 {"Warders", "1,1,5,2,6"}};
  std::string text = "system,name,figures,hp,cd,as,db,arm,points\n";
  for (const Json& row : prices["prices"]) {
    const std::string name = row["unit"];
    const int number = name == unit ? figures : row["bought"]["sizes"]["figures"].get<int>();
    text +=
        "raiders-of-arcana," + name + "," + std::to_string(number) + "," + stats.at(name) + ",60\n";
  }
  return text;
}

TEST(Prices, ShowWhatTheNextNumberWouldBring) {
  Json as_written = Json::parse(R"({"prices": []})");
  for (const auto& [name, figures] : std::vector<std::pair<std::string, int>>{
           {"Pikemen", 10}, {"Raiders", 8}, {"Ogres", 3}, {"Archers", 9}, {"Warders", 8}}) {
    as_written["prices"].push_back(
        {{"unit", name}, {"bought", {{"sizes", {{"figures", figures}}}}}});
  }
  const TemporaryFile roster("army.csv", bought_roster(as_written, "", 0));
  int leaps = 0;
  for (const std::string budget : {"60", "80", "100"}) {
    const Json prices = answered({"prices", "--roster", roster.path(), "--budget", budget});
    for (const Json& row : prices["prices"]) {
      const std::string why = row["why"];
      if (why.empty()) continue;
      const std::regex shown(
          "(numbers are whole: )?with ([0-9]+) figures ([0-9.]+) %, with "
          "([0-9]+) figures ([0-9.]+) %(, but then .+)?");
      std::smatch parts;
      ASSERT_TRUE(std::regex_match(why, parts, shown)) << why;
      const bool leap = parts[1].matched;
      const double now = std::stod(parts[3]);
      const double then = std::stod(parts[5]);
      EXPECT_EQ(std::stoi(parts[2]), row["bought"]["sizes"]["figures"]) << row;
      EXPECT_EQ(std::stoi(parts[4]) - std::stoi(parts[2]), now > 50 ? -1 : 1) << row;
      EXPECT_GE(std::abs(now - 50), 4.95) << row;
      EXPECT_EQ(leap, now > 50 ? then < 45 : then > 55) << row;
      for (const std::size_t side : {2U, 4U}) {
        const std::string unit = row["unit"];
        const TemporaryFile bought("bought.csv",
                                   bought_roster(prices, unit, std::stoi(parts[side])));
        const auto odds = ranked({"--roster", bought.path()});
        EXPECT_NEAR(odds.at(unit) * 100, std::stod(parts[side + 1]), 0.0501) << row;
        if (side == 2 || leap) continue;
        const bool any_outside = std::any_of(odds.begin(), odds.end(), [&](const auto& one) {
          return one.first != unit && std::abs(one.second - 0.5) > 0.05;
        });
        EXPECT_TRUE(any_outside || std::abs(then - 50) > 5) << row;
      }
      leaps += leap ? 1 : 0;
    }
  }
  EXPECT_GT(leaps, 0);
}

}  // namespace
}  // namespace warodds::test
