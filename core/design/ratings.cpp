#include "core/design/ratings.h"

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>

namespace warodds {
namespace {

constexpr double rounding = 1e-9;  // less is no difference
constexpr double clear = clear_odds - 0.5 - rounding;

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

/// Whether everybody can be reached from the first along wins, or along losses.
bool reaches_all(const MatrixXd& wins, bool along_wins) {
  std::vector<bool> reached(static_cast<std::size_t>(wins.rows()), false);
  std::vector<Index> waiting{0};
  reached[0] = true;
  std::size_t count = 1;
  while (!waiting.empty()) {
    const Index i = waiting.back();
    waiting.pop_back();
    for (Index j = 0; j < wins.rows(); ++j) {
      const double way = along_wins ? wins(i, j) : wins(j, i);
      if (i == j || reached[static_cast<std::size_t>(j)] || !(way > 0)) continue;
      reached[static_cast<std::size_t>(j)] = true;
      waiting.push_back(j);
      ++count;
    }
  }
  return count == reached.size();
}

}  // namespace

std::optional<VectorXd> bradley_terry(const MatrixXd& wins, const std::function<bool()>& stopped) {
  const Index n = wins.rows();
  if (n == 0) return VectorXd();
  if (!reaches_all(wins, true) || !reaches_all(wins, false)) return std::nullopt;
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

std::vector<std::pair<int, int>> dominations(const MatrixXd& results) {
  std::vector<std::pair<int, int>> pairs;
  for (Index better = 0; better < results.rows(); ++better) {
    for (Index worse = 0; worse < results.rows(); ++worse) {
      if (better == worse) continue;
      const auto difference = (results.row(better) - results.row(worse)).eval();
      if (difference.minCoeff() >= -rounding && difference.maxCoeff() > clear) {
        pairs.emplace_back(static_cast<int>(better), static_cast<int>(worse));
      }
    }
  }
  return pairs;
}

std::vector<Cycle> cycles(const MatrixXd& wins) {
  std::vector<Cycle> found;
  const auto n = static_cast<int>(wins.rows());
  for (int i = 0; i < n; ++i) {
    for (int j = i + 1; j < n; ++j) {
      for (int k = i + 1; k < n; ++k) {
        if (k == j) continue;
        const double margin = std::min({wins(i, j) - 0.5, wins(j, k) - 0.5, wins(k, i) - 0.5});
        if (margin > clear) found.push_back({i, j, k, margin});
      }
    }
  }
  std::stable_sort(found.begin(), found.end(),
                   [](const Cycle& a, const Cycle& b) { return a.margin > b.margin; });
  return found;
}

}  // namespace warodds
