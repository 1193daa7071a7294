#include "core/design/sensitivity.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "core/text/error.h"

namespace warodds {
namespace {

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

std::string before_the_first(const Watch& watch) {
  return fmt::format("{} before the first fight", watch.why_stopped());
}

}  // namespace

Sensitivity answer_sensitivity(const SensitivityQuestion& question, const Watch& watch) {
  Sensitivity answer;
  answer.system = question.base.system();
  answer.title = question.base.title();
  answer.unit = question.base.name(Side::attacker);
  answer.opponents = question.against ? names_of(*question.against, answer.unit)
                                      : std::vector{question.base.name(Side::defender)};
  answer.whom = answer.opponents.size() == 1 ? answer.opponents.front()
                                             : std::to_string(answer.opponents.size());

  // The unit as it is, then each stat with one less and one more, where its range allows.
  std::vector<Matchup> variants{question.base};
  std::vector<std::pair<std::size_t, std::optional<Cell> Sensitivity::Row::*>> changes;
  for (const Stat& stat : question.base.stats(Side::attacker)) {
    const auto range = question.stats.range_of(answer.unit, stat);
    if (!range) continue;
    const auto add = [&](int value, std::optional<Cell> Sensitivity::Row::*where) {
      Matchup& changed = variants.emplace_back(question.base);
      changed.set_stat(Side::attacker, {stat.key, stat.field.print(value), "value"});
      changes.emplace_back(answer.rows.size(), where);
    };
    if (stat.value > range->least) add(stat.value - 1, &Sensitivity::Row::less);
    if (stat.value < range->most) add(stat.value + 1, &Sensitivity::Row::more);
    answer.rows.push_back({stat.key, stat.field.print(stat.value), {}, {}, 0});
  }
  std::vector<Cell> cells =
      answer_variants(question, {variants.size(), [&](std::size_t i) { return variants[i]; }},
                      "changes", watch, answer);
  if (!question.against && !question.base.is_of_several()) count_as_even(answer, cells);
  answer.base = cells[0].values;
  if (answer.base.empty()) {
    throw NoAnswer(answer.a_refusal.empty() ? before_the_first(watch) : answer.a_refusal);
  }
  for (std::size_t i = 0; i < changes.size(); ++i) {
    Sensitivity::Row& row = answer.rows[changes[i].first];
    const Cell& cell = cells[i + 1];
    row.*changes[i].second = cell;
    if (cell.values.empty()) continue;
    row.effect = std::max(row.effect, std::abs(cell.values[0].value - answer.base[0].value));
  }
  for (Sensitivity::Row& row : answer.rows) {
    row.saturated = answer.quantities[0].is_probability() && is_at_end(answer.base[0].value) &&
                    row.effect < nearly_nothing && (row.less || row.more);
  }
  std::stable_sort(answer.rows.begin(), answer.rows.end(),
                   [](const auto& a, const auto& b) { return a.effect > b.effect; });
  return answer;
}

RosterSensitivity answer_roster_sensitivity(const Arena& arena, const std::vector<AnyUnit>& units,
                                            const Opponents& opponents, const CellQuestion& cells,
                                            const StatRules& stats, const Watch& watch) {
  RosterSensitivity all;
  for (std::size_t i = 0; i < units.size() && !watch.stopped(); ++i) {
    try {
      all.units.push_back(answer_sensitivity(
          {{arena.of(units[i], opponents.units.front()), cells, opponents}, stats}, watch));
      all.units.back().opponents = {};  // so many names for so many units
    } catch (const NoAnswer& error) {
      if (watch.stopped()) break;
      ++all.refused;
      all.a_refusal = error.what();
    }
  }
  if (all.units.empty()) {
    throw NoAnswer(all.a_refusal.empty() ? before_the_first(watch) : all.a_refusal);
  }
  const std::size_t refused = all.refused;
  const std::string a_refusal = all.a_refusal;
  static_cast<Table&>(all) = all.units.front();
  all.exact = all.simulated = 0;
  all.refused = refused;
  all.a_refusal = a_refusal;
  all.partial = watch.stopped();
  if (all.partial) all.why_partial = watch.why_stopped();
  for (const Sensitivity& unit : all.units) {
    all.count_in(unit);
    all.partial = all.partial || unit.partial;
  }
  return all;
}

}  // namespace warodds
