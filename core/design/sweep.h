// The same fight or battle over a grid of settings.
#pragma once

#include <string>
#include <vector>

#include "core/design/cells.h"
#include "core/design/grid.h"

namespace warodds {

struct Sweep : Table {
  PerSide<std::string> units;
  std::vector<std::string> keys;
  std::vector<Point> points;
  std::vector<Cell> cells;  ///< of each point
};

struct SweepQuestion {
  Matchup base;
  std::vector<Axis> axes;
  CellQuestion cells;
};

Sweep answer_sweep(const SweepQuestion& question, const Watch& watch);

}  // namespace warodds
