#include "core/answer/army_players.h"

namespace warodds {

BattleAnswer fought(const Matchup& matchup, const BestPlayers& players, int rounds,
                    const Engine& engine, const Watch& watch, const LawsAsked& asked) {
  if (matchup.is_of_several()) {
    return engine.army.answer({matchup.army_battle(), rounds, asked}, watch);
  }
  return engine.battle.answer({battle_of(matchup, players, rounds, engine, watch), rounds, asked},
                              watch);
}

double seconds_of_battle(const Matchup& matchup, int rounds, const Engine& engine) {
  return matchup.is_of_several() ? engine.army.seconds({matchup.army_battle(), rounds})
                                 : engine.battle.seconds({matchup.battle(), rounds});
}

}  // namespace warodds
