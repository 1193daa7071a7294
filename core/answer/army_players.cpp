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

}  // namespace warodds
