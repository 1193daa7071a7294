// Dwethia Skirmish: the models of a unit, their values in a fight, and how wounds fall on them.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
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

/// How wounds fall on a unit: the switch `saves` of D6, and whether any model saves at all. Without
/// saves wounds fall as on a unit that has none (D10).
struct Falling {
  std::string policy = "listed";
  bool saves_apply = true;
};
Falling falling_in(const Situation& situation);

/// The wounds of a unit in the order in which they are lost (D6), one entry for wounds of one model
/// that are lost one after the other.
template <typename Number>
struct Victim {
  std::size_t group;
  int wounds;
  Number unharmed;  ///< The chance that one wound die is saved or its wound ignored (D7).
  bool falls;       ///< With these wounds the model falls.
};
template <typename Number>
using Victims = std::vector<Victim<Number>>;

template <typename Number>
Victims<Number> casualty_order(const Warband& warband, const Falling& falling) {
  struct Kind {
    std::size_t group;
    int turn;  // Models with a save, then those with only an ignore roll, then the rest.
    Number unharmed;
  };
  std::vector<Kind> kinds;
  for (std::size_t g = 0; g < warband.size(); ++g) {
    const int save = falling.saves_apply ? warband[g].save : 0;
    const int ignore = falling.saves_apply ? warband[g].ignore : 0;
    const Number saved = save > 0 ? at_least<Number>(save, 6) : Number(0);
    const Number ignored = ignore > 0 ? at_least<Number>(ignore, 6) : Number(0);
    kinds.push_back({g, save > 0 ? 0 : (ignore > 0 ? 1 : 2),
                     Number(1 - Number(1 - saved) * Number(1 - ignored))});
  }
  const bool best = falling.policy == "best";
  std::stable_sort(kinds.begin(), kinds.end(), [&](const Kind& one, const Kind& other) {
    // Doubles that differ by their rounding are equal: all are multiples of 1/36.
    const double more = static_cast<double>(Number(one.unharmed - other.unharmed));
    if (best && (more > 0.01 || more < -0.01)) return more > 0;
    return one.turn < other.turn;
  });
  Victims<Number> order;
  if (falling.policy != "spread") {
    for (const Kind& kind : kinds) {
      for (int m = 0; m < warband[kind.group].count; ++m)
        order.push_back({kind.group, warband[kind.group].wounds, kind.unharmed, true});
    }
    return order;
  }
  for (int turn = 0; turn < 3; ++turn) {
    bool any = true;
    for (int wound = 1; any; ++wound) {
      any = false;
      for (const Kind& kind : kinds) {
        const Models& models = warband[kind.group];
        if (kind.turn != turn || models.wounds < wound) continue;
        any = true;
        for (int m = 0; m < models.count; ++m)
          order.push_back({kind.group, 1, kind.unharmed, wound == models.wounds});
      }
    }
  }
  return order;
}

/// How many entries of the order `damage` has used up.
template <typename Number>
std::size_t used_up(const Victims<Number>& order, int damage) {
  std::size_t entries = 0;
  for (const Victim<Number>& victim : order) {
    if (damage < victim.wounds) break;
    damage -= victim.wounds;
    ++entries;
  }
  return entries;
}

/// How many models `damage` has removed.
template <typename Number>
int fallen(const Victims<Number>& order, int damage) {
  int models = 0;
  for (std::size_t v = 0; v < used_up(order, damage); ++v) models += order[v].falls ? 1 : 0;
  return models;
}

template <typename Number>
int models_in(const Victims<Number>& order) {
  int models = 0;
  for (const Victim<Number>& victim : order) models += victim.falls ? 1 : 0;
  return models;
}

/// All damage after `wound_dice` more: one after the other is rolled against whoever is next in the
/// order.
template <typename Number>
LawOf<Number> damage_of(const Victims<Number>& order, int damage_before, int wound_dice) {
  LawOf<Number> damage;
  add(damage, damage_before, 1);
  for (int die = 0; die < wound_dice; ++die) {
    LawOf<Number> next;
    for_each(damage, [&](int taken, const Number& chance) {
      const std::size_t now = used_up(order, taken);
      if (now == order.size()) {  // Nobody is left to be hurt.
        add(next, taken, chance);
        return;
      }
      const Number unharmed = order[now].unharmed;
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
  const std::size_t gone = used_up(order, damage);
  for (std::size_t v = 0; v < gone; ++v) {
    if (order[v].falls) --warband[order[v].group].count;
  }
  for (Models& models : warband)
    models.engaged = models.engaged < models.count ? models.engaged : models.count;
  return warband;
}

/// D4b: as a fight begins, models behind take the places of the fallen, listed first before others.
/// `places`: of the unit at first.
void step_up(Warband& warband, int places);
int places_of(const Warband& warband);

/// A unit that has taken `damage` in earlier fights: wounds stay where they are.
template <typename Number>
struct Band {
  Warband warband;
  Victims<Number> order;
};

template <typename Number>
Band<Number> stand(const Unit& unit, int damage, const Falling& falling, bool steps_up) {
  const Warband all = warband_of(unit);
  const Victims<Number> all_in_order = casualty_order<Number>(all, falling);
  Warband left = survivors(all, all_in_order, damage);
  if (steps_up) step_up(left, places_of(all));
  Band<Number> band;
  std::vector<std::size_t> place(left.size(), 0);
  for (std::size_t g = 0; g < left.size(); ++g) {
    place[g] = band.warband.size();
    if (left[g].count > 0) band.warband.push_back(left[g]);
  }
  std::size_t next = used_up(all_in_order, damage);
  for (std::size_t v = 0; v < next; ++v) damage -= all_in_order[v].wounds;
  for (; next < all_in_order.size(); ++next) {
    Victim<Number> victim = all_in_order[next];
    victim.group = place[victim.group];
    victim.wounds -= damage;  // of the first only
    damage = 0;
    band.order.push_back(victim);
  }
  return band;
}

}  // namespace reference
