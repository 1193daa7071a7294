// A battle as a chain of rounds, whatever the system.
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <vector>

#include "battle.h"

namespace reference {

/// What lasts from round to round. Losses are damage taken or figures lost of each group; they
/// never decrease.
struct State {
  bool opened = false;  ///< Only Arcane Legions, whose opening damage counts in the first round.
  std::vector<int> attacker_losses;
  std::vector<int> defender_losses;
  bool retreated = false;  ///< The battle is over.
  auto operator<=>(const State&) const = default;
};

/// The same losses, and nobody has retreated.
bool nothing_happened(const State& before, const State& after);

using Outcomes = std::map<State, Rational>;

/// The settings that the rounds go through: 0, 1, ... count - 1, then from `back_to` again.
struct Phases {
  std::size_t count = 1;
  std::size_t back_to = 0;
  std::size_t after(std::size_t phase) const { return phase + 1 < count ? phase + 1 : back_to; }
};

struct Contest {
  State start;
  Phases phases;
  std::function<int(const State&)> attackers_left, defenders_left;
  /// What is left of what there was when the battle began.
  std::function<Rational(const State&)> attacker_share, defender_share;
  /// Asked only while both sides stand.
  std::function<Outcomes(std::size_t phase, const State&)> round;
};

Battle fight_out(const Contest& contest, int rounds_cap, int horizon);

}  // namespace reference
