// What one point more or less of each stat of a unit does.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "core/design/against.h"
#include "core/design/arena.h"
#include "core/design/movable.h"
#include "core/design/stat_points.h"

namespace warodds {

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

struct SensitivityQuestion : VariantsQuestion {
  StatRules stats = {};  ///< which are moved
};

/// Throws NoAnswer when the unit as it is can fight none of its opponents.
Sensitivity answer_sensitivity(const SensitivityQuestion& question, const Watch& watch);

/// The same for many units.
struct RosterSensitivity : Table {
  std::vector<Sensitivity> units;  ///< in the order of the roster; without those that can fight
                                   ///< nobody
  std::optional<StatPoints> points = {};  ///< where that is asked for
};
RosterSensitivity answer_roster_sensitivity(const Arena& arena, const std::vector<AnyUnit>& units,
                                            const Opponents& opponents, const CellQuestion& cells,
                                            const StatRules& stats, const Watch& watch);

}  // namespace warodds
