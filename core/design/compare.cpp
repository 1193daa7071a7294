#include "core/design/compare.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "core/design/contest.h"

namespace warodds {
namespace {

/// All stats of a unit, those of groups under GROUP.KEY.
std::vector<std::pair<std::string, std::string>> all_stats(std::string_view system,
                                                           const AnyUnit& unit) {
  Matchup alone(system);
  alone.put(Side::attacker, unit);
  const Profile profile = alone.profile(Side::attacker);
  std::vector<std::pair<std::string, std::string>> stats;
  for (const auto& [key, value] : profile.fields) stats.emplace_back(key, print(value));
  for (const Values& group : profile.groups) {
    const std::string name = print(group.front().second);
    for (std::size_t i = 1; i < group.size(); ++i) {
      stats.emplace_back(name + "." + group[i].first, print(group[i].second));
    }
  }
  return stats;
}

void compare_stats(const CompareQuestion& question, const AnyUnit& before, const AnyUnit& after,
                   Comparison& comparison) {
  const auto was = all_stats(question.system, before);
  const auto is = all_stats(question.system, after);
  const auto value_in = [](const auto& stats, const std::string& key) {
    const auto found = std::find_if(stats.begin(), stats.end(),
                                    [&](const auto& stat) { return stat.first == key; });
    return found == stats.end() ? std::string() : found->second;
  };
  for (const auto& [key, value] : is) {
    const std::string old = value_in(was, key);
    if (old != value) comparison.stats.push_back({name_of(after), key, old, value});
  }
  for (const auto& [key, value] : was) {
    const bool gone = std::none_of(is.begin(), is.end(),
                                   [&, &wanted = key](const auto& s) { return s.first == wanted; });
    if (gone) comparison.stats.push_back({name_of(after), key, value, ""});
  }
}

Matrix matrix_of(const CompareQuestion& question, const std::vector<AnyUnit>& units,
                 const Watch& watch) {
  CellQuestion cells = question.cells;
  cells.quantities = win_and_lose();
  return answer_matrix({question.system, units, std::nullopt, question.conditions, cells}, watch);
}

/// The place of each name, where it has one, in a matrix.
std::vector<std::optional<std::size_t>> places_of(const std::vector<std::string>& names,
                                                  const Matrix& matrix) {
  std::map<std::string, std::size_t> places;
  for (std::size_t i = 0; i < matrix.rows.size(); ++i) places.emplace(matrix.rows[i], i);
  std::vector<std::optional<std::size_t>> result;
  for (const std::string& name : names) {
    const auto found = places.find(name);
    result.push_back(found == places.end() ? std::nullopt : std::optional(found->second));
  }
  return result;
}

void compare_odds(const Matrix& before, const Matrix& after, Comparison& comparison) {
  constexpr double rounding = 1e-12;
  const auto old_places = places_of(after.rows, before);
  for (std::size_t i = 0; i < after.rows.size(); ++i) {
    for (std::size_t j = 0; j < after.rows.size(); ++j) {
      if (i == j || !old_places[i] || !old_places[j]) continue;
      const std::vector<Estimate>& was = before.at(*old_places[i], *old_places[j]).values;
      const std::vector<Estimate>& is = after.at(i, j).values;
      if (was.empty() || is.empty()) continue;
      const Estimate old_odds = odds_of_beating(was[0], was[1]);
      const Estimate new_odds = odds_of_beating(is[0], is[1]);
      if (std::abs(new_odds.value - old_odds.value) <= rounding) continue;
      comparison.odds.push_back({after.rows[i], after.columns[j], old_odds, new_odds});
    }
  }
  std::stable_sort(
      comparison.odds.begin(), comparison.odds.end(), [](const auto& a, const auto& b) {
        return std::abs(a.after.value - a.before.value) > std::abs(b.after.value - b.before.value);
      });
}

void compare_ranks(const Matrix& before, const Matrix& after, Comparison& comparison) {
  std::map<std::string, std::size_t> places;
  const auto rank_all = [&](const Matrix& matrix, auto rank, auto odds) {
    if (!matrix.ranking) return;
    int place = 0;
    for (const Ranking::Row& row : matrix.ranking->rows) {
      const std::string& name = matrix.rows[static_cast<std::size_t>(row.unit)];
      const auto [found, is_new] = places.try_emplace(name, comparison.ranks.size());
      if (is_new) comparison.ranks.push_back({name, {}, {}, {}, {}});
      comparison.ranks[found->second].*rank = ++place;
      comparison.ranks[found->second].*odds = Estimate{row.odds, row.half_width};
    }
  };
  using Change = Comparison::RankChange;
  rank_all(after, &Change::after, &Change::odds_after);
  rank_all(before, &Change::before, &Change::odds_before);
}

}  // namespace

Comparison answer_compare(const CompareQuestion& question, const Watch& watch) {
  Comparison comparison;
  std::map<std::string, const AnyUnit*> old_units;
  for (const AnyUnit& unit : question.before) old_units.emplace(name_of(unit), &unit);
  for (const AnyUnit& unit : question.after) {
    const auto found = old_units.find(name_of(unit));
    if (found == old_units.end()) {
      comparison.added.push_back(name_of(unit));
    } else {
      compare_stats(question, *found->second, unit, comparison);
      found->second = nullptr;
    }
  }
  for (const AnyUnit& unit : question.before) {
    if (old_units.at(name_of(unit)) != nullptr) comparison.gone.push_back(name_of(unit));
  }
  const Matrix before = matrix_of(question, question.before, watch);
  const Matrix after = matrix_of(question, question.after, watch);
  static_cast<Table&>(comparison) = after;
  comparison.exact += before.exact;
  comparison.simulated += before.simulated;
  comparison.refused += before.refused;
  comparison.not_reached += before.not_reached;
  comparison.partial = comparison.partial || before.partial;
  if (comparison.why_partial.empty()) comparison.why_partial = before.why_partial;
  comparison.quantities = parse_quantities("odds");
  comparison.old_name = question.old_name;
  comparison.new_name = question.new_name;
  compare_odds(before, after, comparison);
  compare_ranks(before, after, comparison);
  return comparison;
}

}  // namespace warodds
