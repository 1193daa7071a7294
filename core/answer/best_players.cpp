#include "core/answer/best_players.h"

#include <utility>

#include "core/answer/begin_from.h"
#include "core/answer/fight_until.h"

namespace warodds {
namespace {

/// Lets a side of the battle follow a solution.
void follow(AnyBattle& battle, Side side, const Solution& solution) {
  std::visit(
      [&](auto& of) {
        if (solution.assignments) {
          of.follow(side, solution.assignments);
          of.leave_by(side, solution.policy);
        } else {
          of.follow(side, solution.policy);
        }
      },
      battle);
}

}  // namespace

AnyBattle following(const Matchup& matchup, const PerSide<bool>& who, const Solution& solution) {
  AnyBattle battle = matchup.battle();
  for (const Side side : both_sides) {
    const bool has_choice = !matchup.choice_key(side).empty() || matchup.conduct(side).may_leave;
    if (who[side] && has_choice) follow(battle, side, solution);
  }
  return battle;
}

int rounds_planned(const Matchup& matchup) {
  return matchup.assigns_damage() ? 0 : default_best_rounds;
}

void choose_best(const BestPlayers& players, Matchup& matchup) {
  for (const Side side : both_sides) {
    Conduct conduct = matchup.conduct(side);
    conduct.choosers = players.units[side];
    conduct.is_known = players.known.in_attack[side];
    conduct.is_known_in_reply = players.known.in_reply[side];
    matchup.set_conduct(side, conduct);
  }
}

AnyBattle battle_of(const Matchup& matchup, const BestPlayers& players, int rounds,
                    const Engine& engine, const Watch& watch, const Event* until,
                    const std::string& from) {
  const auto begun = [&](AnyBattle battle) {
    if (until != nullptr) fight_until(*until, battle);
    if (!from.empty()) begin_from(from, battle);
    return battle;
  };
  if (!players.any() || matchup.is_of_several()) return begun(matchup.battle());
  const Solution solution = engine.solve.answer(
      {begun(matchup.battle(OpenPlay{Payoff::win, players.known, players.pass})),
       rounds > 0 ? rounds : rounds_planned(matchup)},
      watch);
  return begun(following(matchup, players.best, solution));
}

}  // namespace warodds
