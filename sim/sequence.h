// Sequences with physical dice.
#pragma once

#include "core/answer/engine.h"
#include "sim/simulate.h"

namespace warodds::sim {

/// Plays the sequence. Options as for simulate(): at least one chunk is played, whatever the time
/// limit. Where every order is asked for, half of the time is for them, and each is played with an
/// even share of the trials, but at least `least_trials_of_order` (or all, if those are fewer).
Answer simulate(const SequenceQuestion& question, const Options& options);

inline constexpr std::uint64_t least_trials_of_order = 20'000;

}  // namespace warodds::sim
