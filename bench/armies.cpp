// Battles of sides of several units, on one thread, against the obvious program of obvious.h that
// rolls one battle after the other with std::mt19937. Of the simulator, `ratio` is battles a second
// over the obvious program's in the same run; of the exact engine, how many times over it is done
// while the obvious program fights the million battles that tell a share to a tenth of a point.
// `should` is what has been asked for: battles a second, or seconds.
#include <benchmark/benchmark.h>

#include <cmath>
#include <cstdint>
#include <ctime>

#include "bench/obvious.h"
#include "core/play/battle.h"
#include "core/threads/parallel.h"
#include "exact/answers.h"
#include "sim/simulate.h"

namespace warodds {
namespace {

template <class System>
Battle<System> armies_of(const typename System::Unit& unit, int units) {
  Army<System> army;
  for (int i = 0; i < units; ++i) army.units.push_back({unit, {}});
  return {{army, army}, {}};
}

Battle<RaidersOfArcana> raiders(int units) {
  RaidersOfArcana::Unit unit;
  unit.name = "Raiders";
  unit.figures = bench::band_figures;
  unit.hp = bench::band_hit_points;
  unit.cd = 2;
  unit.db = 2;
  return armies_of<RaidersOfArcana>(unit, units);
}
Battle<Magewinds> wizards(int units) {
  Magewinds::Unit unit;
  unit.name = "Wizard";
  unit.armour = 1;
  unit.evasion = 1;
  unit.power = 3;
  unit.precision = 4;
  return armies_of<Magewinds>(unit, units);
}
Battle<DwethiaSkirmish> bands(int units) {
  DwethiaSkirmish::Unit unit;
  unit.name = "Band";
  unit.models = 6;
  unit.aggression = 2;
  unit.save = 4;
  return armies_of<DwethiaSkirmish>(unit, units);
}
Battle<ArcaneLegions> cohorts(int units) {
  ArcaneLegions::Unit unit;
  unit.name = "Cohort";
  unit.groups = {{"Legionary", 8, 1, 1, 0, 1}};
  return armies_of<ArcaneLegions>(unit, units);
}

/// Processor time, so that a busy machine slows both programs down alike.
double seconds_since(std::clock_t start) {
  return static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
}

/// What the obvious program says of so many units a side.
struct Obvious {
  double share_won = 0;
  double seconds = 0;  ///< for one battle
};
Obvious obvious(int units) {
  constexpr std::uint64_t battles = 20'000;
  const std::clock_t start = std::clock();
  const auto won = static_cast<double>(bench::obvious_armies(units, battles));
  return {won / battles, seconds_since(start) / battles};
}

/// Whether both have fought the same battle, as far as so few trials can tell.
bool agree(benchmark::State& state, double share, const Obvious& obvious) {
  constexpr double far = 0.03;
  if (std::abs(share - obvious.share_won) < far) return true;
  state.SkipWithError("the two programs fight different battles");
  return false;
}

void simulated(benchmark::State& state, int units, double should) {
  const AnyBattle battle = raiders(units);
  const Obvious plain = obvious(units);
  sim::Options options;
  options.trials = 100'000;
  options.threads = 1;
  double seconds = 0;
  for (auto _ : state) {
    const std::clock_t start = std::clock();
    const Answer answer = sim::simulate(BattleQuestion{battle, 0}, options);
    seconds += seconds_since(start);
    ++options.seed;
    if (!agree(state, answer.win(Side::attacker).value, plain)) return;
  }
  const double battles =
      static_cast<double>(options.trials) * static_cast<double>(state.iterations());
  state.counters["battles/s"] = battles / seconds;
  state.counters["ratio"] = battles / seconds * plain.seconds;
  state.counters["should"] = should;
}

/// Seconds that the exact engine takes.
double measure(benchmark::State& state, const AnyBattle& battle, double should, Answer& answer) {
  const ThreadsInUse one(1);
  const std::clock_t start = std::clock();
  for (auto _ : state) answer = exact::battle({battle, 0}, {});
  state.counters["should"] = should;
  return seconds_since(start) / static_cast<double>(state.iterations());
}

void exact_raiders(benchmark::State& state, int units, double should) {
  constexpr double million = 1e6;
  const Obvious plain = obvious(units);
  Answer answer;
  const double seconds = measure(state, raiders(units), should, answer);
  if (!agree(state, answer.win(Side::attacker).value, plain)) return;
  state.counters["ratio"] = million * plain.seconds / seconds;
}

void exactly(benchmark::State& state, const AnyBattle& battle, double should) {
  Answer answer;
  measure(state, battle, should, answer);
}

BENCHMARK_CAPTURE(simulated, raiders_6v6, 6, 150e3)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(exact_raiders, 2v2, 2, 0.05)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(exact_raiders, 3v3, 3, 10)->Unit(benchmark::kMillisecond)->Iterations(1);
BENCHMARK_CAPTURE(exactly, wizards_4v4, wizards(4), 10)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(exactly, dwethia_3v3, bands(3), 10)->Unit(benchmark::kMillisecond)->Iterations(1);
BENCHMARK_CAPTURE(exactly, legions_3v3, cohorts(3), 10)
    ->Unit(benchmark::kMillisecond)
    ->Iterations(1);

}  // namespace
}  // namespace warodds
