// The exact engine: the law of a lineup against the plain dynamic programme in the same run, both
// on one thread and compared for equality first, and whole fights. The counter `ratio` is the plain
// programme's time over the engine's; `ratio_skipping` is against the same programme without the
// states that nothing has reached; `reach_ms` is the time to reach, where one is set.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <map>
#include <utility>
#include <vector>

#include "core/fields/unit_builder.h"
#include "core/roster/roster.h"
#include "core/systems/arcane_legions.h"
#include "core/systems/raiders_of_arcana.h"
#include "core/threads/parallel.h"
#include "exact/answers.h"
#include "exact/dice/lineup.h"
#include "exact/dice/lineup_cache.h"

namespace {

using namespace warodds;
using Clock = std::chrono::steady_clock;

double binomial(int n, int k, double p) {
  return std::exp(std::lgamma(n + 1) - std::lgamma(k + 1) - std::lgamma(n - k + 1)) *
         std::pow(p, k) * std::pow(1 - p, n - k);
}

/// P(attack hits = row, defence hits = column) of `n` dice against `n`, the obvious way: face by
/// face, with A and D dice at or above it, the hits of both so far, and whether three sixes fell.
/// `skip_empty`: without the states that nothing has reached.
template <bool skip_empty>
class PlainLineup {
 public:
  explicit PlainLineup(int n) : n_(n), size_(static_cast<std::size_t>(n) + 1) {}

  Eigen::ArrayXXd law() const {
    std::vector<double> now(size_ * size_ * size_ * size_ * 2, 0.0);
    now[at(0, 0, 0, 0, 0)] = 1;
    for (int face = 6; face >= 1; --face) now = one_face_down(now, face);
    Eigen::ArrayXXd law = Eigen::ArrayXXd::Zero(n_ + 2, n_ + 1);
    for (int hits = 0; hits <= n_; ++hits) {
      for (int taken = 0; taken <= n_; ++taken) {
        for (int critical = 0; critical < 2; ++critical) {
          law(hits + critical, taken) += now[at(n_, n_, hits, taken, critical)];
        }
      }
    }
    return law;
  }

 private:
  std::size_t at(int a, int d, int hits, int taken, int critical) const {
    const auto i = [](int x) { return static_cast<std::size_t>(x); };
    return (((i(a) * size_ + i(d)) * size_ + i(hits)) * size_ + i(taken)) * 2 + i(critical);
  }

  std::vector<double> one_face_down(const std::vector<double>& now, int face) const {
    std::vector<double> next(now.size(), 0.0);
    std::vector<double> show(size_ * size_);  // P(`more` of `left` dice show this face)
    for (int left = 0; left <= n_; ++left) {
      for (int more = 0; more <= left; ++more) {
        show[static_cast<std::size_t>(left) * size_ + static_cast<std::size_t>(more)] =
            binomial(left, more, 1.0 / face);
      }
    }
    const auto shown = [&](int left, int more) {
      return show[static_cast<std::size_t>(left) * size_ + static_cast<std::size_t>(more)];
    };
    for (int a = 0; a <= n_; ++a) {
      for (int d = 0; d <= n_; ++d) {
        for (int hits = 0; hits <= n_; ++hits) {
          for (int taken = 0; taken + hits <= std::max(a, d); ++taken) {
            for (int critical = 0; critical < 2; ++critical) {
              const double p = now[at(a, d, hits, taken, critical)];
              if (skip_empty && p == 0) continue;
              for (int a2 = a; a2 <= n_; ++a2) {
                for (int d2 = d; d2 <= n_; ++d2) {
                  const int flag = face == 6 && a2 >= 3 ? 1 : critical;
                  next[at(a2, d2, hits + std::max(0, a2 - std::max(d2, a)),
                          taken + std::max(0, d2 - std::max(a2, d)), flag)] +=
                      p * shown(n_ - a, a2 - a) * shown(n_ - d, d2 - d);
                }
              }
            }
          }
        }
      }
    }
    return next;
  }

