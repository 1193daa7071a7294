// What one point more or less of each stat of a unit does.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/design/against.h"

namespace warodds {

struct Sensitivity : Table {
  std::string unit;
  std::vector<std::string> opponents;
  std::vector<Estimate> base;  ///< by quantity, the mean over the opponents
  struct Row {
    std::string key;
    std::string value;                          ///< as it is
    std::optional<std::vector<Estimate>> less;  ///< with one less; none at the limit, empty where
                                                ///< an attack is not allowed then
    std::optional<std::vector<Estimate>> more;
    double effect = 0;  ///< the larger change of the first quantity
  };
  std::vector<Row> rows;  ///< largest effect first
};

struct SensitivityQuestion {
  Matchup base;         ///< the unit attacks; the situation and its stats are set
  Opponents opponents;  ///< none: whom the matchup has on the other side
  CellQuestion cells;
};

/// Throws NoAnswer when the unit as it is can fight none of its opponents.
Sensitivity answer_sensitivity(const SensitivityQuestion& question, const Watch& watch);

/// The same for many units.
struct RosterSensitivity : Table {
  std::vector<Sensitivity> units;  ///< in the order of the roster; without those that can fight
                                   ///< nobody
};
RosterSensitivity answer_roster_sensitivity(const std::vector<SensitivityQuestion>& questions,
                                            const Watch& watch);

}  // namespace warodds
