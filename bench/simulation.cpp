// The simulator against the obvious program: one trial at a time, std::mt19937, std::sort. Both
// roll every die, both count the hits (or hits and wounds) of each side and the joint damage; one
// thread. The counter `ratio` is the engine's trials per second over the obvious program's in the
// same run.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <ctime>
#include <functional>
#include <random>
#include <vector>

#include "core/systems/system.h"
#include "sim/run/plan.h"
#include "sim/simulate.h"

namespace {

using namespace warodds;

// Fights of one rule each, stated like those of core/systems.

/// Two pools compared pair by pair.
struct PairedDice : SystemDefaults {
  enum Reported { hits };
  static constexpr std::array reports{ReportSpec{"hits", "hits"}};

  struct Fight : FightFacts {
    using System = PairedDice;
    Lineup lineup;
  };

  template <class Chance>
  static void exchange_blows(Chance& chance, const Fight& fight, const Stage<Chance, Fight>&,
                             Exchange<typename Chance::Count>& exchange) {
    const auto hits = chance.lineup(fight.lineup);
    chance.report(Side::attacker, Reported::hits, hits.attack);
    chance.report(Side::defender, Reported::hits, hits.defence);
    exchange.damage = {hits.attack, hits.defence};
  }

  template <class Chance>
  static std::vector<Track<Chance, Fight>> tracks(const Fight&) {
    return {{{exchange_blows<Chance>}}};
  }
};

/// Roll to hit, roll the hits to wound, roll the wounds to save.
struct HitWoundSave : SystemDefaults {
  enum Reported { hits, wounds };
  static constexpr std::array reports{ReportSpec{"hits", "hits"}, ReportSpec{"wounds", "wounds"}};

  struct Fight : FightFacts {
    using System = HitWoundSave;
    int dice = 0;
    Target hit, wound, save;
  };

  template <class Chance>
  static void attack(Chance& chance, const Fight& fight, const Stage<Chance, Fight>&,
                     Exchange<typename Chance::Count>& exchange) {
    const auto hits = chance.successes(fight.dice, fight.hit);
    const auto wounds = chance.successes(hits, fight.wound);
    chance.report(Side::attacker, Reported::hits, hits);
    chance.report(Side::attacker, Reported::wounds, wounds);
    exchange.damage.attacker = minus(wounds, chance.successes(wounds, fight.save));
  }

  template <class Chance>
  static std::vector<Track<Chance, Fight>> tracks(const Fight&) {
    return {{{attack<Chance>}}};
  }
};

class ObviousDice {
 public:
  int roll() { return die_(engine_); }
  int successes(int n, int least) {
    int count = 0;
    for (int i = 0; i < n; ++i) count += roll() >= least ? 1 : 0;
    return count;
  }

