// Numbers that a fact of a fight, battle or sequence cannot have: more than there are.
#pragma once

#include <string>
#include <vector>

#include "core/answer/event.h"
#include "core/play/battle.h"
#include "core/play/sequence.h"
#include "core/systems/systems.h"

namespace warodds {

/// How many there are, where an event wants more figures or hit points; one text each:
/// "attacker.survivors = 5: there are 4".
std::vector<std::string> beyond_reach(const Event& event, const AnyFight& fight);
std::vector<std::string> beyond_reach(const Event& event, const AnyBattle& battle);
std::vector<std::string> beyond_reach(const Event& event, const AnySequence& sequence);

/// Those among some remarks: they belong to what is asked, and go wherever it goes.
std::vector<std::string> those_beyond_reach(const std::vector<std::string>& remarks);

}  // namespace warodds
