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

/// The wounds that each model has lost, group after group as listed. A model that has lost all of
/// its own is gone.
using Lost = std::vector<int>;

/// What a unit still has to lose in the order in which it is lost (D6), one entry for wounds of one
/// model that are lost one after the other.
template <typename Number>
struct Victim {
  std::size_t group;
  std::size_t model;  ///< Its place in Lost.
  int wounds;
  Number unharmed;  ///< The chance that one wound die is saved or its wound ignored (D7).
  bool falls;       ///< With these wounds the model falls.
};
template <typename Number>
using Victims = std::vector<Victim<Number>>;

template <typename Number>
Victims<Number> casualty_order(const Warband& warband, const Falling& falling, Lost lost) {
  struct Kind {
    std::size_t group;
    std::size_t first;  // The place of its first model.
    int turn;           // Models with a save, then those with only an ignore roll, then the rest.
    Number unharmed;
  };
  std::vector<Kind> kinds;
  std::size_t place = 0;
  for (std::size_t g = 0; g < warband.size(); ++g) {
    const int save = falling.saves_apply ? warband[g].save : 0;
    const int ignore = falling.saves_apply ? warband[g].ignore : 0;
    const Number saved = save > 0 ? at_least<Number>(save, 6) : Number(0);
    const Number ignored = ignore > 0 ? at_least<Number>(ignore, 6) : Number(0);
    kinds.push_back({g, place, save > 0 ? 0 : (ignore > 0 ? 1 : 2),
                     Number(1 - Number(1 - saved) * Number(1 - ignored))});
    place += static_cast<std::size_t>(warband[g].count);
  }
  const bool best = falling.policy == "best";
  std::stable_sort(kinds.begin(), kinds.end(), [&](const Kind& one, const Kind& other) {
    // Doubles that differ by their rounding are equal: all are multiples of 1/36.
    const double more = static_cast<double>(Number(one.unharmed - other.unharmed));
    if (best && (more > 0.01 || more < -0.01)) return more > 0;
    return one.turn < other.turn;
  });
  const bool spread = falling.policy == "spread";
  Victims<Number> order;
  for (;;) {  // Whose turn is it?
    const Kind* kind = nullptr;
    std::size_t model = 0;
    for (const Kind& of : kinds) {
      if (kind != nullptr && (!spread || of.turn > kind->turn)) break;
      for (int m = 0; m < warband[of.group].count; ++m) {
        const std::size_t other = of.first + static_cast<std::size_t>(m);
        if (lost[other] == warband[of.group].wounds) continue;
        const bool before =
            kind == nullptr || (spread ? lost[other] < lost[model] : lost[other] > lost[model]);
        if (!before) continue;
        kind = &of;
        model = other;
      }
    }
    if (kind == nullptr) return order;
    const int left = warband[kind->group].wounds - lost[model];
    const int now = spread ? 1 : left;
    order.push_back({kind->group, model, now, kind->unharmed, now == left});
    lost[model] += now;
  }
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

/// What is lost after `damage` in this order.
template <typename Number>
Lost lost_after(Lost lost, const Victims<Number>& order, int damage) {
  for (const Victim<Number>& victim : order) {
    lost[victim.model] += std::min(damage, victim.wounds);
    damage -= std::min(damage, victim.wounds);
  }
  return lost;
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

/// The groups with those models that stand, nobody moving up into the places of the fallen (D5).
Warband standing(Warband warband, const Lost& lost);
int models_standing(const Warband& warband, const Lost& lost);

/// The unit after it has taken `damage` more, likewise.
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

/// Nothing is lost.
Lost nothing_lost(const Warband& warband);
/// What is lost after `damage` to a unit that had lost nothing.
Lost lost_at_first(const Unit& unit, int damage, const Falling& falling);

/// D4b: as a fight begins, models behind take the places of the fallen, listed first before others.
/// `places`: of the unit at first.
void step_up(Warband& warband, int places);
int places_of(const Warband& warband);

/// A unit that has lost something in earlier fights: wounds stay where they are.
template <typename Number>
struct Band {
  Warband warband;
  Victims<Number> order;
};

template <typename Number>
Band<Number> stand(const Unit& unit, const Lost& lost, const Falling& falling, bool steps_up) {
  const Warband all = warband_of(unit);
  Warband left = standing(all, lost);
  if (steps_up) step_up(left, places_of(all));
  Band<Number> band;
  std::vector<std::size_t> place(left.size(), 0);
  for (std::size_t g = 0; g < left.size(); ++g) {
    place[g] = band.warband.size();
    if (left[g].count > 0) band.warband.push_back(left[g]);
  }
  band.order = casualty_order<Number>(all, falling, lost);
  for (Victim<Number>& victim : band.order) victim.group = place[victim.group];
  return band;
}

}  // namespace reference
