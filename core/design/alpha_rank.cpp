#include "core/design/alpha_rank.h"

#include <vector>

namespace warodds {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

/// Whom one can come to from `start`.
std::vector<bool> reached_from(Index start, const MatrixXd& rates) {
  std::vector<bool> reached(static_cast<std::size_t>(rates.rows()), false);
  std::vector<Index> waiting{start};
  reached[static_cast<std::size_t>(start)] = true;
  while (!waiting.empty()) {
    const Index i = waiting.back();
    waiting.pop_back();
    for (Index j = 0; j < rates.rows(); ++j) {
      if (rates(i, j) == 0 || reached[static_cast<std::size_t>(j)]) continue;
      reached[static_cast<std::size_t>(j)] = true;
      waiting.push_back(j);
    }
  }
  return reached;
}

/// The stationary masses of a chain in which everybody can be reached (W. Grassmann, M. Taksar and
/// D. Heyman, Operations Research 33, 1985: no difference is ever taken).
VectorXd stationary(MatrixXd rates) {
  const Index n = rates.rows();
  for (Index last = n - 1; last > 0; --last) {
    const double leaving = rates.row(last).head(last).sum();
    rates.col(last).head(last) /= leaving;
    for (Index i = 0; i < last; ++i) {
      rates.row(i).head(last) += rates(i, last) * rates.row(last).head(last);
    }
  }
  VectorXd masses = VectorXd::Ones(n);
  for (Index j = 1; j < n; ++j) masses[j] = masses.head(j).dot(rates.col(j).head(j));
  return masses / masses.sum();
}

}  // namespace

VectorXd alpha_rank(const MatrixXd& odds) {
  constexpr double rounding = 1e-12;
  const Index n = odds.rows();
  // A single player who fields what is better takes all others along, one who fields what is worse
  // nobody, and one who fields what is as good takes them along as often as anybody else does.
  MatrixXd rates = MatrixXd::Zero(n, n);
  for (Index from = 0; from < n; ++from) {
    for (Index to = 0; to < n; ++to) {
      const double better = odds(to, from) - odds(from, to);
      if (from == to || better < -rounding) continue;
      rates(from, to) = better > rounding ? 1 : 1.0 / population_of_alpha_rank;
    }
  }
  // Of any two one leads to the other, so all ways end among the same units: those that can be come
  // to from everybody. The one that the fewest can be come to from is among them.
  std::vector<bool> last(static_cast<std::size_t>(n), true);
  for (Index i = 0; i < n; ++i) {
    if (last[static_cast<std::size_t>(i)]) last = reached_from(i, rates);
  }
  std::vector<Index> ends;
  for (Index i = 0; i < n; ++i) {
    if (last[static_cast<std::size_t>(i)]) ends.push_back(i);
  }
  VectorXd masses = VectorXd::Zero(n);
  masses(ends) = stationary(rates(ends, ends));
  return masses;
}

}  // namespace warodds
