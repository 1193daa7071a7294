// Dwethia Skirmish: one fight of several units a side, model by model (E5).
//
// States D4b, D6, D10 and D11 anew: the units of one side are one list of models.
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "dwethia_models.h"
#include "reference.h"

namespace reference {

/// The wounds that each model of a unit has taken, the models group by group as listed.
using Taken = std::vector<int>;

/// A unit in a fight.
struct InFight {
  const Unit* unit;
  Taken taken;
};

/// What a fight comes to: the wounds that each unit's models have taken then.
struct FightEnd {
  std::vector<Taken> attackers, defenders;
  int attacker_hits = 0, defender_hits = 0;  ///< Dice that met the attack roll; shots that wounded.
  int attacker_wounds = 0, defender_wounds = 0;  ///< Wound dice before saves.
  auto operator<=>(const FightEnd&) const = default;
};

/// No model has been hurt.
Taken unhurt(const Unit& unit);
int models_left(const Unit& unit, const Taken& taken);
int wounds_left(const Unit& unit, const Taken& taken);

/// Wounds that fall without a roll in the order of D6.
Taken with_damage(const Unit& unit, int damage, const Situation& situation);

/// Empty if nothing happens, as one of the sides has nobody engaged (D4b).
std::map<FightEnd, Rational> fight_of_units(const std::vector<InFight>& attackers,
                                            const std::vector<InFight>& defenders,
                                            const Situation& situation);

}  // namespace reference
