// Best play of one unit a side: the value of a game and the strategies that secure it.
#pragma once

#include "core/answer/best_play_answer.h"
#include "core/play/game.h"
#include "exact/solve/solve.h"

namespace warodds::exact {

/// Solves the game. Throws NoAnswer when it would not fit into memory.
Solution solve(const AnyGame& game, const SolveOptions& options);

}  // namespace warodds::exact
