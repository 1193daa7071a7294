#include "core/design/sweep.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <utility>

#include "core/text/error.h"
#include "core/text/shown.h"
#include "core/text/text.h"

namespace warodds {
namespace {

int whole_number(std::string_view digits, const std::string& text) {
  const auto value = read_number<int>(digits);
  if (value) return *value;
  throw BadValue(
      fmt::format("--vary: '{}' is not KEY=LO..HI, KEY=LO..HI:STEP or KEY=A,B,... of whole numbers",
                  shown(text)));
}

std::vector<std::string> range_of(const std::string& range, const std::string& text) {
  const auto dots = range.find("..");
  const auto colon = range.find(':', dots);
  const int low = whole_number(std::string_view(range).substr(0, dots), text);
  const int high = whole_number(std::string_view(range).substr(dots + 2, colon - dots - 2), text);
  const int step = colon == std::string::npos
                       ? 1
                       : whole_number(std::string_view(range).substr(colon + 1), text);
  if (step < 1) throw BadValue(fmt::format("--vary: '{}': a step is 1 or more", shown(text)));
  if (low > high) {
    throw BadValue(fmt::format("--vary: '{}' must go upwards, from the lower to the higher number",
                               shown(text)));
  }
  constexpr int most_values = 100'000;
  if ((static_cast<std::int64_t>(high) - low) / step >= most_values) {
    throw NotInRange(fmt::format("--vary: '{}' has more than {} values", shown(text), most_values));
  }
  std::vector<std::string> values;
  for (std::int64_t value = low; value <= high; value += step) {
    values.push_back(std::to_string(value));
  }
  return values;
}

/// All points of the grid, the last axis changing fastest. Throws InputError when there are too
/// many.
std::vector<Point> grid_of(const std::vector<Axis>& axes) {
  constexpr std::size_t most_points = 1'000'000;
  std::vector<Point> points{{}};
  for (const Axis& axis : axes) {
    if (points.size() > most_points / axis.values.size()) {
      throw NotInRange(fmt::format("--vary: the grid has more than {} points", most_points));
    }
    std::vector<Point> longer;
    for (const auto& point : points) {
      for (const std::string& value : axis.values) {
        longer.push_back(point);
        longer.back().push_back(value);
      }
    }
    points = std::move(longer);
  }
  return points;
}

/// Refuses a grid that does not fit into memory, points and cells. Throws NoAnswer.
void require_room_for(const SweepQuestion& question, const std::string& command) {
  constexpr double of_value = 64;  // a text, and its place in the next longer list
  double points = 1;
  for (const Axis& axis : question.axes) points *= static_cast<double>(axis.values.size());
  require_room(
      [&](double n) {
        return bytes_of_cells(n, question.cells.quantities.size()) +
               n * of_value * static_cast<double>(question.axes.size());
      },
      static_cast<std::size_t>(std::min(points, 1e15)), command, "settings");
}

/// Answers all points. `command`, `what`: for messages.
void answer_points(const SweepQuestion& question, const std::string& command, std::string_view what,
                   const Watch& watch, Sweep& sweep) {
  sweep.system = question.base.system();
  sweep.title = question.base.title();
  for (const Side side : both_sides) sweep.units[side] = question.base.name(side);
  if (question.against) sweep.opponents = names_of(*question.against, sweep.units.attacker);
  for (const Axis& axis : question.axes) sweep.keys.push_back(axis.key);
  require_room_for(question, command);
  sweep.points = grid_of(question.axes);
  Use use = question.cells.use(command);
  if (question.base.is_of_several()) use.in = UsedIn::armies;
  const auto at = [&](const Point& point) {
    Matchup matchup = question.base;
    for (std::size_t i = 0; i < question.axes.size(); ++i) {
      matchup.set({question.axes[i].key, point[i], "--vary"}, use);
    }
    return matchup;
  };
  // What is not allowed at an end is refused before hours are spent on what lies between.
  at(sweep.points.front());
  at(sweep.points.back());
  sweep.cells = answer_variants(
      question, {sweep.points.size(), [&](std::size_t i) { return at(sweep.points[i]); }}, what,
      watch, sweep);
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

std::vector<Axis> parse_axes(const std::vector<std::string>& texts) {
  std::vector<Axis> axes;
  for (const std::string& text : texts) {
    const Setting setting = parse_setting(text, "--vary");
    const bool is_range = setting.value.find("..") != std::string::npos;
    axes.push_back(
        {setting.key, is_range ? range_of(setting.value, text) : split(setting.value, ',')});
    for (std::size_t i = 0; i + 1 < axes.size(); ++i) {
      if (axes[i].key == axes.back().key) {
        throw BadValue(fmt::format("--vary: {} is there twice", shown(axes.back().key)));
      }
    }
  }
  return axes;
}

Sweep answer_sweep(const SweepQuestion& question, const Watch& watch) {
  Sweep sweep;
  answer_points(question, "sweep", "points", watch, sweep);
  if (sweep.why_partial.empty()) return sweep;
  keep_points(sweep, [](const Cell& cell) { return cell.is_reached(); });
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
