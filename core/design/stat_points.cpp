#include "core/design/variants.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <tuple>

#include "core/design/budget.h"
#include "core/design/movable.h"
#include "core/numbers/least_squares.h"
#include "core/play/matchup.h"

namespace warodds {
namespace {

struct PricedUnit {
  explicit PricedUnit(const AnyUnit& unit)
      : name(name_of(unit)), points(points_of(unit)), stats(stats_of(unit)) {
    const auto group = [](const Stat& stat) {
      return std::string_view(stat.key).substr(0, stat.key.size() - stat.field.name.size());
    };
    for (const Stat& stat : stats) {
      int figures = 1;
      for (const Stat& other : stats) {
        if (other.field.is_size && group(other) == group(stat)) figures = other.value;
      }
      means[label_of(stat)].add({stat.field.number_of(stat.value)}, figures);
      size += stat.field.is_size ? stat.value : 0;
    }
  }

  /// What a stat is called, of whichever group. A unit may have one of its own beside those of its
  /// groups.
  std::string label_of(const Stat& stat) const {
    const std::string field(stat.field.name);
    const bool beside_groups =
        stat.key == field && std::any_of(stats.begin(), stats.end(), [&](const Stat& other) {
          return other.field.name == field && other.key != field;
        });
    return beside_groups ? "unit's " + field : field;
  }

  /// A stat as a formula has it: of groups the mean over their figures; nothing where the unit has
  /// none, or a word instead.
  std::optional<double> mean_of(const std::string& label) const {
    const auto found = means.find(label);
    if (found == means.end() || !(found->second.weight() > 0)) return std::nullopt;
    return found->second.mean().value;
  }

