// Dwethia Skirmish: attack rolls, wound rolls, then saves one wound die at a time.
#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

#include "exchange.h"
#include "fields.h"
#include "law.h"
#include "reference.h"

namespace reference {
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
template <typename Number>
struct Victim {
  std::size_t group;
  int wounds;
  Number unharmed;  // The chance that one wound die is saved or its wound ignored.
};

template <typename Number>
std::vector<Victim<Number>> casualty_order(const Warband& warband, bool saves_apply) {
  std::vector<Victim<Number>> order;
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

template <typename Number>
int fallen(const std::vector<Victim<Number>>& order, int damage) {
  int models = 0;
  for (const Victim<Number>& victim : order) {
    if (damage < victim.wounds) break;
    damage -= victim.wounds;
    ++models;
  }
  return models;
}

// One wound die after the other against the first model of the order that still stands.
template <typename Number>
LawOf<Number> damage_of(const std::vector<Victim<Number>>& order, int wound_dice) {
  LawOf<Number> damage{1.0};
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

// The unit after it has taken `damage`: nobody moves up into the places of the fallen (D5).
template <typename Number>
Warband survivors(Warband warband, const std::vector<Victim<Number>>& order, int damage) {
  const int down = fallen(order, damage);
  for (int m = 0; m < down; ++m) --warband[order[static_cast<std::size_t>(m)].group].count;
  for (Models& models : warband) models.engaged = std::min(models.engaged, models.count);
  return warband;
}

// A unit that has taken `damage` in earlier fights: wounds stay where they are.
template <typename Number>
struct Standing {
  Warband warband;
  std::vector<Victim<Number>> order;
};

template <typename Number>
Standing<Number> stand(const Unit& unit, int damage, bool saves_apply) {
  const Warband all = muster(unit);
  const std::vector<Victim<Number>> all_in_order = casualty_order<Number>(all, saves_apply);
  Standing<Number> standing;
  for (const Models& models : survivors(all, all_in_order, damage)) {
    if (models.count > 0) standing.warband.push_back(models);
  }
  standing.order = casualty_order<Number>(standing.warband, saves_apply);
  const int down = fallen(all_in_order, damage);
  for (int m = 0; m < down; ++m) damage -= all_in_order[static_cast<std::size_t>(m)].wounds;
  if (!standing.order.empty()) standing.order.front().wounds -= damage;
  return standing;
}

// A side that does not roll, ready for sums to be added to it.
template <typename Number>
DealsOf<Number> empty() {
  DealsOf<Number> deals;
  deals.hits.clear();
  deals.wounds.clear();
  deals.damage.clear();
  deals.kills.clear();
  return deals;
}

// What these wound dice do; `hits` is only reported.
template <typename Number>
DealsOf<Number> take_wounds(const LawOf<Number>& hits, const LawOf<Number>& wounds,
                            const std::vector<Victim<Number>>& order) {
  DealsOf<Number> deals = empty<Number>();
  deals.hits = hits;
  deals.wounds = wounds;
  for_each(wounds, [&](int dice, const Number& chance) {
    for_each(damage_of(order, dice), [&](int damage, const Number& then) {
      const int down = fallen(order, damage);
      add(deals.damage, damage, chance * then);
      add(deals.kills, down, chance * then);
      if (down == static_cast<int>(order.size())) deals.destroyed += chance * then;
    });
  });
  return deals;
}

// Adds to `sum` what happens with probability `chance`.
template <typename Number>
void mix(DealsOf<Number>& sum, const DealsOf<Number>& deals, const Number& chance) {
  const auto mix_law = [&chance](LawOf<Number>& into, const LawOf<Number>& law) {
    for_each(law, [&](int value, const Number& p) { add(into, value, chance * p); });
  };
  mix_law(sum.hits, deals.hits);
  mix_law(sum.wounds, deals.wounds);
  mix_law(sum.damage, deals.damage);
  mix_law(sum.kills, deals.kills);
  sum.destroyed += chance * deals.destroyed;
}

// Attack dice that need `to_hit`, then wound dice that need `to_wound`.
template <typename Number>
DealsOf<Number> melee(int dice, int to_hit, int to_wound,
                      const std::vector<Victim<Number>>& order) {
  const LawOf<Number> hits = roll(dice, at_least<Number>(to_hit, 6));
  LawOf<Number> wounds;
  for_each(hits, [&](int n, const Number& p) {
    for_each(roll(n, at_least<Number>(to_wound, 6)),
             [&](int w, const Number& q) { add(wounds, w, p * q); });
  });
  return take_wounds(hits, wounds, order);
}

// D9: one roll for each shot of the engaged models; a success is a wound.
template <typename Number>
DealsOf<Number> shoot(const Warband& shooters, int target_defence,
                      const std::vector<Victim<Number>>& order) {
  LawOf<Number> wounds{1.0};
  for (const Models& models : shooters) {
    const int value = std::max(1, models.perception - 3 + models.ranged_strength);
    wounds = roll_more(wounds, models.engaged * models.shots,
                       at_least<Number>(needed(value, target_defence), 6));
  }
  return take_wounds(wounds, wounds, order);
}

// D10.
template <typename Number>
ResultOf<Number> opportunity(const Warband& stationary,
                             const std::vector<Victim<Number>>& retreating) {
  ResultOf<Number> result;
  const LawOf<Number> sixes = roll(total_aggression(stationary), at_least<Number>(6, 6));
  result.attacker = take_wounds(sixes, sixes, retreating);
  result.joint_damage.clear();
  for_each(result.attacker.damage,
           [&](int damage, const Number& chance) { add(result.joint_damage, damage, 0, chance); });
  return result;
}

}  // namespace

template <typename Number>
ResultOf<Number> dwethia_exchange(const Unit& attacking, const Unit& defending,
                                  const Situation& situation, int attacker_damage,
                                  int defender_damage) {
  const bool is_opportunity = word(situation, "mode", {"fight", "opportunity"}) == "opportunity";
  const bool saves_apply = !is_opportunity || yes(situation, "opportunity-saves");
  const Standing<Number> attackers = stand<Number>(attacking, attacker_damage, true);
  const Standing<Number> defenders = stand<Number>(defending, defender_damage, saves_apply);
  const Warband& attacker = attackers.warband;
  const Warband& defender = defenders.warband;
  const Warband attackers_in_fight = engaged_part(attacker);
  const Warband defenders_in_fight = engaged_part(defender);
  if (attackers_in_fight.empty()) return illegal<Number>("D4: no attacking model is engaged");

  if (is_opportunity) return opportunity(attacker, defenders.order);
  if (defenders_in_fight.empty()) return illegal<Number>("D4: no defending model is engaged");

  const std::string& response = word(situation, "response", {"fight", "retreat", "fire"});
  if (response == "fire") {
    int shots = 0;
    for (const Models& models : defenders_in_fight) shots += models.engaged * models.shots;
    // Who loses the last shooter in the course of a battle fires no more.
    const bool fresh = attacker_damage == 0 && defender_damage == 0;
    if (shots < 1 && fresh) return illegal<Number>("D9: no engaged defender has a shot");
  }
  Retreat retreat = Retreat::kNo;
  if (response == "retreat") {
    const bool add_three = word(situation, "retreat", {"add", "set"}) == "add";
    retreat = add_three ? Retreat::kAddThree : Retreat::kSetThree;
  }

  // D2, D3: every value is read before the dice are rolled.
  const int attacker_arv = attack_roll_value(attackers_in_fight, Retreat::kNo);
  const int defender_arv = attack_roll_value(defenders_in_fight, retreat);

  ResultOf<Number> result;
  result.attacker = melee<Number>(
      total_aggression(attacker), needed(attacker_arv, defender_arv),
      needed(highest_strength(attackers_in_fight), highest_defence(defender)), defenders.order);

  // What the defender's models do in return.
  const auto reply_of = [&](const Warband& models) {
    if (response == "retreat") return DealsOf<Number>{};  // D8: no dice at all.
    if (response == "fire")
      return shoot<Number>(models, highest_defence(attacker), attackers.order);
    return melee<Number>(total_aggression(models), needed(defender_arv, attacker_arv),
                         needed(highest_strength(defenders_in_fight), highest_defence(attacker)),
                         attackers.order);
  };

  // D5: at once, or by those the attacker has left.
  const bool attacker_first =
      word(situation, "order", {"simultaneous", "attacker-first"}) == "attacker-first";
  DealsOf<Number> reply = reply_of(defender);
  result.defender = empty<Number>();
  result.joint_damage.clear();
  for_each(result.attacker.damage, [&](int damage, const Number& chance) {
    if (attacker_first) reply = reply_of(survivors(defender, defenders.order, damage));
    mix(result.defender, reply, chance);
    for_each(reply.damage, [&](int back, const Number& p) {
      add(result.joint_damage, damage, back, chance * p);
    });
  });
  return result;
}

template ResultOf<Rational> dwethia_exchange(const Unit&, const Unit&, const Situation&, int, int);

Result dwethia_skirmish(const Unit& attacker, const Unit& defender, const Situation& situation) {
  return dwethia_exchange<double>(attacker, defender, situation, 0, 0);
}

int dwethia_models(const Unit& unit, int damage) {
  return static_cast<int>(stand<double>(unit, damage, true).order.size());
}

}  // namespace reference
