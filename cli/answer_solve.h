// Best play, and how it stands up to dice.
#pragma once

#include <atomic>
#include <optional>
#include <string>
#include <vector>

#include "cli/arguments.h"
#include "cli/numbers.h"
#include "cli/question.h"
#include "exact/best_play/solve.h"
#include "sim/play_game.h"

namespace warodds::cli {

/// What one side gets from leaving best play, played with dice against it.
struct Deviation {
  Side side;
  std::string name;
  sim::PayoffEstimate payoff;
  bool better = false;  ///< for the side, beyond the interval
};

struct Verification {
  double each_level = 0;  ///< chance of a false alarm of each interval
  sim::PayoffEstimate best_play;
  bool best_play_agrees = true;
  std::vector<Deviation> deviations;
  bool holds = true;
};

struct SolveAnswer {
  EngineReport engine;
  exact::Solution solution;
  PerSide<std::vector<std::string>> names;  ///< of the choices at the start
  PerSide<std::vector<std::string>> words;  ///< the same as something to do
  std::optional<Verification> verification;
};

/// Solves the game. Throws NoAnswer when that would take longer than the time limit.
SolveAnswer answer_solve(const GameQuestion& question, const Arguments& arguments,
                         const std::atomic<bool>* stop);

}  // namespace warodds::cli
