#include "core/design/matrix.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/design/contest.h"
#include "core/design/ratings.h"
#include "core/design/room.h"
#include "core/text/error.h"

namespace warodds {
namespace {

/// The place of a quantity among those of the table, if it is there.
std::optional<std::size_t> place_of(const char* name, const Table& table) {
  const auto found = std::find_if(table.quantities.begin(), table.quantities.end(),
                                  [&](const Quantity& quantity) { return quantity.text == name; });
  if (found == table.quantities.end()) return std::nullopt;
  return static_cast<std::size_t>(found - table.quantities.begin());
}

/// The odds that the unit of the row beats the unit of the column, both ways round; sets which
/// share of the battles nobody wins.
std::optional<OddsOfPairs> odds_of(Matrix& matrix) {
  const auto win = place_of("win", matrix);
  const auto lose = place_of("lose", matrix);
  if (!win || !lose) return std::nullopt;
  const auto n = static_cast<Eigen::Index>(matrix.rows.size());
  OddsOfPairs odds(n);
  const double pairs = static_cast<double>(n) * static_cast<double>(n - 1) / 2;
  for (std::size_t i = 0; i < matrix.rows.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      // The one listed first comes first, as in a contest: the same to the last bit.
      const Odds of_pair = odds_of_pair(matrix.at(j, i), matrix.at(i, j), *win, *lose);
      const Estimate& pair = of_pair.of_beating;
      matrix.nobody_wins += of_pair.nobody_wins / pairs;
      const auto a = static_cast<Eigen::Index>(i);
      const auto b = static_cast<Eigen::Index>(j);
      odds.values(b, a) = pair.value;
      odds.values(a, b) = 1 - pair.value;
      odds.half_widths(a, b) = odds.half_widths(b, a) = pair.half_width.value_or(0);
      odds.ways(a, b) = odds.ways(b, a) = of_pair.ways;
    }
  }
  return odds;
}

/// Of all cells that have an answer.
double share_without_winner(const Matrix& matrix) {
  const auto win = place_of("win", matrix);
  const auto lose = place_of("lose", matrix);
  double sum = 0, count = 0;
  for (const Cell& cell : matrix.cells) {
    if (!win || !lose || cell.values.empty()) continue;
    sum += odds_that_nobody_wins(cell.values[*win].value, cell.values[*lose].value);
    ++count;
  }
  return count > 0 ? sum / count : 0;
}

}  // namespace

Matchup in_situation(std::string_view system, const Conditions& conditions, const Use& use) {
  Matchup matchup(system);
  for (const Setting& setting : conditions.situation) matchup.set_situation(setting, use);
  return matchup;
}

Matchup in_situation(std::string_view system, const Conditions& conditions,
                     const PerSide<Conduct>& conducts, const std::string& command) {
  Matchup matchup = in_situation(system, conditions, {UsedIn::armies, command});
  for (const Side side : both_sides) matchup.set_conduct(side, conducts[side]);
  return matchup;
}

Matchup with_armies(Matchup matchup, const UnitsOfSide& attacker, const UnitsOfSide& defender) {
  matchup.put(Side::attacker, attacker);
  matchup.put(Side::defender, defender);
  return matchup;
}

Matchup with_units(Matchup matchup, const PerSide<const AnyUnit*>& units,
                   const Conditions& conditions) {
  for (const Side side : both_sides) matchup.put(side, *units[side]);
  for (Setting setting : conditions.stats) {
    if (const auto side = split_side(setting.key)) matchup.set_stat(*side, setting);
  }
  matchup.clear_missing_choices();
  return matchup;
}

namespace {

/// Ranks the rows of a matrix, where the odds of all pairs are known.
void rank_rows(Matrix& matrix, const std::vector<int>& points, const Watch& watch) {
  const auto odds = odds_of(matrix);
  if (!odds) return;
  matrix.ranking = rank(*odds, points, [&] { return watch.stopped(); });
  for (std::string& line : unmet_lines(*matrix.ranking, matrix.rows, matrix.rows)) {
    matrix.ranking->left_out.push_back(std::move(line));
  }
}

}  // namespace

Matrix answer_matrix(const MatrixQuestion& question, const Watch& watch) {
  const bool of_armies = !question.armies.empty();
  Matrix matrix;
  std::vector<int> points;
  for (const UnitsOfSide& army : question.armies) {
    matrix.rows.push_back(army.name);
    points.push_back(army.points());
  }
  for (std::size_t i = 0; !of_armies && i < question.rows.size(); ++i) {
    matrix.rows.push_back(name_of(question.rows[i]));
    points.push_back(points_of(question.rows[i]));
  }
  const std::vector<AnyUnit>& columns = question.columns ? *question.columns : question.rows;
  for (std::size_t i = 0; !of_armies && i < columns.size(); ++i) {
    matrix.columns.push_back(name_of(columns[i]));
  }
  if (of_armies) matrix.columns = matrix.rows;
  const std::string command = of_armies ? "matrix --armies" : "matrix";
  const std::size_t width = matrix.columns.size();
  const std::size_t pairs = matrix.rows.size() * width;
  if (pairs > most_pairs) {
    throw NotInRange(fmt::format("matrix: {} pairs are more than 4,000,000", pairs));
  }
  require_room(
      [&](double n) {
        return bytes_of_cells(n * (question.columns ? static_cast<double>(width) : n),
                              question.cells.quantities.size());
      },
      matrix.rows.size(), command, of_armies ? "armies" : "units");
  const Matchup empty =
      of_armies ? in_situation(question.system, question.conditions, question.conducts, command)
                : in_situation(question.system, question.conditions, question.cells.use(command));
  matrix.system = empty.system();
  matrix.title = empty.title();
  const auto matchup = [&](std::size_t i) {
    return of_armies ? with_armies(empty, question.armies[i / width], question.armies[i % width])
                     : with_units(empty, {&question.rows[i / width], &columns[i % width]},
                                  question.conditions);
  };
  matrix.cells = answer_cells(question.cells, pairs, "pairs", matchup, watch, matrix);
  if (question.columns || matrix.partial || matrix.rows.size() < 2) {
    matrix.nobody_wins = share_without_winner(matrix);
  } else {
    rank_rows(matrix, points, watch);
  }
  return matrix;
}

}  // namespace warodds
