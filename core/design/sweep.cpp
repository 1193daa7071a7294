#include "core/design/sweep.h"

#include <fmt/format.h>

#include <utility>

#include "core/text/error.h"

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
  require_room_for_grid(question.axes, question.cells.quantities.size(), "sweep");
  sweep.points = grid_of(question.axes);
  const Use use = question.cells.use("sweep");
  require_ends(question.base, question.axes, sweep.points, use);
  const Variants variants{sweep.points.size(), [&](std::size_t i) {
                            return at_point(question.base, question.axes, sweep.points[i], use);
                          }};
  sweep.cells = answer_variants(question.cells, variants, question.against, "points", watch, sweep);
  if (sweep.why_partial.empty()) return sweep;
  // Of a sweep that was interrupted the points that are done.
  std::size_t kept = 0;
  for (std::size_t i = 0; i < sweep.cells.size(); ++i) {
    if (sweep.cells[i].state == Cell::State::not_reached) continue;
    if (kept != i) {
      sweep.points[kept] = std::move(sweep.points[i]);
      sweep.cells[kept] = std::move(sweep.cells[i]);
    }
    ++kept;
  }
  sweep.points.resize(kept);
  sweep.cells.resize(kept);
  if (kept == 0) {
    throw watch.ended(" before the first point was done");
  }
  return sweep;
}

}  // namespace warodds
