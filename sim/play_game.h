// Games played with physical dice by given strategies: what each is worth in practice.
#pragma once

#include <cstdint>
#include <memory>

#include "core/play/game.h"
#include "sim/simulate.h"

namespace warodds::sim {

/// What a side does: one choice for good, or what a policy says.
struct Strategy {
  std::shared_ptr<const Policy> policy = {};
  int choice = 0;  ///< without a policy; where it cannot be afforded, the first choice there is
};

/// The attacker's payoff, averaged over many games.
struct PayoffEstimate {
  double mean = 0;
  double half_width = 0;
  std::uint64_t trials = 0;
  bool partial = false;
};

/// Plays the game with both strategies. Throws as simulate() does.
PayoffEstimate play_game(const AnyGame& game, const PerSide<Strategy>& strategies,
                         const Options& options);

}  // namespace warodds::sim
