#include "core/design/standings.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/design/contest.h"
#include "core/design/ratings.h"
#include "core/design/room.h"
#include "core/text/error.h"

namespace warodds {
namespace {

/// Units as they stand in a contest.
struct Entered {
  std::vector<std::size_t> numbers;
  std::vector<std::string> names;
  std::vector<int> points;

  std::size_t size() const { return numbers.size(); }
};

Entered enter(const std::vector<AnyUnit>& units, const std::optional<Budget>& budget,
              Contest& contest, std::vector<Purchase>& bought) {
  Entered entered;
  for (const AnyUnit& unit : units) {
    entered.points.push_back(points_of(unit));
    entered.names.push_back(name_of(unit));
    if (!budget) {
      entered.numbers.push_back(contest.enter(unit));
      continue;
    }
    const Bought of_budget = buy(unit, *budget);
    add(of_budget.purchase, bought);
    entered.numbers.push_back(contest.enter(of_budget.lots));
  }
  return entered;
}

/// Every unit against every other.
Ranking among(const Entered& units, const Contest& contest, const Watch& watch) {
  OddsOfPairs odds(static_cast<Eigen::Index>(units.size()));
  for (Eigen::Index i = 0; i < odds.values.rows(); ++i) {
    for (Eigen::Index j = 0; j < odds.values.cols(); ++j) {
      const std::size_t unit = units.numbers[static_cast<std::size_t>(i)];
      const std::size_t other = units.numbers[static_cast<std::size_t>(j)];
      odds.values(i, j) = contest.odds(unit, other);
      odds.half_widths(i, j) = contest.half_width(unit, other);
      odds.ways(i, j) = contest.ways(unit, other);
    }
  }
  return rank(odds, units.points, [&] { return watch.stopped(); });
}

/// Every unit against those of another roster. Ratings are of both rosters together.
Ranking against(const Entered& units, const Entered& others, const Contest& contest,
                const Watch& watch) {
  const auto n = static_cast<Eigen::Index>(units.size());
  const auto all = n + static_cast<Eigen::Index>(others.size());
  Eigen::MatrixXd wins = Eigen::MatrixXd::Zero(all, all);
  Ranking ranking;
  for (std::size_t i = 0; i < units.size(); ++i) {
    double sum = 0;
    double half_widths = 0;
    double count = 0;
    Ranking::Row standing;
    for (std::size_t j = 0; j < others.size(); ++j) {
      if (units.names[i] == others.names[j]) continue;
      const int ways = contest.ways(units.numbers[i], others.numbers[j]);
      if (ways == 0) standing.not_met.push_back(static_cast<int>(j));
      standing.one_way += ways == 1 ? 1 : 0;
      const double odds = contest.odds(units.numbers[i], others.numbers[j]);
      const auto row = static_cast<Eigen::Index>(i);
      const auto column = n + static_cast<Eigen::Index>(j);
      wins(row, column) = odds;
      wins(column, row) = 1 - odds;
      sum += odds;
      half_widths += contest.half_width(units.numbers[i], others.numbers[j]);
      ++count;
    }
    if (count == 0) continue;
    standing.unit = static_cast<int>(i);
    standing.odds = sum / count;
    standing.points = units.points[i];
    standing.half_width = half_width_of_mean(half_widths, count);
    ranking.rows.push_back(std::move(standing));
  }
  if (ranking.rows.empty()) throw NoAnswer("--against: there is nobody but the units themselves");
  const auto ratings = rate(wins, ranking, [&] { return watch.stopped(); });
  if (ratings) {
    for (Ranking::Row& row : ranking.rows) row.rating = (*ratings)[row.unit];
  }
  std::stable_sort(ranking.rows.begin(), ranking.rows.end(),
                   [](const auto& a, const auto& b) { return a.odds > b.odds; });
  return ranking;
}

/// The armies of a matrix.
Standings of_armies(const MatrixQuestion& question, const Watch& watch) {
  if (question.armies.size() < 2) throw NoAnswer("a ranking needs at least two armies");
  MatrixQuestion battles = question;
  battles.cells.quantities = win_and_lose();
  Matrix matrix = answer_matrix(battles, watch);
  if (!matrix.ranking) {
    throw watch.ended("; there is no ranking yet");
  }
  Standings standings;
  static_cast<Table&>(standings) = matrix;
  standings.quantities = parse_quantities("odds");
  standings.of_armies = true;
  standings.units = std::move(matrix.rows);
  standings.ranking = *std::move(matrix.ranking);
  return standings;
}

}  // namespace

Standings answer_standings(const MatrixQuestion& question, const Watch& watch) {
  if (!question.armies.empty()) return of_armies(question, watch);
  Contest contest(question.system, question.conditions, question.cells);
  std::vector<Purchase> bought;
  const Entered units = enter(question.rows, question.cells.budget, contest, bought);
  const Entered others =
      question.columns ? enter(*question.columns, question.cells.budget, contest, bought) : units;
  if (!question.columns && units.size() < 2) {
    throw NoAnswer("a ranking needs at least two units");
  }
  if (units.size() * others.size() > most_pairs) {
    throw NotInRange(
        fmt::format("matrix: {} pairs are more than 4,000,000", units.size() * others.size()));
  }
  require_room(
      [&](double n) {
        return bytes_of_pairs(n * (question.columns ? static_cast<double>(others.size()) : n) *
                              battles_of_pair(question.cells.budget));
      },
      units.size(), "matrix", "units");
  std::vector<Contest::Pair> pairs;
  for (const std::size_t unit : units.numbers) {
    for (const std::size_t other : others.numbers) pairs.emplace_back(unit, other);
  }
  if (!contest.settle(pairs, watch)) {
    throw watch.ended("; there is no ranking yet");
  }
  Standings standings;
  static_cast<Table&>(standings) = contest.table();
  standings.quantities = parse_quantities("odds");
  standings.given = question.cells.given;
  standings.bought = std::move(bought);
  standings.units = units.names;
  if (question.columns) standings.opponents = others.names;
  double count = 0;
  for (std::size_t i = 0; i < units.size(); ++i) {
    for (std::size_t j = 0; j < others.size(); ++j) {
      const auto nobody = contest.nobody_wins(units.numbers[i], others.numbers[j]);
      if (!nobody || units.names[i] == others.names[j]) continue;
      standings.nobody_wins += *nobody;
      ++count;
    }
  }
  if (count > 0) standings.nobody_wins /= count;
  standings.ranking =
      question.columns ? against(units, others, contest, watch) : among(units, contest, watch);
  for (std::string& line : unmet_lines(standings.ranking, units.names, others.names)) {
    standings.ranking.left_out.push_back(std::move(line));
  }
  return standings;
}

}  // namespace warodds
