// Best play beside an answer: what the same question comes to if who has made no choice plays best.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/answer/engine.h"
#include "core/ask/question.h"
#include "core/ask/reports.h"
#include "core/play/assumed_play.h"
#include "core/play/matchup.h"

namespace warodds {

/// The sides whose choice is set: it is known to the other side.
KnownChoices known_choices(const std::vector<Setting>& situation, const Matchup& matchup);

/// Nothing where it was not asked for, takes too long or cannot be had; if it was asked for in so
/// many words, remarks say why. `assumed`: what nobody has chosen; `answer`: of what was asked.
std::optional<BestOfFight> best_beside(const questions::Fight& question, Matchup matchup,
                                       const AssumedPlays& assumed, const Engines& engines,
                                       const Watch& watch, std::vector<std::string>& remarks);
/// Where it is of fewer rounds than what was asked, it is partial: of as many as its rounds go to.
std::optional<BestOfBattle> best_beside(const questions::Battle& question, const Matchup& matchup,
                                        const AssumedPlays& assumed, const Engines& engines,
                                        const Watch& watch, BattleAnswer& answer);

}  // namespace warodds
