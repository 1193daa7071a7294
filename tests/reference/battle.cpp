// What a round is, and what of it lasts, in each of the four systems.
#include "battle.h"

#include <algorithm>
#include <cstddef>
#include <map>
#include <stdexcept>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "chain.h"
#include "exchange.h"
#include "fields.h"
#include "law.h"

namespace reference {
namespace {

using Exchange = ResultOf<Rational>;

Battle no_battle(const std::string& why) {
  Battle battle;
  battle.legal = false;
  battle.why = why;
  return battle;
}

int at_least_one(const Situation& situation, const std::string& key) {
  const int value = number(situation, key);
  if (value < 1) throw std::invalid_argument("reference: '" + key + "' is less than 1");
  return value;
}

// Calls visit(attacker's damage, defender's damage, probability) for all that one exchange can do:
// what each side takes. An exchange that is not allowed does not take place.
template <typename Visit>
void for_each_damage(const Exchange& exchange, Visit visit) {
  if (!exchange.legal) {
    visit(0, 0, Rational(1));
    return;
  }
  for (std::size_t a = 0; a < exchange.joint_damage.size(); ++a) {
    for_each(exchange.joint_damage[a], [&](int by_defender, const Rational& chance) {
      visit(by_defender, static_cast<int>(a), chance);
    });
  }
}

// Arcane Legions.

struct Army {
  const Unit* unit;
  std::string losses;
  Situation attacking;  // The situation of this army's attacks.
};

class ArcaneBattle {
 public:
  ArcaneBattle(const Unit& attacker, const Unit& defender, const Situation& situation)
      : armies_{Army{&attacker, text(situation, "attacker-losses"), situation},
                Army{&defender, text(situation, "defender-losses"), situation}},
        opening_{number(situation, "attacker-damage"), number(situation, "defender-damage")},
        attacks_(at_least_one(situation, "attacks-per-turn")),
        alternate_(word(situation, "turns", {"alternate", "attacker-only"}) == "alternate") {
    // A bad side stays with its unit.
    armies_[1].attacking["attacker-side"] = text(situation, "defender-side");
    armies_[1].attacking["defender-side"] = text(situation, "attacker-side");
  }

  Remains remains(std::size_t army, int damage) const {
    return arcane_remains(*armies_[army].unit, armies_[army].losses, damage);
  }

  // A13: what outlasts a turn.
  int lethal(std::size_t army, int damage) const { return remains(army, damage).lethal; }

  State start() const { return {false, lethal(0, opening_[0]), lethal(1, opening_[1])}; }

  const Exchange& first_attack() { return attack(0, opening_[0], opening_[1]); }

  Outcomes round(const State& state) {
    Damages damages{{{state.attacker_damage, state.defender_damage}, 1}};
    if (!state.opened) damages = {{{opening_[0], opening_[1]}, 1}};
    damages = turn(0, damages);
    if (alternate_) damages = turn(1, damages);
    Outcomes outcomes;
    for (const auto& [damage, chance] : damages) {
      outcomes[{true, damage.first, damage.second}] += chance;
    }
    return outcomes;
  }

 private:
  using Damages = std::map<std::pair<int, int>, Rational>;  // On the attacker, on the defender.

  // One attack. It depends on who stands, so equal ones are worked out once.
  const Exchange& attack(std::size_t army, int attacker_damage, int defender_damage) {
    const Remains remains_of[] = {remains(0, attacker_damage), remains(1, defender_damage)};
    const auto key = std::tuple(army, remains_of[0].lethal, remains_of[1].lethal);
    const auto known = attacks_known_.find(key);
    if (known != attacks_known_.end()) return known->second;
    return attacks_known_[key] = arcane_exchange<Rational>(
               remains_of[army].standing, remains_of[1 - army].standing, armies_[army].attacking);
  }

