// Best play put to the test: played with dice, against itself and against everybody who settles for
// one choice.
#pragma once

#include <string>
#include <vector>

#include "core/answer/engine.h"

namespace warodds {

/// What one side gets from leaving best play, played with dice against it.
struct Deviation {
  Side side = Side::attacker;
  std::string name;
  PayoffEstimate payoff;
  bool better = false;  ///< for the side, beyond the interval
};

struct Verification {
  double each_level = 0;  ///< chance of a false alarm of each interval
  PayoffEstimate best_play;
  bool best_play_agrees = true;
  std::vector<Deviation> deviations;
  bool holds = true;
  std::size_t not_played = 0;  ///< deviations, because of an interruption
  std::string why_not;         ///< which
};

/// Games of each deviation, unless said otherwise.
inline constexpr std::uint64_t default_verifying_trials = 100'000;

/// Fewer say nothing: their intervals are too rough.
inline constexpr std::uint64_t least_verifying_trials = 100;

/// `names`: of the choices at the start. Plays with engines made of `settings`, at the confidence
/// that all intervals together are wrong with a chance of 0.1 %. Throws InputError for too few
/// trials, NoAnswer when interrupted before best play itself was played.
Verification verify(const BestPlayQuestion& question, const Solution& solution,
                    const PerSide<std::vector<std::string>>& names, const EngineSettings& settings,
                    const Engines& engines, const Watch& watch);

}  // namespace warodds
