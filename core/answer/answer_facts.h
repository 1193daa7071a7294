// What an answer about a fight or a battle says, as facts.
#pragma once

#include <string_view>

#include "core/answer/battle_answer.h"
#include "core/answer/facts.h"
#include "core/answer/fight_answer.h"

namespace warodds {

/// What a side deals: members of the object that is open. `destroys`: what CSV calls the odds that
/// it destroys its target.
void state_deals(Facts& facts, const FightAnswer& answer, Side side,
                 std::string_view destroys = "destroyed");

/// What is lost in points. `of_sequence`: lines of CSV are of steps and not of sides, which are
/// named in what they say.
void state_points(Facts& facts, const PointsAnswer& points, bool of_sequence = false);

/// What becomes of a unit of several: members of the object that is open; for people a row.
void state_unit(Facts& facts, const UnitAnswer& unit, Side side);

/// How a battle ends, and who is ahead where it is undecided: an object.
void state_ends(Facts& facts, const BattleAnswer& answer);
/// The same, how long it takes, who is left, what becomes of each of several units; without the
/// rounds of the sides one by one.
void state_outcome(Facts& facts, const BattleAnswer& answer);

}  // namespace warodds
