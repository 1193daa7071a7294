// A trait: a unit may have several attacks, and what can be chosen depends on the one it makes.
// Without it a choice of the situation is there for every unit, and means itself.
#pragma once

#include <concepts>
#include <string>
#include <vector>

#include "core/rules/side.h"

namespace warodds {

template <class System>
concept ChoosesAmongAttacks = requires(typename System::Situation situation,
                                       const typename System::Unit attacker, const Side side,
                                       const int choice,
                                       const PerSide<const typename System::Unit*> units,
                                       const std::vector<int> choices) {
  // Clears what a situation says of a choice that this unit's attack does not offer.
  { System::clear_missing_choices(situation, attacker) } -> std::same_as<void>;
  // The same of an attack by name that this unit lacks.
  { System::clear_missing_attack(situation, attacker) } -> std::same_as<void>;
  // Whether a choice is one that the value of the key in a situation means.
  { System::is_meant(side, choice, choice) } -> std::same_as<bool>;
  // What tells a choice apart from all others; "": its name in the table of the situation does.
  { System::choice_name(side, choice, units, choices) } -> std::same_as<std::string>;
};

}  // namespace warodds
