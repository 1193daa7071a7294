// What the designers' tables have in common.
#include "core/ask/design_facts.h"

#include <algorithm>

#include "core/text/text.h"

namespace warodds {
namespace {

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

}  // namespace

void state_origin(Facts& facts, const Table& table, const Cell& cell) {
  state_origin(facts, table, cell.state, cell.partial, cell.trials);
}

void state_purchase(Facts& facts, const Table& table, std::string_view key,
                    const std::string& unit) {
  const auto of = std::find_if(table.bought.begin(), table.bought.end(),
                               [&](const Purchase& one) { return one.unit == unit; });
  if (of != table.bought.end()) facts.member(key, of->text(), only_csv);
}

std::vector<std::string> columns_of(std::string_view names) { return split(names, ' '); }

CsvLayout table_of(const std::vector<std::string>& own) {
  std::vector<std::string> columns{"version", "system"};
  columns.insert(columns.end(), engine_columns.begin(), engine_columns.end());
  columns.insert(columns.end(), own.begin(), own.end());
  return {columns};
}

void state_nobody_wins(Facts& facts, const Table& table) {
  facts.member("nobody_wins", table.nobody_wins);
  constexpr double few = 0.01;
  if (table.nobody_wins < few) return;
  const double share = table.nobody_wins * 100;
  facts.to_people([&](Document& page) {
    page.faint(fmt::format(
        "nobody wins {} % of these battles; they count one half",
        share < 100 && share >= 99.5 ? std::string(">99") : fmt::format("{:.0f}", share)));
  });
}

void state_head(Facts& facts, std::string_view command, const Table& table,
                const std::string& what) {
  facts.to_people([&](Document& page) { say_table(page, what, table); });
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

}  // namespace warodds
