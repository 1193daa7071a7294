#include "core/design/sweep.h"

namespace warodds {

Sweep answer_sweep(const SweepQuestion& question, const Watch& watch) {
  Sweep sweep;
  sweep.system = question.base.system();
  sweep.title = question.base.title();
  for (const Side side : both_sides) sweep.units[side] = question.base.name(side);
  for (const Axis& axis : question.axes) sweep.keys.push_back(axis.key);
  sweep.points = grid_of(question.axes);
  const Use use = question.cells.use("sweep");
  const auto matchup = [&](std::size_t i) {
    return at_point(question.base, question.axes, sweep.points[i], use);
  };
  sweep.cells = answer_cells(question.cells, sweep.points.size(), "points", matchup, watch, sweep);
  return sweep;
}

}  // namespace warodds
