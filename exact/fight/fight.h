// The exact engine: the distribution of everything a fight is reported in.
#pragma once

#include "core/answer/engine.h"

namespace warodds::exact {

class LineupCache;

/// The exact outcome, good to about 1e-13 relative. Probabilities below about 1e-300 are lost.
/// `lineups`, if not null, is shared by fights that may roll the same dice; the result is the same.
Answer fight(const FightQuestion& question, LineupCache* lineups = nullptr);

}  // namespace warodds::exact
