// The single fights once more, for battles: from any state, and with exact fractions.
//
// Defined in the four systems' files for double (the functions of reference.h) and for Rational.
#pragma once

#include <string>

#include "battle.h"
#include "reference.h"

namespace reference {

template <typename Number>
ResultOf<Number> arcane_exchange(const Unit& attacker, const Unit& defender,
                                 const Situation& situation);

template <typename Number>
ResultOf<Number> magewinds_exchange(const Unit& attacker, const Unit& defender,
                                    const Situation& situation);

template <typename Number>
ResultOf<Number> raiders_exchange(const Unit& attacker, const Unit& defender,
                                  const Situation& situation);

/// The damages are what the two units had taken before, in the order of D6 and D7.
template <typename Number>
ResultOf<Number> dwethia_exchange(const Unit& attacker, const Unit& defender,
                                  const Situation& situation, int attacker_damage,
                                  int defender_damage);

/// Arcane Legions: a unit after `damage`, the fallen taken out of it (A11).
struct Remains {
  Unit standing;
  int figures;  ///< How many stand.
  int lethal;   ///< The part of the damage that downed somebody.
};
Remains arcane_remains(const Unit& unit, const std::string& losses, int damage);

/// Dwethia: how many models stand after `damage`.
int dwethia_models(const Unit& unit, int damage);

}  // namespace reference
