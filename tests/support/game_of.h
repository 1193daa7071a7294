// Games of matchups, and their solutions.
#pragma once

#include <string>

#include "core/play/game.h"
#include "exact/solve/duel.h"
#include "tests/support/matchup_of.h"

namespace warodds::testing {

template <class System>
Game<System> game_of(const testing::Matchup<System>& matchup, Payoff payoff, int rounds = 20,
                     const PerSide<bool>& known = {}, const PerSide<bool>& known_in_reply = {}) {
  return Game<System>(matchup.units.attacker, matchup.units.defender, matchup.situation, payoff,
                      rounds, {known, known_in_reply}, matchup.course);
}

template <class System>
Solution solve(const Game<System>& game) {
  return exact::solve(AnyGame(game), {});
}

template <class System>
Solution solve_to_win(const testing::Matchup<System>& matchup, int rounds = 0,
                      const PerSide<bool>& known = {}) {
  return solve(game_of(matchup, Payoff::win, rounds, known));
}

/// A unit of Raiders of Arcana that can be stopped: defence pays, so both sides have to mix.
inline const std::string stoppable = "figures=4;hp=1;cd=1;as=3;arm=4";

}  // namespace warodds::testing
