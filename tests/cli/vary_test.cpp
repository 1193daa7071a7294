// --vary is one language wherever stats are varied, and rosters say where their stats may move.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/cli/answers.h"
#include "tests/cli/program.h"

namespace warodds::test {
namespace {

using ::testing::HasSubstr;

const char* const sheet =
    "system,name,figures,hp,cd,as,db,arm,as-range,#character\n"
    "raiders-of-arcana,Knights,4,2,2,4,1,6,,arm\n"
    "raiders-of-arcana,Levies,9,1,1,7,0,4,5..7,\n";

TEST(Vary, OfValueIsTheStatsAloneAndTheirRange) {
  const Arguments pair{
      "value", "cd=2,as=5,arm=4", "figures=6", "--system", "raiders-of-arcana", "--show", "win"};
  const Json all = answered(pair)["stats"];
  const Json some = answered(pair, {"--vary", "as=5..9,attacker.arm=2..4"})["stats"];
  ASSERT_EQ(some.size(), 2U);
  for (const Json& row : some) {
    const Json& whole = *std::find_if(all.begin(), all.end(),
                                      [&](const Json& one) { return one["stat"] == row["stat"]; });
    const bool is_as = row["stat"] == "as";
    EXPECT_EQ(row[is_as ? "more" : "less"], whole[is_as ? "more" : "less"]);
    EXPECT_EQ(row[is_as ? "less" : "more"], "at its limit");
  }
  EXPECT_THAT(refused(pair, {"--vary", "asx=1..2"}), HasSubstr("did you mean 'as'?"));
}

TEST(Vary, OfBalanceMayBeOfOneUnitAndInTheRoster) {
  const TemporaryFile roster("ranges.csv", sheet);
  const auto keys = [&](const Arguments& more) {
    std::vector<std::string> moved;
    const Json balance = answered(Arguments{"balance", "--roster", roster.path()} + more);
    for (const Json& change : balance["changes"]) {
      moved.push_back(change["unit"].get<std::string>() + "." + change["key"].get<std::string>() +
                      "=" + change["to"].get<std::string>());
    }
    return moved;
  };
  for (const std::string& moved : keys({})) EXPECT_THAT(moved, ::testing::StartsWith("Levies.as="));
  for (const std::string& moved : keys({"--vary", "Knights.cd=1..2"})) {
    EXPECT_TRUE(moved.starts_with("Levies.as=") || moved == "Knights.cd=1") << moved;
  }
  // What the command says of a unit goes before what the roster says.
  for (const std::string& moved : keys({"--vary", "Levies.as=6..7"})) {
    EXPECT_THAT(moved, ::testing::StartsWith("Levies.as=6"));
  }
  expect_refused({"balance", "--roster", roster.path(), "--vary", "Knight.as=1..2"},
                 "did you mean 'Knights.as'?");
}

const char* const four =
    "system = \"raiders-of-arcana\"\n"
    "[[unit]]\nname = \"Knights\"\nfigures = 4\nhp = 2\ncd = 2\nas = 4\narm = 6\npoints = 90\n"
    "[[unit]]\nname = \"Levies\"\nfigures = 9\nas = 7\narm = 4\npoints = 45\n"
    "[[unit]]\nname = \"Archers\"\nfigures = 6\ncd = 2\nas = 6\narm = 3\npoints = 60\n";

int points_of(const Json& changes, int of_as, int of_arm) {
  int sum = 0;
  for (const Json& change : changes) {
    const int by = std::abs(std::stoi(change["to"].get<std::string>()) -
                            std::stoi(change["from"].get<std::string>()));
    sum += by * (change["key"] == "as" ? of_as : of_arm);
  }
  return sum;
}

TEST(Vary, PointsCountWhatTheyCost) {
  const TemporaryFile roster("units.toml", four);
  const Arguments two_stats{"balance", "--roster", roster.path(), "--vary", "as=3..9,arm=2..8"};
  const Json free = answered(two_stats);
  const Json dear = answered(two_stats, {"--cost", "arm=3"});
  ASSERT_TRUE(free["proved_smallest"]) << free;
  EXPECT_EQ(free["points"], points_of(free["changes"], 1, 1));
  EXPECT_EQ(dear["points"], points_of(dear["changes"], 1, 3));
  EXPECT_LE(dear["points"], points_of(free["changes"], 1, 3));
  EXPECT_GE(points_of(dear["changes"], 1, 1), free["points"]);
  EXPECT_EQ(dear["costs"][0], (Json{{"key", "arm"}, {"cost", 3}}));
  // As dear as each other, nothing else is smallest.
  const Json alike = answered(two_stats, {"--cost", "arm=2,as=2"});
  EXPECT_EQ(alike["points"], 2 * free["points"].get<int>());
  EXPECT_EQ(alike["proved_smallest"], free["proved_smallest"]);
  expect_refused(two_stats + Arguments{"--cost", "arm=0"}, "is not KEY=N");
  expect_refused(two_stats + Arguments{"--cost", "arrm=2"}, "did you mean 'arm'?");
}

TEST(Vary, KeptOrderIsThatOfTheirBattles) {
  const TemporaryFile roster("units.toml", four);
  const Arguments two_stats{"balance", "--roster", roster.path(), "--vary", "as=3..9,arm=2..8"};
  const Json free = answered(two_stats);
  // Whoever loses to another after the changes is asked not to.
  const auto odds = [&](const Json& balance, const std::string& unit, const std::string& other) {
    const Arguments settings{"battle", "--roster", roster.path()};
    const auto with_changes = [&](const std::string& name) {
      std::string text = name;
      for (const Json& change : balance["changes"]) {
        if (change["unit"] != name) continue;
        text += "," + change["key"].get<std::string>() + "=" + change["to"].get<std::string>();
      }
      return text;
    };
    double sum = 0;
    for (const bool is_first : {true, false}) {
      const Json battle = answered(settings + Arguments{with_changes(is_first ? unit : other),
                                                        with_changes(is_first ? other : unit)});
      const double more =
          battle["win"]["attacker"].get<double>() - battle["win"]["defender"].get<double>();
      sum += 0.5 + (is_first ? 0.5 : -0.5) * more;
    }
    return sum / 2;
  };
  std::string weaker, stronger;
  for (const Json& one : free["units"]) {
    for (const Json& other : free["units"]) {
      if (!weaker.empty() || one == other) continue;
      if (odds(free, one["unit"], other["unit"]) < 0.47) {
        weaker = one["unit"];
        stronger = other["unit"];
      }
    }
  }
  ASSERT_FALSE(weaker.empty());
  const Json kept = answered(two_stats, {"--keep-order", weaker + " > " + stronger});
  const double after = odds(kept, weaker, stronger);
  ASSERT_EQ(kept["orders"].size(), 1U);
  EXPECT_TRUE(kept["orders"][0]["within"]) << kept["orders"];
  EXPECT_GE(after, 0.5 - 1e-12);
  EXPECT_NEAR(kept["orders"][0]["after"].get<double>(), after, 1e-12);
  EXPECT_GE(kept["points"], free["points"]);
  expect_refused(two_stats + Arguments{"--keep-order", weaker}, "is not of the form 'A > B'");
  expect_refused(two_stats + Arguments{"--keep-order", weaker + " > " + weaker}, "beside itself");
}

TEST(Vary, PricesMoveBesideStats) {
  const TemporaryFile roster("units.toml", four), fresh("fresh.toml", "");
  const Arguments question{"balance", "--roster",      roster.path(), "--budget",  "180",
                           "--vary",  "points=30..90", "--output",    fresh.path()};
  const Json balance = answered(question);
  for (const Json& change : balance["changes"]) EXPECT_EQ(change["key"], "points");
  // The new roster is even at that budget, by a matrix of its own.
  for (const auto& [unit, odds] : ranked({"--roster", fresh.path(), "--budget", "180"})) {
    EXPECT_NEAR(odds, 0.5, 0.05 + 1e-12) << unit;
  }
  // What is for nothing cannot be bought, however many changes there may be.
  const Json cheap =
      answered({"balance", "--roster", roster.path(), "--budget", "180", "--vary",
                "Levies.points=0..45", "--set", "attacker.as=1", "--changes", "10000"});
  EXPECT_EQ(cheap["tried"], 44) << "from 44 down to 1";
  expect_refused({"balance", "--roster", roster.path(), "--vary", "points=30..90"},
                 "decides nothing without --budget");
}

}  // namespace
}  // namespace warodds::test
