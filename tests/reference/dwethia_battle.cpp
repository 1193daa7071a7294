// Dwethia Skirmish: fights until a side is gone or away (D8, D12).
#include <cstddef>
#include <string>

#include "battle.h"
#include "chain.h"
#include "damage_chain.h"
#include "dwethia_battle.h"
#include "exchange.h"
#include "fields.h"
#include "law.h"
#include "settings.h"

namespace reference {

Phases dwethia_phases(const Situation& situation) {
  Phases phases = phases_of(situation);
  if (word(in_round(situation, 1), "roles", {"fixed", "alternate"}) == "alternate") {
    ++phases.count;  // The last settings are gone through in both roles.
  }
  return phases;
}

bool roles_swapped(const Situation& situation, std::size_t phase) {
  return dwethia_phases(situation).count > phases_of(situation).count && phase % 2 == 1;
}

Outcomes dwethia_round(const Unit& attacker, const Unit& defender, const Situation& now,
                       bool swapped, const State& state) {
  const int taken[] = {state.attacker_losses[0], state.defender_losses[0]};
  const Exchange exchange =
      swapped ? dwethia_exchange<Rational>(defender, attacker, now, taken[1], taken[0])
              : dwethia_exchange<Rational>(attacker, defender, now, taken[0], taken[1]);
  if (!exchange.legal) return {{state, 1}};  // It does not take place.
  const bool retreats =
      text(now, "mode", "fight") == "fight" && text(now, "response", "fight") == "retreat";
  Outcomes outcomes;
  for (std::size_t dealt = 0; dealt < exchange.joint_damage.size(); ++dealt) {
    for_each(exchange.joint_damage[dealt], [&](int suffered, const Rational& chance) {
      const int more = static_cast<int>(dealt);
      State next = swapped ? state_of(taken[0] + more, taken[1] + suffered)
                           : state_of(taken[0] + suffered, taken[1] + more);
      const int of_the_retreating = swapped
                                        ? dwethia_models(attacker, next.attacker_losses[0], now)
                                        : dwethia_models(defender, next.defender_losses[0], now);
      next.retreated = retreats && of_the_retreating > 0;
      outcomes[next] += chance;
    });
  }
  return outcomes;
}

Battle dwethia_battle(const Unit& attacker, const Unit& defender, const Situation& situation,
                      int rounds_cap, int horizon) {
  const std::string why = dwethia_forbidden(attacker, defender, in_round(situation, 1));
  if (!why.empty()) return no_battle(why);

  const int attacker_all = dwethia_wounds(attacker);
  const int defender_all = dwethia_wounds(defender);
  Contest contest;
  const Situation first = in_round(situation, 1);
  const Losses before = dwethia_losses(first);
  contest.start = state_of(before.attacker, before.defender);
  contest.phases = dwethia_phases(situation);
  contest.attackers_left = [&](const State& state) {
    return dwethia_models(attacker, state.attacker_losses[0], first);
  };
  contest.defenders_left = [&](const State& state) {
    return dwethia_models(defender, state.defender_losses[0], first);
  };
  contest.attacker_share = [=](const State& state) {
    return share(attacker_all, before.attacker, state.attacker_losses[0]);
  };
  contest.defender_share = [=](const State& state) {
    return share(defender_all, before.defender, state.defender_losses[0]);
  };
  contest.round = [&](std::size_t phase, const State& state) {
    return dwethia_round(attacker, defender, in_round(situation, round_of(phase)),
                         roles_swapped(situation, phase), state);
  };
  return fight_out(contest, rounds_cap, horizon);
}

}  // namespace reference
