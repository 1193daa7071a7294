// Balance with wishes of order and of prices, asked again of battles. All else of --vary:
// right_answers/vary.txt and balance.txt.
#include <gtest/gtest.h>

#include "tests/cli/answers.h"
#include "tests/cli/program.h"

namespace warodds::test {
namespace {

const char* const four =
    "system = \"raiders-of-arcana\"\n"
    "[[unit]]\nname = \"Knights\"\nfigures = 4\nhp = 2\ncd = 2\nas = 4\narm = 6\npoints = 90\n"
    "[[unit]]\nname = \"Levies\"\nfigures = 9\nas = 7\narm = 4\npoints = 45\n"
    "[[unit]]\nname = \"Archers\"\nfigures = 6\ncd = 2\nas = 6\narm = 3\npoints = 60\n";

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
  const Json kept = answered(two_stats, {"--wish", weaker + " > " + stronger});
  const double after = odds(kept, weaker, stronger);
  ASSERT_EQ(kept["orders"].size(), 1U);
  EXPECT_TRUE(kept["orders"][0]["within"]) << kept["orders"];
  EXPECT_GE(after, 0.5 - 1e-12);
  EXPECT_NEAR(kept["orders"][0]["after"].get<double>(), after, 1e-12);
  EXPECT_GE(kept["points"], free["points"]);
  expect_refused(two_stats + Arguments{"--wish", weaker}, "is not of the form");
  expect_refused(two_stats + Arguments{"--wish", weaker + " > " + weaker}, "beside itself");
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
}

}  // namespace
}  // namespace warodds::test
