// What is worked out beside an answer: what the same question comes to if who has made no choice
// plays best, and what each of several units adds.
#pragma once

#include <vector>

#include "core/answer/engine.h"
#include "core/ask/question.h"
#include "core/ask/reports.h"
#include "core/play/matchup.h"

namespace warodds {

/// The sides whose choice is set: it is known to the other side.
KnownChoices known_choices(const std::vector<Setting>& situation, const Matchup& matchup);

/// Adds it to the report of what was asked; nothing where it was not asked for, takes too long or
/// cannot be had; if it was asked for in so many words, remarks say why.
void add_best_beside(const questions::Fight& question, Matchup matchup, const Engines& engines,
                     const Watch& watch, PlayReport& report);
/// Where it is of fewer rounds than what was asked, it is partial: of as many as its rounds go to.
void add_best_beside(const questions::Battle& question, const Matchup& matchup,
                     const Engines& engines, const Watch& watch, PlayReport& report);

/// Adds what each unit of sides of several adds, or says in a remark why not: it must not refuse
/// what was asked. Who asks for it by name waits as long as for the answer, and gets it or
/// NoAnswer; others, a fifth of that.
void add_parts_beside(const Matchup& matchup, int rounds, bool by_name,
                      const EngineSettings& settings, const Engines& engines, const Watch& watch,
                      BattleAnswer& answer);

}  // namespace warodds
