#include "exact/engine.h"

#include <memory>
#include <variant>

#include "exact/answers.h"
#include "exact/dice/lineup_cache.h"

namespace warodds::exact {
namespace {

Answer laws(const FightQuestion& question, const Watch&, LineupCache* lineups) {
  return fight(question, lineups);
}
Answer laws(const BattleQuestion& question, const Watch& watch, LineupCache* lineups) {
  return battle(question,
                {[&](double share) { watch.tell_share("% of the battle", share); }, lineups});
}
Answer laws(const SequenceQuestion& question, const Watch& watch, LineupCache* lineups) {
  return sequence(question,
                  {[&](double share) { watch.tell_share("% of the steps", share); }, lineups});
}

}  // namespace

Engine engine(const EngineSettings&) {
  const auto keep_alive = std::make_shared<LineupCache>();
  LineupCache* lineups = keep_alive.get();
  Engine engine;
  engine.keep_alive = keep_alive;
  engine.laws.answer = [lineups](const PlayedQuestion& question, const Watch& watch) {
    return std::visit([&](const auto& of) { return laws(of, watch, lineups); }, question);
  };
  engine.solve.answer = [](const BestPlayQuestion& question, const Watch& watch) {
    return solve(question,
                 {[&](double share) { watch.tell_share("% of the states solved", share); }});
  };
  return engine;
}

}  // namespace warodds::exact
