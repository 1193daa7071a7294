// The same fight or battle over a grid of settings.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/design/against.h"
#include "core/design/grid.h"

namespace warodds {

struct Sweep : Table {
  PerSide<std::string> units;          ///< the defender empty where there are many
  std::vector<std::string> opponents;  ///< those
  std::vector<std::string> keys;
  std::vector<Point> points;
  std::vector<Cell> cells;  ///< of each point
};

struct SweepQuestion {
  Matchup base;
  std::vector<Axis> axes;
  CellQuestion cells;
  std::optional<Opponents> against = {};  ///< instead of the defender of `base`: means over these
};

/// The cells of matchups: of the first unit against the second, or against many.
std::vector<Cell> answer_variants(const CellQuestion& question, const Variants& variants,
                                  const std::optional<Opponents>& against, std::string_view what,
                                  const Watch& watch, Table& table);

Sweep answer_sweep(const SweepQuestion& question, const Watch& watch);

}  // namespace warodds
