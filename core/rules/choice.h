// What the rules leave to the players, and what they play for. A choice is a value of a key of the
// situation, such as attacker-attack = 8 dice or reaction = dodge.
#pragma once

#include <string_view>
#include <vector>

#include "core/rules/side.h"

namespace warodds {

/// What the attacker wants much of and the defender little.
enum class Payoff {
  damage,     ///< E[damage dealt - damage suffered]
  kills,      ///< E[figures removed - figures lost]
  destroyed,  ///< P(the enemy is destroyed) - P(the own side is)
  win,        ///< P(win) + 1/2 P(neither side is destroyed, or both are)
  swing       ///< E[points that the defender loses - points that the attacker loses]
};
/// Whether it is read off the end of a battle, not of a single attack or activation.
inline bool is_of_battle(Payoff payoff) { return payoff == Payoff::win || payoff == Payoff::swing; }

/// Something that a side does because the situation says so, in words for people.
struct PlayInWords {
  std::string_view key;   ///< that says otherwise: of the situation, or of the unit; "": the rules
                          ///< do, where what it says cannot be done as a battle goes on
  std::string_view one;   ///< "never reacts"
  std::string_view many;  ///< "never react"

  bool operator==(const PlayInWords&) const = default;
};

/// A payoff by the name it has in a system; the first of a list is the default.
struct NamedPayoff {
  std::string_view name;
  Payoff payoff;
  std::string_view meaning;
};
/// Of every system.
inline constexpr NamedPayoff payoff_in_points{
    "swing", Payoff::swing, "points that the defender loses in the battle, less the attacker's"};

/// The sides whose choice is as the situation says, and known to the other side.
struct KnownChoices {
  PerSide<bool> in_attack;  ///< in the attacker's attacks
  PerSide<bool> in_reply;   ///< in the attacks back
};

/// One choice with the probability that it is made.
struct WeightedChoice {
  int value;  ///< of the key of the situation
  double p;
};

/// A player's plan for one decision: the choices that are made at all.
using MixedStrategy = std::vector<WeightedChoice>;

}  // namespace warodds
