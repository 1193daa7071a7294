#include "sim/play_game.h"

#include <cmath>
#include <functional>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "core/numbers/intervals.h"
#include "core/play/round.h"
#include "sim/battle.h"
#include "sim/play/player.h"
#include "sim/run/chunks.h"

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
          if (!board) board = std::make_unique<Board>(*this);
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
  /// What a thread plays on.
  struct Board {
    explicit Board(const GameRun& game) {
      auto of = std::make_unique<Round<System>>(game.battle_);
      round = of.get();
      played.plans = std::make_unique<BattlePlans<System>>(*round);
      played.rounds = std::move(of);
      played.mixes = [this, &game](const BattleState& state, int rounds_left) {
        return game.mixes(*this, state, rounds_left);
      };
      played.worth_of_damage = [this](Side side, const Casualties& casualties, int damage) {
        return round->worth_of_damage(side, casualties, damage);
      };
      stuck.emplace(*played.rounds, *played.plans);
    }
    Board(const Board&) = delete;
    Board& operator=(const Board&) = delete;

    Round<System>* round = nullptr;
    Played played;
    std::optional<Stuck> stuck;
    std::optional<Side> first;  ///< whose attack the first fight is
  };

  Sums play_chunk(std::uint64_t chunk, std::uint64_t trials, Board& board) const {
    Sums sums;
    Run::Tried tried;
    Run(board.played, rounds_, *board.stuck, tried)
        .play(
            {options_.seed, chunk, trials}, [] { return false; },
            [&](const Group& games, BattleEnd how, int) {
              const double payoff = games.won + board.round->worth_of_end(how);
              sums.payoff += static_cast<double>(games.battles) * payoff;
              sums.squared += static_cast<double>(games.battles) * payoff * payoff;
              sums.largest = std::max(sums.largest, std::abs(payoff));
            });
    return sums;
  }

  PerSide<MixedStrategy> mixes(Board& board, const BattleState& state, int rounds_left) const {
    const Due<System> due = board.round->due(state);
    if (!board.first) board.first = due.by;
    PerSide<MixedStrategy> mixes;
    for (const Side side : both_sides) {
      const Strategy& strategy = strategies_[side];
      if (strategy.choice && due.is_settled(side, in_role(side, *board.first))) {
        mixes[side] = {{due.affordable_or_first(side, *strategy.choice), 1.0}};
      } else {
        mixes[side] =
            strategy.policy->decisions.at(board.round->standpoint(state, rounds_left)).mixes[side];
      }
    }
    return mixes;
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
  const Answer answer = simulate(BattleQuestion{battle, open.planned(rounds)}, options);
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
