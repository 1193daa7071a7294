// What the battles of Magewinds, Raiders of Arcana and Dwethia Skirmish have in common: a side's
// state is the damage it has taken.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string>

#include "battle.h"
#include "chain.h"
#include "settings.h"

namespace reference {

using Exchange = ResultOf<Rational>;

inline Battle no_battle(const std::string& why) {
  Battle battle;
  battle.legal = false;
  battle.why = why;
  return battle;
}

inline State state_of(int attacker_damage, int defender_damage) {
  State state;
  state.attacker_losses = {attacker_damage};
  state.defender_losses = {defender_damage};
  return state;
}

/// One phase for each round until the settings change no more.
inline Phases phases_of(const Situation& situation) {
  const auto settled = static_cast<std::size_t>(settled_round(situation));
  return {settled, settled - 1};
}

inline int round_of(std::size_t phase) { return static_cast<int>(phase) + 1; }

/// What is left of `all` less the damage before the battle.
inline Rational share(int all, int damage_before, int damage) {
  return Rational(std::max(0, all - damage), all - damage_before);
}

}  // namespace reference
