// A matchup that is varied, against one opponent or the mean of many: the same over a grid of
// settings, which of them comes nearest to a target, and what a point of each stat does.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "core/design/meeting.h"
#include "core/design/movable.h"
#include "core/design/stat_points.h"

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

/// The opponent, or "8 opponents, on average".
std::string others_text(const std::string& opponent, const std::vector<std::string>& opponents);

/// One key and its values.
struct Axis {
  std::string key;
  std::vector<std::string> values;
};

/// Each KEY=LO..HI, KEY=LO..HI:STEP or KEY=A,B,…; no key may be there twice. Throws InputError.
std::vector<Axis> parse_axes(const std::vector<std::string>& texts);

/// A value for each axis.
using Point = std::vector<std::string>;

struct Sweep : Table {
  PerSide<std::string> units;          ///< the defender empty where there are many
  std::vector<std::string> opponents;  ///< those
  std::vector<std::string> keys;
  std::vector<Point> points;
  std::vector<Cell> cells;  ///< of each point
};

/// Over all values of the axes. Throws NoAnswer when interrupted before the first point was done.
Sweep answer_sweep(const VariantsQuestion& question, const std::vector<Axis>& axes,
                   const Watch& watch);

/// Of a sweep the points that the rules allow, for the only quantity that was asked for.
struct Tuning : Sweep {
  double target = 0;  ///< what the quantity should be
  std::string method;
  std::vector<std::size_t> best;  ///< places of the points: one, or all that cannot be told apart

  const Estimate& number(std::size_t place) const { return cells[place].values.front(); }
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

/// The same for many units.
struct RosterSensitivity : Table {
  std::vector<Sensitivity> units;  ///< in the order of the roster; without those that can fight
                                   ///< nobody
  std::optional<StatPoints> points = {};  ///< where that is asked for
};
RosterSensitivity answer_roster_sensitivity(const Meeting& meeting, const StatRules& stats,
                                            const Watch& watch);

}  // namespace warodds
