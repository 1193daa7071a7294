#include "core/design/compare.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "core/design/contest.h"
#include "core/design/movable.h"
#include "core/roster/side_text.h"
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

/// The units of an army as people write them: "Orcs*2 + Wolves with mode=ranged".
std::string units_text(const UnitsOfSide& army) {
  std::vector<SidePart> parts;
  std::string last;  // one of the last part
  for (const SideUnit& one : army.units) {
    const SidePart part{name_of(one.unit), 1, one.with};
    if (written(part) == last) {
      ++parts.back().count;
    } else {
      parts.push_back(part);
      last = written(part);
    }
  }
  std::vector<std::string> texts;
  for (const SidePart& part : parts) texts.push_back(written(part));
  return fmt::format("{}", fmt::join(texts, " + "));
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
  CellQuestion cells = question.cells;
  cells.quantities = win_and_lose();
  MatrixQuestion matrix{question.system, version.units, std::nullopt, question.conditions, cells};
  if (question.armies) {
    matrix.armies = version.armies;
    matrix.conducts = question.conducts;
  }
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
template <class Member, class NameOf, class Compare>
void match(const std::vector<Member>& before, const std::vector<Member>& after,
           const NameOf& name_of_one, const Compare& compare, std::vector<std::string>& added,
           std::vector<std::string>& gone) {
  std::map<std::string, const Member*> old;
  for (const Member& one : before) old.emplace(name_key(name_of_one(one)), &one);
  for (const Member& one : after) {
    const auto found = old.find(name_key(name_of_one(one)));
    if (found == old.end()) {
      added.push_back(name_of_one(one));
    } else {
      compare(*found->second, one);
      found->second = nullptr;
    }
  }
  for (const Member& one : before) {
    if (old.at(name_key(name_of_one(one))) != nullptr) gone.push_back(name_of_one(one));
  }
}

}  // namespace

Comparison answer_compare(const CompareQuestion& question, const Watch& watch) {
  Comparison comparison;
  comparison.of_armies = question.armies;
  std::vector<std::string> units_added, units_gone;
  match(
      question.before.units, question.after.units,
      [](const AnyUnit& unit) { return name_of(unit); },
      [&](const AnyUnit& was, const AnyUnit& is) { compare_stats(question, was, is, comparison); },
      units_added, units_gone);
  if (question.armies) {
    match(
        question.before.armies, question.after.armies,
        [](const UnitsOfSide& army) { return army.name; },
        [&](const UnitsOfSide& was, const UnitsOfSide& is) { compare_army(was, is, comparison); },
        comparison.added, comparison.gone);
  } else {
    comparison.added = std::move(units_added);
    comparison.gone = std::move(units_gone);
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
