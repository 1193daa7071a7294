// A trait: a fight has one track for each side, the attacker's first, and a side's blows alone
// decide what it deals. Fights in which a side's blows are equal are then worked out once.
#pragma once

#include <concepts>

#include "core/rules/side.h"

namespace warodds {

template <class System>
concept HasIndependentSides = requires(const typename System::Fight fight, const Side side) {
  // What decides the damage that a side deals; any value that can be ordered.
  { System::blows(fight, side) } -> std::totally_ordered;
};

}  // namespace warodds
