// Dwethia Skirmish: the models of a unit, their values in a fight, and how wounds fall on them.
#pragma once

#include <cstddef>
#include <vector>

#include "law.h"
#include "reference.h"

namespace reference {

/// Some equal models.
struct Models {
  int count;
  int engaged;
  int aggression, martial, integrity, strength, defence;
  int wounds, save, ignore;
  int perception, ranged_strength, shots;
};
using Warband = std::vector<Models>;

/// Groups without models are left out.
Warband warband_of(const Unit& unit);

/// D4: only groups with somebody engaged.
Warband engaged_part(const Warband& warband);

int total_aggression(const Warband& warband);  ///< D4: of the engaged.
int total_shots(const Warband& warband);       ///< D9: of the engaged.
int highest_strength(const Warband& warband);
int highest_defence(const Warband& warband);

enum class Retreat { kNo, kAddThree, kSetThree };

/// D2, D8: the attack roll value. `twice`: the switch for sides whose every integrity is negative.
int attack_roll_value(const Warband& in_fight, Retreat retreat, bool twice);

/// D1: what a die must show when `value` is rolled against `target`.
int needed(int value, int target);

/// The models of a unit in the order in which wounds fall on them (D6), one entry per model.
template <typename Number>
struct Victim {
  std::size_t group;
  int wounds;
  Number unharmed;  ///< The chance that one wound die is saved or its wound ignored (D7).
};
template <typename Number>
using Victims = std::vector<Victim<Number>>;

template <typename Number>
Victims<Number> casualty_order(const Warband& warband, bool saves_apply) {
  Victims<Number> order;
  for (int turn = 0; turn < 3; ++turn) {
    for (std::size_t g = 0; g < warband.size(); ++g) {
      const Models& models = warband[g];
      const int when = models.save > 0 ? 0 : (models.ignore > 0 ? 1 : 2);
      if (when != turn) continue;
      const Number saved = models.save > 0 ? at_least<Number>(models.save, 6) : Number(0);
      const Number ignored = models.ignore > 0 ? at_least<Number>(models.ignore, 6) : Number(0);
      const Number harmed = saves_apply ? Number((1 - saved) * (1 - ignored)) : Number(1);
      for (int m = 0; m < models.count; ++m)
        order.push_back({g, models.wounds, Number(1 - harmed)});
    }
  }
  return order;
}

/// How many models `damage` has removed.
template <typename Number>
int fallen(const Victims<Number>& order, int damage) {
  int models = 0;
  for (const Victim<Number>& victim : order) {
    if (damage < victim.wounds) break;
    damage -= victim.wounds;
    ++models;
  }
  return models;
}

/// All damage after `wound_dice` more: one after the other is rolled against the first model of the
/// order that still stands.
template <typename Number>
LawOf<Number> damage_of(const Victims<Number>& order, int damage_before, int wound_dice) {
  LawOf<Number> damage;
  add(damage, damage_before, 1);
  for (int die = 0; die < wound_dice; ++die) {
    LawOf<Number> next;
    for_each(damage, [&](int taken, const Number& chance) {
      const auto standing = static_cast<std::size_t>(fallen(order, taken));
      if (standing == order.size()) {  // Nobody is left to be hurt.
        add(next, taken, chance);
        return;
      }
      const Number unharmed = order[standing].unharmed;
      add(next, taken, chance * unharmed);
      add(next, taken + 1, chance * (1 - unharmed));
    });
    damage = next;
  }
  return damage;
}

/// The unit after it has taken `damage`: nobody moves up into the places of the fallen (D5).
template <typename Number>
Warband survivors(Warband warband, const Victims<Number>& order, int damage) {
  const int down = fallen(order, damage);
  for (int m = 0; m < down; ++m) --warband[order[static_cast<std::size_t>(m)].group].count;
  for (Models& models : warband)
    models.engaged = models.engaged < models.count ? models.engaged : models.count;
  return warband;
}

/// A unit that has taken `damage` in earlier fights: wounds stay where they are.
template <typename Number>
struct Band {
  Warband warband;
  Victims<Number> order;
};

template <typename Number>
Band<Number> stand(const Unit& unit, int damage, bool saves_apply) {
  const Warband all = warband_of(unit);
  const Victims<Number> all_in_order = casualty_order<Number>(all, saves_apply);
  Band<Number> band;
  for (const Models& models : survivors(all, all_in_order, damage)) {
    if (models.count > 0) band.warband.push_back(models);
  }
  band.order = casualty_order<Number>(band.warband, saves_apply);
  const int down = fallen(all_in_order, damage);
  for (int m = 0; m < down; ++m) damage -= all_in_order[static_cast<std::size_t>(m)].wounds;
  if (!band.order.empty()) band.order.front().wounds -= damage;
  return band;
}

}  // namespace reference
