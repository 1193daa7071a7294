// The same fight or battle over a grid of settings, and which of them comes nearest to a target.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/design/against.h"
#include "core/design/grid.h"

namespace warodds {

struct SweepQuestion {
  Matchup base;
  std::vector<Axis> axes;
  CellQuestion cells;
  std::optional<Opponents> against = {};  ///< instead of the defender of `base`: means over these
};

struct Sweep : Table {
  PerSide<std::string> units;          ///< the defender empty where there are many
  std::vector<std::string> opponents;  ///< those
  std::vector<std::string> keys;
  std::vector<Point> points;
  std::vector<Cell> cells;  ///< of each point
};

/// Throws NoAnswer when interrupted before the first point was done.
Sweep answer_sweep(const SweepQuestion& question, const Watch& watch);

/// Of a sweep the points that the rules allow, for the only quantity that was asked for.
struct Tuning : Sweep {
  double target = 0;  ///< what the quantity should be
  std::string method;
  std::vector<std::size_t> best;  ///< places of the points: one, or all that cannot be told apart

  const Estimate& number(std::size_t place) const { return cells[place].values.front(); }
};

/// Tries every value of one axis or two. Throws NoAnswer when none could be answered.
Tuning answer_tune(const SweepQuestion& question, double target, const Watch& watch);

}  // namespace warodds
