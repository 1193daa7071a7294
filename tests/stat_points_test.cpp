// What stats are worth in points: measured from what one more of them and one more figure do, and
// fitted to points that were made by a formula that is known.
#include "core/design/variants.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "core/systems/systems.h"

namespace warodds {
namespace {

AnyUnit raider(const std::string& name, int figures, int cd, int arm, int points) {
  RaidersOfArcana::Unit unit;
  unit.name = name;
  unit.figures = figures;
  unit.cd = cd;
  unit.arm = arm;
  unit.points = points;
  return unit;
}

Sensitivity::Row row(const std::string& key, std::optional<double> less,
                     std::optional<double> more) {
  Sensitivity::Row row;
  row.key = key;
  const auto cell = [](double value) { return Cell{.values = {Estimate{value}}}; };
  if (less) row.less = cell(*less);
  if (more) row.more = cell(*more);
  return row;
}

Sensitivity answer(const std::string& unit, double base, std::vector<Sensitivity::Row> rows) {
  Sensitivity answer;
  answer.unit = unit;
  answer.base = {Estimate{base}};
  answer.rows = std::move(rows);
  return answer;
}

TEST(StatPoints, WorthIsWhatMoreFiguresForMorePointsDo) {
  // One figure more of 10 is worth 0.05, a size that grows e-fold 0.5 at that rate; one more of cd
  // is worth 0.1, so as much as a fifth more points of 60.
  const std::vector<AnyUnit> units{raider("A", 10, 1, 4, 60), raider("B", 4, 1, 4, 50),
                                   raider("C", 4, 1, 4, 0), raider("D", 4, 1, 4, 50)};
  const std::vector<Sensitivity> answers{
      answer("A", 0.5, {row("figures", 0.45, 0.55), row("cd", 0.4, 0.6), row("arm", 0.5, 0.5)}),
      answer("B", 0.5, {row("figures", {}, 0.6), row("cd", {}, 0.7)}),
      answer("C", 0.5, {row("figures", 0.4, 0.6), row("cd", {}, 0.7)}),
      answer("D", 1, {row("figures", 1, 1), row("cd", 1, 1)})};
  const StatPoints points = stat_points("raiders-of-arcana", units, answers);
  ASSERT_EQ(points.worths.size(), 1U);  // arm does nothing
  const StatPoints::Worth& cd = points.worths[0];
  EXPECT_EQ(cd.stat, "cd");
  EXPECT_EQ(cd.units, 2U);
  EXPECT_NEAR(cd.least, 12, 1e-12);
  EXPECT_EQ(cd.least_of, "A");
  EXPECT_NEAR(cd.most, 50 * 0.2 / 0.4, 1e-12);
  EXPECT_EQ(cd.most_of, "B");
  EXPECT_NEAR(cd.mean, (12 + 25) / 2.0, 1e-12);
  EXPECT_NEAR(cd.error, 6.5, 1e-12);  // sqrt((6.5^2 + 6.5^2) / 1 / 2)
  ASSERT_EQ(points.left_out.size(), 2U);
  EXPECT_EQ(points.left_out[0].first, "C");
  EXPECT_EQ(points.left_out[0].second, "it has no points");
  EXPECT_EQ(points.left_out[1].first, "D");
}

TEST(StatPoints, AFormulaThatMadeThePointsIsFound) {
  // Each figure costs 2, 3 for each die and 1 for each armour.
  std::vector<AnyUnit> units;
  for (int i = 0; i < 8; ++i) {
    const int figures = 3 + i, cd = 1 + i % 3, arm = 3 + i % 4;
    units.push_back(
        raider("U" + std::to_string(i), figures, cd, arm, figures * (2 + 3 * cd + arm)));
  }
  const StatPoints points = stat_points("raiders-of-arcana", units, {});
  ASSERT_EQ(points.terms.size(), 3U) << points.why_no_formula;
  EXPECT_TRUE(points.of_figure);
  EXPECT_NEAR(points.terms[0].points, 2, 1e-9);
  for (std::size_t k = 1; k < 3; ++k) {
    EXPECT_NEAR(points.terms[k].points, points.terms[k].stat == "cd" ? 3 : 1, 1e-9);
    EXPECT_NEAR(points.terms[k].error, 0, 1e-9);
  }
  EXPECT_NEAR(points.residual, 0, 1e-9);
  EXPECT_NEAR(points.explained, 1, 1e-12);
  EXPECT_EQ(points.fitted.size(), 8U);
  EXPECT_EQ(points.left_out.size(), 8U);  // nobody has fought
}

// A line through four points, worked out by hand: y = 1, 3, 2, 4 at x = 1, 2, 3, 4 is
// 0.5 + 0.8 x; what is left, -0.3, 0.9, -0.9, 0.3, has squares of 1.8, so a variance of 0.9.
TEST(StatPoints, ErrorsAreThoseOfLeastSquares) {
  const std::vector<AnyUnit> units{raider("A", 1, 1, 4, 1), raider("B", 1, 2, 4, 3),
                                   raider("C", 1, 3, 4, 2), raider("D", 1, 4, 4, 4)};
  const StatPoints points = stat_points("raiders-of-arcana", units, {});
  ASSERT_EQ(points.terms.size(), 2U) << points.why_no_formula;
  EXPECT_NEAR(points.terms[0].points, 0.5, 1e-12);
  EXPECT_NEAR(points.terms[1].points, 0.8, 1e-12);
  EXPECT_NEAR(points.terms[1].error * points.terms[1].error, 0.9 / 5, 1e-12);
  EXPECT_NEAR(points.terms[0].error * points.terms[0].error, 0.9 * (0.25 + 6.25 / 5), 1e-12);
  EXPECT_NEAR(points.residual * points.residual, 0.9, 1e-12);
  EXPECT_NEAR(points.explained, 1 - 1.8 / 5, 1e-12);
  EXPECT_NEAR(points.fitted[1].fitted, 2.1, 1e-12);
}

TEST(StatPoints, TooFewUnitsAreSaid) {
  std::vector<AnyUnit> units{raider("A", 1, 1, 4, 1), raider("B", 1, 2, 4, 3),
                             raider("C", 1, 3, 4, 2), raider("D", 1, 3, 4, 0)};
  EXPECT_EQ(stat_points("raiders-of-arcana", units, {}).why_no_formula,
            "3 of the units have points; a formula takes 4 at least");
  units.back() = raider("D", 1, 4, 5, 4);
  const StatPoints points = stat_points("raiders-of-arcana", units, {});
  EXPECT_EQ(points.terms.size(), 2U);
  EXPECT_EQ(points.not_in_formula, (std::vector<std::string>{"arm"}));
}

}  // namespace
}  // namespace warodds
