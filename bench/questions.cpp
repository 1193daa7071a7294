// Whole questions, from their text to the answer as CSV, so that everything counts. `one_core`:
// what they take on one thread, beside what they should (`reach_ms`). `all_cores`: how well they
// use all cores, the time on one thread over that on all of them, by their number, medians of times
// that take turns.
#include <benchmark/benchmark.h>
#if defined(__GLIBC__)
#include <malloc.h>
#endif

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include "core/ask/ask.h"
#include "core/threads/parallel.h"
#include "exact/engine.h"
#include "sim/engine.h"

namespace warodds {
namespace {

double seconds_for(const std::string& question, int threads) {
  using Clock = std::chrono::steady_clock;
  const Question asked =
      question_from_json("{\"engine\": \"exact\", \"time-limit\": \"1000\", \"threads\": \"" +
                         std::to_string(threads) + "\", " + question + "}");
  const auto start = Clock::now();
  benchmark::DoNotOptimize(to_csv(answer(asked, {exact::engine, sim::engine})));
  return std::chrono::duration<double>(Clock::now() - start).count();
}

void one_core(benchmark::State& state, const std::string& question, double reach_ms) {
  for (auto _ : state) benchmark::DoNotOptimize(seconds_for(question, 1));
  state.counters["reach_ms"] = reach_ms;
}

/// What a question has freed is there for the next one. What a virtual machine has given back to
/// its host comes again in milliseconds a page, at the cost of whoever asks for it.
void keep_memory() {
#if defined(__GLIBC__)
  mallopt(M_MMAP_MAX, 0);
  mallopt(M_TRIM_THRESHOLD, std::numeric_limits<int>::max());
#endif
}

double median(std::vector<double> of) {
  const auto middle = of.begin() + static_cast<std::ptrdiff_t>(of.size() / 2);
  std::nth_element(of.begin(), middle, of.end());
  return *middle;
}

void all_cores(benchmark::State& state, const std::string& question) {
  const int threads = team_size();
  keep_memory();
  // Whoever is first waits for memory that the others find.
  for (int i = 0; i < 3; ++i) seconds_for(question, threads);
  std::vector<double> on_one, on_all;
  for (auto _ : state) {
    on_one.push_back(seconds_for(question, 1));
    on_all.push_back(seconds_for(question, threads));
  }
  state.counters["threads"] = threads;
  state.counters["on_one_s"] = median(on_one);
  state.counters["efficiency"] = median(on_one) / median(on_all) / threads;
  state.counters["target"] = 0.9;
}

/// Battles of 40 units, no two alike.
std::string matrix_of_raiders() {
  std::mt19937_64 random(3);
  const auto from_to = [&](int least, int most) {
    return std::to_string(least +
                          static_cast<int>(random() % static_cast<unsigned>(most - least + 1)));
  };
  std::string units;
  for (int i = 0; i < 40; ++i) {
    units += (i == 0 ? "" : ", ") + std::string("{\"name\": \"") + std::to_string(i) +
             "\", \"figures\": " + from_to(4, 12) + ", \"hp\": " + from_to(1, 3) +
             ", \"cd\": " + from_to(1, 3) + ", \"as\": " + from_to(4, 7) +
             ", \"arm\": " + from_to(4, 8) + "}";
  }
  return R"("command": "matrix", "battle": true, "system": "raiders-of-arcana", "units": [)" +
         units + "]";
}

/// So many figures a side with a red and a white die each.
std::string battle_of_legions(int figures) {
  const std::string unit = R"({"figure": [{"name": "man", "red": 1, "white": 1, "count": )" +
                           std::to_string(figures) + "}]}";
  return R"("command": "battle", "system": "arcane-legions", "attacker": )" + unit +
         ", \"defender\": " + unit;
}

/// So many figures of two hit points a side.
std::string battle_of_raiders(int figures) {
  const std::string unit = R"({"hp": 2, "figures": )" + std::to_string(figures) + "}";
  return R"("command": "battle", "system": "raiders-of-arcana", "attacker": )" + unit +
         ", \"defender\": " + unit;
}

/// Every pair of a thousand units, each of one kind of figures.
std::string matrix_of_a_thousand_legions() {
  std::mt19937_64 random(11);
  const auto up_to = [&](unsigned most) { return std::to_string(1 + random() % most); };
  std::string units;
  for (int i = 0; i < 1000; ++i) {
    units += (i == 0 ? "" : ", ") + std::string("{\"name\": \"") + std::to_string(i) +
             "\", \"figure\": [{\"name\": \"man\", \"count\": " + up_to(10) +
             ", \"hp\": " + up_to(4) + ", \"red\": " + up_to(2) + ", \"white\": " + up_to(2) +
             "}]}";
  }
  return R"("command": "matrix", "system": "arcane-legions", "units": [)" + units + "]";
}

const auto unit = benchmark::kMillisecond;
BENCHMARK_CAPTURE(all_cores, matrix_raiders_40, matrix_of_raiders())->Unit(unit)->UseRealTime();
BENCHMARK_CAPTURE(all_cores, battle_legions_50, battle_of_legions(50))->Unit(unit)->UseRealTime();
BENCHMARK_CAPTURE(all_cores, battle_raiders_100, battle_of_raiders(100))->Unit(unit)->UseRealTime();
BENCHMARK_CAPTURE(all_cores, battle_raiders_60, battle_of_raiders(60))->Unit(unit)->UseRealTime();
BENCHMARK_CAPTURE(all_cores, battle_raiders_40, battle_of_raiders(40))->Unit(unit)->UseRealTime();
BENCHMARK_CAPTURE(one_core, battle_legions_50, battle_of_legions(50), 1'500)->Unit(unit);
BENCHMARK_CAPTURE(one_core, battle_legions_100, battle_of_legions(100), 60'000)
    ->Unit(unit)
    ->Iterations(1);
BENCHMARK_CAPTURE(one_core, matrix_of_a_thousand_legions, matrix_of_a_thousand_legions(), 6'000)
    ->Unit(unit)
    ->Iterations(1);

}  // namespace
}  // namespace warodds
