// Whole battles with physical dice.
#pragma once

#include "core/answer/answer.h"
#include "core/play/battle.h"
#include "sim/simulate.h"

namespace warodds::sim {

/// Fights the battle to its end, or for as many rounds as are asked for (at most
/// most_simulated_rounds).
/// Options as for simulate(): at least one chunk is played, whatever the time limit. Throws
/// NoAnswer where a policy cannot be played with dice.
Answer simulate(const BattleQuestion& question, const Options& options);

}  // namespace warodds::sim
