// Dwethia Skirmish: attack rolls, wound rolls, then saves one wound die at a time.
#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

#include "fields.h"
#include "law.h"
#include "reference.h"

namespace reference::inline REFERENCE_ARITHMETIC {
namespace {

// Some equal models.
struct Models {
  int count;
  int engaged;
  int aggression, martial, integrity, strength, defence;
  int wounds, save, ignore;
  int perception, ranged_strength, shots;
};
using Warband = std::vector<Models>;

Warband muster(const Unit& unit) {
  Warband warband;
  for (const Group& group : unit.groups) {
    const Fields& f = group.fields;
    Models models{};
    models.count = number(f, "count");
    models.engaged =
        text(f, "engaged") == "all" ? models.count : std::min(models.count, number(f, "engaged"));
    models.aggression = number(f, "aggression");
    models.martial = number(f, "martial");
    models.integrity = number(f, "integrity");
    models.strength = number(f, "strength");
    models.defence = number(f, "defence");
    models.wounds = number(f, "wounds");
    models.save = number(f, "save");
    models.ignore = number(f, "ignore");
    models.perception = number(f, "perception");
    models.ranged_strength = number(f, "ranged-strength");
    models.shots = number(f, "shots");
    if (models.count > 0) warband.push_back(models);
  }
  return warband;
}

// D1: what a die must show when `value` is rolled against `target`.
int needed(int value, int target) {
  if (value == target) return 4;
  if (value >= 2 * target) return 2;
  if (value > target) return 3;
  if (2 * value <= target) return 6;
  return 5;
}

// D4: only groups with somebody engaged count for martial, integrity and strength.
Warband engaged_part(const Warband& warband) {
  Warband part;
  for (const Models& models : warband) {
    if (models.engaged > 0) part.push_back(models);
  }
  return part;
}

enum class Retreat { kNo, kAddThree, kSetThree };

// D2, D8: the attack roll value.
int attack_roll_value(const Warband& in_fight, Retreat retreat) {
  int martial = in_fight.front().martial;
  int best = 0;
  int worst = 0;
  for (const Models& models : in_fight) {
    martial = std::max(martial, models.martial);
    best = std::max(best, models.integrity);
    worst = std::min(worst, models.integrity);
  }
  if (retreat == Retreat::kAddThree) martial += 3;
  if (retreat == Retreat::kSetThree) martial = 3;
  return std::max(1, martial + best + worst);
}

int highest_strength(const Warband& in_fight) {
  int highest = in_fight.front().strength;
  for (const Models& models : in_fight) highest = std::max(highest, models.strength);
  return highest;
}

int highest_defence(const Warband& whole) {
  int highest = whole.front().defence;
  for (const Models& models : whole) highest = std::max(highest, models.defence);
  return highest;
}

int total_aggression(const Warband& warband) {
  int dice = 0;
  for (const Models& models : warband) dice += models.engaged * models.aggression;
  return dice;
}

// The models of a unit in the order in which wounds fall on them (D6, D7), one entry per model.
struct Victim {
  std::size_t group;
  int wounds;
  Number unharmed;  // The chance that one wound die is saved or its wound ignored.
};

std::vector<Victim> casualty_order(const Warband& warband, bool saves_apply) {
  std::vector<Victim> order;
  for (int turn = 0; turn < 3; ++turn) {
    for (std::size_t g = 0; g < warband.size(); ++g) {
      const Models& models = warband[g];
      const int when = models.save > 0 ? 0 : (models.ignore > 0 ? 1 : 2);
      if (when != turn) continue;
      const Number saved = models.save > 0 ? at_least(models.save, 6) : 0;
      const Number ignored = models.ignore > 0 ? at_least(models.ignore, 6) : 0;
      const Number harmed = saves_apply ? (1 - saved) * (1 - ignored) : 1;
      for (int m = 0; m < models.count; ++m) order.push_back({g, models.wounds, 1 - harmed});
    }
  }
  return order;
}

int fallen(const std::vector<Victim>& order, int damage) {
  int models = 0;
  for (const Victim& victim : order) {
    if (damage < victim.wounds) break;
    damage -= victim.wounds;
    ++models;
  }
  return models;
}

// One wound die after the other against the first model of the order that still stands.
Law damage_of(const std::vector<Victim>& order, int wound_dice) {
  Law damage{1};
  for (int die = 0; die < wound_dice; ++die) {
    Law next;
    for_each(damage, [&](int taken, Number chance) {
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

// The unit after it has taken `damage`: nobody moves up into the places of the fallen (D5).
Warband survivors(Warband warband, const std::vector<Victim>& order, int damage) {
  const int down = fallen(order, damage);
  for (int m = 0; m < down; ++m) --warband[order[static_cast<std::size_t>(m)].group].count;
  for (Models& models : warband) models.engaged = std::min(models.engaged, models.count);
  return warband;
}

// A side that does not roll, ready for sums to be added to it.
Deals empty() {
  Deals deals;
  deals.hits.clear();
  deals.wounds.clear();
  deals.damage.clear();
  deals.kills.clear();
  return deals;
}

// What these wound dice do; `hits` is only reported.
Deals take_wounds(const Law& hits, const Law& wounds, const std::vector<Victim>& order) {
  Deals deals = empty();
  deals.hits = hits;
  deals.wounds = wounds;
  for_each(wounds, [&](int dice, Number chance) {
    for_each(damage_of(order, dice), [&](int damage, Number then) {
      const int down = fallen(order, damage);
      add(deals.damage, damage, chance * then);
      add(deals.kills, down, chance * then);
      if (down == static_cast<int>(order.size())) deals.destroyed += chance * then;
    });
  });
  return deals;
}

// Adds to `sum` what happens with probability `chance`.
void mix(Deals& sum, const Deals& deals, Number chance) {
  const auto mix_law = [chance](Law& into, const Law& law) {
    for_each(law, [&](int value, Number p) { add(into, value, chance * p); });
  };
  mix_law(sum.hits, deals.hits);
  mix_law(sum.wounds, deals.wounds);
  mix_law(sum.damage, deals.damage);
  mix_law(sum.kills, deals.kills);
  sum.destroyed += chance * deals.destroyed;
}

// Attack dice that need `to_hit`, then wound dice that need `to_wound`.
Deals melee(int dice, int to_hit, int to_wound, const std::vector<Victim>& order) {
  const Law hits = roll(dice, at_least(to_hit, 6));
  Law wounds;
  for_each(hits, [&](int n, Number p) {
    for_each(roll(n, at_least(to_wound, 6)), [&](int w, Number q) { add(wounds, w, p * q); });
  });
  return take_wounds(hits, wounds, order);
}

// D9: one roll for each shot of the engaged models; a success is a wound.
Deals shoot(const Warband& shooters, int target_defence, const std::vector<Victim>& order) {
  Law wounds{1};
  for (const Models& models : shooters) {
    const int value = std::max(1, models.perception - 3 + models.ranged_strength);
    wounds = roll_more(wounds, models.engaged * models.shots,
                       at_least(needed(value, target_defence), 6));
  }
  return take_wounds(wounds, wounds, order);
}

// D10.
Result opportunity(const Warband& stationary, const Warband& retreating, bool saves_apply) {
  Result result;
  const Law sixes = roll(total_aggression(stationary), at_least(6, 6));
  result.attacker = take_wounds(sixes, sixes, casualty_order(retreating, saves_apply));
  result.joint_damage.clear();
  for_each(result.attacker.damage,
           [&](int damage, Number chance) { add(result.joint_damage, damage, 0, chance); });
  return result;
}

}  // namespace

Result dwethia_skirmish(const Unit& attacking, const Unit& defending, const Situation& situation) {
  const Warband attacker = muster(attacking);
  const Warband defender = muster(defending);
  const Warband attackers_in_fight = engaged_part(attacker);
  const Warband defenders_in_fight = engaged_part(defender);
  if (attackers_in_fight.empty()) return illegal("D4: no attacking model is engaged");

  if (word(situation, "mode", {"fight", "opportunity"}) == "opportunity") {
    return opportunity(attacker, defender, yes(situation, "opportunity-saves"));
  }
  if (defenders_in_fight.empty()) return illegal("D4: no defending model is engaged");

  const std::string& response = word(situation, "response", {"fight", "retreat", "fire"});
  if (response == "fire") {
    int shots = 0;
    for (const Models& models : defenders_in_fight) shots += models.engaged * models.shots;
    if (shots < 1) return illegal("D9: no engaged defender has a shot");
  }
  Retreat retreat = Retreat::kNo;
  if (response == "retreat") {
    const bool add_three = word(situation, "retreat", {"add", "set"}) == "add";
    retreat = add_three ? Retreat::kAddThree : Retreat::kSetThree;
  }

  // D2, D3: every value is read before the dice are rolled.
  const int attacker_arv = attack_roll_value(attackers_in_fight, Retreat::kNo);
  const int defender_arv = attack_roll_value(defenders_in_fight, retreat);
  const std::vector<Victim> attacker_order = casualty_order(attacker, true);
  const std::vector<Victim> defender_order = casualty_order(defender, true);

  Result result;
  result.attacker = melee(total_aggression(attacker), needed(attacker_arv, defender_arv),
                          needed(highest_strength(attackers_in_fight), highest_defence(defender)),
                          defender_order);

  // What the defender's models do in return.
  const auto reply_of = [&](const Warband& models) {
    if (response == "retreat") return Deals{};  // D8: no dice at all.
    if (response == "fire") return shoot(models, highest_defence(attacker), attacker_order);
    return melee(total_aggression(models), needed(defender_arv, attacker_arv),
                 needed(highest_strength(defenders_in_fight), highest_defence(attacker)),
                 attacker_order);
  };

  // D5: at once, or by those the attacker has left.
  const bool attacker_first =
      word(situation, "order", {"simultaneous", "attacker-first"}) == "attacker-first";
  Deals reply = reply_of(defender);
  result.defender = empty();
  result.joint_damage.clear();
  for_each(result.attacker.damage, [&](int damage, Number chance) {
    if (attacker_first) reply = reply_of(survivors(defender, defender_order, damage));
    mix(result.defender, reply, chance);
    for_each(reply.damage,
             [&](int back, Number p) { add(result.joint_damage, damage, back, chance * p); });
  });
  return result;
}

}  // namespace reference::inline REFERENCE_ARITHMETIC
