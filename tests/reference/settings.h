// The settings of a battle: what changes from round to round, and what holds for the attack back.
#pragma once

#include "reference.h"

namespace reference {

/// The settings of round 1, 2, ...: `KEY=a*2,b` is a for two rounds, then b for good.
Situation in_round(const Situation& situation, int round);

/// From this round on nothing changes any more.
int settled_round(const Situation& situation);

/// The settings of the attack back, from those of a round: rules of the table hold for both, every
/// other key has its default unless `reply.KEY` sets it.
Situation arcane_reply(const Situation& of_round);
Situation magewinds_reply(const Situation& of_round, const Unit& replying);

}  // namespace reference
