// The same fight or battle over a grid of settings, and which of them comes nearest to a target.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/design/against.h"

namespace warodds {

/// One key and its values.
struct Axis {
  std::string key;
  std::vector<std::string> values;
};

/// Each KEY=LO..HI, KEY=LO..HI:STEP or KEY=A,B,…; no key may be there twice. Throws InputError.
std::vector<Axis> parse_axes(const std::vector<std::string>& texts);

/// A value for each axis.
using Point = std::vector<std::string>;

struct SweepQuestion : VariantsQuestion {
  std::vector<Axis> axes;
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
