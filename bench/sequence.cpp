// Sequences: five attackers on one target, and every order of six. `limit_ms` is what they may
// take.
#include <benchmark/benchmark.h>

#include <string>
#include <utility>
#include <vector>

#include "core/play/sequence.h"
#include "core/threads/parallel.h"
#include "exact/answers.h"

namespace warodds {
namespace {

/// As many different attackers on a target of three kinds of figures, 13 to 18 dice each.
AnySequence legions(int attackers) {
  ArcaneLegions::Unit target;
  target.white = 2;
  target.groups = {{"Leader", 1, 4, 3, 0, 2}, {"Guard", 4, 2, 2, 0, 1}, {"Levy", 10, 1, 1, 0, 1}};
  std::vector<Sequence<ArcaneLegions>::Step> steps;
  for (int i = 0; i < attackers; ++i) {
    ArcaneLegions::Unit unit;
    unit.red = 3 + i;
    unit.white = 1;
    unit.groups = {{"Legionary", 10, 1, 1, 0, 1}};
    steps.push_back(Sequence<ArcaneLegions>::Attack{unit, {}});
  }
  return Sequence<ArcaneLegions>(target, {}, std::move(steps));
}

/// Six to eleven figures each on twelve of three hit points.
AnySequence raiders(int attackers) {
  RaidersOfArcana::Unit target;
  target.figures = 12;
  target.hp = 3;
  target.cd = 2;
  std::vector<Sequence<RaidersOfArcana>::Step> steps;
  for (int i = 0; i < attackers; ++i) {
    RaidersOfArcana::Unit unit;
    unit.figures = 6 + i;
    unit.hp = 2;
    unit.cd = 2;
    steps.push_back(Sequence<RaidersOfArcana>::Attack{unit, {}});
  }
  return Sequence<RaidersOfArcana>(target, {}, std::move(steps));
}

void measure(benchmark::State& state, const AnySequence& sequence, bool orders) {
  const ThreadsInUse one(1);
  for (auto _ : state) benchmark::DoNotOptimize(exact::sequence({sequence, orders}, {}));
  state.counters["limit_ms"] = orders ? 2000 : 50;
}

void five_legions(benchmark::State& state) { measure(state, legions(5), false); }
void five_raiders(benchmark::State& state) { measure(state, raiders(5), false); }
void orders_of_six_legions(benchmark::State& state) { measure(state, legions(6), true); }
void orders_of_six_raiders(benchmark::State& state) { measure(state, raiders(6), true); }
BENCHMARK(five_legions)->Unit(benchmark::kMillisecond);
BENCHMARK(five_raiders)->Unit(benchmark::kMillisecond);
BENCHMARK(orders_of_six_legions)->Unit(benchmark::kMillisecond);
BENCHMARK(orders_of_six_raiders)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace warodds
