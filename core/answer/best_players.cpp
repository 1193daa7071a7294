#include "core/answer/best_players.h"

#include "core/answer/fight_until.h"

namespace warodds {
namespace {

/// Lets a side of the battle follow a solution.
void follow(AnyBattle& battle, Side side, const Solution& solution, int rounds) {
  std::visit(
      [&](auto& of) {
        if (solution.assignments) {
          of.follow(side, solution.assignments);
        } else {
          of.follow(side, solution.policy, rounds);
        }
      },
      battle);
}

}  // namespace

int rounds_planned(const Matchup& matchup) {
  return matchup.assigns_damage() ? 0 : default_best_rounds;
}

AnyBattle battle_of(const Matchup& matchup, const BestPlayers& players, int rounds,
                    const Engine& engine, const Watch& watch, const Event* until) {
  AnyBattle battle = matchup.battle();
  if (until != nullptr) fight_until(*until, battle);
  if (!players.any()) return battle;
  AnyGame game =
      matchup.game(Payoff::win, rounds > 0 ? rounds : rounds_planned(matchup), players.known);
  if (until != nullptr) fight_until(*until, game);
  const Solution solution = engine.solve.answer(game, watch);
  const int planned = std::visit([](const auto& of) { return of.rounds(); }, game);
  for (const Side side : both_sides) {
    const bool has_choice = !matchup.choice_key(side).empty();
    if (players.best[side] && has_choice) follow(battle, side, solution, planned);
  }
  return battle;
}

}  // namespace warodds
