// Equal choices are treated alike, and the order of a roster's rows is nobody's strength: the same
// units in other orders, some of them twice, have the same answers.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "tests/cli/answers.h"
#include "tests/cli/program.h"

namespace warodds::test {
namespace {

struct NamedUnit {
  std::string name;
  std::string fields;
};

/// Four units of few points, and a fifth that is the first by another name.
std::vector<NamedUnit> some_units(std::mt19937& random) {
  const auto from = [&](int least, int most) {
    return std::to_string(least +
                          static_cast<int>(random() % static_cast<unsigned>(most - least + 1)));
  };
  std::vector<NamedUnit> units;
  for (const char* name : {"Axe", "Bow", "Cat", "Dog"}) {
    units.push_back({name, "points = " + from(4, 6) + "0\nfigures = " + from(1, 3) +
                               "\nhp = " + from(1, 2) + "\ncd = " + from(1, 2) +
                               "\nas = " + from(4, 6) + "\narm = " + from(3, 5) + "\n"});
  }
  units.push_back({"Elk", units.front().fields});
  return units;
}

std::string roster_of(const std::vector<NamedUnit>& units) {
  std::string text = "system = \"raiders-of-arcana\"\n";
  for (const NamedUnit& unit : units) {
    text += "[[unit]]\nname = \"" + unit.name + "\"\n" + unit.fields;
  }
  return text;
}

/// What is said of each in a list, by its name; numbers that tell the order of rows are left out.
std::map<std::string, std::map<std::string, double>> by_name(const Json& list,
                                                             const std::string& name) {
  std::map<std::string, std::map<std::string, double>> all;
  for (const Json& one : list) {
    for (const auto& [key, value] : one.items()) {
      if (value.is_number() && key != "rank") all[one[name]][key] = value;
    }
  }
  return all;
}

void expect_same(const Json& a, const Json& b, const std::string& name) {
  const auto expected = by_name(a, name);
  const auto found = by_name(b, name);
  ASSERT_EQ(found.size(), expected.size()) << a << "\n" << b;
  for (const auto& [who, numbers] : expected) {
    ASSERT_TRUE(found.contains(who)) << who << b;
    for (const auto& [key, value] : numbers) {
      ASSERT_TRUE(found.at(who).contains(key)) << who << key;
      EXPECT_NEAR(found.at(who).at(key), value, 1e-9) << who << " " << key;
    }
  }
}

/// The same whatever the order of the rows: the lists of an answer, each by the name of its rows.
void expect_same_in_any_order(const Arguments& question,
                              const std::vector<std::pair<std::string, std::string>>& lists) {
  std::mt19937 random(45);
  for (int game = 0; game < 3; ++game) {
    std::vector<NamedUnit> units = some_units(random);
    const TemporaryFile roster("units.toml", roster_of(units));
    const Json first = answered(question, {"--roster", roster.path()});
    for (int turn = 0; turn < 2; ++turn) {
      std::shuffle(units.begin(), units.end(), random);
      const TemporaryFile shuffled("shuffled.toml", roster_of(units));
      const Json again = answered(question, {"--roster", shuffled.path()});
      for (const auto& [list, name] : lists) expect_same(first[list], again[list], name);
      if (::testing::Test::HasFailure()) FAIL() << roster_of(units);
    }
  }
}

TEST(TheOrderOfRows, DoesNotMatterToARanking) {
  expect_same_in_any_order({"matrix", "--ranking"}, {{"ranking", "unit"}});
}

TEST(TheOrderOfRows, DoesNotMatterToATournament) {
  expect_same_in_any_order({"tournament", "--budget", "110", "--most-units", "2"},
                           {{"armies", "army"}, {"units", "unit"}});
}

TEST(TheOrderOfRows, DoesNotMatterToATournamentWithDice) {
  expect_same_in_any_order(
      {"tournament", "--budget", "110", "--most-units", "2", "--engine", "sim", "--trials", "500"},
      {{"armies", "army"}, {"units", "unit"}});
}

TEST(TheOrderOfRows, DoesNotMatterToPricesForChoosers) {
  expect_same_in_any_order({"prices", "--budget", "100", "--for", "choosers"},
                           {{"prices", "unit"}});
}

TEST(TheOrderOfRows, DoesNotMatterToWhatIsChangedToBalance) {
  std::mt19937 random(46);
  for (const char* whom : {"mean", "choosers"}) {
    std::vector<NamedUnit> units = some_units(random);
    std::set<std::set<std::string>> answers;
    for (int turn = 0; turn < 3; ++turn) {
      const TemporaryFile roster("units.toml", roster_of(units));
      std::set<std::string> changes;
      const Json answer = answered({"balance", "--vary", "as=3..7", "--changes", "3", "--for", whom,
                                    "--roster", roster.path()});
      for (const Json& change : answer["changes"]) {
        changes.insert(change["unit"].get<std::string>() + " " + change["to"].dump());
      }
      answers.insert(changes);
      std::shuffle(units.begin(), units.end(), random);
    }
    EXPECT_EQ(answers.size(), 1U) << roster_of(units);
  }
}

TEST(EqualUnits, AreTakenAndBroughtAsOften) {
  std::mt19937 random(47);
  for (int game = 0; game < 4; ++game) {
    const TemporaryFile roster("units.toml", roster_of(some_units(random)));
    const Arguments of{"--roster", roster.path()};
    const auto ranked = by_name(answered({"matrix", "--ranking"}, of)["ranking"], "unit");
    EXPECT_NEAR(ranked.at("Axe").at("share"), ranked.at("Elk").at("share"), 1e-9);
    EXPECT_NEAR(ranked.at("Axe").at("odds"), ranked.at("Elk").at("odds"), 1e-12);
    const Arguments tournament{"tournament", "--budget", "110", "--most-units", "2"};
    for (const Arguments& engine :
         {Arguments{"--engine", "exact"}, Arguments{"--engine", "sim", "--trials", "500"}}) {
      const Json found = answered(tournament + engine, of);
      const auto taken = by_name(found["units"], "unit");
      EXPECT_NEAR(taken.at("Axe").at("taken"), taken.at("Elk").at("taken"), 1e-9);
      EXPECT_NEAR(taken.at("Axe").at("mean"), taken.at("Elk").at("mean"), 1e-9);
      double all = 0;
      for (const Json& army : found["armies"]) all += army["share"].get<double>();
      EXPECT_NEAR(all, 1, 1e-9);
    }
  }
}

/// Of largest entropy over all armies, as the ranking of all of them has it.
TEST(Tournament, WithEqualUnitsIsTheRankingOfAllArmies) {
  std::mt19937 random(48);
  for (int game = 0; game < 3; ++game) {
    const std::vector<NamedUnit> units = some_units(random);
    std::string armies = roster_of(units);
    for (const NamedUnit& unit : units) {
      armies += "[[army]]\nname = \"" + unit.name + "!\"\nunits = [\"" + unit.name + "\"]\n";
    }
    const TemporaryFile roster("armies.toml", armies);
    for (const char* attack : {"half", "none"}) {
      const Arguments with{"--roster", roster.path(),
                           "--with",   std::string("attacker-attack=") + attack,
                           "--with",   std::string("defender-attack=") + attack,
                           "--engine", "exact"};
      const auto all =
          by_name(answered({"matrix", "--armies", "--ranking"}, with)["ranking"], "unit");
      std::map<std::string, double> brought;
      const Json found = answered({"tournament", "--budget", "60", "--most-units", "1"}, with);
      for (const Json& army : found["armies"]) {
        brought[army["army"]] = army["share"];
      }
      for (const NamedUnit& unit : units) {
        EXPECT_NEAR(brought[unit.name], all.at(unit.name + "!").at("share"), 1e-9)
            << unit.name << armies;
      }
    }
  }
}

}  // namespace
}  // namespace warodds::test
