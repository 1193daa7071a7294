// A battle that is joined while it is fought: how things stand, in facts of outcomes.
#pragma once

#include <string_view>

#include "core/play/battle.h"
#include "core/systems/systems.h"

namespace warodds {

/// Begins the battle as a list says, "attacker.survivors=3, attacker.hit-points-left=4, rounds=2":
/// figures left, or lost (as the enemy's kills), of a side or of a group, hit points left, rounds
/// fought. What it says nothing of is as the battle began; damage there is only where hit points
/// say so. Throws EventError for what is no such list, InputError where the units cannot have come
/// to stand so, or there is none of that name.
void begin_from(std::string_view list, AnyBattle& battle);

}  // namespace warodds
