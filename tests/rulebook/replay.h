// A fight of the rulebooks, told in words and replayed with the dice that the example names.
#pragma once

#include <string>

#include "tests/support/attacks_of.h"
#include "tests/support/battle_of.h"
#include "tests/support/matchup_of.h"
#include "tests/support/scripted_dice.h"

namespace warodds::testing {

template <class System>
Played replay(const std::string& attacker, const std::string& defender,
              const std::string& situation, const std::string& dice) {
  return play(prepare<System>(attacker, defender, situation), dice);
}

/// The same of an attack of a battle, by its place among all of them, as the battle begins. Whoever
/// makes it is the attacker in what is played.
template <class System>
Played replay_in_battle(const std::string& attacker, const std::string& defender,
                        const std::string& situation, std::size_t number, const std::string& dice) {
  const Battle<System> battle = said_battle<System>(attacker, defender, situation);
  return play(attacks_of(battle).at(number).fights->any(), dice);
}

inline int hits(const Played& played, Side side) { return played.rolled[side].at(0); }

}  // namespace warodds::testing
