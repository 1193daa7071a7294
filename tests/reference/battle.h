// Whole battles of the four systems, round after round, in exact fractions.
#pragma once

#include <string>
#include <vector>

#include "reference.h"

namespace reference {

/// How a battle goes. If its first attack is not `legal`, only `why` has a meaning.
struct Battle {
  bool legal = true;
  std::string why;
  Rational attacker_wins, defender_wins, both_destroyed, undecided;
  Rational retreated;  ///< Dwethia, D8: a defender moved away with somebody left.
  Rational ahead_attacker, ahead_defender, ahead_even;  ///< Of the undecided; they sum to it.
  Rational mean_rounds;          ///< Rounds fought until it is over or nothing more can happen.
  std::vector<Rational> rounds;  ///< [r]: probability of exactly r rounds, r = 0..horizon.
  std::vector<Rational> attacker_survivors, defender_survivors;  ///< [k]: k are left at the end.

  /// `destroyed` includes both being destroyed; an ended battle stays as it ended.
  struct Round {
    Rational attacker_destroyed, defender_destroyed, attacker_mean_left, defender_mean_left;
  };
  std::vector<Round> by_round;  ///< After round 1, 2, ... horizon.
};

/// `rounds_cap` 0 fights to the end; otherwise what stands after so many rounds is undecided.
/// The situation has the fields of a single fight and of battles, `reply.KEY` and values that
/// change from round to round included.
Battle arcane_battle(const Unit& attacker, const Unit& defender, const Situation& situation,
                     int rounds_cap, int horizon);
Battle magewinds_battle(const Unit& attacker, const Unit& defender, const Situation& situation,
                        int rounds_cap, int horizon);
Battle raiders_battle(const Unit& attacker, const Unit& defender, const Situation& situation,
                      int rounds_cap, int horizon);
Battle dwethia_battle(const Unit& attacker, const Unit& defender, const Situation& situation,
                      int rounds_cap, int horizon);

}  // namespace reference
