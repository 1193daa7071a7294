// Raiders of Arcana: combat dice are split between attack and defence; defence dice cancel the
// enemy's attack dice, the attack dice left over wound.
#include <algorithm>
#include <compare>
#include <string>

#include "amounts.h"
#include "exchange.h"
#include "fields.h"
#include "law.h"
#include "reference.h"
#include "statements.h"

namespace reference {
namespace {

// The dice rolled one way: one side's attack dice and the other side's defence dice.
struct Dice {
  int attack = 0, defence = 0;
  auto operator<=>(const Dice&) const = default;
};

struct Warband {
  const Fields* fields;
  int figures;  // Still standing.
  int dice;     // C2
  Dice hands;   // After the split and the shield wall, before the extra dice.
};

int stat(const Warband& warband, const std::string& key, int fallback = 0) {
  return number(*warband.fields, key, fallback);
}

Warband muster(const Unit& unit) {
  Warband warband{&unit.fields, 0, 0, {}};
  const int fallen = stat(warband, "wounds") / stat(warband, "hp", 1);  // C6
  warband.figures = stat(warband, "figures", 1) - fallen;
  warband.dice = number(unit.fields, "cd") * warband.figures;
  return warband;
}

// C2: how many of `dice` a player puts in the attacking hand.
int attack_share(const std::string& key, const std::string& share, int dice) {
  if (share == "all") return dice;
  if (share == "half") return (dice + 1) / 2;
  if (share == "none") return 0;
  return number_in(key, share);
}

// C3, C4, C6: what the dice of one direction do.
template <typename Number>
DealsOf<Number> roll_dice(const Dice& dice, const Warband& from, const Warband& to, int sides) {
  const Number cancel = at_least<Number>(number(*from.fields, "as") - stat(to, "db"), sides);
  const Number wound = at_least<Number>(number(*to.fields, "arm") - stat(from, "str"), sides);
  const int before = stat(to, "wounds");
  const int hp = stat(to, "hp", 1);

  DealsOf<Number> deals;
  deals.hits.clear();
  for_each(roll(dice.defence, cancel), [&](int cancelled, const Number& chance) {
    add(deals.hits, std::max(0, dice.attack - cancelled), chance);
  });
  deals.damage.clear();
  for_each(deals.hits,
           [&](int hits, const Number& chance) { mix(deals.damage, roll(hits, wound), chance); });
  deals.kills.clear();
  for_each(deals.damage, [&](int wounds, const Number& chance) {
    const int removed = std::min(to.figures, (before + wounds) / hp - before / hp);
    add(deals.kills, removed, chance);
    if (removed == to.figures) deals.destroyed += chance;
  });
  return deals;
}

// C2: the extra dice are rolled for, added and floored; then everything `from` does to `to`.
template <typename Number>
DealsOf<Number> fight(const Warband& from, const Warband& to, int sides) {
  Mixture<Number, Dice> mixture{{{from.hands.attack, to.hands.defence}, Number(1)}};
  roll_into(mixture, &Dice::attack, *from.fields, "extra-attack");
  roll_into(mixture, &Dice::defence, *to.fields, "extra-defence");
  DealsOf<Number> deals = no_deals<Number>();
  for (const auto& [dice, chance] : mixture) {
    const Dice floored{std::max(0, dice.attack), std::max(0, dice.defence)};
    mix(deals, roll_dice<Number>(floored, from, to, sides), chance);
  }
  return deals;
}

}  // namespace

template <typename Number>
ResultOf<Number> raiders_exchange(const Unit& attacking, const Unit& defending,
                                  const Situation& situation) {
  Warband attacker = muster(attacking);
  Warband defender = muster(defending);
  const int sides = number(situation, "die", 10);

  struct Hand {
    Warband& warband;
    const char* key;
  };
  for (const Hand& hand : {Hand{attacker, "attacker-attack"}, Hand{defender, "defender-attack"}}) {
    Warband& warband = hand.warband;
    if (warband.figures < 1) return illegal<Number>("a unit has no figure left");
    const int share = attack_share(hand.key, text(situation, hand.key), warband.dice);
    if (share < 0 || share > warband.dice) {
      return illegal<Number>(std::string("C2: ") + hand.key + " is more than the dice there are");
    }
    warband.hands = {share, warband.dice - share};
    if (yes(*warband.fields, "shield-wall")) {  // C7
      const int odd = share % 2;
      warband.hands.attack = share / 2 + (yes(situation, "round-up") ? odd : 0);
    }
  }

  ResultOf<Number> result;
  result.attacker = fight<Number>(attacker, defender, sides);
  result.defender = fight<Number>(defender, attacker, sides);

  // C5: at full strength, and no die serves both directions: the two damages are independent.
  result.joint_damage.clear();
  for_each(result.attacker.damage, [&](int a, const Number& chance_a) {
    for_each(result.defender.damage, [&, a, chance_a](int d, const Number& chance_d) {
      add(result.joint_damage, a, d, chance_a * chance_d);
    });
  });
  return result;
}

template ResultOf<Rational> raiders_exchange(const Unit&, const Unit&, const Situation&);

Result raiders_of_arcana(const Unit& attacker, const Unit& defender, const Situation& situation) {
  return raiders_exchange<double>(attacker, defender, situation);
}

static const Stated stated("raiders-of-arcana",
                           {raiders_of_arcana, raiders_battle, raiders_sequence});

}  // namespace reference
