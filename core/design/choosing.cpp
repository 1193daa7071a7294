#include "core/design/choosing.h"

#include <algorithm>
#include <cstdint>

#include "core/design/alpha_rank.h"
#include "core/design/cyclic.h"
#include "core/design/equilibrium.h"
#include "core/numbers/intervals.h"
#include "core/threads/parallel.h"

namespace warodds {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;

/// Random numbers that are the same everywhere (G. Steele, D. Lea and C. Flood, OOPSLA 2014).
class Draws {
 public:
  /// Seeds that follow each other begin far apart.
  explicit Draws(std::uint64_t seed) : state_(seed) { state_ = next(); }

  /// Nearly normal, of deviation 1: twelve numbers from 0 to 1, less their mean. That takes no
  /// function that another machine may round another way.
  double normal() {
    double sum = -6;
    for (int i = 0; i < 12; ++i) sum += static_cast<double>(next() >> 11) * 0x1p-53;
    return sum;
  }

 private:
  std::uint64_t next() {
    std::uint64_t z = state_ += 0x9e3779b97f4a7c15;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return z ^ (z >> 31);
  }

  std::uint64_t state_;
};

/// The odds as another simulation might have found them.
MatrixXd drawn_anew(const OddsOfPairs& odds, std::uint64_t seed) {
  Draws draws(seed);
  const double deviations = normal_quantile(Confidence(odds.confidence)).z;
  MatrixXd drawn = odds.values;
  for (Index i = 0; i < drawn.rows(); ++i) {
    for (Index j = 0; j < i; ++j) {
      const double moved = drawn(i, j) + draws.normal() * odds.half_widths(i, j) / deviations;
      drawn(i, j) = std::clamp(moved, 0.0, 1.0);
      drawn(j, i) = 1 - drawn(i, j);
    }
  }
  return drawn;
}

/// How far the dice may have moved the shares.
void add_ranges(const OddsOfPairs& odds, const std::function<bool()>& stopped,
                const std::vector<double>& copies, Choosing& choosing) {
  if (!(odds.half_widths.maxCoeff() > 0)) return;
  constexpr int of_few = 200;
  constexpr int of_many = 40;
  const auto n = choosing.units.size();
  choosing.redrawn = n <= 100 ? of_few : of_many;
  const auto count = static_cast<std::size_t>(choosing.redrawn);
  std::vector<Eigen::VectorXd> shares(count);
  in_parallel(count, [&](std::size_t i) {
    if (!stopped()) shares[i] = solve_choosing(drawn_anew(odds, i), stopped, copies).shares;
  });
  if (stopped()) return;
  const auto tail = static_cast<std::size_t>((1 - share_of_range) / 2 * choosing.redrawn);
  for (std::size_t unit = 0; unit < n; ++unit) {
    std::vector<double> of_unit;
    for (const auto& drawn : shares) of_unit.push_back(drawn[static_cast<Index>(unit)]);
    std::sort(of_unit.begin(), of_unit.end());
    choosing.units[unit].range = std::pair(of_unit[tail], of_unit[count - 1 - tail]);
  }
}

void add_kinds(const MatrixXd& odds, Choosing& choosing) {
  const Parts parts = parts_of(odds);
  choosing.cyclic = parts.share;
  if (parts.share == 0) return;
  choosing.kinds = kinds_of(parts.cyclic);
  for (std::size_t kind = 0; kind < choosing.kinds.size(); ++kind) {
    for (std::size_t other = 0; other < choosing.kinds.size(); ++other) {
      // Who loses to somebody, though less than to be feared, does not counter it.
      const double mean = odds(choosing.kinds[kind], choosing.kinds[other]).mean();
      const double surplus = parts.cyclic(choosing.kinds[kind], choosing.kinds[other]).mean();
      if (std::min(mean - 0.5, surplus) < clear_odds - 0.5) continue;
      choosing.counters.push_back({static_cast<int>(kind), static_cast<int>(other), mean, surplus});
    }
  }
  std::stable_sort(choosing.counters.begin(), choosing.counters.end(),
                   [](const auto& a, const auto& b) { return a.surplus > b.surplus; });
}

}  // namespace

std::optional<Choosing> choosing_of(const OddsOfPairs& odds, const std::function<bool()>& asked,
                                    const std::vector<double>& copies) {
  const auto stopped = [&] { return asked && asked(); };
  const Index n = odds.values.rows();
  const Equilibrium equilibrium = solve_choosing(odds.values, stopped, copies);
  const Eigen::VectorXd masses = alpha_rank(odds.values);
  Choosing choosing;
  choosing.exploitability = equilibrium.exploitability;
  for (Index i = 0; i < n; ++i) {
    Choosing::Of of;
    of.share = equilibrium.shares[i];
    of.odds = equilibrium.odds[i];
    of.is_in_some = equilibrium.is_in_some[static_cast<std::size_t>(i)];
    of.alpha_rank = masses[i];
    for (Index j = 0; j < n; ++j) {
      if (j == i || odds.ways(i, j) == 0) continue;
      if (!of.best || odds.values(i, j) > of.best_odds) {
        of.best = static_cast<int>(j);
        of.best_odds = odds.values(i, j);
      }
      if (!of.worst || odds.values(i, j) < of.worst_odds) {
        of.worst = static_cast<int>(j);
        of.worst_odds = odds.values(i, j);
      }
    }
    choosing.units.push_back(of);
  }
  add_kinds(odds.values, choosing);
  add_ranges(odds, stopped, copies, choosing);
  if (stopped()) return std::nullopt;
  return choosing;
}

}  // namespace warodds
