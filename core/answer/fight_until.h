// Battles that are fought until something holds of what is left, and no longer.
#pragma once

#include "core/answer/event.h"
#include "core/play/battle.h"

namespace warodds {

/// Has the battle played for points instead of the win. Throws NoAnswer where nobody has any.
void play_for_swing(AnyBattle& battle);

/// Ends the battle after the first round after which the event holds. Throws InputError where it
/// speaks of what is not known before the end, NoAnswer where there is no such group or unit, or no
/// points.
void fight_until(const Event& event, AnyBattle& battle);

}  // namespace warodds
