#include "core/design/matrix.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/design/contest.h"
#include "core/design/ratings.h"
#include "core/text/error.h"

namespace warodds {
namespace {

using Eigen::Index;

std::vector<int> points_of(const std::vector<Contestant>& all) {
  std::vector<int> points;
  for (const Contestant& one : all) points.push_back(one.points());
  return points;
}

/// Refuses what is too much, `bytes(pairs)` at a time.
template <class Bytes>
void require_few(const MatrixQuestion& question, const Bytes& bytes) {
  constexpr std::size_t most_pairs = 4'000'000;
  const std::size_t width = question.columns ? question.columns->size() : question.rows.size();
  const std::size_t pairs = question.rows.size() * width;
  if (pairs > most_pairs) {
    throw NotInRange(fmt::format("matrix: {} pairs are more than 4,000,000", pairs));
  }
  const bool armies = question.is_of_armies();
  require_room(
      [&](double n) { return bytes(n * (question.columns ? static_cast<double>(width) : n)); },
      question.rows.size(), armies ? "matrix --armies" : "matrix", armies ? "armies" : "units");
}

/// Ranks those of a table, where the odds of all pairs are known.
Ranking ranked(const PairOdds& odds, const MatrixQuestion& question, const Watch& watch) {
  Ranking ranking = rank(odds, points_of(question.rows), [&] { return watch.stopped(); });
  const std::vector<std::string> units = names_of(question.rows);
  std::vector<std::string> lines =
      unmet_lines(ranking, units, question.columns ? names_of(*question.columns) : units);
  for (std::string& line : lines) ranking.left_out.push_back(std::move(line));
  return ranking;
}

/// Sets which share of the battles nobody wins and, where the rows meet each other and all of it is
/// there, their ranking. `win`, `lose`: where these quantities are in the cells.
void read_odds(const MatrixQuestion& question, std::size_t win, std::size_t lose,
               const Watch& watch, Matrix& matrix) {
  const std::size_t n = matrix.rows.size();
  if (question.columns || matrix.partial || n < 2) {
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

}  // namespace

Matrix answer_matrix(const MatrixQuestion& question, const Watch& watch) {
  const std::vector<Contestant>& columns = question.columns ? *question.columns : question.rows;
  Matrix matrix;
  matrix.rows = names_of(question.rows);
  matrix.columns = names_of(columns);
  require_few(question, [&](double pairs) {
    return bytes_of_cells(pairs, question.cells.quantities.size());
  });
  matrix.system = question.arena.system();
  matrix.title = question.arena.title();
  const std::size_t width = columns.size();
  const auto matchup = [&](std::size_t i) {
    return question.arena.of(question.rows[i / width], columns[i % width]);
  };
  matrix.cells =
      answer_cells(question.cells, question.rows.size() * width, "pairs", matchup, watch, matrix);
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

Standings answer_standings(const MatrixQuestion& question, const Watch& watch) {
  Standings standings;
  standings.of_armies = question.is_of_armies();
  if (!question.columns && question.rows.size() < 2) {
    throw NoAnswer(
        fmt::format("a ranking needs at least two {}", standings.of_armies ? "armies" : "units"));
  }
  Contest contest(question.arena, question.cells);
  std::vector<std::size_t> units, others;
  for (const Contestant& one : question.rows) units.push_back(contest.enter(one));
  for (const Contestant& one : question.columns.value_or(std::vector<Contestant>())) {
    others.push_back(contest.enter(one));
  }
  if (!question.columns) others = units;
  require_few(question, [&](double pairs) {
    return bytes_of_pairs(pairs * battles_of_pair(question.cells.budget));
  });
  std::vector<Contest::Pair> pairs;
  for (const std::size_t unit : units) {
    for (const std::size_t other : others) pairs.emplace_back(unit, other);
  }
  if (!contest.settle(pairs, watch)) throw watch.ended("; there is no ranking yet");
  static_cast<Table&>(standings) = contest.table();
  standings.quantities = parse_quantities("odds");
  standings.given = question.cells.given;
  standings.units = names_of(question.rows);
  if (question.columns) standings.opponents = names_of(*question.columns);
  PairOdds odds = question.columns ? PairOdds(static_cast<Index>(units.size()),
                                              static_cast<Index>(others.size()))
                                   : PairOdds(static_cast<Index>(units.size()));
  double count = 0;
  for (std::size_t i = 0; i < units.size(); ++i) {
    for (std::size_t j = 0; j < others.size(); ++j) {
      if (question.columns ? standings.units[i] == standings.opponents[j] : i == j) continue;
      const Odds pair = contest.odds(units[i], others[j]);
      odds.set(i, j, pair);
      if (!pair.is_fought) continue;
      standings.nobody_wins += pair.nobody_wins;
      ++count;
    }
  }
  if (count > 0) standings.nobody_wins /= count;
  standings.ranking = ranked(odds, question, watch);
  if (standings.ranking.rows.empty()) {
    throw NoAnswer("--against: there is nobody but the units themselves");
  }
  return standings;
}

}  // namespace warodds
