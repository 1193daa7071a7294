// A matchup that is varied, against one opponent or the mean of many: the same over a grid of
// settings, which of them comes nearest to a target, and what a point of each stat does.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/design/meeting.h"
#include "core/design/movable.h"

namespace warodds {

/// Whom a unit meets, and what is set of them ("defender.hp"). As in a ranking, battles are fought
/// both ways round (of fights, only those in which the unit attacks), and the unit does not meet
/// itself: an opponent of its name does not count.
struct Opponents {
  std::vector<AnyUnit> units;
  std::vector<Setting> stats;
};

/// A matchup that is varied, and what is asked of each variant. Of many opponents that is the mean.
/// Those whom the first variant cannot fight do not count (for `odds` they are even, as in a
/// ranking); a variant that cannot fight one of the others is refused, so that means over different
/// opponents are never compared.
struct VariantsQuestion {
  Matchup base;  ///< the unit attacks
  CellQuestion cells;
  std::optional<Opponents> against = {};  ///< instead of the defender of `base`
};

/// One key and its values.
struct Axis {
  std::string key;
  std::vector<std::string> values;
};

/// Each KEY=LO..HI, KEY=LO..HI:STEP or KEY=A,B,…; no key may be there twice. Throws InputError.
std::vector<Axis> parse_axes(const std::vector<std::string>& texts);

/// A value for each axis, and what comes of them.
struct Point : Cell {
  std::vector<std::string> at;
};

struct Sweep : Table {
  PerSide<std::string> units;          ///< the defender empty where there are many
  std::vector<std::string> opponents;  ///< those
  std::vector<std::string> keys;
  std::vector<Point> points;
};

/// Over all values of the axes. Throws NoAnswer when interrupted before the first point was done.
Sweep answer_sweep(const VariantsQuestion& question, const std::vector<Axis>& axes,
                   const Watch& watch);

/// Of a sweep the points that the rules allow, for the only quantity that was asked for.
struct Tuning : Sweep {
  double target = 0;  ///< what the quantity should be
  std::string method;
  std::vector<std::size_t> best;  ///< places of the points: one, or all that cannot be told apart

  const Estimate& number(std::size_t place) const { return points[place].values.front(); }
};

/// Tries every value of one axis or two. Throws NoAnswer when none could be answered.
Tuning answer_tune(const VariantsQuestion& question, const std::vector<Axis>& axes, double target,
                   const Watch& watch);

struct Sensitivity : Table {
  std::string unit;
  std::vector<std::string> opponents;  ///< empty where there are many units: there it is `whom`
  std::string whom;                    ///< the only opponent, or how many there are
  std::vector<Estimate> base;          ///< by quantity, the mean over the opponents
  struct Row {
    std::string key;
    std::string value;         ///< as it is
    std::optional<Cell> less;  ///< with one less; none at the limit
    std::optional<Cell> more;
    double effect = 0;  ///< the larger change of the first quantity
    /// Whether that is a probability of 0 or 1, as far as it is shown, before and after.
    bool saturated = false;
  };
  std::vector<Row> rows;  ///< largest effect first
};

/// A sweep of two points for each of these stats. Throws NoAnswer when the unit as it is can fight
/// none of its opponents.
Sensitivity answer_sensitivity(const VariantsQuestion& question, const StatRules& stats,
                               const Watch& watch);

/// What stats are worth in points: measured by what is as good for the same points, and fitted to
/// the points that the units of a roster have.
struct StatPoints {
  /// How many points more a unit with one more of a stat may cost, to be as good for the same
  /// points as it was: by what one more does to the odds, and what one more figure does.
  struct Worth {
    std::string stat;
    std::size_t units = 0;  ///< of which it is known
    double mean = 0;        ///< over these
    double error = 0;       ///< standard error of the mean, by how they differ; 0 of one unit
    double least = 0, most = 0;
    std::string least_of, most_of;  ///< units
  };
  std::vector<Worth> worths;  ///< the most first
  /// Units of which nothing is known, and why.
  std::vector<std::pair<std::string, std::string>> left_out;

  /// A cost formula: what a unit costs is the sum of all terms, each times the stat; the first is
  /// what it costs without any. By least squares over the units that have points.
  struct Term {
    std::string stat;  ///< empty: the first
    double points = 0;
    double error = 0;  ///< standard error
  };
  std::vector<Term> terms;  ///< empty: there is no formula
  bool of_figure = false;   ///< costs and stats are those of a figure, the mean of a unit's
  struct Fitted {
    std::string unit;
    double points = 0;  ///< that it has
    double fitted = 0;  ///< that it would have
  };
  std::vector<Fitted> fitted;
  double residual = 0;                      ///< standard deviation of what is left, as fitted
  double explained = 0;                     ///< share of the variance of points that is not left
  std::vector<std::string> not_in_formula;  ///< stats that differ, but for which units are too few
  std::string why_no_formula;
};

/// `units`: of the roster; `answers`: what one point of their stats does, of those who can fight.
StatPoints stat_points(std::string_view system, const std::vector<AnyUnit>& units,
                       const std::vector<Sensitivity>& answers);

/// What a point of each stat does, of many units.
struct RosterSensitivity : Table {
  std::vector<Sensitivity> units;  ///< in the order of the roster; without those that can fight
                                   ///< nobody
  std::optional<StatPoints> points = {};  ///< where that is asked for
};
RosterSensitivity answer_roster_sensitivity(const Meeting& meeting, const StatRules& stats,
                                            const Watch& watch);

}  // namespace warodds
