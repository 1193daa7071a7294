// Points of figures that fall: what each costs, what is lost in fights and battles.
#include "core/rules/points.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "core/text/error.h"
#include "exact/answers.h"
#include "tests/support/matchup_of.h"
#include "tests/support/random_matchup.h"
#include "tests/support/system_types.h"
#include "tests/support/work.h"

namespace warodds {
namespace {

double price(const FigurePrice& of) {
  return static_cast<double>(of.points) / static_cast<double>(of.figures);
}

TEST(Points, AreSharedAmongFigures) {
  struct Row {
    int points;
    std::vector<PricedGroup> groups;
    std::vector<double> prices;  // of a figure of each
    int cost;
  };
  const std::vector<Row> rows{
      {100, {{6, 0}}, {100.0 / 6}, 100},
      {0, {{6, 0}}, {0}, 0},
      {100, {{1, 40}, {5, 0}}, {40, 12}, 100},
      {100, {{2, 40}, {4, 0}, {6, 0}}, {20, 6, 6}, 100},
      {0, {{1, 40}, {5, 30}}, {40, 6}, 70},
      {0, {{1, 40}, {5, 0}}, {40, 0}, 40},
      // More than the unit costs, or less with nobody to take the rest: shares of it.
      {100, {{1, 90}, {3, 60}, {2, 0}}, {60, 40.0 / 3, 0}, 100},
      {100, {{1, 30}, {1, 20}}, {60, 40}, 100},
  };
  EXPECT_FALSE(fit(100, rows[6].groups));
  EXPECT_FALSE(fit(100, rows[7].groups));
  EXPECT_TRUE(fit(50, rows[7].groups));
  for (std::size_t i = 0; i < 6; ++i) EXPECT_TRUE(fit(rows[i].points, rows[i].groups)) << i;
  for (const Row& row : rows) {
    const std::vector<FigurePrice> prices = figure_prices(row.points, row.groups);
    EXPECT_EQ(cost_of(row.points, row.groups), row.cost);
    double sum = 0;
    for (std::size_t i = 0; i < prices.size(); ++i) {
      EXPECT_DOUBLE_EQ(price(prices[i]), row.prices[i]) << row.points << ", group " << i;
      sum += price(prices[i]) * row.groups[i].figures;
    }
    EXPECT_NEAR(sum, row.cost, 1e-12);
  }
}

TEST(Points, OfWholeUnitsAreWhole) {
  const std::vector<FigurePrice> prices{{100, 7}, {50, 3}, {1, 1}};
  const PointParts parts(prices);
  EXPECT_EQ(parts.points(7 * parts.parts(0)), 100);
  EXPECT_EQ(parts.points(3 * parts.parts(1) + 7 * parts.parts(0) + parts.parts(2)), 151);
  EXPECT_DOUBLE_EQ(parts.points(parts.parts(0) - parts.parts(1)), 100.0 / 7 - 50.0 / 3);
  // So many groups that they have no common part in reach: to the billionth.
  const std::vector<FigurePrice> many{{1, 9973}, {1, 9967}, {1, 9949}};
  const PointParts rough(many);
  EXPECT_NEAR(rough.points(9973 * rough.parts(0)), 1, 1e-5);
}

template <class System>
class PointsOf : public ::testing::Test {};
TYPED_TEST_SUITE(PointsOf, testing::EverySystem, testing::SystemName);

/// What a kill of each group of a unit costs by the definition; of a unit without groups of each
/// figure.
template <class System>
std::vector<std::pair<std::string, double>> prices_of(const typename System::Unit& unit) {
  if constexpr (requires { unit.groups.front().own_points; }) {
    double own = 0, sharing = 0;
    for (const auto& group : unit.groups) {
      own += group.own_points;
      if (group.own_points == 0) sharing += group.count;
    }
    const double cost = unit.points > 0 ? unit.points : own;
    std::vector<std::pair<std::string, double>> prices;
    for (const auto& group : unit.groups) {
      const double share = own < cost && sharing > 0 ? 1 : own > 0 ? cost / own : 0;
      prices.emplace_back(group.name, group.own_points > 0 ? group.own_points * share / group.count
                                      : own < cost         ? (cost - own) / sharing
                                                           : 0);
    }
    if (!prices.empty()) return prices;
  }
  double figures = 1;
  if constexpr (requires { unit.figures; }) figures = unit.figures;
  if constexpr (requires { unit.models; }) figures = unit.models;
  return {{"", unit.points / figures}};
}

/// Some groups have points of their own, in every third unit more than it costs.
template <class System>
void give_points_to_groups(typename System::Unit& unit, int drawn) {
  if constexpr (requires { unit.groups.front().own_points; }) {
    for (std::size_t i = 0; i < unit.groups.size(); ++i) {
      const int number = drawn + static_cast<int>(i);
      unit.groups[i].own_points = number % 2 == 0 ? 0 : drawn % 3 == 0 ? 70 : 7 + number % 5;
    }
  }
}

TYPED_TEST(PointsOf, FightsAreThoseOfTheFiguresThatFall) {
  using System = TypeParam;
  constexpr int wanted = 60;
  testing::RandomMatchups<System> matchups(testing::Size::handful, 361);
  int compared = 0, with_groups = 0;
  for (int drawn = 0; drawn < 30 * wanted && compared < wanted; ++drawn) {
    testing::Matchup<System> matchup = matchups.next();
    matchup.units.attacker.points = 97;
    matchup.units.defender.points = 60;
    for (const Side side : both_sides) give_points_to_groups<System>(matchup.units[side], drawn);
    OutcomeColumns columns{OutcomeFact{OutcomeFact::Kind::points_lost, Side::attacker},
                           OutcomeFact{OutcomeFact::Kind::points_lost, Side::defender},
                           OutcomeFact{OutcomeFact::Kind::swing, Side::attacker}};
    std::vector<double> signs;  // of what is told of each kill, in the swing
    for (const Side side : both_sides) {
      const auto& unit = side == Side::attacker ? matchup.units.attacker : matchup.units.defender;
      for (const auto& [group, each] : prices_of<System>(unit)) {
        OutcomeFact kills{OutcomeFact::Kind::kills, enemy_of(side)};
        kills.group = group;
        columns.emplace_back(kills);
        signs.push_back(side == Side::attacker ? -each : each);
      }
    }
    try {
      const FightQuestion question(testing::prepare(matchup), {{columns}, {}, true});
      if (testing::takes_more_than(0.05, [&] { exact::fight(question); })) continue;
      const Answer answer = exact::fight(question);
      ++compared;
      with_groups += signs.size() > 2 ? 1 : 0;
      double mean = 0, swing_sum = 0;
      for (const auto& [values, p] : law_of(columns, answer.laws).sums()) {
        double swing = 0, lost = 0;
        for (std::size_t i = 0; i < signs.size(); ++i) {
          swing += signs[i] * values[3 + i];
          lost -= std::min(signs[i], 0.0) * values[3 + i];
        }
        ASSERT_NEAR(values[2], swing, 1e-9) << testing::describe(matchup);
        ASSERT_NEAR(values[0], lost, 1e-9) << testing::describe(matchup);
        ASSERT_NEAR(values[1], swing + lost, 1e-9) << testing::describe(matchup);
        mean += p * values[0];
        swing_sum += p * values[2];
      }
      const auto points = answer.points();
      ASSERT_NEAR(points->lost.attacker.mean(), mean, 1e-10);
      if (points->swing) {
        ASSERT_NEAR(points->swing->mean(), swing_sum, 1e-10);
      }
    } catch (const NoAnswer&) {
      continue;
    } catch (const InputError&) {
      continue;
    }
  }
  EXPECT_EQ(compared, wanted);
  if (System::groups_are_figures) {
    EXPECT_GT(with_groups, 10);
  }
}

// A value law from counts says how far it may be off, and never less than the values that were not
// seen may add.
TEST(NumberLawsOfPoints, OfCountsHaveHalfWidths) {
  const Distribution seen = Distribution::estimated({300, 500, 200}, 0.99);
  const Distribution law = Distribution::of_numbers({{-10, 300}, {0, 500}, {20.5, 200}}, 0.99);
  EXPECT_DOUBLE_EQ(law.mean(), -3 + 4.1);
  const std::vector<Estimate> at_least = law.estimates_at_least();
  EXPECT_DOUBLE_EQ(at_least[0].value, 1);
  EXPECT_DOUBLE_EQ(at_least[2].value, 0.2);
  EXPECT_EQ(*at_least[2].half_width, *seen.estimate_at_least(2).half_width);
  EXPECT_EQ(law.places_of(0.5), std::pair(2, 2));
  EXPECT_GT(*law.estimate_mean().half_width, 2.5 * law.sd() / std::sqrt(1000));
  EXPECT_EQ(law.estimate_quantile(0.5).value, 0);
  // Values that are one to the reader are one.
  const Distribution merged = Distribution::of_numbers({{5, 0.25}, {5 + 1e-12, 0.25}, {-1, 0.5}});
  EXPECT_EQ(merged.values(), (std::vector<double>{-1, 5}));
  EXPECT_DOUBLE_EQ(merged.at_least(1), 0.5);
}

}  // namespace
}  // namespace warodds
