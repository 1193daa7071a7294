// What each unit adds, beside an answer about a battle of sides of several.
#pragma once

#include "core/answer/battle_answer.h"
#include "core/answer/engine.h"
#include "core/play/matchup.h"

namespace warodds {

/// Adds it, or says in a remark why not: it must not refuse what was asked. Who asks for it by name
/// waits as long as for the answer, and gets it or NoAnswer; others, a fifth of that.
void add_parts_beside(const Matchup& matchup, int rounds, bool by_name,
                      const EngineSettings& settings, const Engines& engines, const Watch& watch,
                      BattleAnswer& answer);

}  // namespace warodds
