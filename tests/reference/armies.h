// Battles of sides of several units, in exact fractions: a second statement of the rulings E1 to
// E12.
//
// Follows every state of all units through every choice and every roll of the dice. Small battles
// only.
#pragma once

#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "reference.h"

namespace reference {

/// `unit * count with ...`, as a side is written (E1, E1b).
struct Entry {
  std::string name;
  Unit unit;
  int count = 1;
  Situation with = {};  ///< Of this unit's attacks; values may change from round to round.
};

/// How a side plays (E7, E8).
struct Conduct {
  std::string activate = "listed";  ///< listed, weakest, strongest, random or best
  std::string targets = "weakest";  ///< weakest, strongest, listed, spread, random or best
  /// Unit (by its name with or without its number) to enemy, likewise. A name that nobody has means
  /// nobody.
  std::map<std::string, std::string> pins = {};
};

struct Army {
  std::vector<Entry> units;
  Conduct conduct = {};
};

enum class ArmySystem { arcane_legions, magewinds, raiders_of_arcana, dwethia_skirmish };

/// How a battle of armies goes. [0] is the attacker's side, [1] the defender's.
struct ArmyBattle {
  Rational attacker_wins, defender_wins, both_destroyed, undecided;
  Rational retreated;                                   ///< E5: both have units that live.
  Rational ahead_attacker, ahead_defender, ahead_even;  ///< E10, of the undecided.
  Rational mean_rounds;          ///< Rounds fought until it is over or nothing more can happen.
  std::vector<Rational> rounds;  ///< [r]: probability of exactly r rounds, r = 0..horizon.
  std::vector<Rational> survivors[2];  ///< [k]: k figures of all units are left at the end.

  struct OfUnit {
    std::string name;  ///< E1: numbered where a name is there several times.
    Rational destroyed, mean_hit_points_left;
    std::vector<Rational> survivors;  ///< [k]: k of its figures are left at the end.
  };
  std::vector<OfUnit> units[2];

  /// An ended battle stays as it ended.
  struct Round {
    Rational destroyed[2], mean_left[2];  ///< All of a side; figures.
    std::vector<Rational> unit_destroyed[2], unit_mean_left[2], unit_mean_hit_points_left[2];
  };
  std::vector<Round> by_round;  ///< After round 1, 2, ... horizon.

  /// How a battle may end: all that is told of it, together.
  struct Outcome {
    std::string end;    ///< win, lose, both_destroyed, retreated, undecided
    std::string ahead;  ///< of the undecided: ahead, behind, even
    int rounds = 0;     ///< -1 where the battle goes to the end: all rounds together
    std::vector<int> figures[2], hit_points[2];  ///< left of each unit

    friend bool operator<(const Outcome& x, const Outcome& y) {
      const auto parts = [](const Outcome& of) {
        return std::tie(of.end, of.ahead, of.rounds, of.figures[0], of.figures[1], of.hit_points[0],
                        of.hit_points[1]);
      };
      return parts(x) < parts(y);
    }
  };
  std::map<Outcome, Rational> outcomes;
};

/// `rounds_cap` 0 fights to the end. The situation is that of battle.h, and has `order-points`
/// (Arcane Legions), `attacker-markers` and `defender-markers` (Raiders), `step-up` and `saves`
/// (Dwethia); `attacker-breaks` and `defender-breaks`, and `until-attacker-left` and
/// `until-defender-left` (so few figures end the battle, undecided). A side that plays `best` plays
/// so for the capped number of rounds, or by the limit.
ArmyBattle army_battle(ArmySystem system, const Army& attacker, const Army& defender,
                       const Situation& situation, int rounds_cap, int horizon);

/// E9: the odds that the attacker's side wins, a draw of any kind counting one half, where those
/// who are said to play `best` do.
Rational army_value(ArmySystem system, const Army& attacker, const Army& defender,
                    const Situation& situation, int rounds_cap);

/// The same by trying all pure policies of those who play `best`: what the attacker can be sure of,
/// whatever the defender does. Tiny battles only; throws std::length_error where there are more
/// than `most` pairs of policies.
Rational army_value_of_all_policies(ArmySystem system, const Army& attacker, const Army& defender,
                                    const Situation& situation, int rounds_cap, long most = 200000);

/// What the first who has a choice may do, and what it comes to if all who play `best` do so
/// afterwards. Whoever has none or leaves it to a policy has a single entry for each policy's pick.
struct FirstChoice {
  int side = 0;
  std::string unit, target;
  Rational value;
};
std::vector<FirstChoice> army_first_choices(ArmySystem system, const Army& attacker,
                                            const Army& defender, const Situation& situation,
                                            int rounds_cap);

/// E5b, Dwethia: one fight of all of them, what either side deals as a whole.
ResultOf<Rational> dwethia_army_fight(const Army& attacker, const Army& defender,
                                      const Situation& situation);

}  // namespace reference
