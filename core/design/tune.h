// The setting that brings a quantity nearest to a target.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/design/against.h"
#include "core/design/grid.h"

namespace warodds {

struct Tuning : Table {
  PerSide<std::string> units;          ///< the defender empty where there are many
  std::vector<std::string> opponents;  ///< those
  std::vector<std::string> keys;
  double target = 0;
  std::string method;
  struct Candidate {
    Point values;
    Estimate number;
    CellOrigin origin = {};
  };
  std::vector<Candidate> tried;   ///< in the order of the grid
  std::vector<std::size_t> best;  ///< places in `tried`: one, or all that cannot be told apart
};

struct TuneQuestion {
  Matchup base;
  std::vector<Axis> axes;  ///< one or two
  double target = 0;       ///< what the only quantity of `cells` should be
  CellQuestion cells;
  std::optional<Opponents> against = {};  ///< instead of the defender of `base`: means over these
};

/// Tries every value. Throws NoAnswer when none could be answered.
Tuning answer_tune(const TuneQuestion& question, const Watch& watch);

}  // namespace warodds
