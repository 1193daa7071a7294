#include "core/design/cyclic.h"

#include <algorithm>
#include <limits>

namespace warodds {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;

/// What is left of the squares when units of a kind are all taken for their mean.
double squares_between(const MatrixXd& cyclic, const Kinds& kinds) {
  double squares = 0;
  for (const std::vector<int>& one : kinds) {
    for (const std::vector<int>& other : kinds) {
      const double pairs = static_cast<double>(one.size()) * static_cast<double>(other.size());
      const double sum = cyclic(one, other).sum();
      squares += sum * sum / pairs;
    }
  }
  return squares;
}

}  // namespace

Parts parts_of(const MatrixXd& odds) {
  const MatrixXd payoffs = (odds - odds.transpose()) / 2;
  Parts parts;
  parts.strengths = payoffs.rowwise().mean();
  parts.cyclic = payoffs.colwise() - parts.strengths;
  parts.cyclic.rowwise() += parts.strengths.transpose();
  const double all = payoffs.squaredNorm();
  // What is left of differences by rounding is no ring.
  const double cyclic = parts.cyclic.squaredNorm();
  parts.share = cyclic > 1e-24 * all ? cyclic / all : 0;
  return parts;
}

Kinds kinds_of(const MatrixXd& cyclic) {
  // Everybody is a kind at first; of all kinds the two are put together that are most alike
  // (J. Ward, J. Am. Stat. Assoc. 58, 1963), until too little would be left.
  constexpr double enough = 0.8;
  const Index n = cyclic.rows();
  Kinds kinds;
  for (Index i = 0; i < n; ++i) kinds.push_back({static_cast<int>(i)});
  MatrixXd apart(n, n);
  for (Index i = 0; i < n; ++i) {
    for (Index j = 0; j < n; ++j) {
      apart(i, j) = (cyclic.row(i) - cyclic.row(j)).squaredNorm() / 2;
    }
  }
  const double all = cyclic.squaredNorm();
  std::vector<Index> places;  // of the kinds, in `apart`
  for (Index i = 0; i < n; ++i) places.push_back(i);
  while (kinds.size() > 1) {
    std::size_t first = 0, second = 1;
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < kinds.size(); ++i) {
      for (std::size_t j = i + 1; j < kinds.size(); ++j) {
        if (apart(places[i], places[j]) >= least) continue;
        least = apart(places[i], places[j]);
        first = i;
        second = j;
      }
    }
    Kinds fewer = kinds;
    fewer[first].insert(fewer[first].end(), kinds[second].begin(), kinds[second].end());
    fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(second));
    if (squares_between(cyclic, fewer) < enough * all) break;
    const auto size = [&](std::size_t kind) { return static_cast<double>(kinds[kind].size()); };
    for (std::size_t k = 0; k < kinds.size(); ++k) {
      if (k == first || k == second) continue;
      const double now =
          ((size(first) + size(k)) * apart(places[first], places[k]) +
           (size(second) + size(k)) * apart(places[second], places[k]) - size(k) * least) /
          (size(first) + size(second) + size(k));
      apart(places[first], places[k]) = apart(places[k], places[first]) = now;
    }
    places.erase(places.begin() + static_cast<std::ptrdiff_t>(second));
    kinds = std::move(fewer);
  }
  for (std::vector<int>& kind : kinds) std::sort(kind.begin(), kind.end());
  return kinds;
}

}  // namespace warodds
