#include "core/design/sweep.h"

namespace warodds {

std::vector<Cell> answer_variants(const CellQuestion& question, const Variants& variants,
                                  const std::optional<Opponents>& against, std::string_view what,
                                  const Watch& watch, Table& table) {
  return against ? answer_against(question, variants, *against, what, watch, table)
                 : answer_cells(question, variants.count, what, variants.at, watch, table);
}

Sweep answer_sweep(const SweepQuestion& question, const Watch& watch) {
  Sweep sweep;
  sweep.system = question.base.system();
  sweep.title = question.base.title();
  for (const Side side : both_sides) sweep.units[side] = question.base.name(side);
  if (question.against) sweep.opponents = names_of(*question.against, sweep.units.attacker);
  for (const Axis& axis : question.axes) sweep.keys.push_back(axis.key);
  sweep.points = grid_of(question.axes);
  const Use use = question.cells.use("sweep");
  const Variants variants{sweep.points.size(), [&](std::size_t i) {
                            return at_point(question.base, question.axes, sweep.points[i], use);
                          }};
  sweep.cells = answer_variants(question.cells, variants, question.against, "points", watch, sweep);
  return sweep;
}

}  // namespace warodds
