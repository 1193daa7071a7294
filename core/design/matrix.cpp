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

namespace warodds {
namespace {

using Eigen::Index;

std::vector<int> points_of(const Contestants& all) {
  std::vector<int> points;
  for (const Contestant& one : all) points.push_back(one.points());
  return points;
}

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

/// Ranks those of a table, where the odds of all pairs are known.
Ranking ranked(const PairOdds& odds, const Meeting& question, const Watch& watch) {
  Ranking ranking = rank(odds, points_of(question.units), [&] { return watch.stopped(); });
  std::vector<std::string> lines =
      unmet_lines(ranking, names_of(question.units), names_of(question.opponents()));
  for (std::string& line : lines) ranking.left_out.push_back(std::move(line));
  return ranking;
}

/// Sets which share of the battles nobody wins and, where the rows meet each other and all of it is
/// there, their ranking. `win`, `lose`: where these quantities are in the cells.
void read_odds(const Meeting& question, std::size_t win, std::size_t lose, const Watch& watch,
               Matrix& matrix) {
  const std::size_t n = matrix.rows.size();
  if (!matrix.among || matrix.partial || n < 2) {
    double sum = 0, count = 0;
    for (const Cell& cell : matrix.cells) {
      if (cell.values.empty()) continue;
      sum += odds_that_nobody_wins(cell.values[win].value, cell.values[lose].value);
      ++count;
    }
    matrix.nobody_wins = count > 0 ? sum / count : 0;
    return;
  }
  PairOdds odds(static_cast<Index>(n));
  const double pairs = static_cast<double>(n) * static_cast<double>(n - 1) / 2;
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      // The one listed first comes first, as in a contest: the same to the last bit.
      const Odds pair = odds_of_pair(matrix.at(j, i), matrix.at(i, j), win, lose);
      matrix.nobody_wins += pair.nobody_wins / pairs;
      odds.set(j, i, pair);
      odds.set(i, j, pair, true);
    }
  }
  matrix.ranking = ranked(odds, question, watch);
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
  Matrix matrix = empty_matrix(question, table_of(question.arena.empty(), question.cells));
  require_few(question, bytes_of_cells(1, question.cells.quantities.size()));
  const std::size_t width = columns.size();
  const auto matchup = [&](std::size_t i) {
    return question.arena.of(question.units[i / width], columns[i % width]);
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
  Contest contest(question.arena, question.cells);
  const auto entered = [&](const Contestants& all) {
    std::vector<std::size_t> numbers;
    for (const Contestant& one : all) numbers.push_back(contest.enter(one));
    return numbers;
  };
  const std::vector<std::size_t> units = entered(question.units);
  const std::vector<std::size_t> others = question.others ? entered(*question.others) : units;
  require_few(question, bytes_of_pairs(battles_of_pair(question.cells.budget)));
  std::vector<Contest::Pair> pairs;
  for (const std::size_t unit : units) {
    for (const std::size_t other : others) pairs.emplace_back(unit, other);
  }
  if (!contest.settle(pairs, watch)) throw watch.ended("; there is no ranking yet");
  Matrix standings = empty_matrix(question, contest.table());
  const auto rows = static_cast<Index>(units.size());
  PairOdds odds =
      standings.among ? PairOdds(rows) : PairOdds(rows, static_cast<Index>(others.size()));
  double count = 0;
  for (std::size_t i = 0; i < units.size(); ++i) {
    for (std::size_t j = 0; j < others.size(); ++j) {
      if (standings.among ? i == j : standings.rows[i] == standings.columns[j]) continue;
      const Odds pair = contest.odds(units[i], others[j]);
      odds.set(i, j, pair);
      if (!pair.is_fought) continue;
      standings.nobody_wins += pair.nobody_wins;
      ++count;
    }
  }
  if (count > 0) standings.nobody_wins /= count;
  standings.ranking = ranked(odds, question, watch);
  if (standings.ranking->rows.empty()) {
    throw NoAnswer("--against: there is nobody but the units themselves");
  }
  return standings;
}

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

void compare_stats(std::string_view system, const AnyUnit& before, const AnyUnit& after,
                   Comparison& comparison) {
  const auto was = all_stats(system, before), is = all_stats(system, after);
  const std::map<std::string, std::string> old(was.begin(), was.end()), now(is.begin(), is.end());
  for (const auto& [key, value] : is) {
    const auto found = old.find(key);
    const std::string text = found == old.end() ? "" : found->second;
    if (text != value) comparison.stats.push_back({name_of(after), key, text, value});
  }
  for (const auto& [key, value] : was) {
    if (now.count(key) == 0) comparison.stats.push_back({name_of(after), key, value, ""});
  }
}

void compare_army(const UnitsOfSide& before, const UnitsOfSide& after, Comparison& comparison) {
  const auto compare = [&](const char* key, const std::string& was, const std::string& is) {
    if (was != is) comparison.stats.push_back({after.name, key, was, is});
  };
  compare("units", units_text(before), units_text(after));
  compare("points", std::to_string(before.points()), std::to_string(after.points()));
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
void match(const Contestants& before, const Contestants& after, const Compare& compare,
           Comparison& comparison) {
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
  const Meeting& meeting = question.after.meeting;
  comparison.of_armies = meeting.is_of_armies();
  match(
      contestants(question.before.units), contestants(question.after.units),
      [&](const Contestant& was, const Contestant& is) {
        compare_stats(meeting.arena.system(), was.unit(), is.unit(), comparison);
      },
      comparison);
  if (comparison.of_armies) {
    comparison.added.clear();
    comparison.gone.clear();
    match(
        question.before.meeting.units, meeting.units,
        [&](const Contestant& was, const Contestant& is) {
          compare_army(std::get<UnitsOfSide>(was.is), std::get<UnitsOfSide>(is.is), comparison);
        },
        comparison);
  }
  const Matrix before = answer_matrix(question.before.meeting, watch);
  const Matrix after = answer_matrix(meeting, watch);
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
