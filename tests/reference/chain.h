// A battle as a chain of rounds, whatever the system.
#pragma once

#include <compare>
#include <functional>
#include <map>

#include "battle.h"

namespace reference {

/// What lasts from round to round: the damage each side has taken. It never decreases.
struct State {
  bool opened = false;  ///< Only Arcane Legions, whose opening damage counts in the first round.
  int attacker_damage = 0;
  int defender_damage = 0;
  auto operator<=>(const State&) const = default;
};

using Outcomes = std::map<State, Rational>;

struct Contest {
  State start;
  std::function<int(int damage)> attackers_left, defenders_left;
  std::function<Outcomes(const State&)> round;  ///< Asked only while both sides stand.
};

Battle fight_out(const Contest& contest, int rounds_cap, int horizon);

}  // namespace reference
