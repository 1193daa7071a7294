// Dwethia Skirmish: fights until a side is gone or away (D8, D12).
#include <cstddef>
#include <map>
#include <numeric>
#include <string>
#include <vector>

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
  const Unit& one = swapped ? defender : attacker;  // Who attacks.
  const Unit& other = swapped ? attacker : defender;
  const std::vector<int>& own = swapped ? state.defender_losses : state.attacker_losses;
  const std::vector<int>& theirs = swapped ? state.attacker_losses : state.defender_losses;
  std::map<std::vector<int>, Rational> pursued;
  const Exchange exchange = dwethia_exchange<Rational>(one, other, now, own, theirs, &pursued);
  if (!exchange.legal) return {{state, 1}};  // It does not take place.
  const bool retreats =
      text(now, "mode", "fight") == "fight" && text(now, "response", "fight") == "retreat";
  Outcomes outcomes;
  const auto come_to = [&](const std::vector<int>& own_then, const std::vector<int>& theirs_then,
                           const Rational& chance) {
    State next = state;
    (swapped ? next.defender_losses : next.attacker_losses) = own_then;
    (swapped ? next.attacker_losses : next.defender_losses) = theirs_then;
    next.retreated = retreats && dwethia_models(other, theirs_then) > 0;
    outcomes[next] += chance;
  };
  for (const auto& [lost, chance] : pursued) come_to(own, lost, chance);
  if (!pursued.empty()) return outcomes;
  for (std::size_t dealt = 0; dealt < exchange.joint_damage.size(); ++dealt) {
    for_each(exchange.joint_damage[dealt], [&](int suffered, const Rational& chance) {
      come_to(dwethia_lost_after(one, own, suffered, now),
              dwethia_lost_after(other, theirs, static_cast<int>(dealt), now), chance);
    });
  }
  return outcomes;
}

Battle dwethia_battle(const Unit& attacker, const Unit& defender, const Situation& situation,
                      int rounds_cap, int horizon) {
  const std::string why = dwethia_gone(attacker, defender, in_round(situation, 1));
  if (!why.empty()) return no_battle(why);

  const auto sum_of = [](const std::vector<int>& lost) {
    return std::accumulate(lost.begin(), lost.end(), 0);
  };
  const int attacker_all = dwethia_wounds(attacker);
  const int defender_all = dwethia_wounds(defender);
  Contest contest;
  const Situation first = in_round(situation, 1);
  const Losses before = dwethia_losses(first);
  contest.start.attacker_losses = dwethia_lost(attacker, before.attacker, first);
  contest.start.defender_losses = dwethia_lost(defender, before.defender, first);
  contest.phases = dwethia_phases(situation);
  contest.attackers_left = [&](const State& state) {
    return dwethia_models(attacker, state.attacker_losses);
  };
  contest.defenders_left = [&](const State& state) {
    return dwethia_models(defender, state.defender_losses);
  };
  contest.attacker_share = [=](const State& state) {
    return share(attacker_all, before.attacker, sum_of(state.attacker_losses));
  };
  contest.defender_share = [=](const State& state) {
    return share(defender_all, before.defender, sum_of(state.defender_losses));
  };
  contest.round = [&](std::size_t phase, const State& state) {
    return dwethia_round(attacker, defender, in_round(situation, round_of(phase)),
                         roles_swapped(situation, phase), state);
  };
  return fight_out(contest, rounds_cap, horizon);
}

}  // namespace reference
