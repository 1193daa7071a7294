// The published and hand-counted values that the rulings give, of the program and of the second
// statement of the rules, one test a value; data in data/ruling_checks.csv. And the target number
// chart of Dwethia Skirmish.
#include <gtest/gtest.h>

#include <cctype>
#include <cmath>
#include <stdexcept>
#include <string>
#include <vector>

#include "core/text/error.h"
#include "exact/answers.h"
#include "tests/support/answers.h"
#include "tests/support/csv.h"
#include "tests/support/matchup_of.h"
#include "tests/support/quantities.h"
#include "tests/support/to_reference.h"

namespace warodds {
namespace {

using testing::CsvRow;

/// "7/24" and whole numbers are meant exactly, "0.1550" to half a unit of its last digit.
struct Expected {
  double value;
  double tolerance;
};

Expected expected(const std::string& text) {
  const std::size_t slash = text.find('/');
  const std::size_t point = text.find('.');
  if (slash != std::string::npos) {
    return {std::stod(text.substr(0, slash)) / std::stod(text.substr(slash + 1)), 1e-13};
  }
  const double digits =
      point == std::string::npos ? 0 : static_cast<double>(text.size() - point - 1);
  return {std::stod(text), point == std::string::npos ? 1e-13 : 0.5 * std::pow(10.0, -digits)};
}

/// All laws of a row: of the rules as the program has them, and of their second statement.
std::vector<testing::Quantities> laws_of(const CsvRow& row) {
  std::vector<testing::Quantities> laws;
  Systems::for_each([&](auto system) {
    using System = decltype(system);
    if (row.at("system") != System::name) return;
    const auto matchup =
        testing::matchup_of<System>(row.at("attacker"), row.at("defender"), row.at("situation"));
    const Answer answer = exact::fight(testing::prepare(matchup));
    laws.push_back(testing::quantities(answer));
    for (const Side side : both_sides) {
      for (const auto& [name, kills] : testing::deals_of(answer, side).kills_by_group) {
        laws.back()[std::string(to_string(side)) + " kills of " + name].assign(kills.pmf().begin(),
                                                                               kills.pmf().end());
      }
    }
    const bool is_of_group = row.at("quantity").starts_with("kills of ");  // it has not all of them
    if (!is_of_group) laws.push_back(testing::quantities(testing::play_reference(matchup)));
  });
  if (laws.empty()) throw std::runtime_error("no system " + row.at("system"));
  return laws;
}

double found_value(const testing::Quantities& laws, const CsvRow& row) {
  const bool is_joint = row.at("side") == "joint";
  const std::vector<std::string> at = testing::split(row.at("at"), ':');
  const std::vector<double> law =
      testing::quantity_of(laws, is_joint ? "joint damage, row " + at.front()
                                          : row.at("side") + " " + row.at("quantity"));
  double mean = 0;
  for (std::size_t k = 0; k < law.size(); ++k) mean += static_cast<double>(k) * law[k];
  if (at.back() == "mean") return mean;
  const auto place = static_cast<std::size_t>(std::stoi(at.back()));
  return place < law.size() ? law[place] : 0;
}

class RulingCheck : public ::testing::TestWithParam<testing::DataRow> {};

TEST_P(RulingCheck, IsMet) {
  const CsvRow& row = GetParam().row;
  const Expected should = expected(row.at("value"));
  for (const testing::Quantities& laws : laws_of(row)) {
    EXPECT_NEAR(found_value(laws, row), should.value, should.tolerance)
        << row.at("ruling") << ": " << row.at("attacker") << " v " << row.at("defender") << " with "
        << row.at("situation") << " (" << row.at("source") << ")";
  }
}

std::string test_name(const ::testing::TestParamInfo<testing::DataRow>& info) {
  const CsvRow& row = info.param.row;
  std::string name = row.at("ruling") + '_' + row.at("side") + '_' + row.at("quantity") + '_' +
                     row.at("at") + '_' + std::to_string(info.index);
  for (char& c : name) {
    if (std::isalnum(static_cast<unsigned char>(c)) == 0) c = '_';
  }
  return name;
}

INSTANTIATE_TEST_SUITE_P(Published, RulingCheck,
                         ::testing::ValuesIn(testing::data_rows("ruling_checks.csv")), test_name);

TEST(DwethiaChart, D1FiveAgainstFourNeedsThreeAndFourAgainstFiveNeedsFive) {
  EXPECT_EQ(DwethiaSkirmish::need(5, 4), 3);
  EXPECT_EQ(DwethiaSkirmish::need(4, 5), 5);
}

TEST(DwethiaChart, D1EqualNeedsFourDoubleTwoHalfSix) {
  EXPECT_EQ(DwethiaSkirmish::need(3, 3), 4);
  EXPECT_EQ(DwethiaSkirmish::need(1, 1), 4);
  EXPECT_EQ(DwethiaSkirmish::need(8, 4), 2);
  EXPECT_EQ(DwethiaSkirmish::need(9, 4), 2);
  EXPECT_EQ(DwethiaSkirmish::need(7, 4), 3);
  EXPECT_EQ(DwethiaSkirmish::need(4, 8), 6);
  EXPECT_EQ(DwethiaSkirmish::need(4, 9), 6);
  EXPECT_EQ(DwethiaSkirmish::need(4, 7), 5);
}

TEST(DwethiaChart, D1WhatOneSideNeedsAndWhatTheOtherNeedsAddUpToEight) {
  for (int own = 1; own <= 60; ++own) {
    for (int theirs = 1; theirs <= 60; ++theirs) {
      EXPECT_EQ(DwethiaSkirmish::need(own, theirs) + DwethiaSkirmish::need(theirs, own), 8)
          << own << " against " << theirs;
    }
  }
}

// A11: 2 damage on a leader of 4 hit points and 2 on a champion of 3. The attack deals two or
// nothing: an unpaired die of 3 or more, and one for the first hit.
TEST(RulingChecks, DamageOnTwoFigures) {
  const auto kills = [](const std::string& situation) {
    const Answer answer = exact::fight(testing::prepare<ArcaneLegions>(
        "red=1;brutal=1", "| name=Leader;hp=4 | name=Champion;hp=3", situation));
    return testing::deals_of(answer, Side::attacker).kills_by_group;
  };
  // The owner may fill either, and loses one of them: rather the champion, who is listed later.
  const auto freely = kills("defender-damage=2,2");
  EXPECT_EQ(freely.at(0).second.max(), 0);
  EXPECT_NEAR(freely.at(1).second.mean(), 2.0 / 3, 1e-15);
  const auto listed = kills("defender-damage=2,2;defender-losses=listed");
  EXPECT_NEAR(listed.at(0).second.mean(), 2.0 / 3, 1e-15);
  EXPECT_EQ(listed.at(1).second.max(), 0);
  // Who has more damage is filled first, whatever the owner would like: the leader has 3.
  EXPECT_NEAR(kills("defender-damage=2,3").at(0).second.mean(), 2.0 / 3, 1e-15);
  // Both are down after three.
  const Answer three = exact::fight(testing::prepare<ArcaneLegions>(
      "red=1;brutal=2", "| name=Leader;hp=4 | name=Champion;hp=3", "defender-damage=2,2"));
  EXPECT_NEAR(testing::deals_of(three, Side::attacker).destroyed.value, 2.0 / 3, 1e-15);
  EXPECT_THROW(kills("defender-damage=3,3"), InputError);    // the champion would be down
  EXPECT_THROW(kills("defender-damage=1,1,1"), InputError);  // there are two figures
}

}  // namespace
}  // namespace warodds
