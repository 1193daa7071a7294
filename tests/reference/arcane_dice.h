// Arcane Legions: two pools of dice, thrown, rerolled, sorted and compared in pairs (A3 to A9).
#pragma once

#include <functional>
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
  bool best_rerolls;                              ///< A9: instead of the lowest below a number.
  int adjustment;                                 ///< A8
  std::optional<int> result_cap;                  ///< A8
  std::optional<Critical> critical;               ///< The attacker's only.
};

/// The chance of each pair of hits, [attacker's][defender's]. Made for double and Rational.
template <typename Number>
JointLawOf<Number> hits_of(const Pool& attack, const Pool& defence, int phantom,
                           bool defender_can_hit);

/// What hits are worth to a side that has its best dice rerolled (A9): whether the damage is what
/// it is after, which comes first; the damage it deals; and the damage it is dealt.
struct Worth {
  bool enough;
  int dealt, suffered;
};
struct Worths {
  Worth attacker, defender;
};
using WorthOf = std::function<Worths(int attacker_hits, int defender_hits)>;

/// The same where a side has its best dice rerolled, or both.
template <typename Number>
JointLawOf<Number> hits_of_best(const Pool& attack, const Pool& defence, int phantom,
                                bool defender_can_hit, const WorthOf& worth);

}  // namespace reference
