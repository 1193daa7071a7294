// A fight of one unit of each side before which nobody has chosen yet: what both can choose, and
// what that is called. Never what a player does.
#pragma once

#include <algorithm>
#include <iterator>
#include <string>
#include <vector>

#include "core/rules/choice.h"
#include "core/rules/fight.h"
#include "core/rules/no_limit.h"
#include "core/systems/traits/actions.h"
#include "core/systems/traits/assigned_damage.h"
#include "core/systems/traits/attack_profiles.h"
#include "core/systems/traits/choice_in_words.h"
#include "core/systems/traits/roles.h"
#include "core/text/error.h"

namespace warodds {

/// The choice of somebody who assigns damage anew each time.
inline constexpr int best_assignment = -1;

/// The key of the situation that a side chooses, or "" where there is none. Where the sides take
/// turns to attack it is the other's as well.
template <class System>
std::string choice_key_of(Side side, const typename System::Situation& situation) {
  auto key = System::choice_key[side];
  if (key == nullptr && rounds_until_same<System>(situation) > 1) {
    key = System::choice_key[enemy_of(side)];
  }
  for (const auto& field : System::situation_fields()) {
    if (key != nullptr && field.number == key) return std::string(field.name);
  }
  return "";
}

/// Refers to units and a situation that must outlive it.
template <class System>
struct Due {
  using Situation = typename System::Situation;

  PerSide<const typename System::Unit*> units;
  const Situation* situation = nullptr;  ///< of the attack
  Side by = Side::attacker;              ///< whose that is
  Standing standing = {};                ///< of the battle's sides
  int reactions = no_limit;              ///< that its target can pay for
  PerSide<bool> known = {};  ///< whose choice is as the situation says, and known to the other side
  bool may_pass = false;     ///< whether who may attack may do without

  /// What a side can choose; never empty. Of a side whose choice is known, what that leaves to it:
  /// one choice, if need be the first that it can afford, unless several are meant.
  std::vector<int> choices(Side side) const {
    const std::vector<int> can = possible(side);
    const auto key = System::choice_key[role(side)];
    if (!known[side] || key == nullptr) return can;
    const int said = situation->*key;
    std::vector<int> meant;
    std::copy_if(can.begin(), can.end(), std::back_inserter(meant),
                 [&](int value) { return is_meant(role(side), value, said); });
    if (!meant.empty()) return meant;
    // Such as "half" the dice, or a dodge when there is no action left for it.
    return {is_affordable(side, said) ? said : can.front()};
  }
  PerSide<int> first_choices() const {
    return {choices(Side::attacker).front(), choices(Side::defender).front()};
  }
  /// The choice if the side can afford it, else the first one there is: what somebody does who has
  /// settled for one choice.
  int affordable_or_first(Side side, int choice) const {
    return is_affordable(side, choice) ? choice : choices(side).front();
  }
  /// Whether a choice that a side makes for good in a role decides what it does here. Otherwise it
  /// is about something else.
  bool is_settled(Side side, Side of_role) const {
    return role(side) == of_role || System::choice_key[role(side)] == nullptr;
  }

  /// A choice in the words of the situation; "attack" where the attacker has only one.
  std::string name(Side side, int value) const {
    if (AssignsDamage<System> && value == best_assignment) return "best";
    const std::vector<int> all = choices(side);
    if constexpr (ChoosesAmongAttacks<System>) {
      const std::string own = System::choice_name(role(side), value, in_roles(units, by), all);
      if (!own.empty()) return own;
    }
    const auto key = System::choice_key[role(side)];
    const bool choice = role(side) == Side::defender || all.size() > 1 || known[side];
    for (const auto& field : System::situation_fields()) {
      if (choice && key != nullptr && field.number == key) return field.print(value);
    }
    return "attack";
  }
  /// The same as something to do.
  std::string in_words(Side side, int value) const {
    if constexpr (SaysChoices<System>) {
      const std::vector<int> all = choices(side);
      if (all.size() > 1) return System::in_words(side, value, all);
    }
    return name(side, value);
  }

 private:
  Side role(Side side) const { return in_role(side, by); }
  /// If nothing were known of it; {0} where there is no fight.
  std::vector<int> possible(Side side) const {
    try {
      std::vector<int> values =
          System::choices(role(side), in_roles(units, by), *situation, in_roles(standing, by));
      std::erase_if(values, [&](int value) { return !is_affordable(side, value); });
      if constexpr (HasActions<System>) {
        if (may_pass && role(side) == Side::attacker) values.push_back(System::passing);
      }
      return values;
    } catch (const NoAnswer&) {
      return {0};
    }
  }
  /// Whether a side has the actions for a choice. Who attacks has one for it.
  bool is_affordable(Side side, int choice) const {
    if constexpr (HasActions<System>) {
      const auto key = System::choice_key[role(side)];
      if (role(side) == Side::attacker || key == nullptr) return true;
      Situation chosen = *situation;
      chosen.*key = choice;
      // Whatever is chosen by who attacks, who may yet pass.
      const auto of_attacker = System::choice_key.attacker;
      chosen.*of_attacker = Situation{}.*of_attacker;
      return System::spent(chosen).defender <= reactions;
    }
    return true;
  }
  static bool is_meant(Side role, int choice, int said) {
    if constexpr (ChoosesAmongAttacks<System>) return System::is_meant(role, choice, said);
    return choice == said;
  }
};

}  // namespace warodds
