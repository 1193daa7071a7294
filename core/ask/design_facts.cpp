// What the designers' tables say.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "core/ask/facts.h"

namespace warodds {
namespace {

constexpr Naming in_column{.column = true};
constexpr Naming csv_column{.column = true, .only = Form::csv};
constexpr Naming only_csv{.only = Form::csv};
constexpr Naming as_value{.word = "value"};
constexpr Naming beside{.word = ""};

/// The columns that say how numbers came about, and those that are the table's own.
std::vector<std::string> table_columns(std::initializer_list<const char*> own) {
  std::vector<std::string> columns{"version", "system"};
  columns.insert(columns.end(), engine_columns.begin(), engine_columns.end());
  columns.insert(columns.end(), own.begin(), own.end());
  return columns;
}

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
  facts.array("base", of.base, [&](const Estimate& number) { facts.value(number, as_value); });
  const auto state_stat = [&](const Sensitivity::Row& row) {
    facts.member("stat", row.key, only_json);
    facts.member("is", row.value, only_json);
    if (row.saturated) facts.member("saturated", true, only_json);
    state_change(facts, of, row, false);
    state_change(facts, of, row, true);
  };
  facts.objects("stats", of.rows, state_stat);
}

}  // namespace

void state_head(Facts& facts, std::string_view command, const Table& table) {
  state_head(facts, command, table.system);
  facts.array(
      "quantities", table.quantities, [&](const Quantity& quantity) { facts.value(quantity.text); },
      only_json);
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
    facts.member("rows", matrix.rows, only_json);
    facts.member("columns", matrix.columns, only_json);
    const std::vector<std::size_t> columns = places(matrix.columns.size());
    facts.array("matrix", places(matrix.rows.size()), [&](std::size_t row) {
      facts.array(columns, [&](std::size_t column) {
        state_cell(facts, matrix, matrix.at(row, column), [&] {
          facts.member("attacker", matrix.rows[row]);
          facts.member("defender", matrix.columns[column]);
          state_purchase(facts, matrix, "bought.attacker", matrix.rows[row]);
          state_purchase(facts, matrix, "bought.defender", matrix.columns[column]);
        });
      });
    });
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
    facts.member("keys", sweep.keys, only_json);
    facts.objects("points", places(sweep.points.size()), [&](std::size_t place) {
      const Point& at = sweep.points[place];
      facts.member("at", at, only_json);
      facts.member("values", [&] {
        state_cell(facts, sweep, sweep.cells[place], [&] {
          for (std::size_t k = 0; k < at.size(); ++k) facts.member(sweep.keys[k], at[k]);
        });
      });
    });
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
    facts.objects("units", of.units, [&](const Sensitivity& unit) {
      facts.member("unit", unit.unit, in_column);
      state_stats(facts, unit);
    });
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

// Prices, balance and compare tell of odds with the half-width beside them.

CsvLayout layout_of(const PricesReport&) {
  return {table_columns({"budget",
                         "unit",
                         "points",
                         "was",
                         "odds",
                         "odds_before",
                         "within",
                         "why",
                         "bought",
                         "cost",
                         "odds_half_width",
                         "odds_before_half_width",
                         "for",
                         "share",
                         "buy",
                         "low",
                         "high",
                         "odds_whole",
                         "odds_whole_half_width",
                         "bought_whole"})};
}

namespace {

/// What a unit is at a budget: in JSON an object of its own, in CSV a row with its price.
void state_at(Facts& facts, const Prices::Row& row, const Prices::At& at) {
  facts.member("budget", at.budget);
  facts.member("unit", row.unit, only_csv);
  facts.member("points", row.points, only_csv);
  facts.member("was", row.was, only_csv);
  facts.member("odds", at.odds, beside);
  if (at.before) facts.member("odds_before", *at.before, beside);
  if (at.share) facts.member("share", *at.share);
  facts.member("within", at.within);
  facts.member("why", row.why, only_csv);
  if (row.range) {
    facts.member("low", row.range->first, only_csv);
    facts.member("high", row.range->second, only_csv);
  }
  facts.member("bought", [&] { state(facts, at.bought, only_json); });
  facts.member("bought", at.bought.text(), only_csv);
  facts.member("cost", at.bought.cost, only_csv);
  if (!at.odds_whole) return;
  facts.member("odds_whole", *at.odds_whole, beside);
  facts.member("bought_whole", [&] { state(facts, *at.bought_whole, only_json); });
  facts.member("bought_whole", at.bought_whole->text(), only_csv);
}

/// What a unit is at all budgets together, for JSON; at a single one that is what it is there.
void state_mean(Facts& facts, const Prices::Row& row) {
  facts.member("unit", row.unit, only_json);
  facts.member("points", row.points, only_json);
  facts.member("was", row.was, only_json);
  const Prices::At& first = row.at.front();
  if (row.at.size() == 1) {
    facts.member("odds", first.odds, {.only = Form::json, .word = ""});
    if (first.before) facts.member("odds_before", *first.before, {.only = Form::json, .word = ""});
    if (first.share) facts.member("share", *first.share, only_json);
  } else {
    facts.member("odds", row.odds(), only_json);
  }
  facts.member("within", row.within, only_json);
  facts.member("why", row.why, only_json);
  if (row.range) {
    facts.member("low", row.range->first, only_json);
    facts.member("high", row.range->second, only_json);
  }
  if (row.at.size() == 1) facts.member("bought", [&] { state(facts, first.bought, only_json); });
}

}  // namespace

void state(Facts& facts, const PricesReport& report) {
  const Prices& of = report.prices;
  facts.object([&] {
    state_head(facts, "prices", of);
    if (of.budgets.size() == 1) facts.member("budget", of.budgets.front(), only_json);
    facts.member("budgets", of.budgets, only_json);
    facts.member("buy", word_of(of.buying), in_column);
    facts.member("for", word_of(of.even_for), in_column);
    facts.member("within", of.within);
    if (!of.kept.empty()) facts.member("keep", of.kept);
    if (of.keeps_total) facts.member("keeps_total", true);
    facts.member("total", of.total);
    facts.member("total_was", of.total_was);
    facts.member("battles", of.battles);
    facts.member("nobody_wins", of.nobody_wins);
    facts.objects("prices", of.rows, [&](const Prices::Row& row) {
      state_mean(facts, row);
      facts.objects("at", row.at,
                    [&](const Prices::At& at) { facts.row([&] { state_at(facts, row, at); }); });
    });
  });
}

CsvLayout layout_of(const BalanceReport&) {
  return {table_columns({"of", "unit", "key", "from", "to", "before", "after", "within", "why",
                         "bought", "cost", "before_half_width", "after_half_width", "for",
                         "share_before", "share_after"})};
}

void state(Facts& facts, const BalanceReport& report) {
  const Balance& of = report.balance;
  const auto state_changed = [&](const Balance::Change& change) {
    facts.row([&] {
      facts.member("of", "change", only_csv);
      facts.member("unit", change.name);
      facts.member("key", change.key);
      facts.member("from", change.from);
      facts.member("to", change.to);
      facts.member("points", change.points);
      facts.member("before", change.odds_before, beside);
      facts.member("after", change.odds_after, beside);
    });
  };
  const auto state_row = [&](const Balance::Row& row) {
    facts.row([&] {
      facts.member("of", "unit", only_csv);
      facts.member("unit", row.unit);
      facts.member("before", row.before, beside);
      facts.member("after", row.after, beside);
      if (of.even_for == EvenFor::choosers) {
        facts.member("share_before", row.share_before);
        facts.member("share_after", row.share_after);
      }
      facts.member("within", row.within);
      facts.member("why", row.why);
      const auto bought = std::find_if(of.bought.begin(), of.bought.end(),
                                       [&](const Purchase& it) { return it.unit == row.unit; });
      if (bought == of.bought.end()) return;
      facts.member("bought", bought->text(), only_csv);
      facts.member("cost", bought->cost, only_csv);
    });
  };
  facts.object([&] {
    state_head(facts, "balance", of);
    facts.member("target", of.target);
    facts.member("within", of.within);
    facts.member("for", word_of(of.even_for), in_column);
    if (of.budget) facts.member("budget", of.budget->points, only_json);
    facts.objects("changes", of.changes, state_changed);
    facts.objects("units", of.rows, state_row);
    if (!of.wishes.empty()) {
      facts.objects("wishes", of.wishes, [&](const Balance::Wish& wish) {
        facts.row([&] {
          facts.member("of", "wish", only_csv);
          facts.member("unit", wish.unit);
          facts.member("other", wish.other, {.csv = "key"});
          facts.member("wanted", wish.odds, {.csv = "to"});
          facts.member("before", wish.before, beside);
          facts.member("after", wish.after, beside);
          facts.member("within", wish.within);
        });
      });
    }
    if (!of.orders.empty()) {
      facts.objects("orders", of.orders, [&](const Balance::Order& order) {
        facts.row([&] {
          facts.member("of", "order", only_csv);
          facts.member("unit", order.stronger);
          facts.member("over", order.weaker, {.csv = "key"});
          facts.member("before", order.before, beside);
          facts.member("after", order.after, beside);
          facts.member("within", order.within);
        });
      });
    }
    if (!of.costs.empty()) {
      facts.objects("costs", of.costs, [&](const PointCost& cost) {
        facts.row([&] {
          facts.member("of", "cost", only_csv);
          facts.member("key", cost.key);
          facts.member("cost", cost.cost, {.csv = "to"});
        });
      });
    }
    if (!of.others.empty()) {
      int number = 1;
      facts.array("others", of.others, [&](const std::vector<Balance::Change>& changes) {
        ++number;
        facts.array(changes, [&](const Balance::Change& change) {
          facts.object([&] {
            facts.row([&] {
              facts.member("of", fmt::format("change of solution {}", number), only_csv);
              facts.member("unit", change.name);
              facts.member("key", change.key);
              facts.member("from", change.from);
              facts.member("to", change.to);
              facts.member("points", change.points);
            });
          });
        });
      });
    }
    facts.member("points", of.points);
    facts.member("proved_smallest", of.proved_smallest);
    facts.member("tried", of.tried);
    facts.member("battles", of.battles);
    facts.member("nobody_wins", of.nobody_wins);
  });
}

CsvLayout layout_of(const Comparison&) {
  return {table_columns({"of", "unit", "key", "old", "new", "old_half_width", "new_half_width"})};
}

void state(Facts& facts, const Comparison& of) {
  // What stands in the columns "old" and "new" of a row of CSV.
  const Naming before{.csv = "old", .word = ""};
  const Naming after{.csv = "new", .word = ""};
  const auto row_of = [&](const char* what, const auto& members) {
    facts.row([&] {
      facts.member("of", what, only_csv);
      members();
    });
  };
  const auto state_name = [&](const char* what, const std::string& unit) {
    row_of(what, [&] { facts.value(unit, {.csv = "unit"}); });
  };
  const auto state_rank = [&](const Comparison::RankChange& change) {
    row_of("rank", [&] {
      facts.member("unit", change.unit);
      facts.member("old", change.before);
      facts.member("new", change.after);
    });
    row_of("beats_another", [&] {
      facts.member("unit", change.unit, only_csv);
      facts.member("odds_old", change.odds_before, before);
      facts.member("odds_new", change.odds_after, after);
    });
  };
  facts.object([&] {
    state_head(facts, "compare", of);
    facts.member("old", of.old_name, {.csv = "old_roster"});
    facts.member("new", of.new_name, {.csv = "new_roster"});
    facts.array("added", of.added, [&](const std::string& unit) { state_name("added", unit); });
    facts.array("gone", of.gone, [&](const std::string& unit) { state_name("gone", unit); });
    facts.objects("stats", of.stats, [&](const Comparison::StatChange& change) {
      row_of("stat", [&] {
        facts.member("unit", change.unit);
        facts.member("key", change.key);
        facts.member("old", change.before);
        facts.member("new", change.after);
      });
    });
    facts.objects("odds", of.odds, [&](const Comparison::OddsChange& change) {
      row_of("odds", [&] {
        facts.member("attacker", change.attacker, {.csv = "unit"});
        facts.member("defender", change.defender, {.csv = "key"});
        facts.member("old", change.before, before);
        facts.member("new", change.after, after);
      });
    });
    facts.objects("ranks", of.ranks, state_rank);
  });
}

}  // namespace warodds
