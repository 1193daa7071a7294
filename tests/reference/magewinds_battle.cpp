// Magewinds: attacks and reactions of a round, as far as the actions go (B7).
#include <algorithm>
#include <limits>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "battle.h"
#include "chain.h"
#include "damage_chain.h"
#include "exchange.h"
#include "fields.h"
#include "law.h"
#include "settings.h"

namespace reference {
namespace {

// One fighter's attacks in a round.
struct Striker {
  Exchange unanswered, answered;  // The target cannot react, or does as it is set to.
  bool asks_for_reaction;
  bool free_if_answered;  // B6: a feint.
  int attacks;
};

Striker striker_of(const Unit& fighter, const Unit& target, const Situation& situation) {
  Striker striker;
  striker.answered = magewinds_exchange<Rational>(fighter, target, situation);
  Situation no_reaction = situation;
  no_reaction["reaction"] = "none";
  striker.unanswered = magewinds_exchange<Rational>(fighter, target, no_reaction);
  striker.asks_for_reaction = text(situation, "reaction", "none") != "none";
  striker.free_if_answered = text(situation, "choice", "light") == "feint";
  striker.attacks = number(situation, "attacks-per-round", 1);
  if (striker.attacks < 1) throw std::invalid_argument("reference: less than one attack a round");
  const bool passes = text(situation, "choice", "light") == "pass";  // B7b
  if (!striker.answered.legal || passes) striker.attacks = 0;
  return striker;
}

// B7: a fighter's attacks, one after the other, until actions or targets run out. `damage` is the
// target's law; a target that is down is attacked no more.
LawOf<Rational> strike(const Striker& striker, LawOf<Rational> damage, int toughness,
                       bool actions_are_limited, int& own_actions, int& target_actions) {
  int attacks = striker.attacks;
  while (attacks > 0 && own_actions > 0) {
    const bool reacts = striker.asks_for_reaction && target_actions > 0;
    if (reacts) --target_actions;
    // B6: costs no action and is none of the attacks, unless actions have no limit.
    const bool free = reacts && striker.free_if_answered;
    if (!free) --own_actions;
    if (!free || !actions_are_limited) --attacks;
    const LawOf<Rational>& dealt = (reacts ? striker.answered : striker.unanswered).attacker.damage;
    LawOf<Rational> next;
    for_each(damage, [&](int before, const Rational& chance) {
      if (before >= toughness) {
        add(next, before, chance);
        return;
      }
      for_each(dealt, [&](int more, const Rational& p) {
        add(next, std::min(toughness, before + more), chance * p);
      });
    });
    damage = next;
  }
  return damage;
}

struct Duel {
  Striker attacker, defender;
  int attacker_toughness, defender_toughness;
  std::optional<int> actions;  // B7
};

Outcomes duel_round(const Duel& duel, int attacker_damage, int defender_damage) {
  const bool limited = duel.actions.has_value();
  int attacker_actions = duel.actions.value_or(std::numeric_limits<int>::max());
  int defender_actions = attacker_actions;
  LawOf<Rational> start;
  add(start, defender_damage, 1);
  const LawOf<Rational> on_defender = strike(duel.attacker, start, duel.defender_toughness, limited,
                                             attacker_actions, defender_actions);
  LawOf<Rational> back;
  add(back, attacker_damage, 1);
  const LawOf<Rational> on_attacker = strike(duel.defender, back, duel.attacker_toughness, limited,
                                             defender_actions, attacker_actions);
  Outcomes outcomes;
  for_each(on_defender, [&](int d, const Rational& chance) {
    if (d >= duel.defender_toughness) {  // It does not strike back any more.
      outcomes[state_of(attacker_damage, d)] += chance;
      return;
    }
    for_each(on_attacker,
             [&](int a, const Rational& p) { outcomes[state_of(a, d)] += chance * p; });
  });
  return outcomes;
}

}  // namespace

Battle magewinds_battle(const Unit& attacker, const Unit& defender, const Situation& situation,
                        int rounds_cap, int horizon) {
  std::vector<Duel> duels;  // [phase]
  for (int round = 1; round <= settled_round(situation); ++round) {
    const Situation now = in_round(situation, round);
    duels.push_back({striker_of(attacker, defender, now),
                     striker_of(defender, attacker, magewinds_reply(now, defender)),
                     number(attacker.fields, "toughness"), number(defender.fields, "toughness"),
                     number_or_none(now, "actions-per-round", "2")});
  }
  const Exchange& first = duels.front().attacker.answered;
  if (!first.legal) return no_battle(first.why);

  const int attacker_toughness = duels.front().attacker_toughness;
  const int defender_toughness = duels.front().defender_toughness;
  const State start =
      state_of(number(situation, "attacker-damage", 0), number(situation, "defender-damage", 0));
  const int attacker_before = start.attacker_losses[0];
  const int defender_before = start.defender_losses[0];
  Contest contest;
  contest.start = start;
  contest.phases = phases_of(situation);
  contest.attackers_left = [=](const State& state) {
    return state.attacker_losses[0] < attacker_toughness ? 1 : 0;
  };
  contest.defenders_left = [=](const State& state) {
    return state.defender_losses[0] < defender_toughness ? 1 : 0;
  };
  contest.attacker_share = [=](const State& state) {
    return share(attacker_toughness, attacker_before, state.attacker_losses[0]);
  };
  contest.defender_share = [=](const State& state) {
    return share(defender_toughness, defender_before, state.defender_losses[0]);
  };
  contest.round = [&](std::size_t phase, const State& state) {
    return duel_round(duels[phase], state.attacker_losses[0], state.defender_losses[0]);
  };
  return fight_out(contest, rounds_cap, horizon);
}

}  // namespace reference
