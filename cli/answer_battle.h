// The numbers of a battle, whichever engine they come from.
#pragma once

#include <atomic>
#include <vector>

#include "cli/arguments.h"
#include "cli/numbers.h"
#include "cli/question.h"
#include "exact/dice/lineup_cache.h"
#include "sim/battle.h"

namespace warodds::cli {

/// How things stand after a round.
struct RoundAnswer {
  int round = 0;
  PerSide<Number> destroyed;  ///< P(gone by now)
  PerSide<Number> mean_left;
};

struct BattleAnswer {
  EngineReport engine;
  PerSide<Number> wins;
  Number both_destroyed;
  Number undecided;
  Series rounds;
  double rounds_cut_off = 0;  ///< probability of more rounds than `rounds` lists
  PerSide<Series> survivors;
  std::vector<RoundAnswer> by_round;
  std::vector<std::string> remarks;
};

/// Solves the game of a question in which somebody plays best, and hands the battle the policy.
/// Throws NoAnswer when that would take longer than the time limit.
void follow_best_play(BattleQuestion& question, const Arguments& arguments,
                      const std::atomic<bool>* stop);

/// Simulates the battle as the command line asks. `rounds`: 0 for no limit.
sim::SimulatedBattle simulate_battle(const BattleQuestion& question, const Arguments& arguments,
                                     int rounds, const std::atomic<bool>* stop);

/// Any battle with the engine asked for; `lineups` may be shared with other battles.
BattleAnswer answer_battle(const AnyBattle& battle, const Arguments& arguments,
                           const std::atomic<bool>* stop, bool with_progress,
                           exact::LineupCache* lineups = nullptr);

/// Fights the battle with the engine asked for. Throws NoAnswer when exact was asked for and would
/// take longer than the time limit.
BattleAnswer answer_battle(BattleQuestion& question, const Arguments& arguments,
                           const std::atomic<bool>* stop);

}  // namespace warodds::cli
