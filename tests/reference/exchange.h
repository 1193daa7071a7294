// The single fights once more, for battles and sequences: from any state, and with exact fractions.
//
// Defined in the four systems' files for double and for Rational.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "arcane_figures.h"
#include "reference.h"

namespace reference {

/// Damage that lies on those who stand, on all of a unit together.
struct Lying {
  int on_attacker, on_defender;
};

/// One attack of those who stand: hits and damage (A1 to A10, A14); who falls is not looked at.
template <typename Number>
ResultOf<Number> arcane_exchange(const Unit& attacker, const Unit& defender,
                                 const Situation& situation, const Lying& lying);

/// Whether it is of matter what it takes to destroy a unit: to who chooses rerolls for that (A9).
bool arcane_rerolls_to_destroy(const Unit& unit, const Unit& enemy, const Situation& situation);

/// The order points of an attack (A14).
int arcane_order_cost(const Unit& attacker);

/// Fills in who falls of those who stood before, by their owner's policy (A11).
template <typename Number>
void arcane_casualties(DealsOf<Number>& deals, const std::vector<Figures>& target,
                       const std::string& policy, const Standing& before);

/// The attack, and who falls by the policies of both sides (A11).
template <typename Number>
ResultOf<Number> arcane_fight(const Unit& attacker, const Unit& defender,
                              const Situation& situation);

template <typename Number>
ResultOf<Number> magewinds_exchange(const Unit& attacker, const Unit& defender,
                                    const Situation& situation);

template <typename Number>
ResultOf<Number> raiders_exchange(const Unit& attacker, const Unit& defender,
                                  const Situation& situation);

/// Raiders: the unit with these wounds instead of its own.
Unit with_wounds(const Unit& unit, int wounds);

/// Raiders: how many figures stand after so many wounds (C6), and the wounds that they all have.
int raiders_left(const Unit& unit, int wounds);
int raiders_hit_points(const Unit& unit);

/// Raiders: a number of attack dice is asked for again each round, as far as there are dice.
std::string capped_share(const Situation& situation, const std::string& key, const Unit& unit);

/// Dwethia: what the units have lost before the first fight.
struct Losses {
  int attacker, defender;
};
Losses dwethia_losses(const Situation& situation);

/// Dwethia: who would be gone before the first fight; empty if nobody.
std::string dwethia_gone(const Unit& attacker, const Unit& defender, const Situation& situation);
/// Dwethia: why units so cannot fight a single fight (D4b); empty if they can.
std::string dwethia_forbidden(const Unit& attacker, const Unit& defender,
                              const Situation& situation);

/// The damages are what the two units had taken before, in the order of D6. Who is to
/// fire without a shot in the fight fights (D9).
template <typename Number>
ResultOf<Number> dwethia_exchange(const Unit& attacker, const Unit& defender,
                                  const Situation& situation, int attacker_damage,
                                  int defender_damage);

/// The same for units of which each model has lost so many wounds (its place: group after group, as
/// listed). `pursued`, if not null, receives what a unit has lost that was pursued (D8); nothing
/// where it was not.
template <typename Number>
ResultOf<Number> dwethia_exchange(const Unit& attacker, const Unit& defender,
                                  const Situation& situation, const std::vector<int>& attacker_lost,
                                  const std::vector<int>& defender_lost,
                                  std::map<std::vector<int>, Number>* pursued);

/// Dwethia: what each model has lost of `damage` to a fresh unit, and of `damage` more, by the
/// order of the fight that deals it (D6, D10).
std::vector<int> dwethia_lost(const Unit& unit, int damage, const Situation& situation);
std::vector<int> dwethia_lost_after(const Unit& unit, const std::vector<int>& lost, int damage,
                                    const Situation& situation);

/// Raiders, C8: how many rounds until either is tired, and the smaller of two limits; 0 is none.
int rounds_before_fatigue(const Unit& attacker, const Unit& defender, const Situation& situation);
int smaller_limit(int one, int other);

/// Dwethia: the shots of the engaged models that stand (D9).
int dwethia_shots(const Unit& unit, const std::vector<int>& lost, const Situation& situation);

/// Dwethia: how many models stand.
int dwethia_models(const Unit& unit, const std::vector<int>& lost);

/// Dwethia: the wounds that the whole unit has.
int dwethia_wounds(const Unit& unit);

}  // namespace reference
