#include "core/design/variants.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>

#include "core/text/error.h"
#include "core/text/shown.h"
#include "core/text/text.h"

namespace warodds {
namespace {

/// The variant against an opponent: the unit attacks or, turned, defends. What is set of the
/// opponents is theirs on either side.
Matchup matchup_of(Matchup matchup, const AnyUnit& opponent, const std::vector<Setting>& stats,
                   bool is_turned) {
  matchup.put(Side::defender, opponent);
  for (Setting setting : stats) {
    if (split_side(setting.key) == Side::defender) matchup.set_stat(Side::defender, setting);
  }
  if (is_turned) matchup.exchange_units();
  matchup.clear_missing_choices();
  return matchup;
}

/// Of many, all but the unit itself; none, where it has one opponent.
std::vector<AnyUnit> opponents_of(const VariantsQuestion& question) {
  std::vector<AnyUnit> others;
  if (question.against) others = question.against->units;
  const std::string unit = question.base.name(Side::attacker);
  std::erase_if(others, [&](const AnyUnit& one) { return name_of(one) == unit; });
  return others;
}

/// The cells of all variants against all opponents, once or once each way round, read as means.
struct CellsAgainst {
  const std::vector<Quantity>& quantities;
  std::size_t opponents = 0;
  std::size_t ways = 1;
  std::vector<Cell> cells =
      {};  ///< where there are two ways, quantities are followed by turned ones

  std::size_t of_variant() const { return opponents * ways; }

  /// Against one opponent; nothing where no way is allowed. Quantities of fights are of the way in
  /// which the unit attacks.
  std::optional<Estimate> against(std::size_t variant, std::size_t opponent, std::size_t q) const {
    const Cell* const forth = &cells[variant * of_variant() + opponent * ways];
    Mean mean;
    if (!forth->values.empty()) mean.add(forth->values[q]);
    if (ways == 2 && quantities[q].of == OutcomeOf::battle && !forth[1].values.empty()) {
      Estimate turned = forth[1].values[quantities.size() + q];
      if (quantities[q].is_of(OutcomeFact::Kind::odds)) turned.value = 1 - turned.value;
      mean.add(turned);
    }
    return mean.weight() > 0 ? std::optional(mean.mean()) : std::nullopt;
  }

