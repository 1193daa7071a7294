// Battles of sides of several units by simulation.
#pragma once

#include <vector>

#include "core/answer/battle_answer.h"
#include "core/answer/outcome.h"
#include "core/play/battle.h"
#include "sim/simulate.h"

namespace warodds::sim {

/// Fights the battle for `rounds` rounds at most (0: to the end) with dice. Throws InputError for
/// options out of range, NoAnswer where a policy cannot be played or not even one chunk was done in
/// time.

BattleAnswer simulate_battle(const AnyBattle& battle, int rounds, const Options& options,
                             const LawsAsked& asked = {});

}  // namespace warodds::sim
