// A sequence as a chain of steps, whatever the system.
#pragma once

#include <algorithm>
#include <cstddef>
#include <functional>
#include <limits>
#include <map>
#include <string>
#include <vector>

#include "amounts.h"
#include "law.h"
#include "reference.h"
#include "sequence.h"

namespace reference {

/// What a step is on a target in some state. `Target` is ordered and says what is left.
template <typename Target>
struct Encounter {
  /// What both do to each other: the attacker's hits, damage and kills, the defender's damage and
  /// kills. Not legal: the step does not take place.
  std::function<ResultOf<Rational>(const Target&)> fight;
  /// Where its damage leads, if not as Siege::after says.
  std::function<std::map<Target, Rational>(const Target&)> leads_to = {};
  int order_points = 0;
  bool retreats = false;  ///< D8: a target that survives the fight is away.
  int hit_points = 0;     ///< Of the attacker, at first.
  std::function<int(int damage)> hit_points_lost;
};

template <typename Target>
struct Siege {
  Target start;
  std::vector<Encounter<Target>> steps;
  std::function<Target(const Target&, int damage)> after;
  std::function<int(const Target&)> left;
  /// A step that does not take place.
  DealsOf<Rational> nothing;
};

/// The law of an ability's damage: its amount, not less than 0.
inline LawOf<Rational> ability_damage(const std::string& amount) {
  LawOf<Rational> damage;
  for (const auto& [sum, chance] : outcomes<Rational>(amount_in("damage", amount))) {
    add(damage, std::max(0, sum), chance);
  }
  return damage;
}

/// One step, on every state in which the target may be; returns what it leaves. `away` are the
/// targets that have retreated.
template <typename Target>
std::map<Target, Rational> take_step(const Siege<Target>& siege, const Encounter<Target>& step,
                                     const std::map<Target, Rational>& targets,
                                     std::map<Target, Rational>& away, Sequence::Step& report,
                                     Rational& mean_hit_points_lost) {
  report.deals = no_deals<Rational>();
  report.losses.clear();
  report.order_points = step.order_points;
  Rational idle = 0;
  for (const auto& gone : away) idle += gone.second;
  std::map<Target, Rational> next;
  for (const auto& entry : targets) {
    const Target& target = entry.first;
    const Rational& chance = entry.second;
    if (siege.left(target) == 0) {
      next[target] += chance;
      idle += chance;
      continue;
    }
    report.needed += chance;
    const ResultOf<Rational> result = step.fight(target);
    if (!result.legal) {
      next[target] += chance;
      idle += chance;
      continue;
    }
    mix(report.deals, result.attacker, chance);
    mix(report.losses, result.defender.kills, chance);
    report.lost += chance * result.defender.destroyed;
    for_each(result.defender.damage, [&](int damage, const Rational& p) {
      mean_hit_points_lost += chance * p * step.hit_points_lost(damage);
    });
    std::map<Target, Rational> afterwards;
    if (step.leads_to) {
      afterwards = step.leads_to(target);
    } else {
      for_each(result.attacker.damage, [&](int damage, const Rational& p) {
        afterwards[siege.after(target, damage)] += p;
      });
    }
    for (const auto& [after, p] : afterwards) {
      const bool retreated = step.retreats && siege.left(after) > 0;
      (retreated ? away : next)[after] += chance * p;
    }
  }
  if (idle > 0) mix(report.deals, siege.nothing, idle);
  if (idle > 0) add(report.losses, 0, idle);
  return next;
}

template <typename Target>
Sequence play_sequence(const Siege<Target>& siege) {
  Sequence sequence;
  std::map<Target, Rational> targets{{siege.start, 1}};
  std::map<Target, Rational> away;
  int hit_points = 0;
  Rational hit_points_lost = 0;
  for (const Encounter<Target>& step : siege.steps) {
    Sequence::Step report;
    targets = take_step(siege, step, targets, away, report, hit_points_lost);
    for (const auto* group : {&targets, &away}) {
      for (const auto& [target, chance] : *group) {
        const int left = siege.left(target);
        report.target_mean_left += chance * left;
        if (left == 0) report.destroyed += chance;
      }
    }
    sequence.mean_steps += report.needed;
    sequence.order_points += report.order_points;
    hit_points += step.hit_points;
    sequence.steps.push_back(report);
  }
  for (const auto* group : {&targets, &away}) {
    for (const auto& [target, chance] : *group)
      add(sequence.target_survivors, siege.left(target), chance);
  }
  for (const auto& gone : away) sequence.retreated += gone.second;
  sequence.destroyed = sequence.target_survivors.at(0);
  if (hit_points > 0) sequence.attackers_share_lost = hit_points_lost / hit_points;
  return sequence;
}

inline Sequence no_sequence(const std::string& why) {
  Sequence sequence;
  sequence.legal = false;
  sequence.why = why;
  return sequence;
}

/// The settings of one step.
inline Situation settings(const SequenceStep& step, const Situation& situation) {
  Situation merged = step.situation;
  merged.insert(situation.begin(), situation.end());
  return merged;
}

inline bool is_ability(const SequenceStep& step) { return !step.ability_damage.empty(); }

// ---- Targets whose state is the damage they have taken ----

/// Everything an ability does to such a target, at most `most` damage.
inline ResultOf<Rational> ability(const std::string& amount, int most, int damage_before,
                                  int left_before, const std::function<int(int)>& left) {
  ResultOf<Rational> result;
  result.attacker.damage.clear();
  for_each(ability_damage(amount), [&](int damage, const Rational& chance) {
    add(result.attacker.damage, std::min(most, damage), chance);
  });
  result.attacker.kills.clear();
  for_each(result.attacker.damage, [&](int damage, const Rational& chance) {
    const int after = left(damage_before + damage);
    add(result.attacker.kills, left_before - after, chance);
    if (after == 0) result.attacker.destroyed += chance;
  });
  return result;
}

inline Siege<int> siege_by_damage(int damage_before, const std::function<int(int)>& left) {
  Siege<int> siege;
  siege.start = damage_before;
  siege.after = [](int before, int damage) { return before + damage; };
  siege.left = left;
  return siege;
}

/// `all`: what can be taken off the target in all, where the dice can deal no more than that.
inline Encounter<int> ability_on(const std::string& amount, const std::function<int(int)>& left,
                                 int all = std::numeric_limits<int>::max()) {
  Encounter<int> encounter;
  encounter.fight = [=](int damage) {
    return ability(amount, std::max(0, all - damage), damage, left(damage), left);
  };
  encounter.hit_points_lost = [](int) { return 0; };
  return encounter;
}

}  // namespace reference
