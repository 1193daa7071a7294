// Raiders of Arcana: rounds of combat until a side is gone or tired (C6, C8).
#include <algorithm>
#include <cstddef>
#include <string>

#include "battle.h"
#include "chain.h"
#include "damage_chain.h"
#include "exchange.h"
#include "fields.h"
#include "law.h"
#include "settings.h"

namespace reference {
namespace {

// C8: how many rounds until a unit has as many markers as its limit. 0 if there is no limit.
int rounds_before_fatigue(const Unit& unit, int markers) {
  const int limit = number_or_none(unit.fields, "fatigue").value_or(0);
  return (limit + markers - 1) / markers;
}

}  // namespace

int smaller_limit(int one, int other) {
  if (one == 0) return other;
  if (other == 0) return one;
  return std::min(one, other);
}

int rounds_before_fatigue(const Unit& attacker, const Unit& defender, const Situation& situation) {
  const std::string both = word(situation, "markers", {"2", "1"});
  // "both" is as if nothing were said of the side.
  const auto markers_of = [&](const std::string& key) {
    const std::string own = word(situation, key, {"both", "2", "1"});
    return number_in(key, own == "both" ? both : own);
  };
  return smaller_limit(rounds_before_fatigue(attacker, markers_of("attacker-markers")),
                       rounds_before_fatigue(defender, markers_of("defender-markers")));
}

int raiders_left(const Unit& unit, int wounds) {  // C6
  return std::max(0, number(unit.fields, "figures", 1) - wounds / number(unit.fields, "hp", 1));
}

int raiders_hit_points(const Unit& unit) {
  return number(unit.fields, "figures", 1) * number(unit.fields, "hp", 1);
}

Unit with_wounds(const Unit& unit, int wounds) {
  Unit wounded = unit;
  wounded.fields["wounds"] = std::to_string(wounds);
  return wounded;
}

std::string capped_share(const Situation& situation, const std::string& key, const Unit& unit) {
  const std::string& share = text(situation, key);
  if (share == "all" || share == "half" || share == "none") return share;
  const int dice = number(unit.fields, "cd") * raiders_left(unit, number(unit.fields, "wounds", 0));
  return std::to_string(std::min(number_in(key, share), dice));
}

Battle raiders_battle(const Unit& attacker, const Unit& defender, const Situation& situation,
                      int rounds_cap, int horizon) {
  const Exchange first = raiders_exchange<Rational>(attacker, defender, in_round(situation, 1));
  if (!first.legal) return no_battle(first.why);

  const int attacker_before = number(attacker.fields, "wounds", 0);
  const int defender_before = number(defender.fields, "wounds", 0);
  const int attacker_all = raiders_hit_points(attacker);
  const int defender_all = raiders_hit_points(defender);
  Contest contest;
  contest.start = state_of(attacker_before, defender_before);
  // C8: a round in which somebody is tired is one in which nothing happens, whatever is said of it.
  const auto until_tired =
      static_cast<std::size_t>(rounds_before_fatigue(attacker, defender, situation));
  const Phases said = phases_of(situation);
  contest.phases = until_tired > 0 ? Phases{until_tired + 1, until_tired} : said;
  contest.attackers_left = [&](const State& state) {
    return raiders_left(attacker, state.attacker_losses[0]);
  };
  contest.defenders_left = [&](const State& state) {
    return raiders_left(defender, state.defender_losses[0]);
  };
  contest.attacker_share = [=](const State& state) {
    return share(attacker_all, attacker_before, state.attacker_losses[0]);
  };
  contest.defender_share = [=](const State& state) {
    return share(defender_all, defender_before, state.defender_losses[0]);
  };
  contest.round = [&, until_tired](std::size_t number, const State& state) {
    if (until_tired > 0 && number >= until_tired) return Outcomes{{state, 1}};
    std::size_t phase = 0;
    for (std::size_t n = 0; n < number; ++n) phase = said.after(phase);
    const Unit attackers = with_wounds(attacker, state.attacker_losses[0]);
    const Unit defenders = with_wounds(defender, state.defender_losses[0]);
    Situation now = in_round(situation, round_of(phase));
    now["attacker-attack"] = capped_share(now, "attacker-attack", attackers);
    now["defender-attack"] = capped_share(now, "defender-attack", defenders);
    const Exchange exchange = raiders_exchange<Rational>(attackers, defenders, now);
    Outcomes outcomes;
    for (std::size_t dealt = 0; dealt < exchange.joint_damage.size(); ++dealt) {
      const int d = std::min(defender_all, state.defender_losses[0] + static_cast<int>(dealt));
      for_each(exchange.joint_damage[dealt], [&](int suffered, const Rational& chance) {
        outcomes[state_of(std::min(attacker_all, state.attacker_losses[0] + suffered), d)] +=
            chance;
      });
    }
    return outcomes;
  };
  return fight_out(contest, rounds_cap, horizon);
}

}  // namespace reference
