#include "exact/solve/battle.h"

#include <algorithm>
#include <vector>

#include "core/answer/battle_reading.h"
#include "core/play/battle_scenario.h"
#include "core/systems/traits/retreat.h"
#include "exact/solve/forward.h"
#include "exact/solve/laws.h"
#include "exact/solve/outcome.h"

namespace warodds::exact {
namespace {

/// The least of some numbers of rounds, of which 0 means no limit.
int shortest(std::initializer_list<int> rounds) {
  int least = 0;
  for (const int one : rounds) {
    if (one > 0 && (least == 0 || one < least)) least = one;
  }
  return least;
}

template <class System>
BattleAnswer answer_of(const Battle<System>& battle, const BattleOptions& options) {
  BattleScenario<System> scenario(battle);
  BattleLaws<System> laws(scenario, options.lineups);
  Graph graph(scenario, laws);
  ForwardQuestion asked;
  asked.rounds = shortest({options.rounds, battle.most_rounds(), battle.planned_rounds()});
  asked.progress = options.progress;
  asked.tells_rounds = options.asked.told;
  const std::vector<RoundAttack>& attacks = battle.attacks();
  asked.settled = static_cast<int>(
      std::count_if(attacks.begin(), attacks.begin() + std::ptrdiff_t(battle.order().again),
                    [](const RoundAttack& attack) { return attack.ends_round; }));
  if (scenario.follows_policy()) {
    asked.changes_by_round = battle.changes_by_round();
    asked.ways = [&](const Graph::Place& place, const Edge& edge, int rounds_left) {
      return laws.ways(graph, place, edge, rounds_left);
    };
  }
  constexpr bool knows_rounds = true;
  const BattleReading reading(battle, options.asked);
  Outcome outcome(graph, reading.to_find(knows_rounds), [&](const std::vector<OutcomeFact>& facts) {
    return BattleOutcome(facts, battle.kinds(), battle.sides());
  });
  BattleAnswer answer;
  answer.can_end_by_retreat = CanRetreat<System>;
  forward(graph, asked, outcome, answer);
  reading.read(outcome.take(), knows_rounds, answer);
  return answer;
}

}  // namespace

BattleAnswer battle(const AnyBattle& battle, const BattleOptions& options) {
  return std::visit([&](const auto& of_system) { return answer_of(of_system, options); }, battle);
}

}  // namespace warodds::exact
