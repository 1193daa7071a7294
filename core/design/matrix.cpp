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
  if (matrix.partial || matrix.rows.size() < 2) return;
  const auto odds = odds_of(matrix);
  if (!odds) return;
  matrix.ranking = rank(*odds, points, [&] { return watch.stopped(); });
  for (std::string& line : unmet_lines(*matrix.ranking, matrix.rows, matrix.rows)) {
    matrix.ranking->left_out.push_back(std::move(line));
  }
}

/// Every army against every other.
Matrix answer_armies(const MatrixQuestion& question, const Watch& watch) {
  const std::vector<UnitsOfSide>& armies = question.armies;
  require_room([&](double n) { return bytes_of_cells(n * n, question.cells.quantities.size()); },
               armies.size(), "matrix --armies", "armies");
  Matchup empty =
      in_situation(question.system, question.conditions, {UsedIn::armies, "matrix --armies"});
  for (const Side side : both_sides) empty.set_conduct(side, question.conducts[side]);
  Matrix matrix;
  matrix.system = empty.system();
  matrix.title = empty.title();
  std::vector<int> points;
  for (const UnitsOfSide& army : armies) {
    matrix.rows.push_back(army.name);
    points.push_back(army.points());
  }
  matrix.columns = matrix.rows;
  const auto matchup = [&](std::size_t i) {
    Matchup one = empty;
    one.put(Side::attacker, armies[i / armies.size()]);
    one.put(Side::defender, armies[i % armies.size()]);
    return one;
  };
  matrix.cells =
      answer_cells(question.cells, armies.size() * armies.size(), "pairs", matchup, watch, matrix);
  rank_rows(matrix, points, watch);
  return matrix;
}

}  // namespace

Matrix answer_matrix(const MatrixQuestion& question, const Watch& watch) {
  if (!question.armies.empty()) return answer_armies(question, watch);
  const std::vector<AnyUnit>& rows = question.rows;
  const std::vector<AnyUnit>& columns = question.columns ? *question.columns : rows;
  const std::size_t pairs = rows.size() * columns.size();
  if (pairs > most_pairs) {
    throw NotInRange(fmt::format("matrix: {} pairs are more than 4,000,000", pairs));
  }
  const auto columns_of = [&](double n) {
    return question.columns ? static_cast<double>(columns.size()) : n;
  };
  require_room(
      [&](double n) { return bytes_of_cells(n * columns_of(n), question.cells.quantities.size()); },
      rows.size(), "matrix", "units");
  const Matchup empty =
      in_situation(question.system, question.conditions, question.cells.use("matrix"));
  Matrix matrix;
  matrix.system = empty.system();
  matrix.title = empty.title();
  for (const AnyUnit& unit : rows) matrix.rows.push_back(name_of(unit));
  for (const AnyUnit& unit : columns) matrix.columns.push_back(name_of(unit));
  const auto matchup = [&](std::size_t i) {
    return with_units(empty, {&rows[i / columns.size()], &columns[i % columns.size()]},
                      question.conditions);
  };
  matrix.cells = answer_cells(question.cells, pairs, "pairs", matchup, watch, matrix);
  if (question.columns || matrix.partial || rows.size() < 2) {
    matrix.nobody_wins = share_without_winner(matrix);
    return matrix;
  }
  std::vector<int> points;
  for (const AnyUnit& unit : rows) points.push_back(points_of(unit));
  rank_rows(matrix, points, watch);
  return matrix;
}

}  // namespace warodds
