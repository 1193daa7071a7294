#include "core/answer/army_players.h"

#include <utility>

#include "core/answer/fight_until.h"

namespace warodds {

BattleAnswer fought(const Matchup& matchup, const BestPlayers& players, int rounds,
                    const Engine& engine, const Watch& watch, const AskedBesides& besides) {
  const auto ask = [&](const auto& solver, auto question) {
    if (besides.until != nullptr) fight_until(*besides.until, question.battle);
    return solver.answer(question, watch);
  };
  if (matchup.is_of_several()) {
    return ask(engine.army, ArmyBattleQuestion{matchup.army_battle(), rounds, besides.asked});
  }
  return ask(engine.battle, BattleQuestion{battle_of(matchup, players, rounds, engine, watch),
                                           rounds, besides.asked});
}

double seconds_of_battle(const Matchup& matchup, int rounds, const Engine& engine) {
  return matchup.is_of_several() ? engine.army.seconds({matchup.army_battle(), rounds})
                                 : engine.battle.seconds({matchup.battle(), rounds});
}

}  // namespace warodds
