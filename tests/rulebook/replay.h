// A fight of the rulebooks, told in words and replayed with the dice that the example names.
#pragma once

#include <string>

#include "tests/support/matchup_of.h"
#include "tests/support/scripted_dice.h"

namespace warodds::testing {

template <class System>
Played replay(const std::string& attacker, const std::string& defender,
              const std::string& situation, const std::string& dice) {
  return play(prepare<System>(attacker, defender, situation), dice);
}

inline int hits(const Played& played, Side side) { return played.rolled[side].at(0); }

}  // namespace warodds::testing
