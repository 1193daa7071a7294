#include "core/design/tune.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/design/sweep.h"
#include "core/text/error.h"

namespace warodds {
namespace {

/// Exact numbers that differ by no more are the same.
constexpr double rounding = 1e-12;

double distance(const Tuning& tuning, const Tuning::Candidate& candidate) {
  return std::abs(candidate.number.value - tuning.target);
}

/// The nearest; of simulated ones, all whose intervals leave it open.
std::vector<std::size_t> nearest_of(const Tuning& tuning) {
  const auto nearest = *std::min_element(
      tuning.tried.begin(), tuning.tried.end(),
      [&](const auto& a, const auto& b) { return distance(tuning, a) < distance(tuning, b); });
  const double least = distance(tuning, nearest);
  const double reach = least + nearest.number.half_width.value_or(0);
  std::vector<std::size_t> best;
  for (std::size_t i = 0; i < tuning.tried.size(); ++i) {
    const Tuning::Candidate& candidate = tuning.tried[i];
    const double off = distance(tuning, candidate);
    const auto& half_width = candidate.number.half_width;
    if (half_width ? off - *half_width <= reach : off <= least + rounding) best.push_back(i);
  }
  return best;
}

/// Whether the quantity goes one way along the only axis.
const char* shape_of(const Tuning& tuning) {
  if (tuning.keys.size() > 1) return "";
  bool rises = false, falls = false;
  for (std::size_t i = 1; i < tuning.tried.size(); ++i) {
    const double change = tuning.tried[i].number.value - tuning.tried[i - 1].number.value;
    rises = rises || change > rounding;
    falls = falls || change < -rounding;
  }
  if (rises && falls) return "; the quantity is not monotone";
  if (rises) return "; the quantity rises with the stat";
  if (falls) return "; the quantity falls with the stat";
  return "; the quantity is the same for all";
}

}  // namespace

Tuning answer_tune(const TuneQuestion& question, const Watch& watch) {
  Tuning tuning;
  tuning.system = question.base.system();
  tuning.title = question.base.title();
  for (const Side side : both_sides) tuning.units[side] = question.base.name(side);
  if (question.against) tuning.opponents = names_of(*question.against, tuning.units.attacker);
  for (const Axis& axis : question.axes) tuning.keys.push_back(axis.key);
  tuning.target = question.target;
  require_room_for_grid(question.axes, question.cells.quantities.size(), "tune");
  const std::vector<Point> points = grid_of(question.axes);
  const Use use = question.cells.use("tune");
  require_ends(question.base, question.axes, points, use);
  const Variants variants{points.size(), [&](std::size_t i) {
                            return at_point(question.base, question.axes, points[i], use);
                          }};
  const std::vector<Cell> cells =
      answer_variants(question.cells, variants, question.against, "values", watch, tuning);
  for (std::size_t i = 0; i < points.size(); ++i) {
    const Cell& cell = cells[i];
    if (cell.values.empty()) continue;
    tuning.tried.push_back({points[i], cell.values[0], {cell.state, cell.partial, cell.trials}});
  }
  if (tuning.tried.empty()) {
    throw NoAnswer(tuning.a_refusal.empty()
                       ? fmt::format("{} before the first value", watch.why_stopped())
                       : tuning.a_refusal);
  }
  tuning.best = nearest_of(tuning);
  tuning.method =
      !tuning.why_partial.empty()
          ? fmt::format("only {} of {} values tried", tuning.tried.size(), points.size())
          : fmt::format("all {} values tried{}", points.size(), shape_of(tuning));
  return tuning;
}

}  // namespace warodds