  int n_;
  std::size_t size_;
};

/// Seconds of one plain law, by pool size and whether it skips empty states; measured before the
/// engine.
std::map<std::pair<int, bool>, double>& plain_seconds() {
  static std::map<std::pair<int, bool>, double> seconds;
  return seconds;
}

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

template <bool skip_empty>
void lineup_plain(benchmark::State& state) {
  const int n = static_cast<int>(state.range(0));
  const auto start = Clock::now();
  for (auto _ : state) benchmark::DoNotOptimize(PlainLineup<skip_empty>(n).law());
  plain_seconds()[{n, skip_empty}] = seconds_since(start) / static_cast<double>(state.iterations());
}

Lineup of_pools(int attack, int defence) {
  Lineup lineup;
  lineup.attack.dice = attack;
  lineup.defence.dice = defence;
  return lineup;
}

/// What the engine took, against the plain programme for `n` dice a side.
void compare(benchmark::State& state, int n, double seconds) {
  for (const bool skip_empty : {false, true}) {
    const auto plain = plain_seconds().find({n, skip_empty});
    if (plain == plain_seconds().end()) continue;
    state.counters[skip_empty ? "ratio_skipping" : "ratio"] = plain->second / seconds;
  }
}

bool agrees_with_plain(const Eigen::ArrayXXd& law, int n) {
  const Eigen::ArrayXXd plain = PlainLineup<true>(n).law();
  const Eigen::Index rows = std::min(law.rows(), plain.rows());
  const Eigen::Index columns = std::min(law.cols(), plain.cols());
  return (law.topLeftCorner(rows, columns) - plain.topLeftCorner(rows, columns)).abs().maxCoeff() <=
         1e-12;
}

void lineup_engine(benchmark::State& state) {
  const ThreadsInUse one(1);
  const int n = static_cast<int>(state.range(0));
  const Lineup lineup = of_pools(n, n);
  if (n <= 20 && !agrees_with_plain(exact::lineup_law(lineup), n)) {
    state.SkipWithError("the two laws differ");
    return;
  }
  const auto start = Clock::now();
  for (auto _ : state) benchmark::DoNotOptimize(exact::lineup_law(lineup));
  compare(state, n, seconds_since(start) / static_cast<double>(state.iterations()));
  state.counters["reach_ms"] = n == 8 ? 0.05 : n == 20 ? 1 : 15;
}

/// The laws of all pairs of pools of up to 20 dice, as a battle asks for them. The ratios are to
/// one plain law of 20 against 20.
void lineup_all_pools(benchmark::State& state) {
  const ThreadsInUse one(1);
  const int n = static_cast<int>(state.range(0));
  const auto start = Clock::now();
  for (auto _ : state) {
    exact::LineupCache cache;
    for (int attack = n; attack >= 0; --attack) {  // the largest first: one family for all
      for (int defence = n; defence >= 0; --defence) {
        benchmark::DoNotOptimize(cache.law(of_pools(attack, defence)));
      }
    }
    if (!agrees_with_plain(cache.law(of_pools(8, 8)), 8)) {
      state.SkipWithError("the two laws differ");
      return;
    }
  }
  compare(state, n, seconds_since(start) / static_cast<double>(state.iterations()));
  if (n == 20) state.counters["reach_ms"] = 20;
}

/// With two own and two forced rerolls a side.
void lineup_rerolled(benchmark::State& state) {
  const ThreadsInUse one(1);
  const int n = static_cast<int>(state.range(0));
  Lineup lineup = of_pools(n, n);
  for (Pool* pool : {&lineup.attack, &lineup.defence}) pool->own_rerolls = pool->forced_rerolls = 2;
  for (auto _ : state) benchmark::DoNotOptimize(exact::lineup_law(lineup));
  state.counters["reach_ms"] = n == 20 ? 100 : 10'000;
}

BENCHMARK(lineup_plain<false>)->Unit(benchmark::kMillisecond)->Arg(8)->Arg(20);
BENCHMARK(lineup_plain<true>)->Unit(benchmark::kMillisecond)->Arg(8)->Arg(20);
BENCHMARK(lineup_plain<true>)->Unit(benchmark::kMillisecond)->Arg(40)->Iterations(1);
BENCHMARK(lineup_engine)->Unit(benchmark::kMillisecond)->Arg(8)->Arg(20)->Arg(40);
BENCHMARK(lineup_all_pools)->Unit(benchmark::kMillisecond)->Arg(20)->Arg(50);
BENCHMARK(lineup_rerolled)->Unit(benchmark::kMillisecond)->Arg(20);
BENCHMARK(lineup_rerolled)->Unit(benchmark::kMillisecond)->Arg(50)->Iterations(1);

/// 10,000 combat dice on either side, half of them to attack.
void raiders_10000_dice(benchmark::State& state) {
  RaidersOfArcana::Unit unit;
  unit.figures = 10'000;
  unit.hp = 2;
  for (auto _ : state) {
    benchmark::DoNotOptimize(exact::fight(RaidersOfArcana::prepare(unit, unit, {})));
  }
}
BENCHMARK(raiders_10000_dice)->Unit(benchmark::kMillisecond);

/// What `warodds fight` computes for two units of the example roster, without reading and printing.
void fight_of_example_units(benchmark::State& state) {
  using Builder = UnitBuilder<ArcaneLegions>;
  const Roster roster = read_roster(WARODDS_EXAMPLE_ROSTER);
  const auto attacker = Builder::from_roster(roster.find("Iron Cohort"));
  const auto defender = Builder::from_roster(roster.find("Dune Raiders"));
  for (auto _ : state) {
    benchmark::DoNotOptimize(exact::fight(ArcaneLegions::prepare(attacker, defender, {})));
  }
}
BENCHMARK(fight_of_example_units)->Unit(benchmark::kMillisecond);

}  // namespace