  std::string name;
  int points = 0;
  std::vector<Stat> stats;
  int size = 0;
  std::map<std::string, Mean> means;  ///< by labels
};

const Sensitivity::Row* row_of(const Sensitivity& answer, const std::string& key) {
  for (const Sensitivity::Row& row : answer.rows) {
    if (row.key == key) return &row;
  }
  return nullptr;
}

/// What the first quantity gains by one more; nothing where that is not known.
std::optional<double> gain(const Sensitivity& answer, const Sensitivity::Row& row) {
  if (!row.more || row.more->values.empty() || row.saturated) return std::nullopt;
  return row.more->values.front().value - answer.base.front().value;
}

/// The same on average of one more and one less, as far as they are known.
std::optional<double> slope(const Sensitivity& answer, const Sensitivity::Row& row) {
  const auto more = gain(answer, row);
  if (!row.less || row.less->values.empty() || row.saturated) return more;
  const double less = answer.base.front().value - row.less->values.front().value;
  return more ? (*more + less) / 2 : less;
}

/// What the first quantity gains where the size of the unit grows e-fold, at the rate at which it
/// grows now: all groups alike.
double gain_by_size(const PricedUnit& unit, const Sensitivity& answer) {
  double sum = 0;
  for (const Stat& stat : unit.stats) {
    const Sensitivity::Row* const row = stat.field.is_size ? row_of(answer, stat.key) : nullptr;
    if (row != nullptr) sum += stat.value * slope(answer, *row).value_or(0);
  }
  return sum;
}

/// Of one unit, by stat: what one more is worth in points, of its groups together.
std::map<std::string, double> worths_of(const PricedUnit& unit, const Sensitivity& answer,
                                        double by_size) {
  std::map<std::string, double> worths;
  for (const Stat& stat : unit.stats) {
    const Sensitivity::Row* const row = stat.field.is_size ? nullptr : row_of(answer, stat.key);
    const auto gained = row == nullptr ? std::nullopt : gain(answer, *row);
    if (gained) worths[unit.label_of(stat)] += unit.points * *gained / by_size;
  }
  return worths;
}

void measure(const std::vector<PricedUnit>& units, const std::vector<Sensitivity>& answers,
             StatPoints& result) {
  std::map<std::string, std::vector<std::pair<double, std::string>>> by_stat;
  for (const PricedUnit& unit : units) {
    const auto answer = std::find_if(answers.begin(), answers.end(),
                                     [&](const Sensitivity& one) { return one.unit == unit.name; });
    const auto leave_out = [&](const char* why) { result.left_out.emplace_back(unit.name, why); };
    if (answer == answers.end()) {
      leave_out("it can fight nobody");
      continue;
    }
    if (unit.points == 0) {
      leave_out("it has no points");
      continue;
    }
    const double by_size = gain_by_size(unit, *answer);
    if (!(by_size > 1e-9)) {
      leave_out("more of it changes nothing, or its odds are at their end");
      continue;
    }
    for (const auto& [stat, worth] : worths_of(unit, *answer, by_size)) {
      by_stat[stat].emplace_back(worth, unit.name);
    }
  }
  for (const auto& [stat, of_units] : by_stat) {
    StatPoints::Worth worth{stat, of_units.size(), 0, 0, 0, 0, {}, {}};
    for (const auto& [points, unit] : of_units) worth.mean += points;
    const auto n = static_cast<double>(of_units.size());
    worth.mean /= n;
    double squares = 0;
    for (const auto& [points, unit] : of_units) squares += std::pow(points - worth.mean, 2);
    if (n > 1) worth.error = std::sqrt(squares / (n - 1) / n);
    std::tie(worth.least, worth.least_of) = *std::min_element(of_units.begin(), of_units.end());
    std::tie(worth.most, worth.most_of) = *std::max_element(of_units.begin(), of_units.end());
    const bool does_nothing = worth.least == 0 && worth.most == 0;
    if (!does_nothing) result.worths.push_back(std::move(worth));
  }
  std::stable_sort(result.worths.begin(), result.worths.end(),
                   [](const auto& a, const auto& b) { return a.mean > b.mean; });
}

/// Stats that all of them have, and not all alike; those that are worth most come first.
std::vector<std::string> stats_that_differ(const std::vector<const PricedUnit*>& units,
                                           const std::vector<StatPoints::Worth>& worths) {
  std::vector<std::string> names;
  for (const Stat& stat : units.front()->stats) {
    const std::string name = units.front()->label_of(stat);
    if (stat.field.is_size || std::find(names.begin(), names.end(), name) != names.end()) continue;
    bool all = true, differ = false;
    for (const PricedUnit* unit : units) {
      all = all && unit->mean_of(name);
      differ = differ || unit->mean_of(name) != units.front()->mean_of(name);
    }
    if (all && differ) names.push_back(name);
  }
  const auto worth = [&](const std::string& name) {
    for (const StatPoints::Worth& one : worths) {
      if (one.stat == name) return std::abs(one.mean);
    }
    return 0.0;
  };
  std::stable_sort(names.begin(), names.end(),
                   [&](const std::string& a, const std::string& b) { return worth(a) > worth(b); });
  return names;
}

/// Two units for each term, so that what is left says how good the formula is.
constexpr std::size_t units_for_a_term = 2;

void fit(const std::vector<PricedUnit>& all, StatPoints& result) {
  std::vector<const PricedUnit*> units;
  for (const PricedUnit& unit : all) {
    if (unit.points > 0) units.push_back(&unit);
  }
  if (units.size() < 2 * units_for_a_term) {
    result.why_no_formula =
        fmt::format("{} of the units {} points; a formula takes {} at least", units.size(),
                    units.size() == 1 ? "has" : "have", 2 * units_for_a_term);
    return;
  }
  std::vector<double> points, sizes;
  for (const PricedUnit* unit : units) {
    sizes.push_back(result.of_figure ? unit->size : 1);
    points.push_back(unit->points / sizes.back());
  }
  std::vector<std::vector<double>> columns{std::vector<double>(units.size(), 1.0)};
  std::optional<LeastSquares> fitted;
  result.terms.push_back({});
  for (const std::string& name : stats_that_differ(units, result.worths)) {
    std::vector<std::vector<double>> more = columns;
    more.emplace_back();
    for (const PricedUnit* unit : units) more.back().push_back(unit->mean_of(name).value_or(0));
    const bool has_room = units_for_a_term * more.size() <= units.size();
    auto next = has_room ? least_squares(more, points) : std::nullopt;
    if (!next) {
      result.not_in_formula.push_back(name);
      continue;
    }
    fitted = std::move(next);
    columns = std::move(more);
    result.terms.push_back({name, 0, 0});
  }
  if (!fitted) {
    result.terms.clear();
    result.why_no_formula = "the units differ in no stat that could be told apart";
    return;
  }
  for (std::size_t k = 0; k < result.terms.size(); ++k) {
    result.terms[k].points = fitted->factors[k];
    result.terms[k].error = fitted->errors[k];
  }
  for (std::size_t i = 0; i < units.size(); ++i) {
    result.fitted.push_back({units[i]->name, static_cast<double>(units[i]->points),
                             (points[i] - fitted->left[i]) * sizes[i]});
  }
  result.residual = fitted->residual;
  result.explained = fitted->explained;
}

}  // namespace

StatPoints stat_points(std::string_view system, const std::vector<AnyUnit>& units,
                       const std::vector<Sensitivity>& answers) {
  StatPoints result;
  const std::vector<PricedUnit> all(units.begin(), units.end());
  result.of_figure = has_size(system);
  if (result.of_figure) measure(all, answers, result);
  fit(all, result);
  return result;
}

}  // namespace warodds
