#include "cli/designer.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>

#include "cli/answer.h"
#include "cli/answer_battle.h"
#include "cli/matchup.h"
#include "cli/terminal.h"
#include "core/play/battle.h"
#include "core/threads/parallel.h"

namespace warodds::cli {
namespace {

bool any_of_battles(const std::vector<Quantity>& quantities) {
  return std::any_of(quantities.begin(), quantities.end(),
                     [](const Quantity& quantity) { return quantity.of == Quantity::Of::battle; });
}

/// Answers one cell after the other, each like `fight` or `battle` on its own.
template <class System>
class Cells {
 public:
  using Unit = typename System::Unit;

  Cells(const Arguments& arguments, const std::vector<Quantity>& quantities,
        const std::atomic<bool>* stop)
      : arguments_(arguments), quantities_(quantities), stop_(stop) {
    if (!arguments_.trials && !arguments_.precision) arguments_.trials = default_trials_of_many;
    for (const Quantity& quantity : quantities) {
      (quantity.of == Quantity::Of::battle ? battles_ : fights_) = true;
    }
  }

  UsedIn use() const { return battles_ ? UsedIn::battles : UsedIn::fights; }

  /// All cells, on all threads, in any order. `matchup(i)` makes the i-th.
  template <class MatchupOf>
  std::vector<Cell> all(std::size_t count, const char* what, MatchupOf&& matchup) {
    std::vector<Cell> cells(count);
    Progress progress(what);
    std::atomic<std::size_t> done = 0;
    if (arguments_.threads > 0) set_threads(arguments_.threads);
    in_parallel(count, [&](std::size_t i) {
      if (stop_ != nullptr && *stop_) return;
      cells[i] = one(matchup(i));
      const std::size_t so_far = ++done;
      if (is_first_of_team()) progress.show(so_far, count);
    });
    return cells;
  }

  Cell one(const Matchup<System>& matchup) {
    Cell cell;
    try {
      std::optional<Answer> fight;
      std::optional<BattleAnswer> battle;
      const auto& [units, situation] = matchup;
      if (fights_) {
        fight = answer_fight(AnyFight(System::prepare(units.attacker, units.defender, situation)),
                             arguments_, stop_, nullptr, &lineups_);
      }
      if (battles_) {
        battle = answer_battle(AnyBattle(Battle<System>(units.attacker, units.defender, situation)),
                               arguments_, stop_, false, &lineups_);
      }
      for (const Quantity& quantity : quantities_) {
        cell.values.push_back(quantity.of == Quantity::Of::battle ? value_of(quantity, *battle)
                                                                  : value_of(quantity, *fight));
      }
      const auto simulated = [](const auto& answer) { return answer && !answer->engine.exact; };
      const auto partial = [](const auto& answer) { return answer && answer->engine.partial; };
      cell.state =
          simulated(fight) || simulated(battle) ? Cell::State::simulated : Cell::State::exact;
      cell.partial = partial(fight) || partial(battle);
    } catch (const NoAnswer& error) {
      cell.values.clear();
      cell.state = Cell::State::refused;
      const std::lock_guard lock(mutex_);
      if (a_refusal_.empty()) a_refusal_ = error.what();
    }
    return cell;
  }

  /// Fills in what is common to all cells.
  void describe(const std::vector<Cell>& cells, Table& table) {
    table.system = System::name;
    table.title = System::title;
    table.quantities = quantities_;
    table.given = arguments_.with;
    table.given.insert(table.given.end(), arguments_.set.begin(), arguments_.set.end());
    table.trials = arguments_.trials.value_or(0);
    table.seed = arguments_.seed;
    table.confidence = arguments_.confidence;
    table.a_refusal = a_refusal_;
    for (const Cell& cell : cells) {
      table.exact += cell.state == Cell::State::exact ? 1 : 0;
      table.simulated += cell.state == Cell::State::simulated ? 1 : 0;
      table.refused += cell.state == Cell::State::refused ? 1 : 0;
      table.partial = table.partial || cell.partial || cell.state == Cell::State::not_reached;
    }
  }

