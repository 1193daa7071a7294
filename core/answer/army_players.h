// Battles of a matchup whatever its sides: of two units, or of sides of several.
#pragma once

#include <vector>

#include "core/answer/answer.h"
#include "core/answer/best_players.h"
#include "core/answer/engine.h"
#include "core/play/matchup.h"

namespace warodds {

/// The battle of a matchup, `rounds` rounds at most (0: to the end). `players` are those of a
/// battle of two units; how sides of several play is in the matchup. Throws NoAnswer.
Answer fought(const Matchup& matchup, const BestPlayers& players, int rounds, const Engine& engine,
              const Watch& watch, const LawsAsked& asked = {});

}  // namespace warodds
