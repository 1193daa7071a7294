// What each of several units of a side adds to the odds that it wins.
#pragma once

#include <cstddef>

#include "core/answer/battle_answer.h"
#include "core/answer/engine.h"
#include "core/play/matchup.h"

namespace warodds {

/// The most units of a side whose Shapley values are worked out.
inline constexpr std::size_t most_units_of_shapley = 8;

/// How long add_parts() takes, roughly; where that is more than `most`, at least so long. Throws
/// NoAnswer when it is to end before that is known.
double seconds_of_parts(const Matchup& matchup, int rounds, const Engine& engine,
                        const Watch& watch, bool with_shapley, double most);

/// Adds what each of several units of a side adds to the odds that it wins: a battle more for each;
/// for Shapley values one for every set of a side's units. `engine`: of the same choice as has
/// answered. Throws NoAnswer when it is to end; the parts found by then are there.
void add_parts(const Matchup& matchup, int rounds, const Engine& engine, const Watch& watch,
               bool with_shapley, BattleAnswer& answer);

}  // namespace warodds
