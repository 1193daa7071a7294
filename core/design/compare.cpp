#include "core/design/compare.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "core/design/contest.h"
#include "core/design/movable.h"
#include "core/text/name_key.h"

namespace warodds {
namespace {

/// All stats of a unit, those of groups under GROUP.KEY.
std::vector<std::pair<std::string, std::string>> all_stats(std::string_view system,
                                                           const AnyUnit& unit) {
  const Profile profile = profile_of(system, unit);
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
  const auto was = all_stats(question.arena.system(), before);
  const auto is = all_stats(question.arena.system(), after);
  const auto value_in = [](const auto& stats, const std::string& key) {
    const auto found = std::find_if(stats.begin(), stats.end(),
                                    [&](const auto& stat) { return stat.first == key; });
    return found == stats.end() ? std::nullopt : std::optional(found->second);
  };
  for (const auto& [key, value] : is) {
    const std::string old = value_in(was, key).value_or("");
    if (old != value) comparison.stats.push_back({name_of(after), key, old, value});
  }
  for (const auto& [key, value] : was) {
    if (!value_in(is, key)) comparison.stats.push_back({name_of(after), key, value, ""});
  }
}

void compare_army(const UnitsOfSide& before, const UnitsOfSide& after, Comparison& comparison) {
  const auto compare = [&](const char* key, const std::string& was, const std::string& is) {
    if (was != is) comparison.stats.push_back({after.name, key, was, is});
  };
  compare("units", units_text(before), units_text(after));
  compare("points", std::to_string(before.points()), std::to_string(after.points()));
}

Matrix matrix_of(const CompareQuestion& question, const RosterVersion& version,
                 const Watch& watch) {
  MatrixQuestion matrix{question.arena, version.meet, question.cells};
  matrix.cells.quantities = win_and_lose();
  return answer_matrix(matrix, watch);
}

/// The place of each name, where it has one, in a matrix.
std::vector<std::optional<std::size_t>> places_of(const std::vector<std::string>& names,
                                                  const Matrix& matrix) {
  std::map<std::string, std::size_t> places;
  for (std::size_t i = 0; i < matrix.rows.size(); ++i) places.emplace(name_key(matrix.rows[i]), i);
  std::vector<std::optional<std::size_t>> result;
  for (const std::string& name : names) {
    const auto found = places.find(name_key(name));
    result.push_back(found == places.end() ? std::nullopt : std::optional(found->second));
  }
  return result;
}

/// Whether the odds of these two the other way round are listed, and are what is left of these: who
/// attacks makes no difference then.
bool says_the_same(const std::vector<Comparison::OddsChange>& listed, const std::string& attacker,
                   const std::string& defender, const Estimate& before, const Estimate& after) {
  constexpr double rounding = 1e-9;
  return std::any_of(listed.begin(), listed.end(), [&](const Comparison::OddsChange& one) {
    return one.attacker == attacker && one.defender == defender &&
           std::abs(one.before.value + before.value - 1) <= rounding &&
           std::abs(one.after.value + after.value - 1) <= rounding;
  });
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
      if (says_the_same(comparison.odds, after.columns[j], after.rows[i], old_odds, new_odds)) {
        continue;
      }
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
      const auto [found, is_new] = places.try_emplace(name_key(name), comparison.ranks.size());
      if (is_new) comparison.ranks.push_back({name, {}, {}, {}, {}});
      comparison.ranks[found->second].*rank = ++place;
      comparison.ranks[found->second].*odds = Estimate{row.odds, row.half_width};
    }
  };
  using Change = Comparison::RankChange;
  rank_all(after, &Change::after, &Change::odds_after);
  rank_all(before, &Change::before, &Change::odds_before);
}

/// Who came and who went; `compare(before, after)` is told who is there still.
template <class Compare>
void match(const std::vector<Contestant>& before, const std::vector<Contestant>& after,
           const Compare& compare, Comparison& comparison) {
  std::map<std::string, const Contestant*> old;
  for (const Contestant& one : before) old.emplace(name_key(one.name()), &one);
  for (const Contestant& one : after) {
    const auto found = old.find(name_key(one.name()));
    if (found == old.end()) {
      comparison.added.push_back(one.name());
    } else {
      compare(*found->second, one);
      found->second = nullptr;
    }
  }
  for (const Contestant& one : before) {
    if (old.at(name_key(one.name())) != nullptr) comparison.gone.push_back(one.name());
  }
}

}  // namespace

Comparison answer_compare(const CompareQuestion& question, const Watch& watch) {
  Comparison comparison;
  comparison.of_armies = question.armies;
  match(
      contestants(question.before.units), contestants(question.after.units),
      [&](const Contestant& was, const Contestant& is) {
        compare_stats(question, std::get<AnyUnit>(was.is), std::get<AnyUnit>(is.is), comparison);
      },
      comparison);
  if (question.armies) {
    comparison.added.clear();
    comparison.gone.clear();
    match(
        question.before.meet, question.after.meet,
        [&](const Contestant& was, const Contestant& is) {
          compare_army(std::get<UnitsOfSide>(was.is), std::get<UnitsOfSide>(is.is), comparison);
        },
        comparison);
  }
  const Matrix before = matrix_of(question, question.before, watch);
  const Matrix after = matrix_of(question, question.after, watch);
  static_cast<Table&>(comparison) = after;
  comparison.count_in(before);
  comparison.not_reached += before.not_reached;
  comparison.partial = comparison.partial || before.partial;
  if (comparison.why_partial.empty()) comparison.why_partial = before.why_partial;
  comparison.quantities = parse_quantities("odds");
  comparison.old_name = question.before.name;
  comparison.new_name = question.after.name;
  compare_odds(before, after, comparison);
  compare_ranks(before, after, comparison);
  return comparison;
}

}  // namespace warodds
