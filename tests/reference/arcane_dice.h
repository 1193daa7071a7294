// Arcane Legions: two pools of dice, thrown, rerolled, sorted and compared in pairs (A3 to A9).
#pragma once

#include <optional>

#include "law.h"
#include "reference.h"

namespace reference {

/// The critical hit (A6, A7).
struct Critical {
  bool natural;  ///< Judged on the first roll; otherwise on the final results.
  bool each;     ///< Once for every full `sixes`; otherwise once.
  int sixes;
  int bonus;
};

/// What one side throws and does to its dice.
struct Pool {
  int dice;
  int forced_rerolls, own_rerolls, reroll_below;  ///< A9
  int adjustment;                                 ///< A8
  std::optional<int> result_cap;                  ///< A8
  std::optional<Critical> critical;               ///< The attacker's only.
};

/// The chance of each pair of hits, [attacker's][defender's]. Made for double and Rational.
template <typename Number>
JointLawOf<Number> hits_of(const Pool& attack, const Pool& defence, int phantom,
                           bool defender_can_hit);

}  // namespace reference
