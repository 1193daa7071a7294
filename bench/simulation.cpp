// The simulator against the obvious programs of obvious.h; one thread. The counter `ratio` is the
// engine's trials per second over the obvious program's in the same run, `target` what it should
// reach at least with the instructions in use (WARODDS_LANES chooses others).
#include <benchmark/benchmark.h>

#include <array>
#include <cstdint>
#include <ctime>
#include <vector>

#include "bench/obvious.h"
#include "core/machine/instructions.h"
#include "core/systems/system.h"
#include "sim/run/plan.h"
#include "sim/simulate.h"

namespace {

using namespace warodds;

// Fights of one rule each, stated like those of core/systems.

/// Two pools compared pair by pair. Nothing is reported: the damage is the hits.
struct PairedDice {
  static constexpr std::array<ReportSpec, 0> reports{};

  struct Fight : FightFacts {
    using System = PairedDice;
    Lineup lineup;
  };

  template <Chance C>
  static void exchange_blows(C& chance, const Fight& fight, const Stage<C, Fight>&,
                             Exchange<typename C::Count>& exchange) {
    const auto hits = chance.lineup(fight.lineup);
    exchange.damage.attacker = hits.attack;
    exchange.damage.defender = hits.defence;
  }

  template <Chance C>
  static std::vector<Track<C, Fight>> tracks(const Fight&) {
    return {{{exchange_blows<C>}}};
  }
};

/// Roll to hit, roll the hits to wound, roll the wounds to save.
struct HitWoundSave {
  enum Reported { hits, wounds };
  static constexpr std::array reports{ReportSpec{"hits", "hits"}, ReportSpec{"wounds", "wounds"}};

  struct Fight : FightFacts {
    using System = HitWoundSave;
    int dice = 0;
    Target hit, wound, save;
  };

  template <Chance C>
  static void attack(C& chance, const Fight& fight, const Stage<C, Fight>&,
                     Exchange<typename C::Count>& exchange) {
    const auto hits = chance.successes(fight.dice, fight.hit);
    const auto wounds = chance.successes(hits, fight.wound);
    chance.report(Side::attacker, Reported::hits, hits);
    chance.report(Side::attacker, Reported::wounds, wounds);
    exchange.damage.attacker = minus(wounds, chance.successes(wounds, fight.save));
  }

  template <Chance C>
  static std::vector<Track<C, Fight>> tracks(const Fight&) {
    return {{{attack<C>}}};
  }
};

/// A pool of d10 cancels the hits of another, what is left wounds.
struct CancelledHits {
  enum Reported { hits, cancels };
  static constexpr std::array reports{ReportSpec{"hits", "hits"}, ReportSpec{"cancels", "cancels"}};

  struct Fight : FightFacts {
    using System = CancelledHits;
    int dice = 0;
    Target hit, cancel, wound;
  };

  template <Chance C>
  static void attack(C& chance, const Fight& fight, const Stage<C, Fight>&,
                     Exchange<typename C::Count>& exchange) {
    const auto hits = chance.successes(fight.dice, fight.hit);
    const auto cancels = chance.successes(fight.dice, fight.cancel);
    chance.report(Side::attacker, Reported::hits, hits);
    chance.report(Side::defender, Reported::cancels, cancels);
    exchange.damage.attacker = chance.successes(minus(hits, cancels), fight.wound);
  }

  template <Chance C>
  static std::vector<Track<C, Fight>> tracks(const Fight&) {
    return {{{attack<C>}}};
  }
};

/// Wounds on models that save, or else ignore, until the last one falls.
struct SavedWounds {
  enum Reported { wounds };
  static constexpr std::array reports{ReportSpec{"wounds", "wounds"}};

  struct Fight : FightFacts {
    using System = SavedWounds;
    int dice = 0;
    Target wound;
    SaveQueue saves;
  };

  template <Chance C>
  static void attack(C& chance, const Fight& fight, const Stage<C, Fight>&,
                     Exchange<typename C::Count>& exchange) {
    const auto wounds = chance.successes(fight.dice, fight.wound);
    chance.report(Side::attacker, Reported::wounds, wounds);
    exchange.damage.attacker = chance.saves(wounds, fight.saves);
  }

  template <Chance C>
  static std::vector<Track<C, Fight>> tracks(const Fight&) {
    return {{{attack<C>}}};
  }
};

PairedDice::Fight lineup_fight() {
  PairedDice::Fight fight;
  fight.lineup.attack.dice = bench::attack_dice;
  fight.lineup.defence.dice = bench::defence_dice;
  fight.lineup.phantom = bench::phantom;
  return fight;
}

HitWoundSave::Fight chain_fight() {
  HitWoundSave::Fight fight;
  fight.dice = bench::chain_dice;
  fight.hit = at_least(3, 6);
  fight.wound = at_least(4, 6);
  fight.save = at_least(5, 6);
  return fight;
}

CancelledHits::Fight duel_fight() {
  CancelledHits::Fight fight;
  fight.dice = bench::duel_dice;
  fight.hit = at_least(5, 10);
  fight.cancel = at_least(6, 10);
  fight.wound = at_least(4, 10);
  return fight;
}

SavedWounds::Fight saves_fight() {
  SavedWounds::Fight fight;
  fight.dice = bench::saves_dice;
  fight.wound = at_least(4, 6);
  fight.saves.places = {{bench::saves_capacity, at_least(4, 6), at_least(6, 6)}};
  return fight;
}

/// Processor time, so that a busy machine slows both programs down alike.
double seconds_since(std::clock_t start) {
  return static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
}

/// What the ratios should reach at least; 0: nothing is said.
struct Targets {
  double baseline, avx2, avx512;

  double here() const {
    switch (instructions()) {
      case Instructions::avx512:
        return avx512;
      case Instructions::avx2:
        return avx2;
      default:
        return baseline;
    }
  }
};

/// An obvious program and the same fight of the engine, one after the other.
template <class Fight>
void compare(benchmark::State& state, void (*obvious)(std::uint64_t), const Fight& fight,
             const Targets& targets) {
  constexpr std::uint64_t obvious_trials = 300'000;
  const sim::Plan plan = sim::make_plan(fight);
  sim::Options options;
  options.trials = 20'000'000;
  options.threads = 1;
  double obvious_seconds = 0, seconds = 0;
  for (auto _ : state) {
    std::clock_t start = std::clock();
    obvious(obvious_trials);
    obvious_seconds += seconds_since(start);
    start = std::clock();
    benchmark::DoNotOptimize(sim::simulate(plan, options));
    seconds += seconds_since(start);
    ++options.seed;
  }
  const auto rounds = static_cast<double>(state.iterations());
  const double speed = static_cast<double>(options.trials) * rounds / seconds;
  const double obvious_speed = static_cast<double>(obvious_trials) * rounds / obvious_seconds;
  state.counters["trials/s"] = speed;
  state.counters["obvious/s"] = obvious_speed;
  state.counters["ratio"] = speed / obvious_speed;
  state.counters["target"] = targets.here();
  state.SetLabel(name_of(instructions()));
}

BENCHMARK_CAPTURE(compare, lineup_8v6, bench::obvious_lineup, lineup_fight(), Targets{15, 25, 50})
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(compare, chain_30, bench::obvious_chain, chain_fight(), Targets{5, 11, 25})
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(compare, duel_10v10, bench::obvious_duel, duel_fight(), Targets{0, 0, 12})
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(compare, saves_20, bench::obvious_saves, saves_fight(), Targets{0, 0, 0})
    ->Unit(benchmark::kMillisecond);

}  // namespace

BENCHMARK_MAIN();
