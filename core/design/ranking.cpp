#include "core/design/ranking.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/design/ratings.h"

namespace warodds {
namespace {

// Ratings take a linear system of the size of the roster at every step of Newton's method, rings
// look at every three units.
constexpr Eigen::Index most_rated = 2000;
constexpr Eigen::Index most_compared = 300;

}  // namespace

std::optional<Eigen::VectorXd> rate(const Eigen::MatrixXd& wins, Ranking& ranking,
                                    const std::function<bool()>& stopped) {
  if (wins.rows() <= most_rated) {
    auto ratings = bradley_terry(wins, stopped);
    if (!ratings && stopped && stopped()) ranking.left_out.emplace_back("no ratings: interrupted");
    return ratings;
  }
  ranking.left_out.push_back(
      fmt::format("no ratings: {} units are more than {}", wins.rows(), most_rated));
  return std::nullopt;
}

std::optional<double> half_width_of_mean(double sum, double count) {
  return sum > 0 ? std::optional(sum / count) : std::nullopt;
}

Ranking rank(const Eigen::MatrixXd& odds, const Eigen::MatrixXd& half_widths,
             const std::vector<int>& points, const std::function<bool()>& stopped) {
  const Eigen::Index n = odds.rows();
  Ranking ranking;
  const auto ratings = rate(odds, ranking, stopped);
  for (Eigen::Index i = 0; i < n; ++i) {
    Ranking::Row row;
    row.unit = static_cast<int>(i);
    row.odds = (odds.row(i).sum() - 0.5) / static_cast<double>(n - 1);
    if (ratings) row.rating = (*ratings)[i];
    row.points = points[static_cast<std::size_t>(i)];
    row.half_width = half_width_of_mean(half_widths.row(i).sum(), static_cast<double>(n - 1));
    ranking.rows.push_back(row);
  }
  std::stable_sort(ranking.rows.begin(), ranking.rows.end(),
                   [](const auto& a, const auto& b) { return a.odds > b.odds; });
  if (n <= most_compared) {
    ranking.dominations = dominations(odds);
    ranking.cycles = cycles(odds);
  } else {
    ranking.left_out.push_back(fmt::format(
        "who is better in every match-up, and rock-paper-scissors rings, are not looked "
        "for: {} units are more than {}",
        n, most_compared));
  }
  return ranking;
}

}  // namespace warodds
