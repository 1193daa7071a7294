#include "core/numbers/waiting_time.h"

#include <algorithm>
#include <limits>
#include <memory>
#include <numeric>
#include <utility>

#include "core/numbers/distribution.h"

namespace warodds {

namespace {

/// What the other entries of a row, and its exit, leave to the node itself. Near 1 that has all its
/// digits, which very many steps need; where it is less, its sum has more.
double stays(double leaves, double sum) { return leaves < 0.5 ? 1 - leaves : sum; }

}  // namespace

ChainPowers::ChainPowers(std::vector<double> exits, const std::vector<ChainStep>& steps)
    : powers_(1) {
  Matrix& first = powers_.front();
  first.rows.resize(exits.size());
  std::vector<double> leaves = exits, own(exits.size(), 0.0);
  for (const ChainStep& step : steps) {
    if (step.from == step.to) {
      own[step.from] += step.p;
    } else if (step.p > 0) {
      first.rows[step.from].push_back({step.to, step.p});
      leaves[step.from] += step.p;
    }
  }
  for (std::uint32_t node = 0; node < exits.size(); ++node) {
    if (own[node] > 0) first.rows[node].push_back({node, stays(leaves[node], own[node])});
  }
  first.exits = std::move(exits);
}

ChainPowers::Matrix ChainPowers::square(const Matrix& matrix) {
  // Less than that does not add up to anything.
  constexpr double least = 1e-304;
  const std::size_t nodes = matrix.rows.size();
  Matrix result{std::vector<std::vector<Entry>>(nodes), matrix.exits};
  std::vector<double> sums(nodes, 0.0);
  std::vector<std::uint32_t> used;
  for (std::size_t row = 0; row < nodes; ++row) {
    used.clear();
    for (const auto& [by, p] : matrix.rows[row]) {
      result.exits[row] += p * matrix.exits[by];
      for (const auto& [to, q] : matrix.rows[by]) {
        if (sums[to] == 0) used.push_back(to);
        sums[to] += std::max(p * q, std::numeric_limits<double>::min());
      }
    }
    std::sort(used.begin(), used.end());
    double leaves = result.exits[row];
    for (const std::uint32_t to : used) leaves += to == row ? 0 : sums[to];
    for (const std::uint32_t to : used) {
      const double p = to == row ? stays(leaves, sums[to]) : sums[to];
      if (p >= least) result.rows[row].push_back({to, p});
      sums[to] = 0;
    }
  }
  return result;
}

std::vector<double> ChainPowers::times(const std::vector<double>& p, std::size_t power) {
  while (powers_.size() <= power) powers_.push_back(square(powers_.back()));
  std::vector<double> result(p.size(), 0.0);
  const Matrix& matrix = powers_[power];
  for (std::size_t from = 0; from < p.size(); ++from) {
    if (p[from] == 0) continue;
    for (const Entry& entry : matrix.rows[from]) result[entry.to] += p[from] * entry.p;
  }
  return result;
}

void ChainPowers::advance(std::vector<double>& p, std::int64_t steps) {
  for (std::size_t power = 0; steps > 0; ++power, steps /= 2) {
    if (steps % 2 == 1) p = times(p, power);
    // What is gone has no need of further squares.
    if (std::all_of(p.begin(), p.end(), [](double one) { return one == 0; })) return;
  }
}

WaitingTime::WaitingTime(std::vector<double> start, std::vector<double> exits,
                         const std::vector<ChainStep>& steps, int done, int last)
    : start_(std::move(start)), done_(done), last_(last), powers_(std::move(exits), steps) {}

double WaitingTime::exceeds(std::int64_t steps) const {
  if (last_ > 0 && steps >= last_) return 0;
  const std::lock_guard guard(one_at_a_time_);
  std::vector<double> p = start_;
  powers_.advance(p, std::max<std::int64_t>(steps - done_, 0));
  return std::accumulate(p.begin(), p.end(), 0.0);
}

std::int64_t WaitingTime::exceeded_with(double p) const {
  const auto sum = [](const std::vector<double>& of) {
    return std::accumulate(of.begin(), of.end(), 0.0);
  };
  const std::lock_guard guard(one_at_a_time_);
  if (sum(start_) <= p) return done_;
  constexpr std::size_t most = 40;  // more steps than any number that is told
  std::size_t power = 0;
  while (power < most && sum(powers_.times(start_, power)) > p) ++power;
  // So many steps are still too few; one more is enough.
  std::vector<double> now = start_;
  std::int64_t steps = 0;
  while (power-- > 0) {
    std::vector<double> next = powers_.times(now, power);
    if (sum(next) <= p) continue;
    now = std::move(next);
    steps += std::int64_t{1} << power;
  }
  steps += done_ + 1;
  return last_ > 0 ? std::min<std::int64_t>(steps, last_) : steps;
}

MeanSteps mean_steps(const std::vector<double>& exits, const std::vector<ChainStep>& steps) {
  // Node after node is taken out of the chain, without a subtraction (W. Grassmann, M. Taksar,
  // D. Heyman, "Regenerative analysis and steady state distributions", 1985).
  const std::size_t nodes = exits.size();
  std::vector<std::vector<double>> p(nodes, std::vector<double>(nodes, 0.0));
  for (const ChainStep& step : steps) p[step.from][step.to] += step.p;
  std::vector<double> goes = exits, out(nodes);
  const std::vector<std::vector<double>> at_first = p;
  for (std::size_t k = nodes; k-- > 0;) {
    out[k] = std::accumulate(p[k].begin(), p[k].begin() + static_cast<std::ptrdiff_t>(k), goes[k]);
    for (std::size_t i = 0; i < k; ++i) {
      if (p[i][k] == 0) continue;
      const double share = p[i][k] / out[k];
      for (std::size_t j = 0; j < k; ++j) p[i][j] += share * p[k][j];
      goes[i] += share * goes[k];
    }
  }
  const auto solved = [&](std::vector<double> sums) {
    for (std::size_t k = nodes; k-- > 0;) {
      for (std::size_t i = 0; i < k; ++i) sums[i] += p[i][k] / out[k] * sums[k];
    }
    for (std::size_t k = 0; k < nodes; ++k) {
      for (std::size_t j = 0; j < k; ++j) sums[k] += p[k][j] * sums[j];
      sums[k] /= out[k];
    }
    return sums;
  };
  MeanSteps result{solved(std::vector<double>(nodes, 1.0)), {}};
  // A square is 1 + 2 (what is left after a step) + the square of that.
  std::vector<double> sums(nodes, 1.0);
  for (std::size_t i = 0; i < nodes; ++i) {
    for (std::size_t j = 0; j < nodes; ++j) sums[i] += 2 * at_first[i][j] * result.mean[j];
  }
  result.square = solved(std::move(sums));
  return result;
}

}  // namespace warodds
