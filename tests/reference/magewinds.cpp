// Magewinds: one fighter attacks another; dice at or below a target number hit.
#include <algorithm>
#include <optional>
#include <string>

#include "exchange.h"
#include "fields.h"
#include "law.h"
#include "reference.h"

namespace reference {
namespace {

const Group* find_attack(const Unit& attacker, const std::string& name) {
  for (const Group& attack : attacker.groups) {
    if (name.empty() || attack.name == name) return &attack;
  }
  return nullptr;
}

}  // namespace

template <typename Number>
ResultOf<Number> magewinds_exchange(const Unit& attacker, const Unit& defender,
                                    const Situation& situation) {
  const Group* attack = find_attack(attacker, text(situation, "attack"));
  if (attack == nullptr) return illegal<Number>("the attacker has no such attack");

  // B11: range.
  const std::optional<int> distance = number_or_none(situation, "distance");
  const std::optional<int> longest = number_or_none(attack->fields, "max-range");
  if (distance && *distance < number(attack->fields, "min-range")) {
    return illegal<Number>("B11: the target is too near for this attack");
  }
  if (distance && longest && *distance > *longest) {
    return illegal<Number>("B11: the target is too far for this attack");
  }

  // B5: the attack choice.
  const bool plain = number_or_none(attack->fields, "power").has_value();
  const std::string& choice = word(situation, "choice", {"light", "heavy", "feint"});
  if (plain && choice != "light") return illegal<Number>("B5: a plain attack offers no choice");
  const std::string& reaction = word(situation, "reaction", {"none", "dodge", "deflect"});
  if (choice == "feint") return {};  // B6: no attack happens.

  const std::string profile = plain ? "" : choice + ".";
  const int precision =
      number(attack->fields, profile + "precision") + number(situation, "precision-change");
  const int power =
      std::max(0, number(attack->fields, profile + "power") + number(situation, "power-change"));

  // B2: evasion.
  int evasion = number(defender.fields, "evasion") + number(situation, "evasion-change");
  if (yes(situation, "cover")) evasion += 1;
  if (reaction == "dodge") evasion += number(defender.fields, "dodge");

  // B3: armour.
  int armour = number(defender.fields, "armour") + number(situation, "armour-change");
  if (reaction == "deflect") armour += number(defender.fields, "deflect");
  armour = std::max(0, armour);

  // B1, B10: the target number and the chance of one die.
  int target_number = precision - evasion;
  const std::optional<int> cap = number_or_none(situation, "target-cap");
  if (cap) target_number = std::min(target_number, *cap);
  Number hit = at_most<Number>(target_number, 6);
  if (yes(situation, "reroll-hits")) hit = hit * at_most<Number>(target_number, 6);

  ResultOf<Number> result;
  DealsOf<Number>& deals = result.attacker;
  deals.hits = roll(power, hit);

  // B4, B10: each point of damage that armour does not block may be negated by the barrier.
  const Number past_barrier = 1 - at_most<Number>(number(defender.fields, "barrier"), 6);
  deals.damage.clear();
  for_each(deals.hits, [&](int hits, const Number& chance) {
    for_each(roll(std::max(0, hits - armour), past_barrier),
             [&](int damage, const Number& after) { add(deals.damage, damage, chance * after); });
    if (hits > 0 && reaction == "none") deals.knockback += chance;  // B9
  });

  // B4: cumulative damage against toughness.
  const int suffered = number(defender.fields, "toughness");
  deals.kills.clear();
  for_each(deals.damage, [&](int damage, const Number& chance) {
    const bool down = number(situation, "defender-damage") + damage >= suffered;
    add(deals.kills, down ? 1 : 0, chance);
    if (down) deals.destroyed += chance;
  });

  result.joint_damage.clear();
  for_each(deals.damage,
           [&](int damage, const Number& chance) { add(result.joint_damage, damage, 0, chance); });
  return result;
}

template ResultOf<Rational> magewinds_exchange(const Unit&, const Unit&, const Situation&);

Result magewinds(const Unit& attacker, const Unit& defender, const Situation& situation) {
  return magewinds_exchange<double>(attacker, defender, situation);
}

}  // namespace reference
