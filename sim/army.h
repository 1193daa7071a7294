// Battles of sides of several units with physical dice.
#pragma once

#include "core/answer/battle_answer.h"
#include "core/play/battle.h"
#include "sim/simulate.h"

namespace warodds::sim {

/// As simulate_battle() (sim/battle.h), of sides that are not one unit each.
BattleAnswer simulate_several(const AnyBattle& battle, int rounds, const Options& options,
                              const LawsAsked& asked);

}  // namespace warodds::sim
