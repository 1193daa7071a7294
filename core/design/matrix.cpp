#include "core/design/matrix.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "core/design/contest.h"
#include "core/design/movable.h"
#include "core/design/ratings.h"
#include "core/text/error.h"
#include "core/text/name_key.h"
#include "core/text/shown.h"

namespace warodds {
namespace {

/// Refuses what is too much.
void require_few(const Meeting& question, double bytes_of_pair) {
  constexpr std::size_t most_pairs = 4'000'000;
  const std::size_t pairs = question.units.size() * question.opponents().size();
  if (pairs > most_pairs) {
    throw NotInRange(fmt::format("matrix: {} pairs are more than 4,000,000", pairs));
  }
  const bool armies = question.is_of_armies();
  require_room(static_cast<double>(pairs) * bytes_of_pair, question.units.size(),
               armies ? "matrix --armies" : "matrix", armies ? "armies" : "units",
               question.others ? 1 : 2);
}

/// Says which pairs do not meet, or one way round only.
void say_unmet(const Matrix& matrix, Ranking& ranking) {
  constexpr std::size_t most_lines = 8;
  constexpr std::size_t most_names = 12;
  const bool same = matrix.rows == matrix.columns;
  std::vector<const Ranking::Row*> with_gaps;
  int one_way = 0;
  for (const Ranking::Row& row : ranking.rows) {
    one_way += row.one_way;
    if (!row.not_met.empty()) with_gaps.push_back(&row);
  }
  std::sort(with_gaps.begin(), with_gaps.end(),
            [](const auto* a, const auto* b) { return a->unit < b->unit; });
  for (std::size_t i = 0; i < with_gaps.size(); ++i) {
    if (i == most_lines) {
      ranking.left_out.push_back(fmt::format(
          "{} more units cannot fight all others, which counts as even", with_gaps.size() - i));
      break;
    }
    std::vector<std::string> names;
    for (const std::size_t other : with_gaps[i]->not_met) names.push_back(matrix.columns[other]);
    const bool nobody = names.size() == matrix.columns.size() - (same ? 1 : 0);
    ranking.left_out.push_back(fmt::format(
        "{} cannot fight {}, which counts as even", shown(matrix.rows[with_gaps[i]->unit]),
        nobody ? std::string("anybody") : names_with_commas(names, most_names)));
  }
  if (one_way == 0) return;
  // Among themselves both units of a pair count it.
  const int pairs = same ? one_way / 2 : one_way;
  ranking.left_out.push_back(
      fmt::format("{} can attack one way round only, and the odds of that battle count alone",
                  pairs == 1 ? "one pair" : fmt::format("{} pairs", pairs)));
}

/// Ranks the rows, and says which share of the battles behind that nobody wins. `odds_of(row,
/// column)`: those of the row.
void rank_rows(const Meeting& question,
               const std::function<Odds(std::size_t, std::size_t)>& odds_of, const Watch& watch,
               Matrix& matrix) {
  double sum = 0, count = 0;
  const auto odds_where_they_meet = [&](std::size_t i, std::size_t j) -> std::optional<Odds> {
    if (matrix.among ? i == j : matrix.rows[i] == matrix.columns[j]) return std::nullopt;
    const Odds odds = odds_of(i, j);
    if (odds.is_fought) {
      sum += odds.nobody_wins;
      ++count;
    }
    return odds;
  };
  std::vector<int> points;
  for (const Contestant& unit : question.units) points.push_back(unit.points());
  const auto others = matrix.among ? std::nullopt : std::optional(matrix.columns.size());
  matrix.ranking = rank(
      points, others, odds_where_they_meet, [&] { return watch.stopped(); }, question.noise);
  if (count > 0) matrix.nobody_wins = sum / count;
  say_unmet(matrix, *matrix.ranking);
}

/// Sets which share of the battles nobody wins and, where the rows meet each other and all of it is
/// there, their ranking. `win`, `lose`: where these quantities are in the cells.
void read_odds(const Meeting& question, std::size_t win, std::size_t lose, const Watch& watch,
               Matrix& matrix) {
  if (matrix.among && !matrix.partial && matrix.rows.size() > 1) {
    // The one listed first comes first, as in a contest: the same to the last bit.
    const auto odds_of = [&](std::size_t i, std::size_t j) {
      return i < j ? odds_of_pair(matrix.at(i, j), matrix.at(j, i), win, lose)
                   : odds_of_pair(matrix.at(j, i), matrix.at(i, j), win, lose).turned();
    };
    return rank_rows(question, odds_of, watch, matrix);
  }
  double sum = 0, count = 0;
  for (const Cell& cell : matrix.cells) {
    if (cell.values.empty()) continue;
    sum += odds_that_nobody_wins(cell.values[win].value, cell.values[lose].value);
    ++count;
  }
  if (count > 0) matrix.nobody_wins = sum / count;
}

Matrix empty_matrix(const Meeting& question, Table table) {
  return {std::move(table),
          question.is_of_armies(),
          !question.others,
          names_of(question.units),
          names_of(question.opponents()),
          {},
          {}};
}

}  // namespace

Matrix answer_matrix(const Meeting& question, const Watch& watch) {
  const Contestants& columns = question.opponents();
  Matrix matrix = empty_matrix(question, table_of(question.empty, question.cells));
  require_few(question, bytes_of_cells(1, question.cells.quantities.size()));
  const std::size_t width = columns.size();
  const auto matchup = [&](std::size_t i) {
    return question.of(question.units[i / width], columns[i % width]);
  };
  matrix.cells =
      answer_cells(question.cells, question.units.size() * width, "pairs", matchup, watch, matrix);
  const auto place_of = [&](const char* name) {
    const auto& all = matrix.quantities;
    return static_cast<std::size_t>(
        std::find_if(all.begin(), all.end(),
                     [&](const Quantity& quantity) { return quantity.text == name; }) -
        all.begin());
  };
  const std::size_t win = place_of("win"), lose = place_of("lose");
  if (std::max(win, lose) < matrix.quantities.size()) {
    read_odds(question, win, lose, watch, matrix);
  }
  return matrix;
}

Matrix answer_standings(const Meeting& question, const Watch& watch) {
  if (!question.others && question.units.size() < 2) {
    throw NoAnswer(fmt::format("a ranking needs at least two {}",
                               question.is_of_armies() ? "armies" : "units"));
  }
  Contest contest(question);
  const auto entered = [&](const Contestants& all) {
    std::vector<std::size_t> numbers;
    for (const Contestant& one : all) numbers.push_back(contest.enter(one));
    return numbers;
  };
  const std::vector<std::size_t> units = entered(question.units);
  const std::vector<std::size_t> others = question.others ? entered(*question.others) : units;
  require_few(question, bytes_of_pairs(battles_of_pair(question.cells.budget)));
  if (!contest.settle(Contest::pairs_of(units, others), watch)) {
    throw watch.ended("; there is no ranking yet");
  }
  Matrix standings = empty_matrix(question, contest.table());
  rank_rows(
      question, [&](std::size_t i, std::size_t j) { return contest.odds(units[i], others[j]); },
      watch, standings);
  if (standings.ranking->rows.empty()) {
    throw NoAnswer("--against: there is nobody but the units themselves");
  }
  return standings;
}

namespace {

/// All stats of a unit, those of groups under GROUP.KEY; of an army what is in it.
std::vector<std::pair<std::string, std::string>> all_stats(const Contestant& who) {
  if (const auto* army = std::get_if<UnitsOfSide>(&who.is)) {
    return {{"units", units_text(*army)}, {"points", std::to_string(army->points())}};
  }
  const Profile profile = profile_of(who.unit());
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

void compare_stats(const Contestant& before, const Contestant& after, Comparison& comparison) {
  const auto was = all_stats(before), is = all_stats(after);
  const std::map<std::string, std::string> old(was.begin(), was.end()), now(is.begin(), is.end());
  for (const auto& [key, value] : is) {
    const auto found = old.find(key);
    const std::string text = found == old.end() ? "" : found->second;
    if (text != value) comparison.stats.push_back({after.name(), key, text, value});
  }
  for (const auto& [key, value] : was) {
    if (now.count(key) == 0) comparison.stats.push_back({after.name(), key, value, ""});
  }
}

/// Where each name stands.
std::map<std::string, std::size_t> places_of(const std::vector<std::string>& names) {
  std::map<std::string, std::size_t> places;
  for (std::size_t i = 0; i < names.size(); ++i) places.emplace(name_key(names[i]), i);
  return places;
}

/// Who came and who went, and what has changed of who is there still.
void compare_all(const Contestants& before, const Contestants& after, Comparison& comparison) {
  const auto old = places_of(names_of(before)), now = places_of(names_of(after));
  comparison.added.clear();
  comparison.gone.clear();
  for (const Contestant& one : after) {
    const auto found = old.find(name_key(one.name()));
    if (found == old.end()) {
      comparison.added.push_back(one.name());
    } else {
      compare_stats(before[found->second], one, comparison);
    }
  }
  for (const Contestant& one : before) {
    if (!now.contains(name_key(one.name()))) comparison.gone.push_back(one.name());
  }
}

void compare_odds(const Matrix& before, const Matrix& after, Comparison& comparison) {
  constexpr double rounding = 1e-12, rounding_of_sums = 1e-9;
  const auto places = places_of(before.rows);
  // Before and after, where both are known.
  using Versions = std::optional<std::pair<Estimate, Estimate>>;
  const auto odds_of = [&](std::size_t i, std::size_t j) -> Versions {
    const auto row = places.find(name_key(after.rows[i]));
    const auto column = places.find(name_key(after.rows[j]));
    if (row == places.end() || column == places.end()) return std::nullopt;
    const std::vector<Estimate>& was = before.at(row->second, column->second).values;
    const std::vector<Estimate>& is = after.at(i, j).values;
    if (was.empty() || is.empty()) return std::nullopt;
    return std::pair(odds_of_beating(was[0], was[1]), odds_of_beating(is[0], is[1]));
  };
  const auto has_changed = [&](const Versions& odds) {
    return odds && std::abs(odds->second.value - odds->first.value) > rounding;
  };
  const auto are_one = [&](const Estimate& odds, const Estimate& turned) {
    return std::abs(odds.value + turned.value - 1) <= rounding_of_sums;
  };
  for (std::size_t i = 0; i < after.rows.size(); ++i) {
    for (std::size_t j = 0; j < after.rows.size(); ++j) {
      const Versions odds = i == j ? std::nullopt : odds_of(i, j);
      if (!has_changed(odds)) continue;
      // Where who attacks makes no difference, the other way round has said the same.
      const Versions turned = j < i ? odds_of(j, i) : std::nullopt;
      if (has_changed(turned) && are_one(odds->first, turned->first) &&
          are_one(odds->second, turned->second)) {
        continue;
      }
      comparison.odds.push_back({after.rows[i], after.columns[j], odds->first, odds->second});
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
      const std::string& name = matrix.rows[row.unit];
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

}  // namespace

Comparison answer_compare(const RosterVersion& old, const RosterVersion& now, const Watch& watch) {
  Comparison comparison;
  comparison.of_armies = now.meeting.is_of_armies();
  compare_all(old.units, now.units, comparison);
  if (comparison.of_armies) compare_all(old.meeting.units, now.meeting.units, comparison);
  const Matrix before = answer_matrix(old.meeting, watch);
  const Matrix after = answer_matrix(now.meeting, watch);
  static_cast<Table&>(comparison) = after;
  comparison.count_in(before);
  comparison.quantities = parse_quantities("odds");
  comparison.old_name = old.name;
  comparison.new_name = now.name;
  compare_odds(before, after, comparison);
  compare_ranks(before, after, comparison);
  return comparison;
}

}  // namespace warodds
