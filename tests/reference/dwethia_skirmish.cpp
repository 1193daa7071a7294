// Dwethia Skirmish: attack rolls, wound rolls, then saves one wound die at a time.
#include <algorithm>
#include <compare>
#include <functional>
#include <map>
#include <string>

#include "amounts.h"
#include "dwethia_models.h"
#include "exchange.h"
#include "fields.h"
#include "law.h"
#include "reference.h"
#include "statements.h"

namespace reference {
namespace {

// The dice of one attack roll: aggression and extra dice, floored together (D4).
struct Dice {
  int dice = 0;
  auto operator<=>(const Dice&) const = default;
};

template <typename Number>
LawOf<Number> attack_dice(const Unit& unit, const Warband& models) {
  if (engaged_part(models).empty()) return {1};  // Nobody is there to roll.
  Mixture<Number, Dice> mixture{{{total_aggression(models)}, Number(1)}};
  roll_into(mixture, &Dice::dice, unit.fields, "extra-dice");
  LawOf<Number> law;
  for (const auto& [dice, chance] : mixture) add(law, std::max(0, dice.dice), chance);
  return law;
}

// Each of a random number of dice succeeds or not.
template <typename Number>
LawOf<Number> successes(const LawOf<Number>& dice, const Number& chance) {
  LawOf<Number> sum;
  for_each(dice, [&](int n, const Number& p) { mix(sum, roll(n, chance), p); });
  return sum;
}

// What these wound dice do; `hits` is only reported.
template <typename Number>
DealsOf<Number> take_wounds(const LawOf<Number>& hits, const LawOf<Number>& wounds,
                            const Victims<Number>& order) {
  DealsOf<Number> deals = no_deals<Number>();
  deals.hits = hits;
  deals.wounds = wounds;
  for_each(wounds, [&](int dice, const Number& chance) {
    mix(deals.damage, damage_of(order, 0, dice), chance);
  });
  for_each(deals.damage, [&](int damage, const Number& chance) {
    const int down = fallen(order, damage);
    add(deals.kills, down, chance);
    if (down == models_in(order)) deals.destroyed += chance;
  });
  return deals;
}

// Attack dice that hit with one chance, then wound with another.
template <typename Number>
struct Melee {
  LawOf<Number> dice;
  Number hit, wound;
};

template <typename Number>
DealsOf<Number> fight(const Melee<Number>& melee, const Victims<Number>& order) {
  const LawOf<Number> hits = successes(melee.dice, melee.hit);
  return take_wounds(hits, successes(hits, melee.wound), order);
}

// D9: one roll for each shot of the engaged models; a success is a wound.
template <typename Number>
DealsOf<Number> shoot(const Warband& shooters, int target_defence, const Victims<Number>& order) {
  LawOf<Number> wounds{1};
  for (const Models& models : shooters) {
    const int value = std::max(1, models.perception - 3 + models.ranged_strength);
    wounds = roll_more(wounds, models.engaged * models.shots,
                       at_least<Number>(needed(value, target_defence), 6));
  }
  return take_wounds(wounds, wounds, order);
}

// D10: the sixes of those who stay where they are.
template <typename Number>
LawOf<Number> sixes_of(const Warband& stationary) {
  return roll(total_aggression(stationary), at_least<Number>(6, 6));
}

// D8, D10: the fight, and then the opportunity attack on those who survive it. A six counts as a
// hit and as a wound die. `retreating` says in which order wounds fall on what is left.
template <typename Number>
DealsOf<Number> fight_and_pursue(const Melee<Number>& melee, const LawOf<Number>& sixes,
                                 const Victims<Number>& fighting, const Lost& lost,
                                 const std::function<Victims<Number>(const Lost&)>& retreating,
                                 std::map<Lost, Number>& after) {
  const int everybody = models_in(fighting);
  DealsOf<Number> deals = no_deals<Number>();
  const auto add_all = [&](int hits, int wounds, int damage, int down, const Number& chance) {
    add(deals.hits, hits, chance);
    add(deals.wounds, wounds, chance);
    add(deals.damage, damage, chance);
    add(deals.kills, down, chance);
    if (down == everybody) deals.destroyed += chance;
  };
  const auto pursue = [&](int hits, int wounds, int damage, const Number& chance) {
    const int down = fallen(fighting, damage);
    const Lost so_far = lost_after(lost, fighting, damage);
    if (down == everybody) {
      after[so_far] += chance;
      return add_all(hits, wounds, damage, down, chance);
    }
    const Victims<Number> order = retreating(so_far);
    for_each(sixes, [&](int more, const Number& p) {
      for_each(damage_of(order, 0, more), [&](int further, const Number& q) {
        after[lost_after(so_far, order, further)] += chance * p * q;
        add_all(hits + more, wounds + more, damage + further, down + fallen(order, further),
                chance * p * q);
      });
    });
  };
  for_each(successes(melee.dice, melee.hit), [&](int hits, const Number& p) {
    for_each(roll(hits, melee.wound), [&](int wounds, const Number& q) {
      for_each(damage_of(fighting, 0, wounds),
               [&](int damage, const Number& r) { pursue(hits, wounds, damage, p * q * r); });
    });
  });
  return deals;
}

// A single direction: what the attacker does, who is not struck back.
template <typename Number>
ResultOf<Number> unanswered(const DealsOf<Number>& deals) {
  ResultOf<Number> result;
  result.attacker = deals;
  result.joint_damage.clear();
  for_each(deals.damage,
           [&](int damage, const Number& chance) { add(result.joint_damage, damage, 0, chance); });
  return result;
}

}  // namespace

template <typename Number>
ResultOf<Number> dwethia_exchange(const Unit& attacking, const Unit& defending,
                                  const Situation& situation, int attacker_damage,
                                  int defender_damage) {
  const Falling falling = falling_in(situation);
  return dwethia_exchange<Number>(attacking, defending, situation,
                                  lost_at_first(attacking, attacker_damage, falling),
                                  lost_at_first(defending, defender_damage, falling), nullptr);
}

template <typename Number>
ResultOf<Number> dwethia_exchange(const Unit& attacking, const Unit& defending,
                                  const Situation& situation, const Lost& attacker_lost,
                                  const Lost& defender_lost, std::map<Lost, Number>* pursued) {
  const bool is_opportunity = word(situation, "mode", {"fight", "opportunity"}) == "opportunity";
  const bool steps_up = word(situation, "step-up", {"yes", "no"}) == "yes";
  const Falling falling = falling_in(situation);
  const Band<Number> attackers = stand<Number>(attacking, attacker_lost, falling, steps_up);
  const Band<Number> defenders = stand<Number>(defending, defender_lost, falling, steps_up);
  const Warband& attacker = attackers.warband;
  const Warband& defender = defenders.warband;
  if (engaged_part(attacker).empty()) return illegal<Number>("D4: no attacking model is engaged");
  if (is_opportunity) {
    const LawOf<Number> sixes = sixes_of<Number>(attacker);
    return unanswered(take_wounds(sixes, sixes, defenders.order));
  }
  if (engaged_part(defender).empty()) return illegal<Number>("D4: no defending model is engaged");

  std::string response = word(situation, "response", {"fight", "retreat", "fire"});
  if (response == "fire" && total_shots(defender) == 0) response = "fight";  // D9

  // D2, D3, D4: every value is read before the dice are rolled.
  const bool all_count = word(situation, "coherent", {"all", "engaged"}) == "all";
  const bool twice = word(situation, "integrity", {"once", "twice"}) == "twice";
  const bool add_three = word(situation, "retreat", {"add", "set"}) == "add";
  Retreat retreat = Retreat::kNo;
  if (response == "retreat") retreat = add_three ? Retreat::kAddThree : Retreat::kSetThree;
  const Warband attackers_counting = all_count ? attacker : engaged_part(attacker);
  const Warband defenders_counting = all_count ? defender : engaged_part(defender);
  const int attacker_arv = attack_roll_value(attackers_counting, Retreat::kNo, twice);
  const int defender_arv = attack_roll_value(defenders_counting, retreat, twice);

  const Melee<Number> attack{
      attack_dice<Number>(attacking, attacker),
      at_least<Number>(needed(attacker_arv, defender_arv), 6),
      at_least<Number>(needed(highest_strength(attackers_counting), highest_defence(defender)), 6)};
  if (response == "retreat" && yes(situation, "retreat-opportunity")) {
    const bool saves = word(situation, "opportunity-saves", {"yes", "no"}) == "yes";
    const Warband all = warband_of(defending);
    std::map<Lost, Number> after;
    const DealsOf<Number> deals = fight_and_pursue<Number>(
        attack, sixes_of<Number>(attacker), defenders.order, defender_lost,
        [&](const Lost& lost) {
          return casualty_order<Number>(all, {falling.policy, saves}, lost);
        },
        after);
    if (pursued != nullptr) *pursued = after;
    return unanswered(deals);
  }
  if (response == "retreat") return unanswered(fight(attack, defenders.order));  // D8

  // What the defender's models do in return.
  const auto reply_of = [&](const Warband& models) {
    if (response == "fire") {
      return shoot<Number>(models, highest_defence(attacker), attackers.order);
    }
    const int to_wound = needed(highest_strength(defenders_counting), highest_defence(attacker));
    return fight(Melee<Number>{attack_dice<Number>(defending, models),
                               at_least<Number>(needed(defender_arv, attacker_arv), 6),
                               at_least<Number>(to_wound, 6)},
                 attackers.order);
  };

  // D5: at once, or by those the attacker has left.
  const bool attacker_first =
      word(situation, "order", {"simultaneous", "attacker-first"}) == "attacker-first";
  ResultOf<Number> result = no_result<Number>();
  result.attacker = fight(attack, defenders.order);
  DealsOf<Number> reply = reply_of(defender);
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
template ResultOf<Rational> dwethia_exchange(const Unit&, const Unit&, const Situation&,
                                             const Lost&, const Lost&, std::map<Lost, Rational>*);

std::string dwethia_gone(const Unit& attacker, const Unit& defender, const Situation& situation) {
  const Losses losses = dwethia_losses(situation);
  if (losses.attacker > 0 && losses.attacker >= dwethia_wounds(attacker)) {
    return "the attacker would be gone";
  }
  if (losses.defender > 0 && losses.defender >= dwethia_wounds(defender)) {
    return "the defender would be gone";
  }
  return "";
}

std::string dwethia_forbidden(const Unit& attacker, const Unit& defender,
                              const Situation& situation) {
  const std::string gone = dwethia_gone(attacker, defender, situation);
  if (!gone.empty()) return gone;
  const Losses losses = dwethia_losses(situation);
  const bool steps_up = text(situation, "step-up", "yes") == "yes";
  const Falling falling = falling_in(situation);
  const Warband attackers =
      stand<double>(attacker, lost_at_first(attacker, losses.attacker, falling), falling, steps_up)
          .warband;
  const Warband defenders =
      stand<double>(defender, lost_at_first(defender, losses.defender, falling), falling, steps_up)
          .warband;
  if (engaged_part(attackers).empty()) return "D4: no attacking model is engaged";
  if (text(situation, "mode", "fight") == "opportunity") return "";
  if (engaged_part(defenders).empty()) return "D4: no defending model is engaged";
  return "";
}

Losses dwethia_losses(const Situation& situation) {
  return {number(situation, "attacker-damage", 0), number(situation, "defender-damage", 0)};
}

Result dwethia_skirmish(const Unit& attacker, const Unit& defender, const Situation& situation) {
  const std::string why = dwethia_forbidden(attacker, defender, situation);
  if (!why.empty()) return illegal<double>(why);
  const Losses losses = dwethia_losses(situation);
  return dwethia_exchange<double>(attacker, defender, situation, losses.attacker, losses.defender);
}

int dwethia_models(const Unit& unit, const std::vector<int>& lost) {
  return models_standing(warband_of(unit), lost);
}

int dwethia_shots(const Unit& unit, const std::vector<int>& lost, const Situation& situation) {
  const bool steps_up = text(situation, "step-up", "yes") == "yes";
  return total_shots(stand<double>(unit, lost, falling_in(situation), steps_up).warband);
}

std::vector<int> dwethia_lost(const Unit& unit, int damage, const Situation& situation) {
  return lost_at_first(unit, damage, falling_in(situation));
}

std::vector<int> dwethia_lost_after(const Unit& unit, const std::vector<int>& lost, int damage,
                                    const Situation& situation) {
  return lost_after(lost, casualty_order<double>(warband_of(unit), falling_in(situation), lost),
                    damage);
}

int dwethia_wounds(const Unit& unit) {
  int wounds = 0;
  for (const Models& models : warband_of(unit)) wounds += models.count * models.wounds;
  return wounds;
}

static const Stated stated("dwethia-skirmish",
                           {dwethia_skirmish, dwethia_battle, dwethia_sequence});

}  // namespace reference
