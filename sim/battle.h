// Whole battles with physical dice.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/numbers/limits.h"
#include "core/numbers/tally.h"
#include "core/play/battle.h"
#include "sim/simulate.h"

namespace warodds::sim {

/// Rounds after which a simulated battle without a limit is broken off.
inline constexpr int most_battle_rounds = limits_of_rounds.most;

/// How many battles stand how at the end of a round.
struct RoundCounts {
  PerSide<std::uint64_t> destroyed;     ///< in how many a side is gone by now
  PerSide<std::uint64_t> left;          ///< sum of the figures that stand
  PerSide<std::uint64_t> left_squared;  ///< sum of their squares
};

struct SimulatedBattle {
  PerSide<std::uint64_t> wins;  ///< the enemy is destroyed, the own side stands
  std::uint64_t both_destroyed = 0;
  std::uint64_t undecided = 0;
  std::uint64_t broken_off = 0;  ///< undecided because of the last round
  Tally rounds;
  PerSide<Tally> survivors;
  std::vector<RoundCounts> by_round;
  std::uint64_t trials = 0;  ///< battles
  std::uint64_t seed = 0;
  double confidence = 0;
  bool partial = false;
  std::string why_partial;
};

/// Fights the battle to its end, or for `rounds` rounds (0: to the end, or most_battle_rounds).
/// Options as for simulate(): at least one chunk is played, whatever the time limit.
SimulatedBattle simulate_battle(const AnyBattle& battle, int rounds, const Options& options);

}  // namespace warodds::sim
