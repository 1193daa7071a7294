// Dwethia Skirmish: one fight of a battle, for the battle itself and for best responses.
#pragma once

#include <cstddef>

#include "chain.h"
#include "reference.h"

namespace reference {

/// The settings in the order of the rounds, and with alternating roles in both roles (D12).
Phases dwethia_phases(const Situation& situation);

/// D12: in this phase the defender's unit selects the fight.
bool roles_swapped(const Situation& situation, std::size_t phase);

/// The fight of a phase with its settings, from what both units have lost. One that is not allowed
/// does not take place.
Outcomes dwethia_round(const Unit& attacker, const Unit& defender, const Situation& of_round,
                       bool swapped, const State& state);

}  // namespace reference
