// Who brings which army. Whatever is said is asked again of other commands.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <regex>
#include <set>

#include "tests/cli/answers.h"
#include "tests/cli/program.h"

namespace warodds::test {
namespace {

/// Three fighters that beat each other in a ring.
constexpr const char* units = R"(system = "magewinds"
[[unit]]
name = "Brute"
points = 30
toughness = 9
armour = 1
evasion = 4
[[unit.attack]]
name = "Blow"
power = 3
precision = 3
[[unit]]
name = "Duellist"
points = 30
toughness = 6
armour = 1
evasion = 2
[[unit.attack]]
name = "Blow"
power = 6
precision = 4
[[unit]]
name = "Novice"
points = 25
toughness = 2
armour = 3
evasion = 0
[[unit.attack]]
name = "Blow"
power = 3
precision = 9
)";

/// All armies of at most two of them for 60 points that have no room for more, by hand.
const std::vector<std::pair<std::string, std::string>> armies{
    {"Brute*2", R"("Brute*2")"},
    {"Brute + Duellist", R"("Brute", "Duellist")"},
    {"Brute + Novice", R"("Brute", "Novice")"},
    {"Duellist*2", R"("Duellist*2")"},
    {"Duellist + Novice", R"("Duellist", "Novice")"},
    {"Novice*2", R"("Novice*2")"}};

const Arguments for_60{"--budget", "60", "--most-units", "2"};

std::string roster_of_armies(const std::vector<std::pair<std::string, std::string>>& of) {
  std::string text = units;
  for (const auto& [name, parts] : of) {
    text += "[[army]]\nname = \"" + name + "!\"\nunits = [" + parts + "]\n";
  }
  return text;
}

// What is set is of every unit of every army, as if the roster said so.
TEST(Tournament, IsOfUnitsAsTheyAreSet) {
  const TemporaryFile roster("units.toml", units);
  const TemporaryFile armoured(
      "armoured.toml", std::regex_replace(units, std::regex("armour = [0-9]"), "armour = 2"));
  const Json set = answered(Arguments{"tournament", "--roster", roster.path()} + for_60,
                            {"--set", "armour=2", "--engine", "exact"});
  const Json written = answered(Arguments{"tournament", "--roster", armoured.path()} + for_60,
                                {"--engine", "exact"});
  EXPECT_EQ(set["armies"], written["armies"]);
  EXPECT_NE(set["armies"], answered(Arguments{"tournament", "--roster", roster.path()} + for_60,
                                    {"--engine", "exact"})["armies"]);
}

TEST(Tournament, IsTheEquilibriumOfAllArmies) {
  const TemporaryFile roster("units.toml", units);
  const TemporaryFile all("armies.toml", roster_of_armies(armies));
  const Json found =
      answered({"tournament", "--roster", roster.path(), "--budget", "60", "--engine", "exact"});
  EXPECT_EQ(found["candidates"], armies.size());
  EXPECT_LE(found["compared"], armies.size());
  EXPECT_EQ(found["partial"], false);
  EXPECT_GE(found["armies"].size(), 3U);

  std::map<std::string, Json> ranking;
  const Json matrix =
      answered({"matrix", "--armies", "--ranking", "--roster", all.path(), "--engine", "exact"});
  for (const Json& row : matrix["ranking"]) ranking[row["unit"]] = row;
  ASSERT_EQ(ranking.size(), armies.size());
  std::map<std::string, double> shares;
  for (const Json& army : found["armies"]) {
    const std::string name = army["army"];
    shares[name] = army["share"];
    EXPECT_NEAR(army["share"], ranking.at(name + "!")["share"], 1e-9) << army;
    EXPECT_NEAR(army["odds"], ranking.at(name + "!")["against_mix"], 1e-9) << army;
  }
  double best_other = 0;
  for (const auto& [name, row] : ranking) {
    if (shares.contains(name.substr(0, name.size() - 1))) continue;
    EXPECT_NEAR(row["share"], 0, 1e-9) << row;
    best_other = std::max(best_other, row["against_mix"].get<double>());
  }
  EXPECT_NEAR(found["best_other"]["odds"], best_other, 1e-9);
  EXPECT_LE(found["best_other"]["odds"], 0.5 + 1e-9);

  // Who is taken, from the names of the armies.
  for (const Json& unit : found["units"]) {
    double taken = 0, mean = 0;
    for (const auto& [name, share] : shares) {
      const std::size_t at = name.find(unit["unit"]);
      if (at == std::string::npos) continue;
      const std::string behind = name.substr(at + unit["unit"].get<std::string>().size());
      taken += share;
      mean += share * (behind.starts_with("*") ? behind[1] - '0' : 1);
    }
    EXPECT_NEAR(unit["taken"], taken, 1e-12) << unit;
    EXPECT_NEAR(unit["mean"], mean, 1e-12) << unit;
  }
}

/// The mean over both ways round against all of the others.
double odds_by_battles(const TemporaryFile& roster, const std::string& army,
                       const std::vector<std::string>& others) {
  const auto of = [&](const std::string& a, const std::string& b, bool turned) {
    const Json win =
        answered({"battle", "--roster", roster.path(), a, b, "--engine", "exact"})["win"];
    const double wins = win["attacker"], loses = win["defender"];
    return (1 + (turned ? loses - wins : wins - loses)) / 2;
  };
  double odds = 0;
  for (const std::string& other : others) {
    odds += (of(army, other, false) + of(other, army, true)) / 2;
  }
  return odds / static_cast<double>(others.size());
}

// A muster: of everything that can be had of two units, by hand.
TEST(Tournament, FindsTheCheapestThatWinsSoOften) {
  const TemporaryFile roster("units.toml", units);
  const TemporaryFile field("field.toml", roster_of_armies({armies[0], armies[3]}));
  const std::map<std::string, int> all{{"Novice", 25},         {"Brute", 30},
                                       {"Duellist", 30},       {"Novice*2", 50},
                                       {"Brute + Novice", 55}, {"Duellist + Novice", 55},
                                       {"Brute*2", 60},        {"Brute + Duellist", 60},
                                       {"Duellist*2", 60}};
  std::map<std::string, double> odds;
  for (const auto& [army, points] : all) {
    odds[army] = odds_by_battles(roster, army, {armies[0].first, armies[3].first});
  }
  std::set<int> costs;
  for (const double wanted : {0.001, 0.05, 0.2, 0.4, 0.55, 0.99}) {
    int cheapest = 1000;
    for (const auto& [army, points] : all) {
      if (odds[army] >= wanted) cheapest = std::min(cheapest, points);
    }
    std::set<std::string> expected;
    double best_cheaper = 0;
    for (const auto& [army, points] : all) {
      if (points == cheapest && odds[army] >= wanted) expected.insert(army);
      if (points < cheapest) best_cheaper = std::max(best_cheaper, odds[army]);
    }
    const Json found =
        answered({"tournament", "--roster", roster.path(), "--against", field.path(), "--engine",
                  "exact", "--most-units", "2", "--target", "win=" + std::to_string(wanted)});
    std::set<std::string> names;
    for (const Json& army : found["armies"]) {
      names.insert(army["army"]);
      EXPECT_EQ(army["points"], cheapest);
      EXPECT_NEAR(army["odds"], odds.at(army["army"]), 1e-12);
    }
    EXPECT_EQ(names, expected) << wanted;
    if (best_cheaper > 0) {
      EXPECT_NEAR(found["best_other"]["odds"], best_cheaper, 1e-12) << wanted;
    }
    costs.insert(cheapest);
  }
  EXPECT_GE(costs.size(), 3u);  // the cases differ
  expect_refused({"tournament", "--roster", roster.path(), "--target", "win=50%"}, "--against");
  expect_refused(
      {"tournament", "--roster", roster.path(), "--against", field.path(), "--target", "kills=3"},
      "is not how often an army is to win");
}

TEST(Tournament, AgainstAFieldIsWhoWinsMostOfTheBattles) {
  const TemporaryFile roster("units.toml", units);
  const TemporaryFile field("field.toml", roster_of_armies({armies[0], armies[3]}));
  const Json found = answered(Arguments{"tournament", "--roster", roster.path(), "--against",
                                        field.path(), "--engine", "exact"} +
                              for_60);
  ASSERT_EQ(found["armies"].size(), armies.size());
  double before = 1;
  for (const Json& army : found["armies"]) {
    const double odds = odds_by_battles(roster, army["army"], {armies[0].first, armies[3].first});
    EXPECT_NEAR(army["odds"], odds, 1e-12) << army;
    EXPECT_LE(army["odds"], before);
    before = army["odds"];
  }
}

TEST(Tournament, OfSimulatedBattlesIsAsGoodAsTheDiceTell) {
  const TemporaryFile roster("units.toml", units);
  const Json found = answered(
      Arguments{"tournament", "--roster", roster.path(), "--engine", "sim", "--trials", "2000"} +
      for_60);
  EXPECT_EQ(found["trials"], 2000);
  for (const Json& army : found["armies"]) {
    EXPECT_GT(army["half_width"], 0) << army;
  }
  // Nobody is better by more than is known of it.
  EXPECT_LE(found["best_other"]["odds"].get<double>() - 0.5,
            found["best_other"]["half_width"].get<double>());
}

}  // namespace
}  // namespace warodds::test
