// Games played with physical dice by given strategies: what each is worth in practice.
#pragma once

#include "core/answer/best_play_answer.h"
#include "core/play/game.h"
#include "sim/simulate.h"

namespace warodds::sim {

/// Plays the game with both strategies. Throws as simulate() does.
PayoffEstimate play_game(const AnyGame& game, const PerSide<Strategy>& strategies,
                         const Options& options);

}  // namespace warodds::sim
