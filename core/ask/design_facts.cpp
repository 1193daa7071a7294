// What the designers' tables say.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "core/ask/facts.h"

namespace warodds {
namespace {

constexpr Naming csv_column{.column = true, .only = Form::csv};
constexpr Naming as_value{.word = "value"};

/// Those of a sweep or a tuning: who, the keys that are varied, and what comes behind.
std::vector<std::string> varied_columns(const std::vector<std::string>& keys,
                                        std::initializer_list<const char*> behind) {
  std::vector<std::string> columns = table_columns({"attacker", "defender"});
  columns.insert(columns.end(), keys.begin(), keys.end());
  columns.insert(columns.end(), behind.begin(), behind.end());
  return columns;
}

/// How numbers came about, in the columns of CSV; `trials`: of a simulation.
void state_origin(Facts& facts, const Table& table, Cell::State state, bool partial,
                  std::uint64_t trials) {
  const bool simulated = state == Cell::State::simulated;
  facts.member("engine",
               simulated                       ? "sim"
               : state == Cell::State::exact   ? "exact"
               : state == Cell::State::refused ? "not allowed"
                                               : "not reached",
               csv_column);
  const auto of_simulation = [&](const char* key, auto number) {
    facts.member(key, simulated ? std::optional(number) : std::nullopt, csv_column);
  };
  of_simulation("trials", trials);
  of_simulation("seed", table.seed);
  of_simulation("confidence", table.confidence);
  facts.member("partial",
               state == Cell::State::not_reached ? std::optional(true)
               : simulated                       ? std::optional(partial)
                                                 : std::nullopt,
               csv_column);
}

/// The same of one row of the table.
void state_origin(Facts& facts, const Table& table, const CellOrigin& origin) {
  state_origin(facts, table, origin.state, origin.partial, origin.trials);
}

/// What the budget buys of the unit, in CSV.
void state_purchase(Facts& facts, const Table& table, std::string_view key,
                    const std::string& unit) {
  const auto of = std::find_if(table.bought.begin(), table.bought.end(),
                               [&](const Purchase& one) { return one.unit == unit; });
  if (of != table.bought.end()) facts.member(key, of->text(), only_csv);
}

/// The numbers of one cell: in JSON a list of them, in CSV a row each, with the columns that
/// `where()` states.
template <class Where>
void state_cell(Facts& facts, const Table& table, const Cell& cell, const Where& where) {
  if (!facts.is_for(Form::csv)) {
    if (cell.values.empty()) return facts.value(nullptr);  // not allowed
    return facts.array(cell.values, [&](const Estimate& number) { facts.value(number, as_value); });
  }
  for (std::size_t q = 0; q < table.quantities.size(); ++q) {
    facts.row([&] {
      state_origin(facts, table, cell.state, cell.partial, cell.trials);
      where();
      facts.member("quantity", table.quantities[q].text);
      if (!cell.values.empty()) facts.member("value", cell.values[q], as_value);
    });
  }
}

/// 0, 1, … below `count`.
std::vector<std::size_t> places(std::size_t count) {
  std::vector<std::size_t> all(count);
  for (std::size_t i = 0; i < count; ++i) all[i] = i;
  return all;
}

/// What becomes of a unit among players who choose.
void state_choice(Facts& facts, const Choosing::Of& of, const std::vector<std::string>& units) {
  facts.member("share", of.share);
  facts.member("against_mix", of.odds);
  facts.member("in_equilibrium", of.is_in_some);
  facts.member("alpha_rank", of.alpha_rank);
  if (of.range) {
    facts.member("share_low", of.range->first);
    facts.member("share_high", of.range->second);
  }
  const auto state_extreme = [&](const char* whom, const char* how, const std::optional<int>& other,
                                 double odds) {
    if (!other) return;
    facts.member(whom, units[static_cast<std::size_t>(*other)]);
    facts.member(how, odds);
  };
  state_extreme("best_against", "best_odds", of.best, of.best_odds);
  state_extreme("worst_against", "worst_odds", of.worst, of.worst_odds);
}

/// What is said of their game as a whole; CSV has it of the units alone.
void state_choosing(Facts& facts, const Ranking& ranking, const std::vector<std::string>& units) {
  if (!ranking.choosing) return;
  const Choosing& of = *ranking.choosing;
  facts.member("exploitability", of.exploitability, only_json);
  if (of.redrawn > 0) facts.member("redrawn", of.redrawn, only_json);
  facts.member("cyclic", of.cyclic, only_json);
  const auto names_of = [&](int kind) {
    std::vector<std::string> names;
    for (const int unit : of.kinds[static_cast<std::size_t>(kind)]) {
      names.push_back(units[static_cast<std::size_t>(unit)]);
    }
    return names;
  };
  facts.objects(
      "counters", of.counters,
      [&](const Choosing::Counter& counter) {
        facts.member("units", names_of(counter.kind));
        facts.member("others", names_of(counter.other));
        facts.member("odds", counter.odds);
        facts.member("surplus", counter.surplus);
      },
      only_json);
}

/// The units by rank; `opponents`: whom they meet.
void state_places(Facts& facts, const Table& table, const Ranking& ranking,
                  const std::vector<std::string>& units, const std::vector<std::string>& opponents,
                  const Naming& naming) {
  int place = 0;
  facts.objects(
      "ranking", ranking.rows,
      [&](const Ranking::Row& row) {
        const std::string& unit = units[static_cast<std::size_t>(row.unit)];
        facts.row([&] {
          facts.member("rank", ++place);
          facts.member("unit", unit);
          facts.member("odds", row.odds);
          if (row.half_width) facts.member("half_width", *row.half_width);
          facts.member("rating", row.rating);
          facts.member("points", row.points > 0 ? std::optional(row.points) : std::nullopt);
          if (ranking.choosing) {
            state_choice(facts, ranking.choosing->units[static_cast<std::size_t>(row.unit)], units);
          }
          if (!row.not_met.empty()) {
            std::vector<std::string> others;
            for (const int other : row.not_met) {
              others.push_back(opponents[static_cast<std::size_t>(other)]);
            }
            facts.member("not_met", others, only_json);
            facts.member("not_met", fmt::format("{}", fmt::join(others, "; ")), only_csv);
          }
          if (row.one_way > 0) facts.member("one_way", row.one_way);
          state_purchase(facts, table, "bought", unit);
        });
      },
      naming);
}

/// What is told of a matrix besides; CSV has it from `--ranking`.
void state_ranking(Facts& facts, const Matrix& matrix) {
  const Ranking& of = *matrix.ranking;
  const auto name = [&](int unit) { return matrix.rows[static_cast<std::size_t>(unit)]; };
  state_places(facts, matrix, of, matrix.rows, matrix.columns, only_json);
  state_choosing(facts, of, matrix.rows);
  facts.member("nobody_wins", matrix.nobody_wins);
  facts.objects(
      "dominations", of.dominations,
      [&](const auto& pair) {
        facts.member("better", name(pair.first));
        facts.member("worse", name(pair.second));
      },
      only_json);
  facts.objects(
      "cycles", of.cycles,
      [&](const Cycle& cycle) {
        facts.member("units",
                     std::vector{name(cycle.first), name(cycle.second), name(cycle.third)});
        facts.member("odds", 0.5 + cycle.margin);
      },
      only_json);
  if (!of.left_out.empty()) facts.member("left_out", of.left_out, only_json);
}

/// Who meets whom in a sweep or a tuning.
template <class Varied>
void state_sides(Facts& facts, const Varied& varied) {
  facts.member("attacker", varied.units.attacker, in_column);
  if (varied.opponents.empty()) {
    facts.member("defender", varied.units.defender, in_column);
  } else {
    facts.member("defender", others_text("", varied.opponents), csv_column);
    facts.member("opponents", varied.opponents);
  }
  state_purchase(facts, varied, "bought.attacker", varied.units.attacker);
  state_purchase(facts, varied, "bought.defender", varied.units.defender);
}

/// A stat with one point less or more of it, in CSV a row for each quantity.
void state_change(Facts& facts, const Sensitivity& of, const Sensitivity::Row& stat, bool more) {
  const std::optional<std::vector<Estimate>>& numbers = more ? stat.more : stat.less;
  const CellOrigin& origin = more ? stat.origin_of_more : stat.origin_of_less;
  const char* at_limit = "at its limit";
  if (!facts.is_for(Form::csv)) {
    return facts.member(more ? "more" : "less", [&] {
      if (!numbers) return facts.value(at_limit);
      if (numbers->empty()) return facts.value(nullptr);
      facts.array(*numbers, [&](const Estimate& number) { facts.value(number, as_value); });
    });
  }
  for (std::size_t q = 0; q < of.quantities.size(); ++q) {
    facts.row([&] {
      const bool not_reached = numbers && origin.state == Cell::State::not_reached;
      if (origin.partial || not_reached) state_origin(facts, of, origin);
      facts.member("stat", stat.key);
      facts.member("is", stat.value);
      facts.member("change", more ? "+1" : "-1");
      facts.member("quantity", of.quantities[q].text);
      if (!numbers) facts.member("limit", at_limit);
      if (stat.saturated) facts.member("saturated", true);
      if (!numbers || numbers->empty()) return;
      facts.member("value", (*numbers)[q], as_value);
      facts.member("difference", (*numbers)[q].value - of.base[q].value);
    });
  }
}

const std::initializer_list<const char*> columns_of_stats{
    "unit", "opponents", "stat", "is", "change", "quantity", "value", "half_width", "difference"};

/// What the unit is worth as it is, and with one point more or less of each stat.
void state_stats(Facts& facts, const Sensitivity& of) {
  facts.member("opponents", of.whom, csv_column);
  facts.array(
      "base", of.base, [&](const Estimate& number) { facts.value(number, as_value); }, asked_for);
  const auto state_stat = [&](const Sensitivity::Row& row) {
    facts.member("stat", row.key, only_json);
    facts.member("is", row.value, only_json);
    if (row.saturated) facts.member("saturated", true, only_json);
    state_change(facts, of, row, false);
    state_change(facts, of, row, true);
  };
  facts.objects("stats", of.rows, state_stat, asked_for);
}

}  // namespace

std::vector<std::string> table_columns(std::initializer_list<const char*> own) {
  std::vector<std::string> columns{"version", "system"};
  columns.insert(columns.end(), engine_columns.begin(), engine_columns.end());
  columns.insert(columns.end(), own.begin(), own.end());
  return columns;
}

void state_head(Facts& facts, std::string_view command, const Table& table) {
  state_head(facts, command, table.system);
  facts.array(
      "quantities", table.quantities, [&](const Quantity& quantity) { facts.value(quantity.text); },
      asked_in_json);
  facts.member("with", table.given, {.csv = ""});
  state_assumed(facts, table.assumed);
  state_policy(facts, table.players.best);
  facts.member("exact", table.exact);
  facts.member("simulated", table.simulated);
  facts.member("not_allowed", table.refused);
  if (table.simulated > 0) {
    facts.member("trials", table.trials, only_json);
    facts.member("seed", table.seed, only_json);
    facts.member("confidence", table.confidence, only_json);
  }
  facts.member("partial", table.partial, only_json);
  if (!table.why_partial.empty()) {
    facts.member("why_partial", table.why_partial, only_json);
    facts.member("not_reached", table.not_reached, only_json);
  }
  state_origin(facts, table, table.state(), table.partial, table.trials);
  if (!table.warning.empty()) facts.member("remarks", std::vector{table.warning}, asked_in_json);
  if (table.bought.empty()) return;
  facts.member("budget", table.bought.front().budget, only_csv);
  facts.member("buy", word_of(table.bought.front().buying));
  state_bought(facts, table.bought, only_json);
}

CsvLayout layout_of(const Matrix&) {
  return {table_columns({"attacker", "defender", "quantity", "value", "half_width"})};
}

void state(Facts& facts, const Matrix& matrix) {
  facts.object([&] {
    state_head(facts, "matrix", matrix);
    facts.member("rows", matrix.rows, asked_in_json);
    facts.member("columns", matrix.columns, asked_in_json);
    const std::vector<std::size_t> columns = places(matrix.columns.size());
    facts.array(
        "matrix", places(matrix.rows.size()),
        [&](std::size_t row) {
          facts.array(columns, [&](std::size_t column) {
            state_cell(facts, matrix, matrix.at(row, column), [&] {
              facts.member("attacker", matrix.rows[row]);
              facts.member("defender", matrix.columns[column]);
              state_purchase(facts, matrix, "bought.attacker", matrix.rows[row]);
              state_purchase(facts, matrix, "bought.defender", matrix.columns[column]);
            });
          });
        },
        asked_for);
    if (matrix.ranking) state_ranking(facts, matrix);
  });
}

CsvLayout layout_of(const Standings&) {
  return {table_columns({"rank", "unit", "odds", "rating", "points", "half_width", "share",
                         "against_mix", "in_equilibrium", "alpha_rank", "share_low", "share_high",
                         "best_against", "best_odds", "worst_against", "worst_odds", "not_met",
                         "one_way"})};
}

void state(Facts& facts, const Standings& standings) {
  facts.object([&] {
    state_head(facts, "matrix", standings);
    if (!standings.opponents.empty()) facts.member("opponents", standings.opponents);
    const Ranking& ranking = standings.ranking;
    state_places(facts, standings, ranking, standings.units,
                 standings.opponents.empty() ? standings.units : standings.opponents, as_keyed);
    state_choosing(facts, ranking, standings.units);
    facts.member("nobody_wins", standings.nobody_wins);
    if (!ranking.left_out.empty()) facts.member("left_out", ranking.left_out, only_json);
  });
}

CsvLayout layout_of(const Sweep& sweep) {
  return {varied_columns(sweep.keys, {"quantity", "value", "half_width"})};
}

void state(Facts& facts, const Sweep& sweep) {
  facts.object([&] {
    state_head(facts, "sweep", sweep);
    state_sides(facts, sweep);
    facts.member("keys", sweep.keys, asked_in_json);
    facts.objects(
        "points", places(sweep.points.size()),
        [&](std::size_t place) {
          const Point& at = sweep.points[place];
          facts.member("at", at, only_json);
          facts.member("values", [&] {
            state_cell(facts, sweep, sweep.cells[place], [&] {
              for (std::size_t k = 0; k < at.size(); ++k) facts.member(sweep.keys[k], at[k]);
            });
          });
        },
        asked_for);
  });
}

CsvLayout layout_of(const Sensitivity&) { return {table_columns(columns_of_stats)}; }

void state(Facts& facts, const Sensitivity& of) {
  facts.object([&] {
    state_head(facts, "value", of);
    facts.member("unit", of.unit, in_column);
    facts.member("opponents", of.opponents);
    state_stats(facts, of);
  });
}

CsvLayout layout_of(const RosterSensitivity& of) {
  CsvLayout layout{table_columns(columns_of_stats)};
  if (of.points) layout.columns.emplace_back("error");
  return layout;
}

namespace {

void state_points(Facts& facts, const StatPoints& points) {
  const auto of_all = [&](const char* quantity) {
    facts.member("quantity", quantity, {.only = Form::csv});
  };
  facts.objects("worth", points.worths, [&](const StatPoints::Worth& worth) {
    facts.row([&] {
      of_all("points.worth");
      facts.member("change", "+1", {.only = Form::csv});
      facts.member("stat", worth.stat);
      facts.member("points", worth.mean, {.csv = "value"});
      facts.member("error", worth.error);
      facts.member("units", worth.units);
      facts.member("least", worth.least);
      facts.member("least_of", worth.least_of);
      facts.member("most", worth.most);
      facts.member("most_of", worth.most_of);
    });
  });
  facts.objects("left_out", points.left_out, [&](const auto& unit) {
    facts.row([&] {
      of_all("points.worth");
      facts.member("unit", unit.first);
      facts.member("why", unit.second);
    });
  });
  if (points.terms.empty()) return facts.member("formula", nullptr, only_json);
  facts.object("formula", [&] {
    facts.member("of", points.of_figure ? "figure" : "unit");
    facts.objects("terms", points.terms, [&](const StatPoints::Term& term) {
      facts.row([&] {
        of_all("points.formula");
        facts.member("stat", term.stat);
        facts.member("points", term.points, {.csv = "value"});
        facts.member("error", term.error);
      });
    });
    facts.objects("units", points.fitted, [&](const StatPoints::Fitted& unit) {
      facts.row([&] {
        of_all("points.fitted");
        facts.member("unit", unit.unit);
        facts.member("points", unit.points, only_json);
        facts.member("fitted", unit.fitted, {.csv = "value"});
        facts.member("difference", unit.points - unit.fitted);
      });
    });
    facts.member("residual", points.residual, only_json);
    facts.member("explained", points.explained, only_json);
    facts.member("not_in_formula", points.not_in_formula, only_json);
  });
}

}  // namespace

void state(Facts& facts, const RosterSensitivity& of) {
  facts.object([&] {
    state_head(facts, "value", of);
    facts.objects(
        "units", of.units,
        [&](const Sensitivity& unit) {
          facts.member("unit", unit.unit, in_column);
          state_stats(facts, unit);
        },
        asked_for);
    if (!of.points) return;
    facts.object("points", [&] { state_points(facts, *of.points); });
    if (!of.points->why_no_formula.empty()) {
      facts.member("why_no_formula", of.points->why_no_formula, only_json);
    }
  });
}

CsvLayout layout_of(const Tuning& tuning) {
  return {varied_columns(tuning.keys, {"quantity", "target", "value", "half_width", "best"})};
}

void state(Facts& facts, const Tuning& tuning) {
  const auto state_candidate = [&](std::size_t place) {
    const Tuning::Candidate& one = tuning.tried[place];
    facts.object([&] {
      facts.row([&] {
        facts.member("at", one.values, only_json);
        facts.member("value", one.number, as_value);
        if (!facts.is_for(Form::csv)) return;
        if (one.origin.partial) state_origin(facts, tuning, one.origin);
        for (std::size_t k = 0; k < one.values.size(); ++k) {
          facts.member(tuning.keys[k], one.values[k]);
        }
        facts.member("quantity", tuning.quantities.front().text);
        facts.member("best",
                     std::find(tuning.best.begin(), tuning.best.end(), place) != tuning.best.end());
      });
    });
  };
  facts.object([&] {
    state_head(facts, "tune", tuning);
    state_sides(facts, tuning);
    facts.member("keys", tuning.keys, only_json);
    facts.member("target", tuning.target, in_column);
    facts.member("method", tuning.method);
    facts.array("best", tuning.best, state_candidate, only_json);
    facts.array("tried", places(tuning.tried.size()), state_candidate);
  });
}

}  // namespace warodds
