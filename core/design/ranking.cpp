#include "core/design/ranking.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace warodds {
namespace {

// Ratings take a linear system of the size of the roster at every step of Newton's method, rings
// look at every three units.
constexpr Eigen::Index most_rated = 2000;
constexpr Eigen::Index most_compared = 300;

}  // namespace

void price_by_rating(std::vector<Ranking::Row>& rows) {
  double n = 0;
  double x = 0;
  double y = 0;
  double xx = 0;
  double xy = 0;
  for (const auto& row : rows) {
    if (row.points <= 0 || !row.rating) continue;
    const double log_points = std::log(row.points);
    n += 1;
    x += log_points;
    y += *row.rating;
    xx += log_points * log_points;
    xy += log_points * *row.rating;
  }
  const double spread = n * xx - x * x;
  if (n < 3 || !(spread > 1e-9)) return;
  const double slope = (n * xy - x * y) / spread;
  if (!(slope > 0)) return;  // points that do not go with strength say nothing
  const double offset = (y - slope * x) / n;
  for (auto& row : rows) {
    if (row.rating) row.fair_points = std::exp((*row.rating - offset) / slope);
  }
}

Ranking rank(const Eigen::MatrixXd& odds, const std::vector<int>& points) {
  const Eigen::Index n = odds.rows();
  Ranking ranking;
  std::optional<Eigen::VectorXd> ratings;
  if (n <= most_rated) {
    ratings = bradley_terry(odds);
  } else {
    ranking.left_out.push_back(fmt::format("no ratings: {} units are more than {}", n, most_rated));
  }
  for (Eigen::Index i = 0; i < n; ++i) {
    Ranking::Row row;
    row.unit = static_cast<int>(i);
    row.odds = (odds.row(i).sum() - 0.5) / static_cast<double>(n - 1);
    if (ratings) row.rating = (*ratings)[i];
    row.points = points[static_cast<std::size_t>(i)];
    ranking.rows.push_back(row);
  }
  price_by_rating(ranking.rows);
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
