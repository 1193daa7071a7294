#include "cli/answer_battle.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "cli/terminal.h"
#include "exact/battle/battle.h"
#include "exact/best_play/solve.h"

namespace warodds::cli {
namespace {

BattleAnswer from_exact(const BattleOutcome& outcome) {
  BattleAnswer answer;
  for (const Side side : both_sides) {
    answer.wins[side] = {outcome.wins[side]};
    answer.survivors[side] = series_of("survivors", outcome.survivors[side]);
  }
  answer.both_destroyed = {outcome.both_destroyed};
  answer.undecided = {outcome.undecided};
  answer.rounds = series_of("rounds", outcome.rounds);
  answer.rounds.mean = {outcome.mean_rounds};
  answer.rounds_cut_off = outcome.rounds_cut_off;
  for (const RoundReport& round : outcome.by_round) {
    RoundAnswer& row = answer.by_round.emplace_back();
    row.round = round.round;
    for (const Side side : both_sides) {
      row.destroyed[side] = {round.destroyed[side]};
      row.mean_left[side] = {round.mean_left[side]};
    }
  }
  return answer;
}

BattleAnswer from_simulation(const sim::SimulatedBattle& battles, const PerSide<int>& figures,
                             bool limited) {
  BattleAnswer answer;
  const Estimates estimates(battles.confidence);
  const std::uint64_t trials = battles.trials;
  for (const Side side : both_sides) {
    answer.wins[side] = estimates.probability(battles.wins[side], trials);
    answer.survivors[side] = estimates.series("survivors", battles.survivors[side], trials);
  }
  answer.both_destroyed = estimates.probability(battles.both_destroyed, trials);
  answer.undecided = estimates.probability(battles.undecided, trials);
  answer.rounds = estimates.series("rounds", battles.rounds, trials);
  for (const sim::RoundCounts& round : battles.by_round) {
    RoundAnswer& row = answer.by_round.emplace_back();
    row.round = static_cast<int>(answer.by_round.size());
    for (const Side side : both_sides) {
      row.destroyed[side] = estimates.probability(round.destroyed[side], trials);
      row.mean_left[side] =
          estimates.mean(static_cast<double>(round.left[side]),
                         static_cast<double>(round.left_squared[side]), figures[side], trials);
    }
  }
  answer.engine = engine_of(battles);
  if (!limited && battles.broken_off > 0) {
    answer.remarks.push_back(fmt::format("{} battles were broken off, undecided, after {} rounds",
                                         battles.broken_off, sim::most_battle_rounds));
  }
  return answer;
}

PerSide<int> figures_of(const AnyBattle& any) {
  return std::visit(
      [](const auto& battle) {
        const PerSide<int> opening = battle.opening();
        return PerSide<int>{battle.standing(Side::attacker, opening.attacker),
                            battle.standing(Side::defender, opening.defender)};
      },
      any);
}

/// What a reader should know of how the battle ends.
void add_remarks(const AnyBattle& any, const Arguments& arguments, BattleAnswer& answer) {
  std::visit(
      [&](const auto& battle) {
        if (!battle.why_no_attack(Side::defender).empty()) {
          answer.remarks.push_back(
              "the defender cannot strike back as things stand. Seen from there: " +
              battle.why_no_attack(Side::defender));
        }
        if (battle.most_rounds() > 0 && answer.undecided.value > 0) {
          answer.remarks.push_back(fmt::format(
              "the battle is broken off after {} rounds, when a unit reaches its fatigue limit "
              "(C8)",
              battle.most_rounds()));
        }
        if (battle.planned_rounds() > 0 && !arguments.rounds) {
          answer.remarks.push_back(
              fmt::format("best play is planned for {} rounds, and the battle ends there",
                          battle.planned_rounds()));
        }
      },
      any);
}

}  // namespace

void follow_best_play(BattleQuestion& question, const Arguments& arguments,
                      const std::atomic<bool>* stop) {
  if (!question.game) return;
  require_time(exact::predicted_seconds(*question.game), arguments);
  Progress progress("% of the states solved");
  const exact::Solution solution =
      exact::solve(*question.game, {[&](double share) { progress.show_share(share, stop); }});
  const int rounds = std::visit([](const auto& game) { return game.rounds(); }, *question.game);
  std::visit(
      [&](auto& battle) {
        for (const Side side : both_sides) {
          if (question.best[side]) battle.follow(side, solution.policy, rounds);
        }
      },
      question.battle);
}

sim::SimulatedBattle simulate_battle(const BattleQuestion& question, const Arguments& arguments,
                                     int rounds, const std::atomic<bool>* stop) {
  Progress progress("battles");
  return sim::simulate_battle(question.battle, rounds,
                              simulation_options(arguments, stop, &progress));
}

BattleAnswer answer_battle(const AnyBattle& battle, const Arguments& arguments,
                           const std::atomic<bool>* stop, bool with_progress,
                           exact::LineupCache* lineups) {
  const int rounds = arguments.rounds.value_or(0);
  const double seconds = arguments.engine == Engine::sim ? 0 : exact::predicted_seconds(battle);
  BattleAnswer answer;
  if (take_exact(arguments, seconds)) {
    std::optional<Progress> progress;
    if (with_progress) progress.emplace("% of the states");
    const auto show = [&](double share) {
      if (progress) progress->show_share(share, stop);
    };
    answer = from_exact(exact::battle(battle, {rounds, show, lineups}));
  } else {
    std::optional<Progress> progress;
    if (with_progress) progress.emplace("battles");
    const sim::Options options =
        simulation_options(arguments, stop, progress ? &*progress : nullptr);
    answer = from_simulation(sim::simulate_battle(battle, rounds, options), figures_of(battle),
                             rounds > 0);
  }
  answer.engine.reason = reason_for(arguments, seconds);
  add_remarks(battle, arguments, answer);
  return answer;
}

BattleAnswer answer_battle(BattleQuestion& question, const Arguments& arguments,
                           const std::atomic<bool>* stop) {
  follow_best_play(question, arguments, stop);
  return answer_battle(question.battle, arguments, stop, true);
}

}  // namespace warodds::cli
