// Games of matchups, and their solutions.
#pragma once

#include "core/play/game.h"
#include "exact/best_play/solve.h"
#include "tests/support/matchup_of.h"

namespace warodds::testing {

template <class System>
Game<System> game_of(const testing::Matchup<System>& matchup, Payoff payoff, int rounds = 20,
                     const PerSide<bool>& known = {}) {
  return Game<System>(matchup.units.attacker, matchup.units.defender, matchup.situation, payoff,
                      rounds, known);
}

template <class System>
Solution solve(const Game<System>& game) {
  return exact::solve(AnyGame(game), {});
}

}  // namespace warodds::testing
