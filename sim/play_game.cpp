#include "sim/play_game.h"

#include <cmath>
#include <map>
#include <memory>
#include <utility>
#include <vector>

#include "core/numbers/intervals.h"
#include "core/play/battle_scenario.h"
#include "sim/battle.h"
#include "sim/play/fight_plans.h"
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
  GameRun(const Battle<System>& battle, int rounds, const PerSide<Strategy>& strategies,
          const Options& options)
      : battle_(battle),
        rounds_(battle.planned(rounds)),
        strategies_(strategies),
        options_(options) {}

  PayoffEstimate operator()() {
    constexpr std::uint64_t chunk_trials = 4096;
    Chunks chunks(options_, chunk_trials);
    // By chunk, not by thread: sums of doubles depend on their order.
    std::vector<Sums> sums(static_cast<std::size_t>((options_.trials - 1) / chunk_trials + 1));
    std::vector<std::unique_ptr<Board>> boards(static_cast<std::size_t>(chunks.threads()));
    const bool partial = chunks.play_all(
        [&](int thread, std::uint64_t chunk, std::uint64_t trials) {
          auto& board = boards[static_cast<std::size_t>(thread)];
          if (!board) board = std::make_unique<Board>(battle_);
          sums[static_cast<std::size_t>(chunk)] = play_chunk(chunk, trials, *board);
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
  using State = Scenario::State;

  /// What a thread plays on.
  struct Board {
    explicit Board(const Battle<System>& battle) : scenario(battle), plans(scenario, battle) {}
    BattleScenario<System> scenario;
    BattlePlans<System> plans;
  };
  /// Games before the same fight that have brought as much so far; they are played together.
  struct Games {
    State state;
    int rounds_left = 0;
    std::uint64_t count = 0;
  };
  using Population = std::map<std::pair<Standpoint, double>, Games>;

  Sums play_chunk(std::uint64_t chunk, std::uint64_t trials, Board& board) {
    DiceTable table(options_.seed, chunk);
    Sums sums;
    Population now;
    come_to(board, {board.scenario.opening(), rounds_, trials}, 0, now, sums);
    Side first = Side::attacker;
    if (!now.empty()) first = board.scenario.due(now.begin()->second.state).by;
    while (!now.empty()) {
      Population next;
      for (const auto& [group, games] : now) {
        const auto& [at, won] = group;
        const Due<System> due = board.scenario.due(games.state);
        std::map<std::pair<int, int>, std::uint64_t> drawn;
        for (std::uint64_t i = 0; i < games.count; ++i) {
          const int attacker = choice(Side::attacker, first, at, due, table);
          const int defender = choice(Side::defender, first, at, due, table);
          ++drawn[{attacker, defender}];
        }
        for (const auto& [chosen, count] : drawn) {
          play(board, {games.state, games.rounds_left, count}, won, {chosen.first, chosen.second},
               table, next, sums);
        }
      }
      now = std::move(next);
    }
    return sums;
  }

  int choice(Side side, Side first, const Standpoint& at, const Due<System>& due,
             DiceTable& table) const {
    const Strategy& strategy = strategies_[side];
    if (strategy.choice && due.is_settled(side, in_role(side, first))) {
      return due.affordable_or_first(side, *strategy.choice);
    }
    return table.draw(strategy.policy->decisions.at(at).mixes[side]);
  }

  void play(Board& board, const Games& games, double won, const PerSide<int>& chosen,
            DiceTable& table, Population& next, Sums& sums) {
    const FightPlans::Chosen fought = board.plans.chosen(games.state, chosen);
    const ReadyFight* const fight = fought.fight;
    std::map<std::pair<int, int>, std::uint64_t> outcomes;  // what both suffer
    PerSide<Casualties> targets;
    if (fight->plan) {
      targets = in_roles(fight->plan->facts.casualties, fight->by);
      table.play(*fight->plan, games.count, [&](const PerSide<int>& by_role) {
        const PerSide<int> dealt = in_roles(by_role, fight->by);
        ++outcomes[{dealt.defender, dealt.attacker}];
      });
    } else {
      outcomes[{0, 0}] = games.count;
    }
    const PerSide<int> falls = board.scenario.next(games.state).falls;
    for (const auto& [suffered, count] : outcomes) {
      const auto after = [&](Side side, int damage) {
        return board.scenario.suffer(side, falls[side], games.state.units[side], damage).front();
      };
      const State hurt{
          {after(Side::attacker, suffered.first), after(Side::defender, suffered.second)},
          fought.marks};
      Games then{hurt, games.rounds_left, count};
      then.state.marks = board.scenario.fought(hurt, fight->withdraws).marks;
      const double gained =
          board.scenario.worth_of_damage(Side::attacker, targets.attacker, suffered.first) +
          board.scenario.worth_of_damage(Side::defender, targets.defender, suffered.second);
      come_to(board, then, won + fought.worth + gained, next, sums);
    }
  }

  /// Goes on to the next fight, or the end.
  void come_to(Board& board, Games games, double won, Population& to, Sums& sums) {
    for (;;) {
      const Scenario::Next next = board.scenario.next(games.state);
      if (next.kind == Scenario::Next::Kind::fight) {
        Games& alike =
            to.try_emplace({board.scenario.standpoint(games.state, games.rounds_left), won},
                           Games{games.state, games.rounds_left, 0})
                .first->second;
        alike.count += games.count;
        return;
      }
      const bool over = next.kind == Scenario::Next::Kind::over;
      if (over || games.rounds_left == 0) {
        const double payoff = won + (over ? next.worth : worth_of(BattleEnd::undecided));
        sums.payoff += static_cast<double>(games.count) * payoff;
        sums.squared += static_cast<double>(games.count) * payoff * payoff;
        sums.largest = std::max(sums.largest, std::abs(payoff));
        return;
      }
      if ((games.state.marks & round_has_ended) != 0) --games.rounds_left;
      games.state.marks = board.scenario.chosen(games.state, {0, 0});
    }
  }

  const Battle<System>& battle_;
  int rounds_;
  const PerSide<Strategy>& strategies_;
  const Options& options_;
};

/// A battle in which each side assigns its damage by its strategy.
template <class System>
PayoffEstimate play_battles(const Battle<System>& open, int rounds,
                            const PerSide<Strategy>& strategies, const Options& options) {
  typename System::Situation situation = open.situation(0, Side::attacker, 0);
  for (const Side side : both_sides) {
    if (!strategies[side].assignments) {
      situation.*System::choice_key[side] = strategies[side].choice.value();
    }
  }
  Battle<System> battle(open.unit(Side::attacker, 0), open.unit(Side::defender, 0), situation,
                        open.course());
  if (open.until()) battle.fight_until(open.until());
  for (const Side side : both_sides) {
    if (strategies[side].assignments) battle.follow(side, strategies[side].assignments);
  }
  const BattleAnswer answer = simulate_battle(battle, open.planned(rounds), options);
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

PayoffEstimate play_game(const PlayQuestion& question, const Options& options) {
  check(options);
  const auto& [battle, rounds] = question.of;
  return std::visit(
      [&, rounds = rounds]<class System>(const Battle<System>& of_system) {
        if (of_system.chooses_who_falls()) {
          return play_battles(of_system, rounds, question.strategies, options);
        }
        return GameRun<System>(of_system, rounds, question.strategies, options)();
      },
      battle);
}

}  // namespace warodds::sim
