// Whole battles, a second time: each state of the two units is written down as units are, in texts,
// and the single fight of reference.h is asked what happens to it, in exact fractions.
#pragma once

#include <string>
#include <vector>

#include "fraction.h"
#include "reference.h"

namespace reference {

struct Battle {
  bool legal = true;  ///< false: the first attack is not possible
  std::string why;
  Fraction attacker_wins, defender_wins, both_destroyed, undecided;
  Fraction mean_rounds;
  std::vector<Fraction> rounds;  ///< [r]: exactly r rounds, as far as the horizon
  std::vector<Fraction> attacker_survivors, defender_survivors;  ///< by number of figures

  struct Round {
    Fraction attacker_destroyed, defender_destroyed;  ///< by now
    Fraction attacker_mean_left, defender_mean_left;
  };
  std::vector<Round> by_round;  ///< after round 1, 2, ... as far as the horizon
};

/// Fields as for reference.h, with the situation's keys for battles. `cap`: rounds after which the
/// battle is broken off; 0: it goes to the end.
Battle arcane_legions_battle(const Unit& attacker, const Unit& defender, const Situation& situation,
                             int cap, int horizon);
Battle magewinds_battle(const Unit& attacker, const Unit& defender, const Situation& situation,
                        int cap, int horizon);
Battle raiders_of_arcana_battle(const Unit& attacker, const Unit& defender,
                                const Situation& situation, int cap, int horizon);
Battle dwethia_skirmish_battle(const Unit& attacker, const Unit& defender,
                               const Situation& situation, int cap, int horizon);

}  // namespace reference
