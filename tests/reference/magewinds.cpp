// Magewinds: one fighter attacks another; dice at or below a target number hit.
#include <algorithm>
#include <compare>
#include <optional>
#include <string>

#include "amounts.h"
#include "exchange.h"
#include "fields.h"
#include "law.h"
#include "reference.h"
#include "statements.h"

namespace reference {
namespace {

const Group* find_attack(const Unit& attacker, const std::string& name) {
  for (const Group& attack : attacker.groups) {
    if (name.empty() || attack.name == name) return &attack;
  }
  return nullptr;
}

// The numbers of one attack that random amounts may change.
struct Attack {
  int power = 0, precision = 0, evasion = 0, armour = 0;
  auto operator<=>(const Attack&) const = default;
};

// What the rest of the attack depends on.
struct Target {
  int barrier, toughness, damage_before;
  std::optional<int> cap;
  bool reroll_hits, reacts;
};

// B1, B4, B9, B10: from the dice to the damage.
template <typename Number>
DealsOf<Number> strike(const Attack& attack, const Target& target) {
  int target_number = attack.precision - attack.evasion;
  if (target.cap) target_number = std::min(target_number, *target.cap);
  Number hit = at_most<Number>(target_number, 6);
  if (target.reroll_hits) hit = hit * at_most<Number>(target_number, 6);

  DealsOf<Number> deals;
  deals.hits = roll(std::max(0, attack.power), hit);

  // B4, B10: each point of damage that armour does not block may be negated by the barrier.
  const int armour = std::max(0, attack.armour);  // B3
  const Number past_barrier = 1 - at_most<Number>(target.barrier, 6);
  deals.damage.clear();
  for_each(deals.hits, [&](int hits, const Number& chance) {
    for_each(roll(std::max(0, hits - armour), past_barrier), [&](int damage, const Number& p) {
      add(deals.damage, damage, chance * p);
      // B9: who is taken down is removed before.
      const bool stands = target.damage_before + damage < target.toughness;
      if (hits > 0 && !target.reacts && stands) deals.knockback += chance * p;
    });
  });

  // B4: cumulative damage against toughness.
  deals.kills.clear();
  for_each(deals.damage, [&](int damage, const Number& chance) {
    const bool down = target.damage_before + damage >= target.toughness;
    add(deals.kills, down ? 1 : 0, chance);
    if (down) deals.destroyed += chance;
  });
  return deals;
}

}  // namespace

template <typename Number>
ResultOf<Number> magewinds_exchange(const Unit& attacker, const Unit& defender,
                                    const Situation& situation) {
  const Group* group = find_attack(attacker, text(situation, "attack", ""));
  if (group == nullptr) return illegal<Number>("the attacker has no such attack");

  // B11: range.
  const std::optional<int> distance = number_or_none(situation, "distance");
  const std::optional<int> longest = number_or_none(group->fields, "max-range");
  if (distance && *distance < number(group->fields, "min-range", 0)) {
    return illegal<Number>("B11: the target is too near for this attack");
  }
  if (distance && longest && *distance > *longest) {
    return illegal<Number>("B11: the target is too far for this attack");
  }

  // B5: the attack choice.
  const bool plain = number_or_none(group->fields, "power").has_value();
  const std::string choice = word(situation, "choice", {"light", "heavy", "feint", "pass"});
  if (plain && choice != "light" && choice != "pass")
    return illegal<Number>("B5: a plain attack offers no choice");
  const std::string reaction = word(situation, "reaction", {"none", "dodge", "deflect"});
  if (choice == "feint" || choice == "pass") return {};  // B6, B7b: no attack happens.

  const std::string profile = plain ? "" : choice + ".";
  Attack attack;
  attack.power = number(group->fields, profile + "power");
  attack.precision = number(group->fields, profile + "precision");
  attack.evasion = number(defender.fields, "evasion", 0);  // B2
  if (yes(situation, "cover")) attack.evasion += 1;
  if (reaction == "dodge") attack.evasion += number(defender.fields, "dodge", 0);
  attack.armour = number(defender.fields, "armour", 0);  // B3
  if (reaction == "deflect") attack.armour += number(defender.fields, "deflect", 0);

  Mixture<Number, Attack> mixture{{attack, Number(1)}};
  roll_into(mixture, &Attack::power, situation, "power-change");
  roll_into(mixture, &Attack::precision, situation, "precision-change");
  roll_into(mixture, &Attack::evasion, situation, "evasion-change");
  roll_into(mixture, &Attack::armour, situation, "armour-change");

  const Target target{
      number(defender.fields, "barrier", 0),   number(defender.fields, "toughness"),
      number(situation, "defender-damage", 0), number_or_none(situation, "target-cap"),
      yes(situation, "reroll-hits"),           reaction != "none"};
  ResultOf<Number> result;
  result.attacker = no_deals<Number>();
  for (const auto& [rolled, chance] : mixture) {
    mix(result.attacker, strike<Number>(rolled, target), chance);
  }
  result.joint_damage.clear();
  for_each(result.attacker.damage,
           [&](int damage, const Number& chance) { add(result.joint_damage, damage, 0, chance); });
  return result;
}

template ResultOf<Rational> magewinds_exchange(const Unit&, const Unit&, const Situation&);

Result magewinds(const Unit& attacker, const Unit& defender, const Situation& situation) {
  return magewinds_exchange<double>(attacker, defender, situation);
}

static const Stated stated("magewinds", {magewinds, magewinds_battle, magewinds_sequence});

}  // namespace reference
