#include "core/design/sweep.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/text/error.h"

namespace warodds {
namespace {

/// Answers all points. `command`, `what`: for messages.
void answer_points(const SweepQuestion& question, const std::string& command, std::string_view what,
                   const Watch& watch, Sweep& sweep) {
  sweep.system = question.base.system();
  sweep.title = question.base.title();
  for (const Side side : both_sides) sweep.units[side] = question.base.name(side);
  if (question.against) sweep.opponents = names_of(*question.against, sweep.units.attacker);
  for (const Axis& axis : question.axes) sweep.keys.push_back(axis.key);
  require_room_for_grid(question.axes, question.cells.quantities.size(), command);
  sweep.points = grid_of(question.axes);
  const Use use = question.cells.use(command);
  require_ends(question.base, question.axes, sweep.points, use);
  const Variants variants{sweep.points.size(), [&](std::size_t i) {
                            return at_point(question.base, question.axes, sweep.points[i], use);
                          }};
  sweep.cells = answer_variants(question.cells, variants, question.against, what, watch, sweep);
}

/// Leaves the points whose cells are as wanted.
template <class IsWanted>
void keep_points(Sweep& sweep, const IsWanted& is_wanted) {
  std::size_t kept = 0;
  for (std::size_t i = 0; i < sweep.cells.size(); ++i) {
    if (!is_wanted(sweep.cells[i])) continue;
    if (kept != i) {
      sweep.points[kept] = std::move(sweep.points[i]);
      sweep.cells[kept] = std::move(sweep.cells[i]);
    }
    ++kept;
  }
  sweep.points.resize(kept);
  sweep.cells.resize(kept);
}

/// Exact numbers that differ by no more are the same.
constexpr double rounding = 1e-12;

/// The nearest; of simulated ones, all whose intervals leave it open.
std::vector<std::size_t> nearest_of(const Tuning& tuning) {
  const auto off = [&](const Cell& cell) {
    return std::abs(cell.values.front().value - tuning.target);
  };
  const Cell& nearest =
      *std::min_element(tuning.cells.begin(), tuning.cells.end(),
                        [&](const Cell& a, const Cell& b) { return off(a) < off(b); });
  const double least = off(nearest);
  const double reach = least + nearest.values.front().half_width.value_or(0);
  std::vector<std::size_t> best;
  for (std::size_t i = 0; i < tuning.cells.size(); ++i) {
    const double distance = off(tuning.cells[i]);
    const auto& half_width = tuning.number(i).half_width;
    if (half_width ? distance - *half_width <= reach : distance <= least + rounding) {
      best.push_back(i);
    }
  }
  return best;
}

/// Whether the quantity goes one way along the only axis.
const char* shape_of(const Tuning& tuning) {
  if (tuning.keys.size() > 1) return "";
  bool rises = false, falls = false;
  for (std::size_t i = 1; i < tuning.cells.size(); ++i) {
    const double change = tuning.number(i).value - tuning.number(i - 1).value;
    rises = rises || change > rounding;
    falls = falls || change < -rounding;
  }
  if (rises && falls) return "; the quantity is not monotone";
  if (rises) return "; the quantity rises with the stat";
  if (falls) return "; the quantity falls with the stat";
  return "; the quantity is the same for all";
}

}  // namespace

Sweep answer_sweep(const SweepQuestion& question, const Watch& watch) {
  Sweep sweep;
  answer_points(question, "sweep", "points", watch, sweep);
  if (sweep.why_partial.empty()) return sweep;
  keep_points(sweep, [](const Cell& cell) { return cell.state != Cell::State::not_reached; });
  if (sweep.points.empty()) throw watch.ended(" before the first point was done");
  return sweep;
}

Tuning answer_tune(const SweepQuestion& question, double target, const Watch& watch) {
  Tuning tuning;
  tuning.target = target;
  answer_points(question, "tune", "values", watch, tuning);
  const std::size_t all = tuning.points.size();
  keep_points(tuning, [](const Cell& cell) { return !cell.values.empty(); });
  if (tuning.points.empty()) {
    throw NoAnswer(tuning.a_refusal.empty()
                       ? fmt::format("{} before the first value", watch.why_stopped())
                       : tuning.a_refusal);
  }
  tuning.best = nearest_of(tuning);
  tuning.method = !tuning.why_partial.empty()
                      ? fmt::format("only {} of {} values tried", tuning.points.size(), all)
                      : fmt::format("all {} values tried{}", all, shape_of(tuning));
  return tuning;
}

}  // namespace warodds
