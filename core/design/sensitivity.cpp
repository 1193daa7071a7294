#include "core/design/sensitivity.h"

#include <algorithm>
#include <cmath>

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

  explicit UnitVariants(const Matchup& base) : matchups{base} {
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
    matchups.push_back(std::move(matchup));
    return matchups.size() - 1;
  }
};

}  // namespace

Sensitivity answer_sensitivity(const SensitivityQuestion& question, const Watch& watch) {
  Sensitivity answer;
  answer.system = question.base.system();
  answer.title = question.base.title();
  answer.unit = question.base.name(Side::attacker);
  const bool meets_one = question.opponents.units.empty();
  answer.opponents = meets_one ? std::vector{question.base.name(Side::defender)}
                               : names_of(question.opponents, answer.unit);

  const UnitVariants variants(question.base);
  const Variants matchups{variants.matchups.size(),
                          [&](std::size_t i) { return variants.matchups[i]; }};
  const std::vector<Cell> cells =
      meets_one
          ? answer_cells(question.cells, matchups.count, "battles", matchups.at, watch, answer)
          : answer_against(question.cells, matchups, question.opponents, "fights", watch, answer);
  answer.base = cells[0].values;
  if (answer.base.empty()) {
    throw NoAnswer(answer.a_refusal.empty() ? "interrupted before the first fight"
                                            : answer.a_refusal);
  }
  for (const Change& change : variants.changes) {
    Sensitivity::Row row{change.key, change.now, std::nullopt, std::nullopt, 0};
    if (change.less) row.less = cells[*change.less].values;
    if (change.more) row.more = cells[*change.more].values;
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

RosterSensitivity answer_roster_sensitivity(const std::vector<SensitivityQuestion>& questions,
                                            const Watch& watch) {
  RosterSensitivity all;
  for (const SensitivityQuestion& question : questions) {
    try {
      all.units.push_back(answer_sensitivity(question, watch));
    } catch (const NoAnswer& error) {
      if (watch.stopped()) break;
      ++all.refused;
      all.a_refusal = error.what();
    }
  }
  if (all.units.empty()) {
    throw NoAnswer(all.a_refusal.empty() ? "interrupted before the first fight" : all.a_refusal);
  }
  const std::size_t refused = all.refused;
  const std::string a_refusal = all.a_refusal;
  static_cast<Table&>(all) = all.units.front();
  all.exact = all.simulated = 0;
  all.refused = refused;
  all.a_refusal = a_refusal;
  all.partial = watch.stopped();
  for (const Sensitivity& unit : all.units) {
    all.exact += unit.exact;
    all.simulated += unit.simulated;
    all.refused += unit.refused;
    if (all.a_refusal.empty()) all.a_refusal = unit.a_refusal;
    all.partial = all.partial || unit.partial;
  }
  return all;
}

}  // namespace warodds
