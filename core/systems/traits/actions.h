// A trait: an economy of actions. Attacks and reactions to them are paid for with actions, of which
// a unit has only so many. Without it a unit attacks as often as the round lets it, and nothing
// that its target does costs anything.
#pragma once

#include <concepts>
#include <string_view>
#include <utility>
#include <vector>

#include "core/rules/choice.h"
#include "core/rules/no_limit.h"
#include "core/rules/side.h"

namespace warodds {

template <class System>
concept HasActions = requires(const typename System::Situation situation,
                              typename System::Situation attack,
                              const typename System::Unit attacker, const PerSide<int> spent) {
  // What each side can spend in a round of a battle; what the target can in a whole sequence; what
  // each side can in best play of one activation.
  { System::actions_in_round(situation) } -> std::same_as<int>;
  { System::actions_of_target(situation) } -> std::same_as<int>;
  { System::actions_in_activation(situation) } -> std::same_as<PerSide<int>>;
  // The settings with which best play is that of a single attack: keys and values.
  {
    System::settings_of_one_attack()
    } -> std::same_as<std::vector<std::pair<std::string_view, std::string_view>>>;
  // What an attack costs whoever makes it, and its target.
  { System::spent(situation) } -> std::same_as<PerSide<int>>;
  // Takes out of an attack what its target can only do for an action.
  { System::without_reaction(attack) } -> std::same_as<void>;
  // Whether it is no attack, and whoever may attack makes none in this turn any more; the choice
  // that says so.
  { System::passes(attack) } -> std::same_as<bool>;
  { System::passing } -> std::convertible_to<int>;
  // What somebody does who never chooses it.
  { System::never_passing } -> std::convertible_to<PlayInWords>;
  // Whether the rules allow the attack; one that they do not costs nothing.
  { System::is_allowed(attacker, situation) } -> std::same_as<bool>;
  // What the actions spent are worth to the attacker in best play, besides what the attack does.
  { System::worth(situation, spent) } -> std::convertible_to<double>;
  // Throws InputError where best play of whole battles is not found in this situation.
  { System::require_plannable(situation) } -> std::same_as<void>;
};

}  // namespace warodds