  const std::vector<Quantity>& quantities() const { return quantities_; }
  const Arguments& arguments() const { return arguments_; }

 private:
  Arguments arguments_;
  std::vector<Quantity> quantities_;
  const std::atomic<bool>* stop_;
  bool fights_ = false;
  bool battles_ = false;
  exact::LineupCache lineups_;
  std::mutex mutex_;
  std::string a_refusal_;
};

/// Runs f(System{}) for the system asked for.
template <class F>
void for_system(const Arguments& arguments, F&& f) {
  const std::optional<Roster> roster = load_roster(arguments);
  with_system(system_of(arguments, roster), roster ? roster->file : "--system",
              [&](auto system) { f(system, roster); });
}

template <class System>
std::vector<typename System::Unit> units_of(const Roster& roster) {
  std::vector<typename System::Unit> units;
  for (const UnitText& text : roster.units) {
    units.push_back(UnitBuilder<System>::from_roster(text));
  }
  return units;
}

/// The units of --against.
template <class System>
std::vector<typename System::Unit> opponents_of(const Arguments& arguments) {
  const Roster roster = read_roster(arguments.against, arguments.system);
  if (roster.system != System::name) {
    throw InputError(fmt::format("{} is a roster of {}, not of {}", arguments.against,
                                 roster.system, System::name));
  }
  return units_of<System>(roster);
}

/// Each stat's rating explained by the logarithm of points: rating = a + b log(points). A unit is
/// worth the points at which the line meets its rating.
void price(Matrix::Ranking& ranking) {
  double n = 0;
  double x = 0;
  double y = 0;
  double xx = 0;
  double xy = 0;
  for (const auto& row : ranking.rows) {
    if (row.points <= 0 || !row.rating) continue;
    const double log_points = std::log(row.points);
    n += 1;
    x += log_points;
    y += *row.rating;
    xx += log_points * log_points;
    xy += log_points * *row.rating;
  }
  const double spread = n * xx - x * x;
  if (n < 3 || !(spread > 1e-9)) return;
  const double slope = (n * xy - x * y) / spread;
  if (!(slope > 0)) return;  // points that do not go with strength say nothing
  const double offset = (y - slope * x) / n;
  for (auto& row : ranking.rows) {
    if (row.rating) row.fair_points = std::exp((*row.rating - offset) / slope);
  }
}

template <class Unit>
std::optional<Matrix::Ranking> rank(const Matrix& matrix, const std::vector<Unit>& units) {
  const auto find = [&](const char* name) {
    const auto& quantities = matrix.quantities;
    const auto found = std::find_if(quantities.begin(), quantities.end(),
                                    [&](const Quantity& q) { return q.text == name; });
    return found - quantities.begin();
  };
  const auto win = static_cast<std::size_t>(find("win"));
  const auto lose = static_cast<std::size_t>(find("lose"));
  const std::size_t count = matrix.rows.size();
  if (count < 2 || count > 2000 || std::max(win, lose) >= matrix.quantities.size()) {
    return std::nullopt;
  }
  // The odds that i beats j, both ways round; a battle nobody wins counts one half.
  const auto n = static_cast<Eigen::Index>(count);
  Eigen::MatrixXd odds = Eigen::MatrixXd::Constant(n, n, 0.5);
  for (std::size_t i = 0; i < count; ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      const Cell& there = matrix.at(i, j);
      const Cell& back = matrix.at(j, i);
      double sum = 0;
      double ways = 0;
      const auto take = [&](const Cell& cell, std::size_t mine, std::size_t theirs) {
        if (cell.values.empty()) return;
        sum += (1 + cell.values[mine].value - cell.values[theirs].value) / 2;
        ways += 1;
      };
      take(there, win, lose);
      take(back, lose, win);
      if (ways == 0) continue;
      const auto a = static_cast<Eigen::Index>(i);
      const auto b = static_cast<Eigen::Index>(j);
      odds(a, b) = sum / ways;
      odds(b, a) = 1 - sum / ways;
    }
  }
  Matrix::Ranking ranking;
  const auto ratings = bradley_terry(odds);
  for (Eigen::Index i = 0; i < n; ++i) {
    Matrix::Ranking::Row row;
    row.unit = static_cast<int>(i);
    row.odds = (odds.row(i).sum() - 0.5) / static_cast<double>(n - 1);
    if (ratings) row.rating = (*ratings)[i];
    row.points = units[static_cast<std::size_t>(i)].points;
    ranking.rows.push_back(row);
  }
  price(ranking);
  std::stable_sort(ranking.rows.begin(), ranking.rows.end(),
                   [](const auto& a, const auto& b) { return a.odds > b.odds; });
  if (count <= 300) {
    ranking.dominations = dominations(odds);
    ranking.cycles = cycles(odds);
  }
  return ranking;
}

/// One --vary.
struct Axis {
  std::string key;
  std::vector<std::string> values;
};

Axis parse_axis(const std::string& text) {
  const Setting setting = parse_setting(text, "--vary");
  Axis axis{setting.key, {}};
  const auto dots = setting.value.find("..");
  if (dots == std::string::npos) {
    std::size_t begin = 0;
    for (;;) {
      const auto comma = setting.value.find(',', begin);
      axis.values.push_back(setting.value.substr(begin, comma - begin));
      if (comma == std::string::npos) break;
      begin = comma + 1;
    }
    return axis;
  }
  const auto colon = setting.value.find(':', dots);
  const auto number = [&](const std::string& digits) {
    int value = 0;
    const char* end = digits.data() + digits.size();
    const auto [stop, failure] = std::from_chars(digits.data(), end, value);
    if (digits.empty() || failure != std::errc() || stop != end) {
      throw InputError(fmt::format(
          "--vary: '{}' is not KEY=LO..HI, KEY=LO..HI:STEP or KEY=A,B,... of whole numbers", text));
    }
    return value;
  };
  const int low = number(setting.value.substr(0, dots));
  const int high = number(setting.value.substr(dots + 2, colon - dots - 2));
  const int step = colon == std::string::npos ? 1 : number(setting.value.substr(colon + 1));
  if (low > high || step < 1) {
    throw InputError(
        fmt::format("--vary: '{}' must go upwards, from the lower to the higher number", text));
  }
  constexpr int most_values = 100'000;
  if ((static_cast<std::int64_t>(high) - low) / step >= most_values) {
    throw InputError(fmt::format("--vary: '{}' has more than {} values", text, most_values));
  }
  for (std::int64_t value = low; value <= high; value += step) {
    axis.values.push_back(std::to_string(value));
  }
  return axis;
}

/// All points of a grid, the last axis changing fastest.
std::vector<std::vector<std::string>> grid_of(const std::vector<Axis>& axes) {
  constexpr std::size_t most_points = 1'000'000;
  std::vector<std::vector<std::string>> points{{}};
  for (const Axis& axis : axes) {
    if (points.size() > most_points / axis.values.size()) {
      throw InputError(fmt::format("--vary: the grid has more than {} points", most_points));
    }
    std::vector<std::vector<std::string>> longer;
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

std::vector<Axis> axes_of(const Arguments& arguments) {
  std::vector<Axis> axes;
  for (const std::string& text : arguments.vary) {
    axes.push_back(parse_axis(text));
    for (std::size_t i = 0; i + 1 < axes.size(); ++i) {
      if (axes[i].key == axes.back().key) {
        throw InputError(fmt::format("--vary: {} is there twice", axes.back().key));
      }
    }
  }
  if (axes.empty()) {
    throw InputError(
        fmt::format("{} needs --vary, for example --vary attacker.hp=1..4", arguments.command));
  }
  return axes;
}

void require_two_units(const Arguments& arguments) {
  if (arguments.operands.size() == 2) return;
  throw InputError(fmt::format("{} needs two units, attacker and defender; {} given",
                               arguments.command, arguments.operands.size()));
}

template <class System>
Matchup<System> at_point(Matchup<System> matchup, const std::vector<Axis>& axes,
                         const std::vector<std::string>& point, UsedIn use,
                         const std::string& command) {
  for (std::size_t i = 0; i < axes.size(); ++i) {
    matchup.set({axes[i].key, point[i], "--vary"}, use, command);
  }
  return matchup;
}

std::string default_show(const Arguments& arguments) {
  if (!arguments.show.empty()) return arguments.show;
  if (arguments.command == "matrix") {
    return arguments.battle ? "win,draw,lose" : "attacker.damage.mean";
  }
  if (arguments.command == "value") return "attacker.damage.mean,defender.damage.mean";
  return "attacker.hits.mean,attacker.damage.mean,attacker.kills.mean,attacker.destroyed";
}

}  // namespace

Matrix answer_matrix(const Arguments& arguments, const std::atomic<bool>* stop) {
  if (!arguments.operands.empty()) throw InputError("matrix takes rosters, not units");
  if (arguments.roster.empty()) throw InputError("matrix needs --roster FILE");
  const std::vector<Quantity> quantities = parse_quantities(default_show(arguments));
  if (arguments.battle && !any_of_battles(quantities)) {
    throw InputError("matrix --battle: --show names no quantity of battles, such as win");
  }
  Matrix matrix;
  for_system(arguments, [&](auto system, const std::optional<Roster>& roster) {
    using System = decltype(system);
    Cells<System> cells(arguments, quantities, stop);
    const auto rows = units_of<System>(*roster);
    const auto columns = arguments.against.empty() ? rows : opponents_of<System>(arguments);
    for (const auto& unit : rows) matrix.rows.push_back(unit.name);
    for (const auto& unit : columns) matrix.columns.push_back(unit.name);
    if (rows.size() * columns.size() > 4'000'000) {
      throw InputError(
          fmt::format("matrix: {} pairs are more than 4,000,000", rows.size() * columns.size()));
    }
    matrix.cells = cells.all(rows.size() * columns.size(), "pairs", [&](std::size_t i) {
      Matchup<System> matchup{{rows[i / columns.size()], columns[i % columns.size()]}, {}};
      matchup.set_all(arguments, cells.use());
      return matchup;
    });
    cells.describe(matrix.cells, matrix);
    if (arguments.against.empty() && !matrix.partial) matrix.ranking = rank(matrix, rows);
  });
  return matrix;
}

Sweep answer_sweep(const Arguments& arguments, const std::atomic<bool>* stop) {
  require_two_units(arguments);
  const std::vector<Quantity> quantities = parse_quantities(default_show(arguments));
  const std::vector<Axis> axes = axes_of(arguments);
  Sweep sweep;
  for (const Axis& axis : axes) sweep.keys.push_back(axis.key);
  sweep.points = grid_of(axes);
  for_system(arguments, [&](auto system, const std::optional<Roster>& roster) {
    using System = decltype(system);
    Cells<System> cells(arguments, quantities, stop);
    const auto base = matchup_of<System>(arguments, roster, cells.use());
    for (const Side side : both_sides) sweep.units[side] = base.units[side].name;
    sweep.cells = cells.all(sweep.points.size(), "points", [&](std::size_t i) {
      return at_point(base, axes, sweep.points[i], cells.use(), arguments.command);
    });
    cells.describe(sweep.cells, sweep);
  });
  return sweep;
}

Worth answer_value(const Arguments& arguments, const std::atomic<bool>* stop) {
  const std::size_t units = arguments.against.empty() ? 2 : 1;
  if (arguments.operands.size() != units) {
    throw InputError("value needs a unit and its opponent, or a unit and --against FILE");
  }
  const std::vector<Quantity> quantities = parse_quantities(default_show(arguments));
  Worth value;
  for_system(arguments, [&](auto system, const std::optional<Roster>& roster) {
    using System = decltype(system);
    using Unit = typename System::Unit;
    Cells<System> cells(arguments, quantities, stop);
    std::vector<Unit> opponents;
    Matchup<System> base;
    if (arguments.against.empty()) {
      base = matchup_of<System>(arguments, roster, cells.use());
      opponents = {base.units.defender};
    } else {
      base.units.attacker = find_unit<System>(arguments.operands[0], roster, Side::attacker);
      base.set_all(arguments, cells.use());
      opponents = opponents_of<System>(arguments);
    }
    value.unit = base.units.attacker.name;
    for (const Unit& opponent : opponents) value.opponents.push_back(opponent.name);

    // The unit as it is, then each stat with one less and one more.
    struct Change {
      std::string key;
      std::string now;
      std::optional<Unit> less;
      std::optional<Unit> more;
    };
    std::vector<Change> changes;
    const auto change = [&](const auto& field, const std::string& key, int now, auto&& with) {
      if (field.text || !field.has_numbers() || field.name == "points" || field.is_flag()) return;
      if (now < field.least || now > field.most) return;  // a word
      Change one{key, field.print(now), std::nullopt, std::nullopt};
      if (now > field.least) one.less = with(now - 1);
      if (now < field.most) one.more = with(now + 1);
      changes.push_back(std::move(one));
    };
    const Unit& unit = base.units.attacker;
    for (const auto& field : System::unit_fields()) {
      if (field.text || (field.lone && !unit.groups.empty())) continue;
      change(field, std::string(field.name), unit.*field.number, [&](int number) {
        Unit changed = unit;
        changed.*field.number = number;
        return changed;
      });
    }
    for (std::size_t g = 0; g < unit.groups.size(); ++g) {
      if constexpr (requires { unit.groups[g].name; }) {
        for (const auto& field : System::group_fields()) {
          if (field.text) continue;
          change(field, unit.groups[g].name + "." + std::string(field.name),
                 unit.groups[g].*field.number, [&](int number) {
                   Unit changed = unit;
                   changed.groups[g].*field.number = number;
                   return changed;
                 });
        }
      }
    }
    std::vector<const Unit*> variants{&unit};
    for (const Change& one : changes) {
      if (one.less) variants.push_back(&*one.less);
      if (one.more) variants.push_back(&*one.more);
    }
    const std::vector<Cell> all =
        cells.all(variants.size() * opponents.size(), "fights", [&](std::size_t i) {
          Matchup<System> matchup = base;
          matchup.units = {*variants[i / opponents.size()], opponents[i % opponents.size()]};
          return matchup;
        });
    cells.describe(all, value);

    // Averages over the opponents; what is refused counts as nothing for nobody.
    const auto average = [&](std::size_t variant) {
      std::vector<Number> sum(quantities.size());
      std::size_t count = 0;
      for (std::size_t i = 0; i < opponents.size(); ++i) {
        const Cell& cell = all[variant * opponents.size() + i];
        if (cell.values.empty()) continue;
        ++count;
        for (std::size_t q = 0; q < quantities.size(); ++q) {
          sum[q].value += cell.values[q].value;
          if (cell.values[q].half_width) {
            // The same dice for all: their errors may all point the same way.
            sum[q].half_width = sum[q].half_width.value_or(0) + *cell.values[q].half_width;
          }
        }
      }
      if (count == 0) return std::vector<Number>{};
      for (Number& number : sum) {
        number.value /= static_cast<double>(count);
        if (number.half_width) *number.half_width /= static_cast<double>(count);
      }
      return sum;
    };
    value.base = average(0);
    if (value.base.empty()) {
      throw NoAnswer(value.a_refusal.empty() ? "interrupted before the first fight"
                                             : value.a_refusal);
    }
    std::size_t variant = 1;
    for (const Change& one : changes) {
      Worth::Row row{one.key, one.now, std::nullopt, std::nullopt, 0};
      if (one.less) row.less = average(variant++);
      if (one.more) row.more = average(variant++);
      for (const auto* changed : {&row.less, &row.more}) {
        if (!*changed || (*changed)->empty()) continue;
        row.effect = std::max(row.effect, std::abs((**changed)[0].value - value.base[0].value));
      }
      value.rows.push_back(std::move(row));
    }
    std::stable_sort(value.rows.begin(), value.rows.end(),
                     [](const auto& a, const auto& b) { return a.effect > b.effect; });
  });
  return value;
}

Tuning answer_tune(const Arguments& arguments, const std::atomic<bool>* stop) {
  require_two_units(arguments);
  const auto equals = arguments.target.rfind('=');
  if (arguments.target.empty() || equals == std::string::npos) {
    throw InputError("tune needs --target QUANTITY=VALUE, for example --target win=0.5");
  }
  const Quantity quantity = parse_quantity(arguments.target.substr(0, equals));
  Tuning tuning;
  const std::string wanted = arguments.target.substr(equals + 1);
  const char* end = wanted.data() + wanted.size();
  const auto [stop_at, failure] = std::from_chars(wanted.data(), end, tuning.target);
  if (failure != std::errc() || stop_at != end || !std::isfinite(tuning.target)) {
    throw InputError(fmt::format("--target: '{}' is not a number", wanted));
  }
  const std::vector<Axis> axes = axes_of(arguments);
  if (axes.size() > 2) throw InputError("tune varies one stat, or a pair of them");
  for (const Axis& axis : axes) tuning.keys.push_back(axis.key);
  const auto points = grid_of(axes);
  for_system(arguments, [&](auto system, const std::optional<Roster>& roster) {
    using System = decltype(system);
    Cells<System> cells(arguments, {quantity}, stop);
    const auto base = matchup_of<System>(arguments, roster, cells.use());
    for (const Side side : both_sides) tuning.units[side] = base.units[side].name;
    const std::vector<Cell> all = cells.all(points.size(), "values", [&](std::size_t i) {
      return at_point(base, axes, points[i], cells.use(), arguments.command);
    });
    cells.describe(all, tuning);
    for (std::size_t i = 0; i < points.size(); ++i) {
      if (!all[i].values.empty()) tuning.tried.push_back({points[i], all[i].values[0]});
    }
  });
  if (tuning.tried.empty()) {
    throw NoAnswer(tuning.a_refusal.empty() ? "interrupted before the first value"
                                            : tuning.a_refusal);
  }
  // Every value is tried. The nearest wins; of simulated ones, all whose intervals leave it open.
  const auto distance = [&](const Tuning::Candidate& candidate) {
    return std::abs(candidate.number.value - tuning.target);
  };
  std::size_t nearest = 0;
  for (std::size_t i = 1; i < tuning.tried.size(); ++i) {
    if (distance(tuning.tried[i]) < distance(tuning.tried[nearest])) nearest = i;
  }
  const double reach =
      distance(tuning.tried[nearest]) + tuning.tried[nearest].number.half_width.value_or(0);
  for (std::size_t i = 0; i < tuning.tried.size(); ++i) {
    const Tuning::Candidate& candidate = tuning.tried[i];
    if (candidate.number.half_width) {
      if (distance(candidate) - *candidate.number.half_width <= reach) tuning.best.push_back(i);
    } else if (distance(candidate) == distance(tuning.tried[nearest])) {
      tuning.best.push_back(i);
    }
  }
  const bool rising =
      std::is_sorted(tuning.tried.begin(), tuning.tried.end(),
                     [](const auto& a, const auto& b) { return a.number.value < b.number.value; });
  const bool falling =
      std::is_sorted(tuning.tried.begin(), tuning.tried.end(),
                     [](const auto& a, const auto& b) { return a.number.value > b.number.value; });
  const char* shape = axes.size() > 1 ? ""
                      : rising        ? "; the quantity rises with the stat"
                      : falling       ? "; the quantity falls with the stat"
                                      : "; the quantity is not monotone";
  tuning.method = fmt::format("all {} values tried{}", points.size(), shape);
  return tuning;
}

}  // namespace warodds::cli
