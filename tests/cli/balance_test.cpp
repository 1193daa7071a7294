// Balance and compare, and what balance and prices write. Whatever they promise is asked again of
// the roster that they write, with a command that knows nothing of them. Prices: prices_test.cpp.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>

#include "core/design/equilibrium.h"
#include "core/roster/csv.h"
#include "tests/cli/answers.h"
#include "tests/cli/program.h"
#include "tests/support/whole_run.h"

namespace warodds::test {
namespace {

using ::testing::Not;

/// Prices that are written hold in a fresh matrix of what was written.
void expect_prices_hold(const std::string& roster, const std::string& budget, const Place& priced) {
  const Json prices =
      answered({"prices", "--roster", roster, "--budget", budget, "--output", priced.path()});
  const auto odds = ranked({"--roster", priced.path(), "--budget", budget});
  int total = 0;
  for (const Json& row : prices["prices"]) {
    EXPECT_NEAR(row["odds"], odds.at(row["unit"]), 1e-12) << row;
    EXPECT_EQ(row["within"], std::abs(odds.at(row["unit"]) - 0.5) <= 0.05) << row;
    EXPECT_EQ(row["within"], row["why"].get<std::string>().empty()) << row;
    total += row["points"].get<int>();
  }
  EXPECT_EQ(prices["total"], total);
}

/// After the changes that are written, every unit is even in a fresh matrix.
void expect_all_even(const std::string& roster, const std::string& vary,
                     const Arguments& budget = {}) {
  const Place balanced("balanced.toml");
  const Json balance = answered(
      {"balance", "--roster", roster, "--vary", vary, "--output", balanced.path()}, budget);
  Arguments fresh{"--roster", balanced.path()};
  fresh.insert(fresh.end(), budget.begin(), budget.end());
  const auto odds = ranked(fresh);
  for (const Json& row : balance["units"]) {
    EXPECT_NEAR(row["after"], odds.at(row["unit"]), 1e-12) << row;
    EXPECT_TRUE(row["within"]) << row;
    EXPECT_NEAR(odds.at(row["unit"]), 0.5, 0.05 + 1e-9) << row;
  }
  EXPECT_EQ(balance["units"].size(), odds.size());
  int points = 0;
  for (const Json& change : balance["changes"]) points += change["points"].get<int>();
  EXPECT_EQ(points, balance["points"]);
}

/// How every unit does against what is chosen, in a fresh matrix.
std::map<std::string, double> against_mix(Arguments options) {
  std::map<std::string, double> odds;
  const Json matrix = answered(with({"matrix", "--ranking"}, options));
  for (const Json& row : matrix["ranking"]) {
    odds[row["unit"]] = row["against_mix"];
  }
  return odds;
}

/// After the changes that are written, every unit is worth choosing in a fresh matrix.
void expect_all_worth_choosing(const std::string& roster, const std::string& vary, double within,
                               const Arguments& budget = {}) {
  const Place balanced("balanced.toml");
  const Json balance = answered({"balance", "--roster", roster, "--vary", vary, "--for", "choosers",
                                 "--within", std::to_string(within), "--output", balanced.path()},
                                budget);
  Arguments fresh{"--roster", balanced.path()};
  fresh.insert(fresh.end(), budget.begin(), budget.end());
  const auto odds = against_mix(fresh);
  for (const Json& row : balance["units"]) {
    EXPECT_NEAR(row["after"], odds.at(row["unit"]), 1e-9) << row;
    EXPECT_TRUE(row["within"]) << row;
    EXPECT_GE(odds.at(row["unit"]), 0.5 - within - 1e-9) << row;
    EXPECT_LE(odds.at(row["unit"]), 0.5 + 1e-9) << row;
  }
}

// The same for larger budgets and more changes: bench/designer.

TEST(Designers, EndEvenInRaidersOfArcana) {
  const Place priced("priced.toml");
  expect_prices_hold(example("raiders-of-arcana"), "500", priced);
  const auto odds = ranked({"--roster", priced.path(), "--budget", "500"});
  for (const auto& [unit, p] : odds) EXPECT_NEAR(p, 0.5, 0.05) << unit;
  expect_all_even(example("raiders-of-arcana"), "as=2..9,arm=2..9,db=0..4");
  expect_all_worth_choosing(example("raiders-of-arcana"), "as=2..9,arm=2..9", 0.1);
}

TEST(Designers, EndEvenInMagewinds) {
  expect_all_even(designer("magewinds"), "toughness=2..20,evasion=0..3");
  if (!is_whole_run()) return;
  expect_all_worth_choosing(designer("magewinds"), "toughness=2..20,evasion=0..3", 0.2);
}

TEST(Designers, EndEvenInArcaneLegions) {
  const Place priced("priced.toml");
  expect_prices_hold(designer("arcane-legions"), "60", priced);
  expect_all_even(priced.path(), "red=1..4,white=0..4,hp=1..5", {"--budget", "60"});
  expect_all_worth_choosing(priced.path(), "red=1..4,white=0..4,hp=1..5", 0.1, {"--budget", "60"});
}

TEST(Designers, EndEvenInDwethiaSkirmish) {
  const Place priced("priced.toml");
  expect_prices_hold(designer("dwethia-skirmish"), "60", priced);
  if (!is_whole_run()) return;
  expect_all_even(priced.path(), "strength=1..6,defence=1..6,save=0..6", {"--budget", "60"});
  expect_all_worth_choosing(priced.path(), "strength=1..6,defence=1..6,save=0..6", 0.05,
                            {"--budget", "60"});
}

// Balance.

/// A unit of the small cases.
struct Small {
  int figures = 0;
  int as = 0;
  int arm = 0;
};

std::string small_roster(const std::vector<Small>& units) {
  std::string text = "system,name,figures,cd,as,arm\n";
  for (std::size_t i = 0; i < units.size(); ++i) {
    text += "raiders-of-arcana,U" + std::to_string(i) + "," + std::to_string(units[i].figures) +
            ",1," + std::to_string(units[i].as) + "," + std::to_string(units[i].arm) + "\n";
  }
  return text;
}

/// The odds of every such unit of 3 or 4 figures against every other, by a battle each way round:
/// the cells of one large matrix.
class AllOdds {
 public:
  AllOdds() {
    std::vector<Small> units;
    for (const int figures : {3, 4}) {
      for (int as = 2; as <= 9; ++as) {
        for (int arm = 2; arm <= 9; ++arm) units.push_back({figures, as, arm});
      }
    }
    const TemporaryFile roster("all.csv", small_roster(units));
    const Json wins =
        answered({"matrix", "--battle", "--roster", roster.path(), "--show", "win,lose"})["matrix"];
    for (std::size_t i = 0; i < units.size(); ++i) {
      for (std::size_t j = 0; j < units.size(); ++j) {
        const auto odds = [](const Json& cell) {
          return (1 + cell[0].get<double>() - cell[1].get<double>()) / 2;
        };
        odds_[place(units[i], units[j])] = (odds(wins[i][j]) + 1 - odds(wins[j][i])) / 2;
      }
    }
  }
  double operator()(const Small& one, const Small& other) const { return odds_[place(one, other)]; }

