// Prices. What they promise is asked again of the roster that is written, with a command that knows
// nothing of them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <iterator>
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
                                "60", "--fixed", "Oak Guard", "--step", "5"});
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
  const Json coarse =
      answered({"prices", "--roster", roster.path(), "--step", "50", "--buy", "whole"});
  for (const Json& row : coarse["prices"]) {
    const std::string why = row["why"];
    EXPECT_THAT(why, HasSubstr("a smaller --step has more prices to try"));
    std::smatch parts;
    if (!std::regex_match(why, parts, std::regex(".* beat others with ([0-9]+) % only.*")))
      continue;
    EXPECT_NEAR(std::stod(parts[1]), 100 * row["odds"].get<double>(), 0.5) << row;
  }
  const Json fine = answered(
      {"prices", "--roster", roster.path(), "--step", "5", "--budget", "50", "--buy", "whole"});
  EXPECT_THAT(fine["prices"][2]["why"].get<std::string>(),
              HasSubstr("prices are multiples of 5: with 10 figures 39.3 %, with 13 figures"));
}

std::string text_in_file(const std::string& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

/// The roster of `prices` with other points for one of its units.
std::string repriced(const std::string& text, const std::string& unit, int points) {
  std::string changed = std::regex_replace(
      text, std::regex("(" + unit + "[^\n]*points ?= ?)[0-9]+"), "$1x" + std::to_string(points));
  EXPECT_NE(changed, text);
  const auto mark = changed.find('x' + std::to_string(points));
  return changed.erase(mark, 1);
}

/// Five units of raiders, one to a line.
constexpr const char* five_raiders =
    "system = \"raiders-of-arcana\"\nunit = [\n"
    " {name=\"Pikemen\", figures=10, as=5, db=1, arm=5, points=60},\n"
    " {name=\"Raiders\", figures=8, cd=2, as=6, arm=4, points=60},\n"
    " {name=\"Ogres\", figures=3, hp=3, cd=3, as=6, arm=6, points=60},\n"
    " {name=\"Archers\", figures=9, as=6, arm=4, points=60},\n"
    " {name=\"Warders\", figures=8, as=5, db=2, arm=6, points=60},\n]\n";

// Everything that is said of every budget is found again in a fresh matrix of what was written.
TEST(Prices, HoldAtSeveralBudgets) {
  const TemporaryFile roster("five.toml", five_raiders);
  const Place priced("priced.toml");
  const Json prices = answered({"prices", "--roster", roster.path(), "--budget", "90,150",
                                "--within", "10%", "--output", priced.path()});
  const Json of_one =
      answered({"prices", "--roster", roster.path(), "--budget", "90", "--within", "10%"});
  EXPECT_LE(prices["battles"].get<int>(), 10 * of_one["battles"].get<int>());
  EXPECT_EQ(prices["budgets"], Json({90, 150}));
  EXPECT_EQ(prices["buy"], "mixed");
  EXPECT_FALSE(prices.contains("budget"));
  const std::vector<std::string> budgets{"90", "150"};
  for (std::size_t b = 0; b < budgets.size(); ++b) {
    const Arguments at{"--roster", priced.path(), "--budget", budgets[b]};
    const auto odds = ranked(at);
    const auto whole = ranked(at + Arguments{"--buy", "whole"});
    const auto before = ranked({"--roster", roster.path(), "--budget", budgets[b]});
    for (const Json& row : prices["prices"]) {
      const std::string unit = row["unit"];
      EXPECT_NEAR(row["at"][b]["odds"], odds.at(unit), 1e-12) << row;
      EXPECT_NEAR(row["at"][b]["odds_whole"], whole.at(unit), 1e-12) << row;
      EXPECT_NEAR(row["at"][b]["odds_before"], before.at(unit), 1e-12) << row;
      EXPECT_EQ(row["at"][b]["within"], std::abs(odds.at(unit) - 0.5) <= 0.1) << row;
      EXPECT_EQ(row["within"], row["at"][0]["within"] && row["at"][1]["within"]) << row;
    }
  }
  double mean = 0;
  for (const Json& at : prices["prices"][0]["at"]) mean += at["odds"].get<double>() / 2;
  EXPECT_NEAR(prices["prices"][0]["odds"], mean, 1e-12);
  EXPECT_THAT(said({"prices", "--roster", roster.path(), "--budget", "90,150"}),
              AllOf(HasSubstr("each bought for 90 and 150 points"), HasSubstr("--buy mixed"),
                    HasSubstr("if all are bought in the nearest whole numbers")));
}

// With the prices at both ends of a range the unit is even, with those beyond it is not.
TEST(Prices, SayWithinWhichAUnitStaysEven) {
  const TemporaryFile roster("five.toml", five_raiders);
  for (const std::string buying : {"mixed", "whole"}) {
    const Place priced("priced.toml");
    const Json prices = answered({"prices", "--roster", roster.path(), "--budget", "60", "--buy",
                                  buying, "--output", priced.path()});
    int ranges = 0;
    for (const Json& row : prices["prices"]) {
      EXPECT_EQ(row.contains("low"), row["within"].get<bool>()) << row;
      if (!row.contains("low")) continue;
      ++ranges;
      const int low = row["low"], high = row["high"];
      EXPECT_LE(low, row["points"]) << row;
      EXPECT_GE(high, row["points"]) << row;
      for (const int points : {low - 1, low, high, high + 1}) {
        const TemporaryFile other("other.toml",
                                  repriced(text_in_file(priced.path()), row["unit"], points));
        const auto odds = ranked({"--roster", other.path(), "--budget", "60", "--buy", buying});
        const bool is_even = std::abs(odds.at(row["unit"]) - 0.5) <= 0.05;
        EXPECT_EQ(is_even, points >= low && points <= high) << row << points;
      }
    }
    EXPECT_GT(ranges, 0);
  }
}

// Mixed purchases can be as even as prices to the point allow: that spoils no prices.
TEST(Prices, AreEvenWhereNumbersNeedNotBeWhole) {
  const TemporaryFile roster("five.toml", five_raiders);
  const Json mixed = answered({"prices", "--roster", roster.path(), "--budget", "60"});
  const Json whole =
      answered({"prices", "--roster", roster.path(), "--budget", "60", "--buy", "whole"});
  const auto farthest = [](const Json& prices) {
    double off = 0;
    for (const Json& row : prices["prices"]) {
      off = std::max(off, std::abs(row["odds"].get<double>() - 0.5));
    }
    return off;
  };
  EXPECT_LE(farthest(mixed), 0.05);
  EXPECT_GT(farthest(whole), 0.05);
}

// Units are priced for the play that is asked for: the odds are those of a fresh matrix in which
// everybody plays so, and they are not those without it.
TEST(Prices, AreForThePlayThatIsAsked) {
  const TemporaryFile five("five.toml", five_raiders);
  const std::string& roster = five.path();
  for (const Arguments& play :
       {Arguments{"--with", "attacker-attack=all*2,half"}, Arguments{"--rounds", "3"}}) {
    const Place priced("priced.toml");
    const Json prices =
        answered({"prices", "--roster", roster, "--budget", "60", "--output", priced.path()}, play);
    const auto odds = ranked(Arguments{"--roster", priced.path(), "--budget", "60"} + play);
    const auto without = ranked({"--roster", priced.path(), "--budget", "60"});
    double difference = 0;
    for (const Json& row : prices["prices"]) {
      EXPECT_NEAR(row["odds"], odds.at(row["unit"]), 1e-12) << row;
      difference += std::abs(odds.at(row["unit"]) - without.at(row["unit"]));
    }
    EXPECT_GT(difference, 0.01);
  }
}

TEST(Prices, AndBalanceLetSidesPlayBest) {
  const TemporaryFile roster("three.toml",
                             "system = \"raiders-of-arcana\"\nunit = [\n"
                             " {name=\"A\", figures=2, cd=2, as=5, db=1, points=30},\n"
                             " {name=\"B\", figures=2, hp=2, cd=2, as=6, arm=6, points=30},\n"
                             " {name=\"C\", figures=3, as=7, arm=4, points=30},\n]\n");
  const Arguments best{"--policy", "both=best", "--rounds", "6"};
  const Place priced("priced.toml");
  const Json prices = answered(
      {"prices", "--roster", roster.path(), "--budget", "30", "--output", priced.path()}, best);
  EXPECT_EQ(prices["policy"], Json({{"attacker", "best"}, {"defender", "best"}}));
  const auto odds = ranked(Arguments{"--roster", priced.path(), "--budget", "30"} + best);
  for (const Json& row : prices["prices"]) {
    EXPECT_NEAR(row["odds"], odds.at(row["unit"]), 1e-9) << row;
  }
  const Json balance = answered(
      {"balance", "--roster", roster.path(), "--vary", "arm=4..6", "--changes", "1"}, best);
  const auto before = ranked(Arguments{"--roster", roster.path()} + best);
  for (const Json& row : balance["units"]) {
    EXPECT_NEAR(row["before"], before.at(row["unit"]), 1e-9) << row;
  }
  EXPECT_EQ(balance["policy"], prices["policy"]);
}

// Interrupted before every pair has met, the prices are those that were there, marked partial.
TEST(Prices, AreAsFarAsTheyAreKnown) {
  const Outcome end =
      run({"prices", "--roster", designer("dwethia-skirmish"), "--budget", "4000", "--engine",
           "sim", "--trials", "2000", "--time-limit", "2", "--format", "json"});
  if (end.exit_code == 1) {  // a slow machine
    EXPECT_THAT(end.err, HasSubstr("before the first odds were known"));
    return;
  }
  const Json prices = Json::parse(end.out);
  EXPECT_EQ(prices["prices"].size(), 10U);
  if (prices["partial"] == false) return;  // a fast one
  EXPECT_THAT(prices["why_partial"], HasSubstr("time limit"));
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
    const Json prices =
        answered({"prices", "--roster", roster.path(), "--budget", budget, "--buy", "whole"});
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
