// Best play of matchups.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "core/play/battle.h"
#include "exact/solve/best_play.h"
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
