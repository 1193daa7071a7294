// Whole battles against a plain implementation that works out every state in every round, and best
// play against fictitious play, each pair in the same run.
#include <benchmark/benchmark.h>

#include <chrono>
#include <map>
#include <random>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/numbers/eigen.h"
#include "core/play/battle.h"
#include "core/play/round.h"
#include "core/threads/parallel.h"
#include "exact/answers.h"
#include "exact/dice/lineup_cache.h"
#include "exact/solve/matrix_game.h"

namespace warodds {
namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

/// Measured by the plain benchmarks, which run first.
std::map<std::string, double>& plain_seconds() {
  static std::map<std::string, double> seconds;
  return seconds;
}

/// Runs `work`, and compares it with the plain benchmark of that name if it is not that itself.
template <class Work>
void measure(benchmark::State& state, const std::string& name, bool plain, Work&& work) {
  const ThreadsInUse one(1);
  const auto start = Clock::now();
  for (auto _ : state) work();
  const double seconds = seconds_since(start) / static_cast<double>(state.iterations());
  if (plain) {
    plain_seconds()[name] = seconds;
  } else if (plain_seconds().count(name) > 0) {
    state.counters["ratio"] = plain_seconds()[name] / seconds;
  }
}

/// The battle as one would write it down: round after round, until hardly any battle is left, and
/// in every round a fight for every state that is still possible.
template <class System>
double plain_battle(const Battle<System>& battle) {
  struct Hash {
    std::size_t operator()(const BattleState& state) const { return state.hash(); }
  };
  using States = std::unordered_map<BattleState, double, Hash>;
  Round<System> round(battle);
  States now{{round.opening(), 1.0}};
  double wins = 0, left = 1;
  for (int phase = 0, n = 0; n < 100'000 && left > 1e-12; ++n, phase = battle.after(phase)) {
    States open, ended;
    for (const auto& [state, p] : now) {
      BattleState begun = state;
      round.begin(begun, phase);
      open[begun] += p;
    }
    while (!open.empty()) {
      States next;
      for (const auto& [here, p] : open) {
        BattleState state = here;
        Moment moment = round.next(state);
        for (; moment.next != Moment::Next::fight && moment.next != Moment::Next::round_over;
             moment = round.next(state)) {
          moment.next == Moment::Next::unit ? round.choose_unit(state, 0)
                                            : round.choose_target(state, 0);
        }
        if (moment.next == Moment::Next::round_over) {
          ended[state] += p;
          continue;
        }
        const Combat combat = round.combat(state);
        const auto fight = round.fights(combat, state);
        const Answer outcome = fight ? exact::fight(*fight) : Answer{};
        const Eigen::ArrayXXd joint = fight ? Eigen::ArrayXXd(as_array(outcome.joint_damage->pmf()))
                                            : Eigen::ArrayXXd::Ones(1, 1);
        for (Eigen::Index x = 0; x < joint.rows(); ++x) {
          for (Eigen::Index y = 0; y < joint.cols(); ++y) {
            PerSide<int> suffered;
            suffered[enemy_of(combat.by)] = static_cast<int>(x);
            suffered[combat.by] = static_cast<int>(y);
            BattleState then = state;
            round.dealt(then, combat, suffered, false);
            next[then] += p * joint(x, y);
          }
        }
      }
      open = std::move(next);
    }
    now.clear();
    left = 0;
    for (const auto& [state, p] : ended) {
      const bool a_stands = round.stands(state, Side::attacker, 0);
      const bool d_stands = round.stands(state, Side::defender, 0);
      if (a_stands && !d_stands) wins += p;
      if (!a_stands || !d_stands) continue;
      now[state] += p;
      left += p;
    }
  }
  return wins;
}

template <class System>
void compare(benchmark::State& state, const std::string& name, const Battle<System>& battle,
             bool plain) {
  if (plain && std::abs(plain_battle(battle) -
                        exact::battle({battle}, {}).win(Side::attacker).value) > 1e-10) {
    state.SkipWithError("the two battles differ");
    return;
  }
  measure(state, name, plain, [&] {
    if (plain) {
      benchmark::DoNotOptimize(plain_battle(battle));
    } else {
      benchmark::DoNotOptimize(exact::battle({battle}, {}));
    }
  });
}

/// 12 dice a side, ten figures.
Battle<ArcaneLegions> legions() {
  ArcaneLegions::Unit unit;
  unit.red = unit.white = 2;
  unit.groups = {{"Legionary", 10, 1, 1, 0, 1}};
  return {unit, unit, {}};
}

Battle<RaidersOfArcana> raiders(int figures) {
  RaidersOfArcana::Unit unit;
  unit.figures = figures;
  unit.hp = 2;
  unit.cd = 2;
  unit.db = 2;
  return {unit, unit, {}};
}

void battle_legions_plain(benchmark::State& state) { compare(state, "legions", legions(), true); }
void battle_legions(benchmark::State& state) { compare(state, "legions", legions(), false); }
void battle_raiders_plain(benchmark::State& state) { compare(state, "raiders", raiders(10), true); }
void battle_raiders(benchmark::State& state) { compare(state, "raiders", raiders(10), false); }
BENCHMARK(battle_legions_plain)->Unit(benchmark::kMillisecond);
BENCHMARK(battle_legions)->Unit(benchmark::kMillisecond);
BENCHMARK(battle_raiders_plain)->Unit(benchmark::kMillisecond);
BENCHMARK(battle_raiders)->Unit(benchmark::kMillisecond);

void battle_raiders_40(benchmark::State& state) {
  const AnyBattle battle = raiders(40);
  for (auto _ : state) benchmark::DoNotOptimize(exact::battle({battle}, {}));
}
BENCHMARK(battle_raiders_40)->Unit(benchmark::kMillisecond);

/// 60 figures a side, in six groups of one to four hit points: more states than rows would fit.
void battle_six_groups(benchmark::State& state) {
  ArcaneLegions::Unit unit;
  unit.groups = {{"Leader", 1, 4, 4, 0, 3},   {"Champion", 3, 3, 3, 0, 2},
                 {"Standard", 6, 3, 1, 0, 2}, {"Guard", 10, 2, 2, 0, 1},
                 {"Spear", 20, 1, 1, 0, 1},   {"Levy", 20, 1, 1, 0, 0}};
  const AnyBattle battle = Battle<ArcaneLegions>(unit, unit, {});
  for (auto _ : state) benchmark::DoNotOptimize(exact::battle({battle}, {}));
}
BENCHMARK(battle_six_groups)->Unit(benchmark::kMillisecond)->UseRealTime();

/// A game without a saddle, of the size that 40 dice a side have.
Eigen::MatrixXd game_of_41() {
  std::mt19937_64 random(1);
  Eigen::MatrixXd payoff(41, 41);
  for (Eigen::Index i = 0; i < payoff.size(); ++i) {
    payoff(i) = static_cast<double>(random() % 10'001) / 10'000;
  }
  return payoff;
}

constexpr double gap_of_fictitious_play = 1e-2;

/// Brown's fictitious play, until it comes as near as it comes in reasonable time.
void matrix_game_fictitious_play(benchmark::State& state) {
  const Eigen::MatrixXd payoff = game_of_41();
  measure(state, "game", true, [&] {
    Eigen::VectorXd rows = Eigen::VectorXd::Zero(payoff.rows());
    Eigen::VectorXd columns = Eigen::VectorXd::Zero(payoff.cols());
    Eigen::VectorXd of_rows = rows;
    Eigen::VectorXd of_columns = columns;
    double gap = 1;
    for (double steps = 1; gap > gap_of_fictitious_play; ++steps) {
      Eigen::Index row = 0;
      Eigen::Index column = 0;
      const double high = of_rows.maxCoeff(&row) / steps;
      const double low = of_columns.minCoeff(&column) / steps;
      gap = steps > 1 ? high - low : 1;
      rows[row] += 1;
      columns[column] += 1;
      of_columns += payoff.row(row).transpose();
      of_rows += payoff.col(column);
    }
    benchmark::DoNotOptimize(rows);
    benchmark::DoNotOptimize(columns);
  });
  state.counters["gap"] = gap_of_fictitious_play;
}
void matrix_game(benchmark::State& state) {
  const Eigen::MatrixXd payoff = game_of_41();
  measure(state, "game", false,
          [&] { benchmark::DoNotOptimize(exact::solve_matrix_game(payoff)); });
  state.counters["gap"] = exact::solve_matrix_game(payoff).gap();
}
BENCHMARK(matrix_game_fictitious_play)->Unit(benchmark::kMillisecond);
BENCHMARK(matrix_game)->Unit(benchmark::kMillisecond);

/// Every unit against every other: 40 units that differ in dice and armour.
std::vector<ArcaneLegions::Unit> army() {
  std::vector<ArcaneLegions::Unit> units;
  for (int i = 0; i < 40; ++i) {
    ArcaneLegions::Unit unit;
    unit.figures = 4 + i % 5;
    unit.red = 3 + i % 7;
    unit.white = 2 + i % 6;
    unit.toughness = i % 2;
    units.push_back(unit);
  }
  return units;
}

void matrix_of_fights(benchmark::State& state, bool plain) {
  const std::vector<ArcaneLegions::Unit> units = army();
  measure(state, "matrix", plain, [&] {
    exact::LineupCache lineups;
    for (const auto& attacker : units) {
      for (const auto& defender : units) {
        benchmark::DoNotOptimize(exact::fight(ArcaneLegions::prepare(attacker, defender, {}),
                                              plain ? nullptr : &lineups));
      }
    }
  });
}
void matrix_one_by_one(benchmark::State& state) { matrix_of_fights(state, true); }
void matrix_shared(benchmark::State& state) { matrix_of_fights(state, false); }
BENCHMARK(matrix_one_by_one)->Unit(benchmark::kMillisecond);
BENCHMARK(matrix_shared)->Unit(benchmark::kMillisecond);

/// Best play for the win over 20 rounds, 20 figures of two hit points and two dice a side.
void solve_raiders_20(benchmark::State& state) {
  RaidersOfArcana::Unit unit;
  unit.figures = 20;
  unit.hp = 2;
  unit.cd = 2;
  unit.as = 4;
  const BestPlayQuestion game{Battle<RaidersOfArcana>(unit, unit, {}, {}, OpenPlay{}), 20};
  for (auto _ : state) benchmark::DoNotOptimize(exact::solve(game, {}));
}
BENCHMARK(solve_raiders_20)->Unit(benchmark::kMillisecond)->UseRealTime();

}  // namespace
}  // namespace warodds
