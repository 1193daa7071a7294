// The exact engine: the distribution of everything a fight is reported in.
#pragma once

#include "core/answer/fight_answer.h"
#include "core/systems/systems.h"

namespace warodds::exact {

class LineupCache;

/// The exact outcome, good to about 1e-13 relative. Probabilities below about 1e-300 are lost.
/// `lineups`, if not null, is shared by fights that may roll the same dice; the result is the same.
FightAnswer fight(const AnyFight& fight, LineupCache* lineups = nullptr);

/// Seconds that fight() will take, roughly; rather too many than too few. Infinite when the states
/// would not fit into memory.
double predicted_seconds(const AnyFight& fight);

}  // namespace warodds::exact
