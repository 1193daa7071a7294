#include "core/design/sensitivity.h"

#include <algorithm>
#include <cmath>

#include "core/rules/error.h"

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
struct Variants {
  std::vector<AnyUnit> units;
  std::vector<Change> changes;

  explicit Variants(const Matchup& base) : units{base.unit(Side::attacker)} {
    for (const Stat& stat : base.stats(Side::attacker)) {
      Change change{stat.key, stat.field.print(stat.value), std::nullopt, std::nullopt};
      if (stat.value > stat.field.least) change.less = add(base, stat, stat.value - 1);
      if (stat.value < stat.field.most) change.more = add(base, stat, stat.value + 1);
      changes.push_back(std::move(change));
    }
  }

 private:
  std::size_t add(Matchup matchup, const Stat& stat, int value) {
    matchup.set_stat(Side::attacker, {stat.key, stat.field.print(value), "value"});
    units.push_back(matchup.unit(Side::attacker));
    return units.size() - 1;
  }
};

/// The mean over the opponents that can be attacked at all; empty where one of them cannot be in
/// this variant, so that means over different opponents are never compared.
std::vector<Estimate> mean_over(const std::vector<Cell>& cells, std::size_t variant,
                                std::size_t opponents, std::size_t quantities) {
  std::vector<Estimate> sum(quantities);
  double count = 0;
  for (std::size_t i = 0; i < opponents; ++i) {
    if (cells[i].values.empty()) continue;
    const Cell& cell = cells[variant * opponents + i];
    if (cell.values.empty()) return {};
    ++count;
    for (std::size_t q = 0; q < quantities; ++q) {
      sum[q].value += cell.values[q].value;
      if (cell.values[q].half_width) {
        // The same dice for all: their errors may all point the same way.
        sum[q].half_width = sum[q].half_width.value_or(0) + *cell.values[q].half_width;
      }
    }
  }
  if (count == 0) return {};
  for (Estimate& number : sum) {
    number.value /= count;
    if (number.half_width) *number.half_width /= count;
  }
  return sum;
}

}  // namespace

Sensitivity answer_sensitivity(const SensitivityQuestion& question, const Watch& watch) {
  Sensitivity answer;
  answer.system = question.base.system();
  answer.title = question.base.title();
  answer.unit = question.base.name(Side::attacker);
  const std::vector<AnyUnit>& opponents = question.opponents;
  for (const AnyUnit& opponent : opponents) answer.opponents.push_back(name_of(opponent));

  const Variants variants(question.base);
  const auto matchup = [&](std::size_t i) {
    Matchup one = with_units(
        question.base, {&variants.units[i / opponents.size()], &opponents[i % opponents.size()]},
        question.conditions);
    one.put(Side::attacker, variants.units[i / opponents.size()]);  // its stats are set already
    return one;
  };
  const std::vector<Cell> cells = answer_cells(
      question.cells, variants.units.size() * opponents.size(), "fights", matchup, watch, answer);
  const auto mean = [&](std::size_t variant) {
    return mean_over(cells, variant, opponents.size(), question.cells.quantities.size());
  };
  answer.base = mean(0);
  if (answer.base.empty()) {
    throw NoAnswer(answer.a_refusal.empty() ? "interrupted before the first fight"
                                            : answer.a_refusal);
  }
  for (const Change& change : variants.changes) {
    Sensitivity::Row row{change.key, change.now, std::nullopt, std::nullopt, 0};
    if (change.less) row.less = mean(*change.less);
    if (change.more) row.more = mean(*change.more);
    for (const auto* changed : {&row.less, &row.more}) {
      if (!*changed || (*changed)->empty()) continue;
      row.effect = std::max(row.effect, std::abs((**changed)[0].value - answer.base[0].value));
    }
    answer.rows.push_back(std::move(row));
  }
  std::stable_sort(answer.rows.begin(), answer.rows.end(),
                   [](const auto& a, const auto& b) { return a.effect > b.effect; });
  return answer;
}

}  // namespace warodds
