// Battles that have been left open, played with physical dice by given strategies: what each is
// worth in practice.
#pragma once

#include "core/answer/engine.h"
#include "sim/simulate.h"

namespace warodds::sim {

/// Plays with both strategies. Throws as simulate() does.
PayoffEstimate play_game(const PlayQuestion& question, const Options& options);

}  // namespace warodds::sim
