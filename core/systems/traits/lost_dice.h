// A trait: losses change nothing of an attack but how many dice each side rolls, each its own.
// Battles of very many states can then be worked out by numbers of dice.
#pragma once

#include <concepts>

#include "core/rules/side.h"

namespace warodds {

template <class System>
concept LosesOnlyDice = requires(const typename System::Fight fight, const Side side) {
  // The dice that a side rolls.
  { System::pool_size(fight, side) } -> std::same_as<int>;
  // Whether it holds of such a fight.
  { System::loses_only_dice(fight) } -> std::same_as<bool>;
};

/// Whether losses change nothing but dice of a fight, for any system.
template <class System>
bool loses_only_dice(const typename System::Fight& fight) {
  if constexpr (LosesOnlyDice<System>) return System::loses_only_dice(fight);
  return false;
}

/// The dice that a side rolls, for any system; 0 where that is not known.
template <class System>
int pool_size(const typename System::Fight& fight, Side side) {
  if constexpr (LosesOnlyDice<System>) return System::pool_size(fight, side);
  return 0;
}

}  // namespace warodds