 private:
  std::mt19937 engine_{1};
  std::uniform_int_distribution<int> die_{1, 6};
};

constexpr int attack_dice = 8, defence_dice = 6, phantom = 2, chain_dice = 30;

void obvious_lineup(std::uint64_t trials) {
  static ObviousDice dice;
  std::array<std::array<std::uint64_t, defence_dice + 1>, attack_dice + 2> joint{};
  std::array<int, attack_dice> attack;
  std::array<int, defence_dice> defence;
  for (std::uint64_t trial = 0; trial < trials; ++trial) {
    std::generate(attack.begin(), attack.end(), [] { return dice.roll(); });
    std::generate(defence.begin(), defence.end(), [] { return dice.roll(); });
    std::sort(attack.begin(), attack.end(), std::greater<>());
    std::sort(defence.begin(), defence.end(), std::greater<>());
    std::size_t attack_hits = 0, defence_hits = 0;
    for (std::size_t i = 0; i < defence.size(); ++i) {
      attack_hits += attack[i] > defence[i] ? 1 : 0;
      defence_hits += defence[i] > attack[i] ? 1 : 0;
    }
    for (std::size_t i = defence.size(); i < attack.size(); ++i) {
      attack_hits += attack[i] > phantom ? 1 : 0;
    }
    attack_hits += attack[2] == 6 ? 1 : 0;  // three sixes
    ++joint[attack_hits][defence_hits];
  }
  benchmark::DoNotOptimize(joint);
}

void obvious_chain(std::uint64_t trials) {
  static ObviousDice dice;
  std::array<std::array<std::uint64_t, chain_dice + 1>, 3> counts{};
  for (std::uint64_t trial = 0; trial < trials; ++trial) {
    const int hits = dice.successes(chain_dice, 3);
    const int wounds = dice.successes(hits, 4);
    const int damage = wounds - dice.successes(wounds, 5);
    ++counts[0][static_cast<std::size_t>(hits)];
    ++counts[1][static_cast<std::size_t>(wounds)];
    ++counts[2][static_cast<std::size_t>(damage)];
  }
  benchmark::DoNotOptimize(counts);
}

PairedDice::Fight lineup_fight() {
  PairedDice::Fight fight;
  fight.lineup.attack.dice = attack_dice;
  fight.lineup.defence.dice = defence_dice;
  fight.lineup.phantom = phantom;
  return fight;
}

HitWoundSave::Fight chain_fight() {
  HitWoundSave::Fight fight;
  fight.dice = chain_dice;
  fight.hit = at_least(3, 6);
  fight.wound = at_least(4, 6);
  fight.save = at_least(5, 6);
  return fight;
}

/// Trials per second of the obvious programs, measured before the engine is.
double obvious_lineup_speed = 0;
double obvious_chain_speed = 0;

/// Processor time, so that a busy machine slows both programs down alike.
double seconds_since(std::clock_t start) {
  return static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
}

void time_obvious(benchmark::State& state, void (*program)(std::uint64_t), double& speed) {
  constexpr std::uint64_t trials = 100'000;
  const std::clock_t start = std::clock();
  for (auto _ : state) program(trials);
  const double seconds = seconds_since(start);
  const double played = static_cast<double>(trials) * static_cast<double>(state.iterations());
  state.SetItemsProcessed(static_cast<std::int64_t>(played));
  speed = played / seconds;
}

template <class Fight>
void time_engine(benchmark::State& state, const Fight& fight, const double& obvious_speed) {
  const sim::Plan plan = sim::make_plan(fight);
  sim::Options options;
  options.trials = 20'000'000;
  options.threads = 1;
  const std::clock_t start = std::clock();
  for (auto _ : state) {
    benchmark::DoNotOptimize(sim::simulate(plan, options));
    ++options.seed;
  }
  const double seconds = seconds_since(start);
  const double played =
      static_cast<double>(options.trials) * static_cast<double>(state.iterations());
  state.SetItemsProcessed(static_cast<std::int64_t>(played));
  state.counters["ratio"] = played / seconds / obvious_speed;
}

void lineup_8v6_obvious(benchmark::State& state) {
  time_obvious(state, obvious_lineup, obvious_lineup_speed);
}
void lineup_8v6_engine(benchmark::State& state) {
  time_engine(state, lineup_fight(), obvious_lineup_speed);
}
void chain_30_obvious(benchmark::State& state) {
  time_obvious(state, obvious_chain, obvious_chain_speed);
}
void chain_30_engine(benchmark::State& state) {
  time_engine(state, chain_fight(), obvious_chain_speed);
}

BENCHMARK(lineup_8v6_obvious)->Unit(benchmark::kMillisecond);
BENCHMARK(lineup_8v6_engine)->Unit(benchmark::kMillisecond);
BENCHMARK(chain_30_obvious)->Unit(benchmark::kMillisecond);
BENCHMARK(chain_30_engine)->Unit(benchmark::kMillisecond);

}  // namespace

BENCHMARK_MAIN();
