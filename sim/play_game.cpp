#include "sim/play_game.h"

#include <cmath>
#include <map>
#include <tuple>
#include <utility>
#include <vector>

#include "core/numbers/intervals.h"
#include "core/play/battle.h"
#include "sim/battle.h"
#include "sim/random/dice_table.h"
#include "sim/run/chunks.h"
#include "sim/run/plan.h"

namespace warodds::sim {

namespace {

/// Sums over games.
struct Sums {
  double payoff = 0;
  double squared = 0;
  double largest = 0;
};

template <class System>
class GameRun {
 public:
  GameRun(const Game<System>& game, const PerSide<Strategy>& strategies, const Options& options)
      : game_(game), strategies_(strategies), options_(options) {}

  PayoffEstimate operator()() {
    constexpr std::uint64_t chunk_trials = 4096;
    Chunks chunks(options_, chunk_trials);
    // By chunk, not by thread: sums of doubles depend on their order.
    std::vector<Sums> sums(static_cast<std::size_t>((options_.trials - 1) / chunk_trials + 1));
    std::vector<Plans> plans(static_cast<std::size_t>(chunks.threads()));
    const bool partial = chunks.play_all(
        [&](int thread, std::uint64_t chunk, std::uint64_t trials) {
          sums[static_cast<std::size_t>(chunk)] =
              play_chunk(chunk, trials, plans[static_cast<std::size_t>(thread)]);
        },
        [] {}, [] { return true; });
    Sums all;
    for (const Sums& one : sums) {
      all.payoff += one.payoff;
      all.squared += one.squared;
      all.largest = std::max(all.largest, one.largest);
    }
    const std::uint64_t trials = chunks.trials_done();
    const auto n = static_cast<double>(trials);
    const double mean = all.payoff / n;
    const double sd = std::sqrt(std::max(all.squared / n - mean * mean, 0.0));
    const double half_width = mean_half_width(sd, std::max(all.largest, 1.0), trials,
                                              normal_quantile(Confidence(options_.confidence)));
    return {mean, half_width, trials, partial};
  }

 private:
  /// Where a game stands and what it has brought so far; games that are alike are played together.
  using Population = std::map<std::pair<Standpoint, double>, std::uint64_t>;
  /// Fights made ready, by who attacks, damage taken and what both choose; each thread has its own.
  using Plans = std::map<std::tuple<Side, Standpoint, std::pair<int, int>>, Plan>;

  Sums play_chunk(std::uint64_t chunk, std::uint64_t trials, Plans& plans) {
    DiceTable table(options_.seed, chunk);
    Sums sums;
    Population now{{{game_.start(), 0.0}, trials}};
    while (!now.empty()) {
      Population next;
      for (const auto& [group, count] : now) {
        const auto& [at, won] = group;
        if (game_.over(at)) {
          const double payoff = won + game_.worth_of_end(at);
          sums.payoff += static_cast<double>(count) * payoff;
          sums.squared += static_cast<double>(count) * payoff * payoff;
          sums.largest = std::max(sums.largest, std::abs(payoff));
          continue;
        }
        std::map<std::pair<int, int>, std::uint64_t> drawn;
        for (std::uint64_t i = 0; i < count; ++i) {
          const int attacker = choice(Side::attacker, at, table);
          const int defender = choice(Side::defender, at, table);
          ++drawn[{attacker, defender}];
        }
        for (const auto& [chosen, games] : drawn) {
          play(at, won, {chosen.first, chosen.second}, games, table, plans, next);
        }
      }
      now = std::move(next);
    }
    return sums;
  }

  int choice(Side side, const Standpoint& at, DiceTable& table) const {
    const Strategy& strategy = strategies_[side];
    if (strategy.choice && game_.is_settled(side, game_.role(side, game_.start()), at)) {
      return game_.affordable_or_first(side, *strategy.choice, at);
    }
    return table.draw(strategy.policy->at(at)[side]);
  }

  void play(const Standpoint& at, double won, const PerSide<int>& chosen, std::uint64_t games,
            DiceTable& table, Plans& plans, Population& next) {
    const PerSide<int> spent = game_.spent(at, chosen);
    const Side by = game_.attacks(at);
    std::map<std::pair<int, int>, std::uint64_t> outcomes;
    PerSide<Casualties> targets;
    if (const Plan* ready = plan(at, chosen, plans)) {
      targets = in_roles(ready->facts.casualties, by);
      table.play(*ready, games, [&](const PerSide<int>& by_role) {
        const PerSide<int> dealt = in_roles(by_role, by);
        ++outcomes[{dealt.attacker, dealt.defender}];
      });
    } else {
      outcomes[{0, 0}] = games;
    }
    for (const auto& [dealt, count] : outcomes) {
      const auto& [by_attacker, by_defender] = dealt;
      const double gained = game_.worth_of_turns(at, chosen, spent) +
                            game_.worth_of_damage(targets.defender, by_attacker) -
                            game_.worth_of_damage(targets.attacker, by_defender);
      const PerSide<int> amounts{targets.defender.amount(by_attacker),
                                 targets.attacker.amount(by_defender)};
      next[{game_.next(at, spent, amounts), won + gained}] += count;
    }
  }

  /// Null where the rules allow no attack.
  const Plan* plan(const Standpoint& at, const PerSide<int>& chosen, Plans& plans) const {
    const auto key = std::tuple{game_.attacks(at), Standpoint{{0, 0}, at.taken},
                                std::pair{chosen.attacker, chosen.defender}};
    const auto known = plans.find(key);
    if (known != plans.end()) return &known->second;
    const auto fight = game_.fight(at, chosen);
    return fight ? &plans.try_emplace(key, make_plan(*fight)).first->second : nullptr;
  }

  const Game<System>& game_;
  const PerSide<Strategy>& strategies_;
  const Options& options_;
};

/// A game of who falls: a battle in which each side assigns its damage by its strategy.
template <class System>
PayoffEstimate play_battles(const Game<System>& game, const PerSide<Strategy>& strategies,
                            const Options& options) {
  typename System::Situation situation = game.given();
  for (const Side side : both_sides) {
    if (!strategies[side].assignments) {
      situation.*System::choice_key[side] = strategies[side].choice.value();
    }
  }
  Battle<System> battle = game.battle(situation);
  for (const Side side : both_sides) {
    if (strategies[side].assignments) battle.follow(side, strategies[side].assignments);
  }
  const BattleAnswer answer = simulate_battle(battle, game.rounds(), options);
  const double wins = answer.win(Side::attacker).value;
  const double draws = answer.draw().value;
  const double mean = wins + draws / 2;
  const double variance = wins + draws / 4 - mean * mean;
  const std::uint64_t trials = answer.origin.trials;
  return {mean,
          mean_half_width(std::sqrt(std::max(variance, 0.0)), 1, trials,
                          normal_quantile(Confidence(options.confidence))),
          trials, answer.origin.partial};
}

}  // namespace

PayoffEstimate play_game(const AnyGame& game, const PerSide<Strategy>& strategies,
                         const Options& options) {
  check(options);
  return std::visit(
      [&]<class System>(const Game<System>& of_system) {
        if constexpr (Game<System>::assigns_damage()) {
          return play_battles(of_system, strategies, options);
        } else {
          return GameRun<System>(of_system, strategies, options)();
        }
      },
      game);
}

}  // namespace warodds::sim
