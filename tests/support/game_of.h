// Best play of matchups.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "core/play/battle.h"
#include "exact/answers.h"
#include "tests/support/matchup_of.h"

namespace warodds::testing {

template <class System>
BestPlayQuestion game_of(const testing::Matchup<System>& matchup, Payoff payoff, int rounds = 20,
                         const PerSide<bool>& known = {},
                         const PerSide<bool>& known_in_reply = {}) {
  return {Battle<System>(matchup.units.attacker, matchup.units.defender, matchup.situation,
                         matchup.course, OpenPlay{payoff, {known, known_in_reply}}),
          rounds};
}

inline Solution solve(const BestPlayQuestion& question) { return exact::solve(question, {}); }

template <class System>
Solution solve_to_win(const testing::Matchup<System>& matchup, int rounds = 0,
                      const PerSide<bool>& known = {}) {
  return solve(game_of(matchup, Payoff::win, rounds, known));
}

/// The attacker's odds; a draw of any kind counts one half.
inline double worth(const Answer& answer) {
  return answer.win(Side::attacker).value + answer.draw().value / 2;
}

template <class System>
void follow(Battle<System>& battle, Side side, const Solution& solution) {
  if (solution.assignments) {
    battle.follow(side, solution.assignments);
  } else {
    battle.follow(side, solution.policy);
  }
}

/// The battle, fought by both sides as the solution says.
template <class System>
Battle<System> played(const Matchup<System>& matchup, const Solution& solution) {
  Battle<System> battle(matchup.units.attacker, matchup.units.defender, matchup.situation,
                        matchup.course);
  for (const Side side : both_sides) follow(battle, side, solution);
  return battle;
}

/// What a side can choose as the battle begins, by value and name.
inline std::vector<std::pair<int, std::string>> choices_at_first(const BestPlayQuestion& question,
                                                                 Side side) {
  return std::visit(
      [&](const auto& battle) {
        const auto first = battle.due(Standpoint{}, Policy{});
        std::vector<std::pair<int, std::string>> all;
        for (const int choice : first.choices(side)) {
          all.emplace_back(choice, first.name(side, choice));
        }
        return all;
      },
      question.battle);
}

/// A unit of Raiders of Arcana that can be stopped: defence pays, so both sides have to mix.
inline const std::string stoppable = "figures=4;hp=1;cd=1;as=3;arm=4";

}  // namespace warodds::testing
