#include "sim/simulate.h"

#include <cmath>
#include <deque>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "core/numbers/intervals.h"
#include "core/play/round.h"
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

/// What both choose before fights: each side its choice for good, or as its policy says.
template <class System>
auto mixes_of(const Round<System>& round, const PerSide<Strategy>& strategies) {
  return [&round, &strategies, first = std::optional<Side>()](const BattleState& state,
                                                              int rounds_left) mutable {
    const Due<System> due = round.due(state);
    if (!first) first = due.by;  // whose attack the first fight is
    PerSide<MixedStrategy> mixes;
    for (const Side side : both_sides) {
      const Strategy& strategy = strategies[side];
      if (strategy.choice && due.is_settled(side, in_role(side, *first))) {
        mixes[side] = {{due.affordable_or_first(side, *strategy.choice), 1.0}};
      } else {
        mixes[side] =
            strategy.policy->decisions.at(round.standpoint(state, rounds_left)).mixes[side];
      }
    }
    return mixes;
  };
}

/// A game of choices before fights.
template <class System>
PayoffEstimate play_games(Battle<System> battle, int rounds, const PerSide<Strategy>& strategies,
                          const Options& options) {
  for (const Side side : both_sides) battle.leave_by(side, strategies[side].policy);
  constexpr std::uint64_t chunk_trials = 4096;
  Chunks chunks(options, chunk_trials);
  // By chunk, not by thread: sums of doubles depend on their order.
  std::vector<Sums> sums(static_cast<std::size_t>((options.trials - 1) / chunk_trials + 1));
  std::deque<Board> boards;
  for (int thread = 0; thread < chunks.threads(); ++thread) {
    auto round = std::make_unique<Round<System>>(battle);
    auto mixes = mixes_of(*round, strategies);
    Board& board = boards.emplace_back(std::move(round), battle.planned(rounds), options.seed);
    board.mixes = std::move(mixes);
  }
  const bool partial = chunks.play_all(
      [&](int thread, std::uint64_t chunk, std::uint64_t trials) {
        Board& board = boards[static_cast<std::size_t>(thread)];
        Sums& of_chunk = sums[static_cast<std::size_t>(chunk)];
        Run(board).play(
            {options.seed, chunk, trials}, [] { return false; },
            [&](const Group& games, BattleEnd how, int) {
              const double payoff = games.won + board.rounds->worth_of_end(games.state, how);
              of_chunk.payoff += static_cast<double>(games.battles) * payoff;
              of_chunk.squared += static_cast<double>(games.battles) * payoff * payoff;
              of_chunk.largest = std::max(of_chunk.largest, std::abs(payoff));
            });
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
                                            normal_quantile(Confidence(options.confidence)));
  return {mean, half_width, trials, partial};
}

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
  PerSide<Army<System>> armies;
  for (const Side side : both_sides) {
    armies[side].units.push_back({open.unit(side, 0)});
    armies[side].conduct = open.conduct(side);
  }
  Battle<System> battle(std::move(armies), situation, open.course());
  if (open.until()) battle.fight_until(open.until());
  for (const Side side : both_sides) {
    if (strategies[side].assignments) battle.follow(side, strategies[side].assignments);
    battle.leave_by(side, strategies[side].policy);
  }
  LawsAsked asked;
  asked.points = open.played_for().has_value();
  const Answer answer =
      simulate(BattleQuestion{battle, open.planned(rounds), std::move(asked)}, options);
  if (open.played_for()) {
    const Estimate swing = answer.points()->swing.value().estimate_mean();
    return {swing.value, *swing.half_width, answer.origin.trials, answer.origin.partial};
  }
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
        return play_games(of_system, rounds, question.strategies, options);
      },
      battle);
}

}  // namespace warodds::sim
