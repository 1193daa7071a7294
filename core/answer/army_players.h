// Battles of a matchup whatever its sides: of two units, or of sides of several.
#pragma once

#include <vector>

#include "core/answer/battle_answer.h"
#include "core/answer/best_players.h"
#include "core/answer/engine.h"
#include "core/play/matchup.h"

namespace warodds {

/// What is asked of a battle besides what every answer says.
struct AskedBesides {
  std::vector<OutcomeColumns> laws = {};  ///< of its outcomes
  bool points = false;                    ///< what it costs
  const Event* until = nullptr;           ///< it is fought until this, if there is one
};

/// The battle of a matchup, `rounds` rounds at most (0: to the end). `players` are those of a
/// battle of two units; how sides of several play is in the matchup. Throws NoAnswer.
BattleAnswer fought(const Matchup& matchup, const BestPlayers& players, int rounds,
                    const Engine& engine, const Watch& watch, const AskedBesides& besides = {});
/// How long that takes, roughly.
double seconds_of_battle(const Matchup& matchup, int rounds, const Engine& engine);

/// The most units of a side whose Shapley values are worked out.
inline constexpr std::size_t most_units_of_shapley = 8;

/// How long add_parts() takes, roughly.
double seconds_of_parts(const Matchup& matchup, int rounds, const Engine& engine,
                        bool with_shapley);

/// Adds what each of several units of a side adds to the odds that it wins: a battle more for each;
/// for Shapley values one for every set of a side's units. `engine`: of the same choice as has
/// answered.
void add_parts(const Matchup& matchup, int rounds, const Engine& engine, const Watch& watch,
               bool with_shapley, BattleAnswer& answer);

}  // namespace warodds
