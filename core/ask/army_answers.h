// Answers about battles of sides of several units.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/answer/engine.h"
#include "core/ask/outcome_question.h"
#include "core/ask/reports.h"
#include "core/play/matchup.h"

namespace warodds {

/// What is asked of a battle of sides of several units.
struct ArmyQuestion {
  std::string command;
  std::vector<Setting> situation;  ///< as asked for
  int rounds = 0;                  ///< 0: to the end
  EngineSettings engine;
  OutcomesAsked outcomes;
  Watch besides;                    ///< of what is worked out beside the answer
  std::optional<Event> until = {};  ///< it is fought until this
};

/// Whether several units of a side may be in one fight.
bool joins_fights(const Matchup& matchup);

/// Throws NoAnswer.
ArmyReport answer_armies(const Matchup& matchup, const ArmyQuestion& question,
                         const Engines& engines, const Watch& watch);

}  // namespace warodds
