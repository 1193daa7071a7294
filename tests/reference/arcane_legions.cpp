// Arcane Legions: how many dice, what the hits do, and whom they down.
#include <algorithm>
#include <compare>
#include <cstddef>
#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "amounts.h"
#include "arcane_dice.h"
#include "arcane_figures.h"
#include "exchange.h"
#include "fields.h"
#include "law.h"
#include "reference.h"
#include "statements.h"

namespace reference {
namespace {

// All icons of one colour: the unit's own and those of its figures.
int icons(const Unit& unit, const std::string& colour) {
  int sum = number(unit.fields, colour, 0);
  for (const Group& group : unit.groups) {
    sum += number(group.fields, "count", 1) * number(group.fields, colour, 0);
  }
  return sum;
}

// A2, A14: why the order may not be given; empty if it may.
std::string forbidden(const Unit& attacker, const Situation& situation, bool ranged) {
  if (icons(attacker, ranged ? "blue" : "red") < 1) {
    return "A2: the attacker has no ready icon of the right colour";
  }
  if (!ranged) return "";
  const std::optional<int> distance = number_or_none(situation, "distance");
  const std::optional<int> range = number_or_none(attacker.fields, "range", "6");
  if (distance && range && *distance > *range) return "A14: the target is out of range";
  if (yes(situation, "blocked")) return "A14: the line of sight is blocked";
  if (yes(situation, "adjacent")) return "A14: an enemy is adjacent to the attacker";
  return "";
}

// Everything of one attack that random amounts may change.
struct Attack {
  int attack_dice = 0, defence_dice = 0;
  int attack_result = 0, defence_result = 0;
  int attacker_brutal = 0, defender_brutal = 0;
  int attacker_toughness = 0, defender_toughness = 0;
  int attacker_berserker = 0, defender_berserker = 0;
  auto operator<=>(const Attack&) const = default;
};

// A1: icons and penalties.
Attack before_amounts(const Unit& attacker, const Unit& defender, const Situation& situation,
                      bool ranged) {
  Attack attack;
  attack.attack_dice = icons(attacker, ranged ? "blue" : "red");
  attack.defence_dice = icons(defender, "white");
  const std::string from = word(situation, "attacker-side", {"good", "blue", "red", "grey"});
  const std::string at = word(situation, "defender-side", {"good", "blue", "red", "grey"});
  if (ranged ? from == "red" || from == "grey" : from == "grey") attack.attack_dice -= 3;
  if (at == "grey") attack.defence_dice -= 3;
  if (ranged && yes(situation, "firing-into-melee")) attack.attack_dice -= 1;
  if (ranged) attack.attack_dice -= number(situation, "hindered", 0);
  return attack;
}

// A1, A8, A9b, A10: what either side's abilities add, then the floor of the dice.
template <typename Number>
Mixture<Number, Attack> attacks_of(const Unit& attacker, const Unit& defender,
                                   const Situation& situation, bool ranged) {
  const Fields& a = attacker.fields;
  const Fields& d = defender.fields;
  Mixture<Number, Attack> mixture{
      {before_amounts(attacker, defender, situation, ranged), Number(1)}};
  roll_into(mixture, &Attack::attack_dice, a, "extra-attack");
  roll_into(mixture, &Attack::attack_dice, a,
            ranged ? "extra-attack-ranged" : "extra-attack-close");
  roll_into(mixture, &Attack::attack_dice, d, "enemy-attack");
  roll_into(mixture, &Attack::defence_dice, d, "extra-defence");
  roll_into(mixture, &Attack::defence_dice, d,
            ranged ? "extra-defence-ranged" : "extra-defence-close");
  roll_into(mixture, &Attack::defence_dice, a, "enemy-defence");
  roll_into(mixture, &Attack::attack_result, a, "attack-result");
  roll_into(mixture, &Attack::attack_result, d, "enemy-attack-result");
  roll_into(mixture, &Attack::defence_result, d, "defence-result");
  roll_into(mixture, &Attack::defence_result, a, "enemy-defence-result");
  roll_into(mixture, &Attack::attacker_brutal, a, "brutal");
  roll_into(mixture, &Attack::defender_brutal, d, "brutal");
  roll_into(mixture, &Attack::attacker_toughness, a, "toughness");
  roll_into(mixture, &Attack::defender_toughness, d, "toughness");
  roll_into(mixture, &Attack::attacker_berserker, a, "berserker");
  roll_into(mixture, &Attack::defender_berserker, d, "berserker");

  Mixture<Number, Attack> floored;
  for (const auto& [attack, chance] : mixture) {
    Attack after = attack;
    after.attack_dice = std::max(0, after.attack_dice);
    after.defence_dice = std::max(0, after.defence_dice);
    floored[after] += chance;
  }
  return floored;
}

Critical critical_of(const Situation& situation) {
  Critical critical{};
  critical.natural = word(situation, "critical", {"natural", "final"}) == "natural";
  critical.each = word(situation, "critical-per", {"once", "each-three"}) == "each-three";
  critical.sixes = number(situation, "critical-count", 3);
  critical.bonus = number(situation, "critical-bonus", 1);
  if (critical.sixes < 1 || critical.bonus < 0) {
    throw std::invalid_argument("reference: an impossible critical hit");
  }
  return critical;
}

// A10, without berserker.
int combat_damage(int hits, int brutal, int toughness) {
  return std::max(0, hits + (hits > 0 ? brutal : 0) - toughness);
}

// A10: the damage of the attacker and of the defender.
std::pair<int, int> damages(int attacker_hits, int defender_hits, const Attack& attack,
                            bool ranged) {
  int by_attacker = combat_damage(attacker_hits, attack.attacker_brutal, attack.defender_toughness);
  int by_defender = combat_damage(defender_hits, attack.defender_brutal, attack.attacker_toughness);
  const bool attacker_rages = !ranged && by_defender > 0;
  const bool defender_rages = !ranged && by_attacker > 0;
  if (attacker_rages) by_attacker += std::max(0, attack.attacker_berserker);
  if (defender_rages) by_defender += std::max(0, attack.defender_berserker);
  return {by_attacker, by_defender};
}

// A9: whether a unit has its best dice rerolled.
bool best_rerolls(const Fields& unit) { return text(unit, "reroll-below", "4") == "best"; }

// What it takes to destroy the two units.
struct HitPoints {
  int attacker, defender;
};

HitPoints hit_points_of(const Unit& attacker, const Unit& defender, const Lying& lying) {
  const auto all = [](const Unit& unit) {
    const std::vector<Figures> figures = figures_of(unit);
    return hit_points_left(figures, everybody(figures));
  };
  return {all(attacker) - lying.on_attacker, all(defender) - lying.on_defender};
}

// A3 to A9: the hits of one attack.
template <typename Number>
JointLawOf<Number> hits_of_attack(const Attack& attack, const Unit& attacker, const Unit& defender,
                                  const Situation& situation, bool ranged, const HitPoints& left) {
  const Fields& a = attacker.fields;
  const Fields& d = defender.fields;
  const Pool red_or_blue{attack.attack_dice,
                         number(d, "force-attack-reroll", 0),
                         number(a, "attack-rerolls", 0),
                         best_rerolls(a) ? 0 : number(a, "reroll-below", 4),
                         best_rerolls(a),
                         attack.attack_result,
                         number_or_none(a, "result-cap"),
                         critical_of(situation)};
  const Pool white{attack.defence_dice,
                   number(a, "force-defence-reroll", 0),
                   number(d, "defence-rerolls", 0),
                   best_rerolls(d) ? 0 : number(d, "reroll-below", 4),
                   best_rerolls(d),
                   attack.defence_result,
                   number_or_none(d, "result-cap"),
                   std::nullopt};
  const bool defender_can_hit = !ranged || yes(d, "white-hits-blue");  // A5
  const int phantom = number(situation, "phantom", 2);
  if (!best_rerolls(a) && !best_rerolls(d)) {
    return hits_of<Number>(red_or_blue, white, phantom, defender_can_hit);
  }
  const auto wants = [&](const std::string& key) {
    return word(situation, key, {"damage", "destroy"}) == "destroy";
  };
  const bool attacker_destroys = wants("attacker-rerolls-for");
  const bool defender_destroys = wants("defender-rerolls-for");
  return hits_of_best<Number>(
      red_or_blue, white, phantom, defender_can_hit, [&](int attacker_hits, int defender_hits) {
        const auto [dealt, back] = damages(attacker_hits, defender_hits, attack, ranged);
        return Worths{{attacker_destroys && dealt >= left.defender, dealt, back},
                      {defender_destroys && back >= left.attacker, back, dealt}};
      });
}

// A10, A12: adds what an attack does that happens with probability `chance`.
template <typename Number>
void deal(ResultOf<Number>& result, const JointLawOf<Number>& hits, const Attack& attack,
          bool ranged, const Number& chance) {
  for (int a = 0; a < static_cast<int>(hits.size()); ++a) {
    for_each(hits[static_cast<std::size_t>(a)], [&, a](int d, const Number& p) {
      const auto [by_attacker, by_defender] = damages(a, d, attack, ranged);
      add(result.attacker.hits, a, chance * p);
      add(result.defender.hits, d, chance * p);
      add(result.attacker.damage, by_attacker, chance * p);
      add(result.defender.damage, by_defender, chance * p);
      add(result.joint_damage, by_attacker, by_defender, chance * p);
    });
  }
}

}  // namespace

template <typename Number>
ResultOf<Number> arcane_exchange(const Unit& attacker, const Unit& defender,
                                 const Situation& situation, const Lying& lying) {
  const bool ranged = word(situation, "mode", {"close", "ranged"}) == "ranged";
  const std::string why = forbidden(attacker, situation, ranged);
  if (!why.empty()) return illegal<Number>(why);

  ResultOf<Number> result = no_result<Number>();
  const HitPoints left = hit_points_of(attacker, defender, lying);
  const bool chosen = best_rerolls(attacker.fields) || best_rerolls(defender.fields);
  std::map<Attack, JointLawOf<Number>> known;
  for (const auto& [attack, chance] : attacks_of<Number>(attacker, defender, situation, ranged)) {
    // What turns hits into damage is of no matter to the dice, unless somebody chooses.
    const Attack dice = chosen ? attack
                               : Attack{attack.attack_dice, attack.defence_dice,
                                        attack.attack_result, attack.defence_result};
    if (!known.contains(dice)) {
      known[dice] = hits_of_attack<Number>(attack, attacker, defender, situation, ranged, left);
    }
    deal(result, known[dice], attack, ranged, chance);
  }
  result.attacker.kills = {1};
  result.defender.kills = {1};
  result.attacker.wounds = {1};
  result.defender.wounds = {1};
  const int cost = arcane_order_cost(attacker);
  if (cost > 0) result.attacker.damage_per_order_point = mean(result.attacker.damage) / cost;
  return result;
}

bool arcane_rerolls_to_destroy(const Unit& unit, const Unit& enemy, const Situation& situation) {
  const bool wanted = text(situation, "attacker-rerolls-for", "") == "destroy" ||
                      text(situation, "defender-rerolls-for", "") == "destroy";
  return wanted && (best_rerolls(unit.fields) || best_rerolls(enemy.fields));
}

int arcane_order_cost(const Unit& attacker) {
  const bool sortie = word(attacker.fields, "kind", {"formation", "sortie"}) == "sortie";
  return std::max(0, (sortie ? 1 : 2) + number(attacker.fields, "order-cost", 0));
}

template <typename Number>
void arcane_casualties(DealsOf<Number>& deals, const std::vector<Figures>& target,
                       const std::string& policy, const Standing& before) {
  deals.kills.clear();
  deals.kills_by_group.assign(target.size(), {});
  for_each(deals.damage, [&](int damage, const Number& chance) {
    const Standing after = assign(target, policy, before, damage);
    add(deals.kills, figures_left(before) - figures_left(after), chance);
    for (std::size_t g = 0; g < target.size(); ++g) {
      add(deals.kills_by_group[g], before.left[g] - after.left[g], chance);
    }
    if (figures_left(after) == 0) deals.destroyed += chance;
  });
}

template <typename Number>
ResultOf<Number> arcane_fight(const Unit& attacker, const Unit& defender,
                              const Situation& situation) {
  const std::string attacker_losses = text(situation, "attacker-losses", "free");
  const std::string defender_losses = text(situation, "defender-losses", "free");
  const std::vector<Figures> attackers = figures_of(attacker);
  const std::vector<Figures> defenders = figures_of(defender);
  const Standing attackers_before =
      damaged(attackers, attacker_losses, text(situation, "attacker-damage", "0"));
  const Standing defenders_before =
      damaged(defenders, defender_losses, text(situation, "defender-damage", "0"));
  if (figures_left(attackers_before) == 0) return illegal<Number>("the attacker is destroyed");
  if (figures_left(defenders_before) == 0) return illegal<Number>("the defender is destroyed");
  ResultOf<Number> result = arcane_exchange<Number>(
      unit_left(attacker, attackers_before.left), unit_left(defender, defenders_before.left),
      situation, {lying_on(attackers_before), lying_on(defenders_before)});
  if (!result.legal) return result;
  arcane_casualties(result.attacker, defenders, defender_losses, defenders_before);
  arcane_casualties(result.defender, attackers, attacker_losses, attackers_before);
  return result;
}

template void arcane_casualties(DealsOf<Rational>&, const std::vector<Figures>&, const std::string&,
                                const Standing&);
template ResultOf<Rational> arcane_fight(const Unit&, const Unit&, const Situation&);

Result arcane_legions(const Unit& attacker, const Unit& defender, const Situation& situation) {
  return arcane_fight<double>(attacker, defender, situation);
}

static const Stated stated("arcane-legions", {arcane_legions, arcane_battle, arcane_sequence});

}  // namespace reference
