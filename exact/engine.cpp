#include "exact/engine.h"

#include <memory>

#include "exact/dice/lineup_cache.h"
#include "exact/fight/fight.h"
#include "exact/sequence/sequence.h"
#include "exact/solve/best_play.h"
#include "exact/solve/solve.h"

namespace warodds::exact {

Engine engine(const EngineSettings&) {
  const auto keep_alive = std::make_shared<LineupCache>();
  LineupCache* lineups = keep_alive.get();
  Engine engine;
  engine.keep_alive = keep_alive;
  engine.fight.answer = [lineups](const FightQuestion& question, const Watch&) {
    return fight(question, lineups);
  };
  engine.battle.answer = [lineups](const BattleQuestion& question, const Watch& watch) {
    return battle(question,
                  {[&](double share) { watch.tell_share("% of the battle", share); }, lineups});
  };
  engine.sequence.answer = [lineups](const SequenceQuestion& question, const Watch& watch) {
    const auto progress = [&](double share) { watch.tell_share("% of the steps", share); };
    return sequence(question, {progress, lineups});
  };
  engine.solve_battle.answer = [lineups](const BattleQuestion& question, const Watch& watch) {
    return solve_battle(
        question, {[&](double share) { watch.tell_share("% of the battle", share); }, lineups});
  };
  engine.solve.answer = [](const BestPlayQuestion& question, const Watch& watch) {
    return solve(question,
                 {[&](double share) { watch.tell_share("% of the states solved", share); }});
  };
  return engine;
}

}  // namespace warodds::exact
