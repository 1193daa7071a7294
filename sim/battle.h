// Whole battles with physical dice.
#pragma once

#include "core/answer/battle_answer.h"
#include "core/play/battle.h"
#include "sim/simulate.h"

namespace warodds::sim {

/// Fights the battle to its end, or for `rounds` rounds (0: to the end, or most_simulated_rounds).
/// Options as for simulate(): at least one chunk is played, whatever the time limit. Throws
/// NoAnswer where a policy cannot be played with dice.
BattleAnswer simulate_battle(const AnyBattle& battle, int rounds, const Options& options,
                             const LawsAsked& asked = {});

}  // namespace warodds::sim
