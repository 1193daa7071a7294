#include "core/design/sensitivity.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "core/text/error.h"

namespace warodds {
namespace {

/// A stat with one less and one more, where its range allows.
struct Change {
  std::string key;
  std::string now;
  std::optional<std::size_t> less;  ///< place among the variants
  std::optional<std::size_t> more;
};

/// The unit as it is, then each stat with one less and one more.
struct UnitVariants {
  std::vector<Matchup> matchups;
  std::vector<Change> changes;

  UnitVariants(const Matchup& base, const std::vector<Movable>& vary) : matchups{base} {
    for (const Stat& stat : base.stats(Side::attacker)) {
      const Movable* const movable = said_of(vary, base.name(Side::attacker), stat);
      if (!vary.empty() && movable == nullptr) continue;
      int least = stat.field.least, most = stat.field.most;
      if (movable != nullptr) {
        least = std::max(least, movable->least * stat.field.scale);
        most = std::min(most, movable->most * stat.field.scale);
      }
      Change change{stat.key, stat.field.print(stat.value), std::nullopt, std::nullopt};
      if (stat.value > least) change.less = add(base, stat, stat.value - 1);
      if (stat.value < most) change.more = add(base, stat, stat.value + 1);
      changes.push_back(std::move(change));
    }
  }

 private:
  std::size_t add(Matchup matchup, const Stat& stat, int value) {
    matchup.set_stat(Side::attacker, {stat.key, stat.field.print(value), "value"});
    matchups.push_back(std::move(matchup));
    return matchups.size() - 1;
  }
};

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

  const UnitVariants variants(question.base, question.vary);
  const Variants matchups{variants.matchups.size(),
                          [&](std::size_t i) { return variants.matchups[i]; }};
  std::vector<Cell> cells =
      answer_variants(question.cells, matchups, question.against, "changes", watch, answer);
  if (!question.against && !question.base.is_of_several()) count_as_even(answer, cells);
  answer.base = cells[0].values;
  if (answer.base.empty()) {
    throw NoAnswer(answer.a_refusal.empty() ? before_the_first(watch) : answer.a_refusal);
  }
  for (const Change& change : variants.changes) {
    Sensitivity::Row row{change.key, change.now, std::nullopt, std::nullopt, 0};
    if (change.less) row.less = cells[*change.less];
    if (change.more) row.more = cells[*change.more];
    for (const auto* changed : {&row.less, &row.more}) {
      if (!*changed || (*changed)->values.empty()) continue;
      row.effect =
          std::max(row.effect, std::abs((*changed)->values[0].value - answer.base[0].value));
    }
    row.saturated = answer.quantities[0].is_probability() && is_at_end(answer.base[0].value) &&
                    row.effect < nearly_nothing && (row.less || row.more);
    answer.rows.push_back(std::move(row));
  }
  std::stable_sort(answer.rows.begin(), answer.rows.end(),
                   [](const auto& a, const auto& b) { return a.effect > b.effect; });
  return answer;
}

RosterSensitivity answer_roster_sensitivity(
    std::size_t count, const std::function<SensitivityQuestion(std::size_t)>& question,
    const Watch& watch) {
  RosterSensitivity all;
  for (std::size_t i = 0; i < count && !watch.stopped(); ++i) {
    try {
      all.units.push_back(answer_sensitivity(question(i), watch));
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
