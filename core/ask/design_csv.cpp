// CSV of the designers' tables.
#include <algorithm>

#include "core/ask/csv.h"

namespace warodds {
namespace {

/// The columns of a sweep or a tuning: who, the keys that are varied, and what comes behind.
std::vector<std::string> varied_columns(const std::vector<std::string>& keys,
                                        std::initializer_list<const char*> behind) {
  std::vector<std::string> columns{"attacker", "defender"};
  columns.insert(columns.end(), keys.begin(), keys.end());
  columns.insert(columns.end(), behind.begin(), behind.end());
  return columns;
}

/// The value of a quantity in a cell, if it has one.
Csv& add_value(Csv& csv, const Cell& cell, std::size_t quantity) {
  return cell.values.empty() ? csv.fields("", "") : csv.field(cell.values[quantity]);
}

void add_stats(TableCsv& csv, const Sensitivity& value) {
  const std::string opponents = value.opponents.size() == 1
                                    ? value.opponents.front()
                                    : std::to_string(value.opponents.size());
  for (const Sensitivity::Row& stat : value.rows) {
    for (const auto& [change, numbers] :
         {std::pair("-1", &stat.less), std::pair("+1", &stat.more)}) {
      for (std::size_t q = 0; q < value.quantities.size(); ++q) {
        csv.begin().fields(value.unit, opponents, stat.key, stat.value, change,
                           value.quantities[q].text);
        if (*numbers && !(*numbers)->empty()) {
          const Estimate& number = (**numbers)[q];
          csv.row(number, number.value - value.base[q].value);
        } else {
          csv.row("", "", "");
        }
      }
    }
  }
}

const std::vector<std::string> columns_of_stats{
    "unit", "opponents", "stat", "is", "change", "quantity", "value", "half_width", "difference"};

}  // namespace

std::string csv_of(const Matrix& matrix) {
  TableCsv csv(matrix, {"attacker", "defender", "quantity", "value", "half_width"});
  for (std::size_t r = 0; r < matrix.rows.size(); ++r) {
    for (std::size_t c = 0; c < matrix.columns.size(); ++c) {
      const Cell& cell = matrix.at(r, c);
      for (std::size_t q = 0; q < matrix.quantities.size(); ++q) {
        csv.begin(cell).fields(matrix.rows[r], matrix.columns[c], matrix.quantities[q].text);
        add_value(csv, cell, q).end();
      }
    }
  }
  return csv.take();
}

std::string wide_csv_of(const Matrix& matrix) {
  Csv csv;
  csv.field(matrix.quantities.front().text).texts(matrix.columns).end();
  for (std::size_t r = 0; r < matrix.rows.size(); ++r) {
    csv.field(matrix.rows[r]);
    for (std::size_t c = 0; c < matrix.columns.size(); ++c) {
      const std::vector<Estimate>& values = matrix.at(r, c).values;
      csv.field(values.empty() ? std::nullopt : std::optional(values.front().value));
    }
    csv.end();
  }
  return csv.take();
}

std::string csv_of(const Standings& standings) {
  TableCsv csv(standings, {"rank", "unit", "odds", "rating", "points", "half_width"});
  int place = 0;
  for (const Ranking::Row& one : standings.ranking.rows) {
    csv.begin().row(++place, standings.units[static_cast<std::size_t>(one.unit)], one.odds,
                    one.rating, one.points > 0 ? std::optional(one.points) : std::nullopt,
                    one.half_width);
  }
  return csv.take();
}

std::string csv_of(const Sweep& sweep) {
  TableCsv csv(sweep, varied_columns(sweep.keys, {"quantity", "value", "half_width"}));
  for (std::size_t i = 0; i < sweep.points.size(); ++i) {
    for (std::size_t q = 0; q < sweep.quantities.size(); ++q) {
      csv.begin(sweep.cells[i])
          .fields(sweep.units.attacker, others_text(sweep.units.defender, sweep.opponents));
      csv.texts(sweep.points[i]).field(sweep.quantities[q].text);
      add_value(csv, sweep.cells[i], q).end();
    }
  }
  return csv.take();
}

std::string csv_of(const Tuning& tuning) {
  TableCsv csv(tuning,
               varied_columns(tuning.keys, {"quantity", "target", "value", "half_width", "best"}));
  for (std::size_t i = 0; i < tuning.tried.size(); ++i) {
    const bool best = std::find(tuning.best.begin(), tuning.best.end(), i) != tuning.best.end();
    csv.begin()
        .fields(tuning.units.attacker, others_text(tuning.units.defender, tuning.opponents))
        .texts(tuning.tried[i].values);
    csv.row(tuning.quantities.front().text, tuning.target, tuning.tried[i].number,
            best ? "yes" : "no");
  }
  return csv.take();
}

std::string csv_of(const Sensitivity& value) {
  TableCsv csv(value, columns_of_stats);
  add_stats(csv, value);
  return csv.take();
}

std::string csv_of(const RosterSensitivity& value) {
  TableCsv csv(value, columns_of_stats);
  for (const Sensitivity& unit : value.units) add_stats(csv, unit);
  return csv.take();
}

namespace {

std::optional<double> value_of(const std::optional<Estimate>& number) {
  return number ? std::optional(number->value) : std::nullopt;
}
std::optional<double> half_width_of(const std::optional<Estimate>& number) {
  return number ? number->half_width : std::nullopt;
}

}  // namespace

std::string csv_of(const PricesReport& report) {
  const Prices& prices = report.prices;
  TableCsv csv(prices, {"budget", "unit", "points", "was", "odds", "odds_before", "within", "why",
                        "bought", "cost", "odds_half_width", "odds_before_half_width"});
  for (const Prices::Row& one : prices.rows) {
    csv.begin().row(prices.budget, one.unit, one.points, one.was, one.odds.value,
                    value_of(one.odds_before), one.within ? "yes" : "no", one.why,
                    one.bought.text(), one.bought.cost, one.odds.half_width,
                    half_width_of(one.odds_before));
  }
  return csv.take();
}

std::string csv_of(const BalanceReport& report) {
  const Balance& balance = report.balance;
  TableCsv csv(balance, {"of", "unit", "key", "from", "to", "before", "after", "within", "why",
                         "bought", "cost", "before_half_width", "after_half_width"});
  for (const Balance::Change& one : balance.changes) {
    csv.begin().row("change", one.name, one.key, one.from, one.to, one.odds_before.value,
                    one.odds_after.value, "", "", "", "", one.odds_before.half_width,
                    one.odds_after.half_width);
  }
  for (const Balance::Row& one : balance.rows) {
    const auto bought = std::find_if(balance.bought.begin(), balance.bought.end(),
                                     [&](const Purchase& it) { return it.unit == one.unit; });
    const bool any = bought != balance.bought.end();
    csv.begin().row("unit", one.unit, "", "", "", one.before.value, one.after.value,
                    one.within ? "yes" : "no", one.why, any ? bought->text() : "",
                    any ? std::optional(bought->cost) : std::nullopt, one.before.half_width,
                    one.after.half_width);
  }
  return csv.take();
}

std::string csv_of(const Comparison& comparison) {
  TableCsv csv(comparison, {"of", "unit", "key", "old", "new", "old_half_width", "new_half_width"});
  for (const std::string& unit : comparison.added) {
    csv.begin().row("added", unit, "", "", "", "", "");
  }
  for (const std::string& unit : comparison.gone) csv.begin().row("gone", unit, "", "", "", "", "");
  for (const auto& one : comparison.stats) {
    csv.begin().row("stat", one.unit, one.key, one.before, one.after, "", "");
  }
  for (const auto& one : comparison.odds) {
    csv.begin().row("odds", one.attacker, one.defender, one.before.value, one.after.value,
                    one.before.half_width, one.after.half_width);
  }
  for (const auto& one : comparison.ranks) {
    csv.begin().row("rank", one.unit, "", one.before, one.after, "", "");
    csv.begin().row("beats_another", one.unit, "", value_of(one.odds_before),
                    value_of(one.odds_after), half_width_of(one.odds_before),
                    half_width_of(one.odds_after));
  }
  return csv.take();
}

}  // namespace warodds
