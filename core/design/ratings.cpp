#include "core/design/ratings.h"

#include <fmt/format.h>

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>

#include "core/design/equilibrium.h"

namespace warodds {
namespace {

constexpr double rounding = 1e-9;  // less is no difference
constexpr double clear_odds = 0.55;
constexpr double clear = clear_odds - 0.5 - rounding;

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

/// Whether everybody can be reached from the first along wins(from, to).
template <class Wins>
bool reaches_all(const Wins& wins) {
  VectorXd reached = VectorXd::Unit(wins.rows(), 0);  // 1 or 0 of each
  for (double before = 0; reached.sum() > before;) {
    before = reached.sum();
    reached = ((reached + wins.transpose() * reached).array() > 0).template cast<double>();
  }
  return reached.minCoeff() > 0;
}

}  // namespace

std::optional<VectorXd> bradley_terry(const MatrixXd& wins, const std::function<bool()>& stopped) {
  const Index n = wins.rows();
  if (n == 0) return VectorXd();
  if (!reaches_all(wins) || !reaches_all(wins.transpose())) return std::nullopt;
  // Newton's method; the log-likelihood is concave. A constant added to all ratings changes
  // nothing, so the mean is held at 0.
  VectorXd rating = VectorXd::Zero(n);
  for (int step = 0; step < 500; ++step) {
    if (stopped && stopped()) return std::nullopt;
    VectorXd gradient = VectorXd::Zero(n);
    MatrixXd curvature = MatrixXd::Constant(n, n, 1.0 / static_cast<double>(n));
    for (Index i = 0; i < n; ++i) {
      for (Index j = 0; j < i; ++j) {
        const double games = wins(i, j) + wins(j, i);
        if (games == 0) continue;
        const double p = 1 / (1 + std::exp(rating[j] - rating[i]));
        const double surplus = wins(i, j) - games * p;
        gradient[i] += surplus;
        gradient[j] -= surplus;
        const double weight = games * p * (1 - p);
        curvature(i, i) += weight;
        curvature(j, j) += weight;
        curvature(i, j) -= weight;
        curvature(j, i) -= weight;
      }
    }
    VectorXd move = curvature.ldlt().solve(gradient);
    const double largest = move.cwiseAbs().maxCoeff();
    if (!std::isfinite(largest)) return std::nullopt;
    if (largest > 1) move /= largest;  // far from the top, a full step may go too far
    rating += move;
    if (largest < 1e-13) break;
  }
  return rating.array() - rating.mean();
}

std::vector<std::pair<std::size_t, std::size_t>> dominations(const MatrixXd& results) {
  std::vector<std::pair<std::size_t, std::size_t>> pairs;
  for (Index better = 0; better < results.rows(); ++better) {
    for (Index worse = 0; worse < results.rows(); ++worse) {
      if (better == worse) continue;
      const auto difference = (results.row(better) - results.row(worse)).eval();
      if (difference.minCoeff() >= -rounding && difference.maxCoeff() > clear) {
        pairs.emplace_back(better, worse);
      }
    }
  }
  return pairs;
}

std::vector<Cycle> cycles(const MatrixXd& wins) {
  std::vector<Cycle> found;
  const Index n = wins.rows();
  const auto number = [](Index unit) { return static_cast<std::size_t>(unit); };
  for (Index i = 0; i < n; ++i) {
    for (Index j = i + 1; j < n; ++j) {
      for (Index k = i + 1; k < n; ++k) {
        if (k == j) continue;
        const double margin = std::min({wins(i, j) - 0.5, wins(j, k) - 0.5, wins(k, i) - 0.5});
        if (margin > clear) found.push_back({number(i), number(j), number(k), margin});
      }
    }
  }
  std::stable_sort(found.begin(), found.end(),
                   [](const Cycle& a, const Cycle& b) { return a.margin > b.margin; });
  return found;
}

namespace {

constexpr Index most_rated = 2000;    // a linear system of that size, again and again
constexpr Index most_compared = 300;  // every three of them

}  // namespace

Ranking rank(const std::vector<int>& points, std::optional<std::size_t> others,
             const OddsOf& odds_of, const std::function<bool()>& stopped, double noise) {
  const bool among = !others;
  const auto n = static_cast<Index>(points.size());
  const Index m = among ? n : static_cast<Index>(*others);
  // Who beats whom; others stand behind the units, with rows of their own where they are rated.
  const Index all = among ? n : n + m;
  const bool is_rated = all <= most_rated;
  MatrixXd wins = among ? MatrixXd(MatrixXd::Constant(n, n, 0.5))
                        : MatrixXd(MatrixXd::Zero(is_rated ? all : n, all));
  Ranking ranking;
  for (Index i = 0; i < n; ++i) {
    Ranking::Row row;
    double count = 0, half_widths = 0;
    for (Index j = 0; j < m; ++j) {
      const auto unit = static_cast<std::size_t>(i), other = static_cast<std::size_t>(j);
      const auto pair = odds_of(unit, other);
      if (!pair) continue;
      const double odds = pair->of_beating.value;
      wins(i, all - m + j) = odds;
      if (!among && is_rated) wins(n + j, i) = 1 - odds;
      ++count;
      half_widths += pair->of_beating.half_width.value_or(0);
      row.one_way += pair->ways == 1 ? 1 : 0;
      if (pair->ways == 0) {
        row.not_met.push_back(other);
        continue;
      }
      if (!row.best || odds > row.best->odds) row.best = {other, odds};
      if (!row.worst || odds < row.worst->odds) row.worst = {other, odds};
    }
    if (count == 0) continue;
    row.unit = static_cast<std::size_t>(i);
    // Among themselves a unit is even with itself, which does not count.
    row.odds = (wins.row(i).sum() - (among ? 0.5 : 0)) / count;
    row.points = points[row.unit];
    if (half_widths > 0) row.half_width = half_widths / count;
    ranking.rows.push_back(row);
  }
  if (!is_rated) {
    ranking.left_out.push_back(
        fmt::format("no ratings: {} units are more than {}", all, most_rated));
  } else if (const auto ratings = bradley_terry(wins, stopped)) {
    for (Ranking::Row& row : ranking.rows) row.rating = (*ratings)[static_cast<Index>(row.unit)];
  } else if (stopped && stopped()) {
    ranking.left_out.emplace_back("no ratings: interrupted");
  }
  std::stable_sort(ranking.rows.begin(), ranking.rows.end(),
                   [](const auto& a, const auto& b) { return a.odds > b.odds; });
  if (!among) return ranking;
  if (n <= most_compared) {
    ranking.dominations = dominations(wins);
    ranking.cycles = cycles(wins);
  } else {
    ranking.left_out.push_back(fmt::format(
        "who is better in every match-up, and rock-paper-scissors rings, are not looked for: {} "
        "units are more than {}",
        n, most_compared));
  }
  const Equilibrium equilibrium =
      noise > 0 ? solve_erring(wins, noise, stopped) : solve_choosing(wins, stopped);
  if (stopped && stopped()) {
    ranking.left_out.emplace_back("what players choose is not worked out: interrupted");
    return ranking;
  }
  ranking.noise = noise;
  ranking.exploitability = equilibrium.exploitability;
  for (Ranking::Row& row : ranking.rows) {
    const auto i = static_cast<Index>(row.unit);
    row.choice = {equilibrium.shares[i], equilibrium.odds[i], equilibrium.is_in_some[row.unit]};
  }
  return ranking;
}

}  // namespace warodds
