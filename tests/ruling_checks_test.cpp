// The published and hand-counted values that the rulings give, one test a value; data in
// data/ruling_checks.csv. And the target number chart of Dwethia Skirmish.
#include <gtest/gtest.h>

#include <cctype>
#include <cmath>
#include <ostream>
#include <stdexcept>
#include <string>
#include <vector>

#include "core/text/error.h"
#include "exact/fight/fight.h"
#include "tests/support/answers.h"
#include "tests/support/csv.h"
#include "tests/support/matchup_of.h"
#include "tests/support/quantities.h"

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

Answer outcome(const CsvRow& row) {
  Answer result;
  bool found = false;
  Systems::for_each([&](auto system) {
    using System = decltype(system);
    if (row.at("system") != System::name) return;
    found = true;
    result = exact::fight(
        testing::prepare<System>(row.at("attacker"), row.at("defender"), row.at("situation")));
  });
  if (!found) throw std::runtime_error("no system " + row.at("system"));
  return result;
}

Distribution distribution(const Answer& answer, Side side, const std::string& quantity) {
  const testing::Deals deals = testing::deals_of(answer, side);
  if (quantity == "damage") return deals.damage;
  if (quantity == "kills") return deals.kills;
  for (const auto& [name, kills] : deals.kills_by_group) {
    if (quantity == "kills of " + name) return kills;
  }
  for (std::size_t i = 0; i < answer.reports.size(); ++i) {
    if (quantity == answer.reports[i].name) return deals.reported[i];
  }
  throw std::runtime_error("no quantity " + quantity);
}

double found_value(const CsvRow& row) {
  const Answer result = outcome(row);
  const std::string& at = row.at("at");
  if (row.at("side") == "joint") {
    const auto colon = at.find(':');
    return result.joint_damage->probability(std::stoi(at.substr(0, colon)),
                                            std::stoi(at.substr(colon + 1)));
  }
  const Side side = row.at("side") == "attacker" ? Side::attacker : Side::defender;
  const Distribution of_side = distribution(result, side, row.at("quantity"));
  return at == "mean" ? of_side.mean() : of_side.probability(std::stoi(at));
}

/// One row of the data.
struct Check {
  CsvRow row;
};

std::ostream& operator<<(std::ostream& out, const Check& check) {
  return out << check.row.at("attacker") << " v " << check.row.at("defender");
}

std::vector<Check> checks() {
  std::vector<Check> result;
  for (const CsvRow& row : testing::read_data("ruling_checks.csv")) result.push_back({row});
  return result;
}

class RulingCheck : public ::testing::TestWithParam<Check> {};

TEST_P(RulingCheck, IsMet) {
  const CsvRow& row = GetParam().row;
  const Expected should = expected(row.at("value"));
  EXPECT_NEAR(found_value(row), should.value, should.tolerance)
      << row.at("ruling") << ": " << row.at("attacker") << " v " << row.at("defender") << " with "
      << row.at("situation") << " (" << row.at("source") << ")";
}

std::string test_name(const ::testing::TestParamInfo<Check>& info) {
  const CsvRow& row = info.param.row;
  std::string name = row.at("ruling") + '_' + row.at("side") + '_' + row.at("quantity") + '_' +
                     row.at("at") + '_' + std::to_string(info.index);
  for (char& c : name) {
    if (std::isalnum(static_cast<unsigned char>(c)) == 0) c = '_';
  }
  return name;
}

INSTANTIATE_TEST_SUITE_P(Published, RulingCheck, ::testing::ValuesIn(checks()), test_name);

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