  Damages turn(std::size_t army, Damages damages) {
    for (int attacks = 0; attacks < attacks_; ++attacks) {
      Damages next;
      for (const auto& entry : damages) {
        const auto [on_attacker, on_defender] = entry.first;
        if (remains(0, on_attacker).figures == 0 || remains(1, on_defender).figures == 0) {
          next[entry.first] += entry.second;
          continue;
        }
        const Exchange& exchange = attack(army, on_attacker, on_defender);
        const int before[] = {on_attacker, on_defender};
        for_each_damage(exchange, [&](int on_army, int on_enemy, const Rational& chance) {
          int after[] = {before[0], before[1]};
          after[army] += on_army;
          after[1 - army] += on_enemy;
          next[{after[0], after[1]}] += entry.second * chance;
        });
      }
      damages = next;
    }
    Damages lasting;  // A13
    for (const auto& [damage, chance] : damages) {
      lasting[{lethal(0, damage.first), lethal(1, damage.second)}] += chance;
    }
    return lasting;
  }

  Army armies_[2];
  int opening_[2];
  int attacks_;
  bool alternate_;
  std::map<std::tuple<std::size_t, int, int>, Exchange> attacks_known_;
};

// Magewinds.

// The situation of the defender's attacks.
Situation reply_situation(const Unit& defender, const Situation& situation) {
  Situation reply = situation;
  const std::string& attack = text(situation, "attack");
  const auto has_this_name = [&](const Group& group) { return group.name == attack; };
  auto used = std::find_if(defender.groups.begin(), defender.groups.end(), has_this_name);
  if (used == defender.groups.end()) {
    reply["attack"] = "";  // The first.
    used = defender.groups.begin();
  }
  const std::string& choice =
      word(situation, "defender-choice", {"same", "light", "heavy", "feint"});
  if (choice != "same") {
    reply["choice"] = choice;
  } else if (used != defender.groups.end() && number_or_none(used->fields, "power")) {
    reply["choice"] = "light";  // B5: a plain attack offers no choice.
  }
  const std::string& reaction =
      word(situation, "attacker-reaction", {"same", "none", "dodge", "deflect"});
  if (reaction != "same") reply["reaction"] = reaction;
  return reply;
}

// A fighter's damage after so many attacks; nothing is added once it is down.
LawOf<Rational> after_attacks(const Exchange& attack, int attacks, int damage, int toughness) {
  LawOf<Rational> suffered;
  add(suffered, damage, 1);
  for (int a = 0; a < attacks; ++a) {
    LawOf<Rational> next;
    for_each(suffered, [&](int before, const Rational& chance) {
      if (before >= toughness) {
        add(next, before, chance);
        return;
      }
      for_each_damage(attack, [&](int, int on_target, const Rational& p) {
        add(next, std::min(toughness, before + on_target), chance * p);
      });
    });
    suffered = next;
  }
  return suffered;
}

// Raiders of Arcana.

int figures_left(const Unit& unit, int wounds) {
  return std::max(0, number(unit.fields, "figures") - wounds / number(unit.fields, "hp"));  // C6
}

int all_hit_points(const Unit& unit) {
  return number(unit.fields, "figures") * number(unit.fields, "hp");
}

Unit with_wounds(Unit unit, int wounds) {
  unit.fields["wounds"] = std::to_string(wounds);
  return unit;
}

// A number of attack dice is asked for again each round, as far as there are dice.
std::string capped_share(const std::string& key, const std::string& share, const Unit& unit,
                         int wounds) {
  if (share == "all" || share == "half" || share == "none") return share;
  const int dice = number(unit.fields, "cd") * figures_left(unit, wounds);
  return std::to_string(std::min(number_in(key, share), dice));
}

// C8: two markers a round. 0 if there is no limit.
int rounds_before_fatigue(const Unit& unit) { return (number(unit.fields, "fatigue") + 1) / 2; }

// The smaller of two limits, of which 0 is none.
int smaller_limit(int one, int other) {
  if (one == 0) return other;
  if (other == 0) return one;
  return std::min(one, other);
}

}  // namespace

Battle arcane_battle(const Unit& attacker, const Unit& defender, const Situation& situation,
                     int rounds_cap, int horizon) {
  ArcaneBattle arcane(attacker, defender, situation);
  const Exchange& first = arcane.first_attack();
  if (!first.legal) return no_battle(first.why);
  Contest contest;
  contest.start = arcane.start();
  contest.attackers_left = [&](int damage) { return arcane.remains(0, damage).figures; };
  contest.defenders_left = [&](int damage) { return arcane.remains(1, damage).figures; };
  contest.round = [&](const State& state) { return arcane.round(state); };
  return fight_out(contest, rounds_cap, horizon);
}

Battle magewinds_battle(const Unit& attacker, const Unit& defender, const Situation& situation,
                        int rounds_cap, int horizon) {
  const Exchange attack = magewinds_exchange<Rational>(attacker, defender, situation);
  if (!attack.legal) return no_battle(attack.why);
  const Exchange reply =
      magewinds_exchange<Rational>(defender, attacker, reply_situation(defender, situation));
  const int attacks = at_least_one(situation, "attacks-per-round");
  const int attacker_toughness = number(attacker.fields, "toughness");
  const int defender_toughness = number(defender.fields, "toughness");

  Contest contest;
  contest.start.defender_damage = number(situation, "defender-damage");
  contest.attackers_left = [&](int damage) { return damage < attacker_toughness ? 1 : 0; };
  contest.defenders_left = [&](int damage) { return damage < defender_toughness ? 1 : 0; };
  contest.round = [&](const State& state) {
    Outcomes outcomes;
    for_each(after_attacks(attack, attacks, state.defender_damage, defender_toughness),
             [&](int on_defender, const Rational& chance) {
               if (on_defender >= defender_toughness) {
                 outcomes[{false, state.attacker_damage, on_defender}] += chance;
                 return;
               }
               for_each(after_attacks(reply, attacks, state.attacker_damage, attacker_toughness),
                        [&](int on_attacker, const Rational& p) {
                          outcomes[{false, on_attacker, on_defender}] += chance * p;
                        });
             });
    return outcomes;
  };
  return fight_out(contest, rounds_cap, horizon);
}

Battle raiders_battle(const Unit& attacker, const Unit& defender, const Situation& situation,
                      int rounds_cap, int horizon) {
  const Exchange first = raiders_exchange<Rational>(attacker, defender, situation);
  if (!first.legal) return no_battle(first.why);

  Contest contest;
  contest.start = {false, number(attacker.fields, "wounds"), number(defender.fields, "wounds")};
  contest.attackers_left = [&](int wounds) { return figures_left(attacker, wounds); };
  contest.defenders_left = [&](int wounds) { return figures_left(defender, wounds); };
  contest.round = [&](const State& state) {
    Situation now = situation;
    const auto cap_share = [&](const std::string& key, const Unit& unit, int wounds) {
      now[key] = capped_share(key, text(situation, key), unit, wounds);
    };
    cap_share("attacker-attack", attacker, state.attacker_damage);
    cap_share("defender-attack", defender, state.defender_damage);
    const Exchange exchange =
        raiders_exchange<Rational>(with_wounds(attacker, state.attacker_damage),
                                   with_wounds(defender, state.defender_damage), now);
    Outcomes outcomes;
    for_each_damage(exchange, [&](int on_attacker, int on_defender, const Rational& chance) {
      const int a = std::min(all_hit_points(attacker), state.attacker_damage + on_attacker);
      const int d = std::min(all_hit_points(defender), state.defender_damage + on_defender);
      outcomes[{false, a, d}] += chance;
    });
    return outcomes;
  };
  const int until_tired =
      smaller_limit(rounds_before_fatigue(attacker), rounds_before_fatigue(defender));
  return fight_out(contest, smaller_limit(rounds_cap, until_tired), horizon);
}

Battle dwethia_battle(const Unit& attacker, const Unit& defender, const Situation& situation,
                      int rounds_cap, int horizon) {
  const auto fight = [&](const State& state) {
    return dwethia_exchange<Rational>(attacker, defender, situation, state.attacker_damage,
                                      state.defender_damage);
  };
  const Exchange first = fight(State{});
  if (!first.legal) return no_battle(first.why);

  Contest contest;
  contest.attackers_left = [&](int damage) { return dwethia_models(attacker, damage); };
  contest.defenders_left = [&](int damage) { return dwethia_models(defender, damage); };
  contest.round = [&](const State& state) {
    Outcomes outcomes;
    for_each_damage(fight(state), [&](int on_attacker, int on_defender, const Rational& chance) {
      outcomes[{false, state.attacker_damage + on_attacker, state.defender_damage + on_defender}] +=
          chance;
    });
    return outcomes;
  };
  return fight_out(contest, rounds_cap, horizon);
}

}  // namespace reference