 private:
  static std::size_t place(const Small& one, const Small& other) {
    const auto row = [](const Small& unit) {
      return ((unit.figures - 3) * 8 + unit.as - 2) * 8 + unit.arm - 2;
    };
    return static_cast<std::size_t>(row(one) * 128 + row(other));
  }
  std::vector<double> odds_ = std::vector<double>(128 * 128);
};

double odds_of(const Small& one, const Small& other) {
  static const AllOdds odds;
  return odds(one, other);
}

bool all_even(const std::vector<Small>& units, double within) {
  for (std::size_t i = 0; i < units.size(); ++i) {
    double sum = 0;
    for (std::size_t j = 0; j < units.size(); ++j) sum += i == j ? 0 : odds_of(units[i], units[j]);
    if (std::abs(sum / static_cast<double>(units.size() - 1) - 0.5) > within) return false;
  }
  return true;
}

/// The same for players who choose. How they do is worked out by what tests/choosing_test.cpp holds
/// against exact fractions.
bool all_worth_choosing(const std::vector<Small>& units, double within) {
  const auto n = static_cast<Eigen::Index>(units.size());
  Eigen::MatrixXd odds = Eigen::MatrixXd::Constant(n, n, 0.5);
  for (Eigen::Index i = 0; i < n; ++i) {
    for (Eigen::Index j = 0; j < n; ++j) {
      if (i == j) continue;
      odds(i, j) = odds_of(units[static_cast<std::size_t>(i)], units[static_cast<std::size_t>(j)]);
    }
  }
  return solve_choosing(odds).odds.minCoeff() >= 0.5 - within;
}

/// What a set of changes is to do.
using Does = std::function<bool(const std::vector<Small>&)>;

/// Whether moving stats from the `next` on by exactly so many points does it; every way is looked
/// at.
bool some_set_does(std::vector<Small>& units, int points, const Does& does, std::size_t next = 0) {
  if (next == 2 * units.size()) return points == 0 && does(units);
  int& stat = next % 2 == 0 ? units[next / 2].as : units[next / 2].arm;
  const int was = stat;
  bool found = false;
  for (int move = -points; move <= points && !found; ++move) {
    stat = was + move;
    if (stat < 2 || stat > 9) continue;
    found = some_set_does(units, points - std::abs(move), does, next + 1);
  }
  stat = was;
  return found;
}

TEST(Balance, FindsNoMoreThanBruteForce) {
  const std::vector<Small> one{{3, 5, 5}, {4, 6, 5}, {3, 5, 6}, {4, 6, 6}};
  const std::vector<Small> two{{3, 4, 5}, {4, 6, 4}, {3, 5, 7}, {4, 5, 5}};
  const std::vector<Small> three{{3, 7, 6}, {4, 5, 5}, {3, 6, 5}, {4, 5, 6}};
  const std::vector<Small> four{{3, 5, 4}, {4, 5, 5}, {3, 6, 6}, {4, 4, 6}};
  struct Row {
    const char* whom;
    std::vector<Small> units;
    double within;
  };
  std::map<std::string, int> proved;
  for (auto& [whom, units, within] : std::vector<Row>{{"mean", one, 0.08},
                                                      {"mean", two, 0.08},
                                                      {"mean", three, 0.08},
                                                      {"mean", four, 0.08},
                                                      {"mean", one, 0.03},
                                                      {"mean", three, 0.03},
                                                      {"choosers", one, 0.12},
                                                      {"choosers", two, 0.15},
                                                      {"choosers", three, 0.2},
                                                      {"choosers", one, 0.2}}) {
    const std::string text = small_roster(units);
    const TemporaryFile roster("small.csv", text);
    const Json balance =
        answered({"balance", "--roster", roster.path(), "--vary", "as=2..9,arm=2..9", "--within",
                  std::to_string(within), "--for", whom});
    for (const Json& row : balance["units"]) EXPECT_TRUE(row["within"]) << text << row;
    const bool choose = whom == std::string("choosers");
    if (choose) {
      EXPECT_EQ(balance["for"], "choosers");
    }
    const Does does = [&, of = within](const std::vector<Small>& changed) {
      return choose ? all_worth_choosing(changed, of) : all_even(changed, of);
    };
    const int points = balance["points"];
    ASSERT_LE(points, 8) << "too many to try all";
    EXPECT_TRUE(some_set_does(units, points, does)) << text << balance["changes"];
    if (choose && !balance["proved_smallest"].get<bool>()) continue;
    proved[whom] += balance["proved_smallest"] ? 1 : 0;
    for (int fewer = 0; fewer < points; ++fewer) {
      EXPECT_FALSE(some_set_does(units, fewer, does)) << text << balance["changes"];
    }
  }
  EXPECT_GT(proved["mean"], 3);
  EXPECT_GE(proved["choosers"], 2);
}

// What stays, stays; what is wished for comes about; other solutions do it, too.
TEST(Balance, KeepsWhatIsFixedAndGrantsWishes) {
  const TemporaryFile roster("small.csv", small_roster({{3, 5, 5}, {4, 6, 5}, {3, 5, 6}}));
  const Arguments question{"balance",          "--roster", roster.path(), "--vary",
                           "as=2..9,arm=2..9", "--within", "0.1"};
  const Json free = answered(question);
  ASSERT_GT(free["changes"].size(), 0U);
  const std::string unit = free["changes"][0]["unit"];
  const std::string key = free["changes"][0]["key"];
  const auto moves = [](const Json& balance, const std::string& of, const std::string& stat) {
    return std::any_of(balance["changes"].begin(), balance["changes"].end(),
                       [&](const Json& change) {
                         return change["unit"] == of && (stat.empty() || change["key"] == stat);
                       });
  };
  EXPECT_FALSE(moves(answered(question, {"--fixed", unit}), unit, ""));
  EXPECT_FALSE(moves(answered(question, {"--fixed", unit + "." + key}), unit, key));
  const Json without = answered(question, {"--fixed", "as"});
  for (const Json& change : without["changes"]) {
    EXPECT_EQ(change["key"], "arm");
  }
  const Place written("wished.csv");
  const Json wished =
      answered({"balance", "--roster", roster.path(), "--vary", "as=2..9,arm=2..9", "--within",
                "0.12", "--wish", "U0 beats U1 60:40", "--output", written.path()});
  ASSERT_EQ(wished["wishes"].size(), 1U);
  EXPECT_TRUE(wished["wishes"][0]["within"]) << wished;
  const Json fresh =
      answered({"matrix", "--battle", "--show", "win,lose", "--roster", written.path()})["matrix"];
  const auto odds = [&](std::size_t i, std::size_t j) {
    return (1 + fresh[i][j][0].get<double>() - fresh[i][j][1].get<double>()) / 2;
  };
  EXPECT_NEAR((odds(0, 1) + 1 - odds(1, 0)) / 2, wished["wishes"][0]["after"], 1e-12);
  EXPECT_NEAR(wished["wishes"][0]["after"], 0.6, 0.12 + 1e-9);

  const Json several = answered(question, {"--solutions", "4"});
  EXPECT_EQ(several["changes"], free["changes"]);
  for (const Json& other : several["others"]) {
    int points = 0;
    std::vector<Small> changed{{3, 5, 5}, {4, 6, 5}, {3, 5, 6}};
    for (const Json& change : other) {
      points += change["points"].get<int>();
      Small& of = changed[static_cast<std::size_t>(change["unit"].get<std::string>()[1] - '0')];
      (change["key"] == "as" ? of.as : of.arm) = std::stoi(change["to"].get<std::string>());
    }
    EXPECT_EQ(points, free["points"]);
    EXPECT_TRUE(all_even(changed, 0.1)) << other;
    EXPECT_NE(other, free["changes"]);
  }
  EXPECT_GE(several["others"].size(), 1U);
}

TEST(Balance, AgainstAFieldIsProvedUnitByUnit) {
  const TemporaryFile roster("mine.csv", small_roster({{3, 5, 5}, {4, 7, 7}}));
  const TemporaryFile field("field.csv",
                            "system,name,figures,cd\nraiders-of-arcana,F,4,1\n"
                            "raiders-of-arcana,G,3,2\nraiders-of-arcana,U0,9,9\n");
  const Json balance =
      answered({"balance", "--roster", roster.path(), "--against", field.path(), "--vary",
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
  const Json fewer = answered({"balance", "--roster", roster.path(), "--against", field.path(),
                               "--vary", "as=2..9,arm=2..9", "--target", "60%", "--within", "0.1",
                               "--changes", std::to_string(needed - 1)});
  EXPECT_LT(fewer["points"], needed);
  EXPECT_FALSE(fewer["proved_smallest"]);
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

TEST(Balance, SaysHowFarSimulatedOddsMayBeOff) {
  const TemporaryFile roster("roster.csv",
                             "system,name,figures,cd,points\nraiders-of-arcana,A,6,1,50\n"
                             "raiders-of-arcana,B,5,1,50\nraiders-of-arcana,C,4,2,50\n");
  const auto simulated = [&](std::vector<std::string> line) {
    line.insert(line.end(), {"--roster", roster.path(), "--engine", "sim", "--trials", "5000"});
    return answered(line);
  };
  std::map<std::string, Json> ranked;
  const Json matrix = simulated({"matrix", "--battle", "--ranking"});
  for (const Json& row : matrix["ranking"]) ranked[row["unit"]] = row;
  ASSERT_EQ(ranked.size(), 3U);
  const auto expect_as_ranked = [&](const Json& row, const std::string& key) {
    const Json& same = ranked[row["unit"]];
    EXPECT_NEAR(row[key], same["odds"], 1e-12);
    EXPECT_NEAR(row[key + "_half_width"], same["half_width"], 1e-12);
  };
  const Json balance = simulated({"balance", "--vary", "arm=4..6"});
  ASSERT_EQ(balance["units"].size(), 3U);
  for (const Json& row : balance["units"]) expect_as_ranked(row, "before");
  for (const Json& change : balance["changes"]) {
    EXPECT_GT(change["after_half_width"].get<double>(), 0);
  }
  // Each unit costs the same for the whole of it, so at the old prices the budget buys it as it is.
  const Json prices = simulated({"prices", "--budget", "50"});
  for (const Json& row : prices["prices"]) {
    expect_as_ranked(row, "odds_before");
    EXPECT_GT(row["odds_half_width"].get<double>(), 0);
  }
  EXPECT_EQ(
      answered({"balance", "--vary", "arm=4..6", "--roster", roster.path()})["units"][0].count(
          "before_half_width"),
      0U);
}

TEST(Compare, SaysHowFarSimulatedOddsMayBeOff) {
  const std::string head = "system,name,figures,cd\nraiders-of-arcana,A,6,1\n";
  const TemporaryFile before("before.csv", head + "raiders-of-arcana,B,5,1\n");
  const TemporaryFile after("after.csv", head + "raiders-of-arcana,B,5,2\n");
  const std::vector<std::string> simulated{"--engine", "sim", "--trials", "5000"};
  std::vector<std::string> line{"compare", before.path(), after.path()};
  line.insert(line.end(), simulated.begin(), simulated.end());
  const Json compare = answered(line);
  ASSERT_EQ(compare["odds"].size(), 2U);
  for (const Json& change : compare["odds"]) {
    for (const std::string when : {"old", "new"}) {
      std::vector<std::string> battle{"battle", "--roster",
                                      when == "old" ? before.path() : after.path(),
                                      change["attacker"], change["defender"]};
      battle.insert(battle.end(), simulated.begin(), simulated.end());
      const Json win = answered(battle)["win"];
      const auto of = [&](const char* side, const char* key) {
        return win[side][key].get<double>();
      };
      EXPECT_NEAR(change[when], (1 + of("attacker", "p") - of("defender", "p")) / 2, 1e-12);
      EXPECT_NEAR(change[when + "_half_width"],
                  (of("attacker", "half_width") + of("defender", "half_width")) / 2, 1e-12);
    }
  }
  for (const Json& change : compare["ranks"])
    EXPECT_GT(change["odds_new_half_width"].get<double>(), 0);
  EXPECT_EQ(answered({"compare", before.path(), after.path()})["odds"][0].count("old_half_width"),
            0U);
}

}  // namespace
}  // namespace warodds::test