  /// Over all whom the first variant can fight; refused where this one cannot fight one of them.
  Cell mean(std::size_t variant) const {
    Cell result;
    result.state = Cell::State::exact;
    for (std::size_t i = 0; i < of_variant(); ++i) {
      const Cell& cell = cells[variant * of_variant() + i];
      if (!cell.is_reached()) return {};
      result.add_origin(cell);
    }
    for (std::size_t q = 0; q < quantities.size(); ++q) {
      Mean mean;
      bool is_known = true;
      for (std::size_t i = 0; i < opponents; ++i) {
        std::optional<Estimate> number = against(variant, i, q);
        if (!number && quantities[q].is_of(OutcomeFact::Kind::odds)) number = Estimate{0.5};
        if (number) mean.add(*number);
        is_known = is_known && (number || !against(0, i, q));
      }
      if (!is_known || !(mean.weight() > 0)) {
        result.state = Cell::State::refused;
        result.values.clear();
        break;
      }
      result.values.push_back(mean.mean());
    }
    return result;
  }
};

/// The cells of so many variants as they are, or means over the opponents. They are made when they
/// are needed.
std::vector<Cell> answer_variants(const VariantsQuestion& question, std::size_t count,
                                  const std::function<Matchup(std::size_t)>& variant,
                                  std::string_view what, const Watch& watch, Table& table) {
  const auto& against = question.against;
  if (!against) return answer_cells(question.cells, count, what, variant, watch, table);
  const std::vector<AnyUnit> opponents = opponents_of(question);
  if (opponents.empty()) {
    throw InputError(fmt::format("there is nobody but {} itself to set it against",
                                 shown(question.base.name(Side::attacker))));
  }
  CellQuestion asked = question.cells;
  CellsAgainst all{question.cells.quantities, opponents.size()};
  all.ways = asked.asks_for_battles() ? 2 : 1;
  require_room(bytes_of_cells(static_cast<double>(count * all.of_variant()), 1) +
                   bytes_of_cells(static_cast<double>(count), question.cells.quantities.size()),
               count, "against a roster", "settings");
  for (std::size_t q = 0; all.ways == 2 && q < question.cells.quantities.size(); ++q) {
    asked.quantities.push_back(with_sides_exchanged(question.cells.quantities[q]));
  }
  all.cells = answer_cells(
      asked, count * all.of_variant(), what,
      [&](std::size_t i) {
        return matchup_of(variant(i / all.of_variant()), opponents[i % all.of_variant() / all.ways],
                          against->stats, i % all.ways == 1);
      },
      watch, table);
  std::vector<Cell> result;
  for (std::size_t v = 0; v < count; ++v) result.push_back(all.mean(v));
  return result;
}

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
  std::vector<Point> points(1);
  for (const Axis& axis : axes) {
    if (points.size() > most_points / axis.values.size()) {
      throw NotInRange(fmt::format("--vary: the grid has more than {} points", most_points));
    }
    std::vector<Point> longer;
    for (const auto& point : points) {
      for (const std::string& value : axis.values) {
        longer.push_back(point);
        longer.back().at.push_back(value);
      }
    }
    points = std::move(longer);
  }
  return points;
}

/// Answers all points. `command`, `what`: for messages.
void answer_points(const VariantsQuestion& question, const std::vector<Axis>& axes,
                   const std::string& command, std::string_view what, const Watch& watch,
                   Sweep& sweep) {
  static_cast<Table&>(sweep) = table_of(question.base, question.cells);
  for (const Side side : both_sides) sweep.units[side] = question.base.name(side);
  sweep.opponents = names_of(contestants(opponents_of(question)));
  for (const Axis& axis : axes) sweep.keys.push_back(axis.key);
  constexpr double of_value = 64;  // a text, and its place in the next longer list
  double points = 1;
  for (const Axis& axis : axes) points *= static_cast<double>(axis.values.size());
  require_room(bytes_of_cells(points, question.cells.quantities.size()) +
                   points * of_value * static_cast<double>(axes.size()),
               static_cast<std::size_t>(std::min(points, 1e15)), command, "settings");
  sweep.points = grid_of(axes);
  Use use = question.cells.use(command);
  if (question.base.is_of_several()) use.in = UsedIn::armies;
  const auto at = [&](const Point& point) {
    Matchup matchup = question.base;
    for (std::size_t i = 0; i < axes.size(); ++i) {
      matchup.set({axes[i].key, point.at[i], "--vary"}, use);
    }
    return matchup;
  };
  // What is not allowed at an end is refused before hours are spent on what lies between.
  at(sweep.points.front());
  at(sweep.points.back());
  std::vector<Cell> cells = answer_variants(
      question, sweep.points.size(), [&](std::size_t i) { return at(sweep.points[i]); }, what,
      watch, sweep);
  for (std::size_t i = 0; i < cells.size(); ++i) {
    static_cast<Cell&>(sweep.points[i]) = std::move(cells[i]);
  }
}

/// Exact numbers that differ by no more are the same.
constexpr double rounding = 1e-12;

/// The nearest; of simulated ones, all whose intervals leave it open.
std::vector<std::size_t> nearest_of(const Tuning& tuning) {
  const auto off = [&](const Cell& cell) {
    return std::abs(cell.values.front().value - tuning.target);
  };
  const Cell& nearest =
      *std::min_element(tuning.points.begin(), tuning.points.end(),
                        [&](const Cell& a, const Cell& b) { return off(a) < off(b); });
  const double least = off(nearest);
  const double reach = least + nearest.values.front().half_width.value_or(0);
  std::vector<std::size_t> best;
  for (std::size_t i = 0; i < tuning.points.size(); ++i) {
    const double distance = off(tuning.points[i]);
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
  for (std::size_t i = 1; i < tuning.points.size(); ++i) {
    const double change = tuning.number(i).value - tuning.number(i - 1).value;
    rises = rises || change > rounding;
    falls = falls || change < -rounding;
  }
  if (rises && falls) return "; the quantity is not monotone";
  if (rises) return "; the quantity rises with the stat";
  if (falls) return "; the quantity falls with the stat";
  return "; the quantity is the same for all";
}

/// What is shown as ">99.99 %" or "<0.01 %".
constexpr double nearly_nothing = 1e-4;
bool is_at_end(double p) { return p < nearly_nothing || p > 1 - nearly_nothing; }

/// Units whom the rules do not let meet are even, as in a ranking: where odds alone are asked for.
void count_as_even(const Table& table, std::vector<Cell>& cells) {
  for (const Quantity& quantity : table.quantities) {
    if (!quantity.is_of(OutcomeFact::Kind::odds)) return;
  }
  for (Cell& cell : cells) {
    if (cell.state != Cell::State::refused) continue;
    cell.state = Cell::State::exact;
    cell.values.assign(table.quantities.size(), Estimate{0.5});
  }
}

/// Nothing is known: the rules forbid all of it, or the work was to end before the first `what`.
[[noreturn]] void throw_nothing_known(const Table& table, const Watch& watch, const char* what) {
  if (!table.a_refusal.empty()) throw NoAnswer(table.a_refusal);
  throw watch.ended(fmt::format(" before the first {}", what));
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

Sweep answer_sweep(const VariantsQuestion& question, const std::vector<Axis>& axes,
                   const Watch& watch) {
  Sweep sweep;
  answer_points(question, axes, "sweep", "points", watch, sweep);
  if (sweep.why_partial.empty()) return sweep;
  std::erase_if(sweep.points, [](const Point& point) { return !point.is_reached(); });
  if (sweep.points.empty()) throw watch.ended(" before the first point was done");
  return sweep;
}

Tuning answer_tune(const VariantsQuestion& question, const std::vector<Axis>& axes, double target,
                   const Watch& watch) {
  Tuning tuning;
  tuning.target = target;
  answer_points(question, axes, "tune", "values", watch, tuning);
  const std::size_t all = tuning.points.size();
  std::erase_if(tuning.points, [](const Point& point) { return point.values.empty(); });
  if (tuning.points.empty()) throw_nothing_known(tuning, watch, "value");
  tuning.best = nearest_of(tuning);
  tuning.method = !tuning.why_partial.empty()
                      ? fmt::format("only {} of {} values tried", tuning.points.size(), all)
                      : fmt::format("all {} values tried{}", all, shape_of(tuning));
  return tuning;
}

Sensitivity answer_sensitivity(const VariantsQuestion& question, const StatRules& stats,
                               const Watch& watch) {
  Sensitivity answer;
  static_cast<Table&>(answer) = table_of(question.base, question.cells);
  answer.unit = question.base.name(Side::attacker);
  answer.opponents = question.against ? names_of(contestants(opponents_of(question)))
                                      : std::vector{question.base.name(Side::defender)};
  answer.whom = answer.opponents.size() == 1 ? answer.opponents.front()
                                             : std::to_string(answer.opponents.size());

  // The unit as it is, then each stat with one less and one more, where its range allows.
  std::vector<Matchup> variants{question.base};
  std::vector<std::pair<std::size_t, std::optional<Cell> Sensitivity::Row::*>> changes;
  for (const Stat& stat : question.base.stats(Side::attacker)) {
    const auto range = stats.range_of(stat.unit.empty() ? answer.unit : stat.unit, stat);
    if (!range) continue;
    const auto add = [&](int value, std::optional<Cell> Sensitivity::Row::*where) {
      Matchup& changed = variants.emplace_back(question.base);
      changed.set_stat(Side::attacker, {stat.said(), stat.field.print(value), "value"});
      changes.emplace_back(answer.rows.size(), where);
    };
    if (stat.value > range->least) add(stat.value - 1, &Sensitivity::Row::less);
    if (stat.value < range->most) add(stat.value + 1, &Sensitivity::Row::more);
    answer.rows.push_back({stat.said(), stat.field.print(stat.value), {}, {}, 0});
  }
  std::vector<Cell> cells = answer_variants(
      question, variants.size(), [&](std::size_t i) { return variants[i]; }, "changes", watch,
      answer);
  if (!question.against && !question.base.is_of_several()) count_as_even(answer, cells);
  answer.base = cells[0].values;
  if (answer.base.empty()) throw_nothing_known(answer, watch, "fight");
  for (std::size_t i = 0; i < changes.size(); ++i) {
    Sensitivity::Row& row = answer.rows[changes[i].first];
    const Cell& cell = cells[i + 1];
    row.*changes[i].second = cell;
    if (cell.values.empty()) continue;
    // What sums round is no effect.
    constexpr double rounding = 1e-13;
    const double here = answer.base[0].value, change = std::abs(cell.values[0].value - here);
    if (change > rounding * std::max(std::abs(here), 1.0))
      row.effect = std::max(row.effect, change);
  }
  for (Sensitivity::Row& row : answer.rows) {
    row.saturated = answer.quantities[0].is_probability() && is_at_end(answer.base[0].value) &&
                    row.effect < nearly_nothing && (row.less || row.more);
  }
  std::stable_sort(answer.rows.begin(), answer.rows.end(),
                   [](const auto& a, const auto& b) { return a.effect > b.effect; });
  return answer;
}

RosterSensitivity answer_roster_sensitivity(const Meeting& meeting, const StatRules& stats,
                                            const Watch& watch) {
  const Opponents opponents{units_in(meeting.opponents()), meeting.conditions.stats};
  RosterSensitivity all;
  static_cast<Table&>(all) = table_of(meeting.empty, meeting.cells);
  for (std::size_t i = 0; i < meeting.units.size() && !watch.stopped(); ++i) {
    try {
      const Matchup pair = meeting.of(meeting.units[i], opponents.units.front());
      all.units.push_back(answer_sensitivity({pair, meeting.cells, opponents}, stats, watch));
      all.units.back().opponents = {};  // so many names for so many units
    } catch (const NoAnswer& error) {
      if (watch.stopped()) break;
      ++all.refused;
      all.a_refusal = error.what();
    }
  }
  if (all.units.empty()) throw_nothing_known(all, watch, "fight");
  all.end(watch.stopped(), watch);
  for (const Sensitivity& unit : all.units) all.count_in(unit);
  return all;
}

}  // namespace warodds
