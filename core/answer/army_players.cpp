#include "core/answer/army_players.h"

namespace warodds {

Answer fought(const Matchup& matchup, const BestPlayers& players, int rounds, const Engine& engine,
              const Watch& watch, const LawsAsked& asked) {
  AnyBattle battle = matchup.is_of_several() ? matchup.battle()
                                             : battle_of(matchup, players, rounds, engine, watch);
  return engine.laws.answer(BattleQuestion{std::move(battle), rounds, asked}, watch);
}

}  // namespace warodds
