// What each of several units of a side adds to the odds that it wins.
#pragma once

#include <cstddef>

#include "core/answer/answer.h"
#include "core/answer/engine.h"
#include "core/play/matchup.h"

namespace warodds {

/// The most units of a side whose Shapley values are worked out.
inline constexpr std::size_t most_units_of_shapley = 8;

/// How many battles show what each unit adds: one for each of several units of a side, but one for
/// those that are the same.
int battles_of_parts(const Matchup& matchup);

/// Adds what each of several units of a side adds to the odds that it wins: as many battles more.
/// `engine`: of the same choice as has answered. Throws NoAnswer when it is to end; the parts found
/// by then are there.
void add_parts(const Matchup& matchup, int rounds, const Engine& engine, const Watch& watch,
               Answer& answer);
/// The same for their Shapley values, a battle for every set of a side's units: all of them or
/// none.
void add_shapley_values(const Matchup& matchup, int rounds, const Engine& engine,
                        const Watch& watch, Answer& answer);

}  // namespace warodds
