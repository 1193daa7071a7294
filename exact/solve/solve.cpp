#include "exact/solve/solve.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "core/answer/battle_reading.h"
#include "core/play/battle_scenario.h"
#include "core/systems/traits/retreat.h"
#include "core/text/error.h"
#include "exact/solve/backward.h"
#include "exact/solve/forward.h"
#include "exact/solve/laws.h"
#include "exact/solve/outcome.h"

namespace warodds::exact {
namespace {

/// A battle of any system, as readers see it.
struct BattleOfAny {
  std::unique_ptr<Scenario> scenario;
  std::unique_ptr<FightLaws> laws;
  // Of sides of several units.
  PerSide<std::vector<std::string>> names = {};
  PerSide<Conduct> conduct = {};
  int settled = 0;  ///< rounds after which nothing new is said
  int planned = 0;  ///< rounds for which policies have been made
  bool changes_by_round = false;
  bool can_retreat = false;
  Ways ways = {};  ///< of battles that follow a policy
  Outcome::OfFacts of_facts;
};

template <class System>
BattleOfAny battle_of(const Battle<System>& battle, LineupCache* lineups) {
  auto scenario = std::make_unique<BattleScenario<System>>(battle);
  auto laws = std::make_unique<BattleLaws<System>>(*scenario, lineups);
  BattleOfAny of;
  for (const Side side : both_sides) {
    if (battle.is_of_two_units()) continue;
    for (int unit = 0; unit < battle.size(side); ++unit) {
      of.names[side].push_back(battle.name(side, unit));
    }
    of.conduct[side] = battle.conduct(side);
  }
  of.settled = battle.again();
  of.planned = battle.planned_rounds();
  of.changes_by_round = battle.changes_by_round();
  of.can_retreat = CanRetreat<System>;
  if (scenario->follows_policy()) {
    of.ways = [laws = laws.get()](Graph& graph, const Graph::Place& place, const Edge& edge,
                                  int rounds_left) {
      return laws->ways(graph, place, edge, rounds_left);
    };
  }
  of.of_facts = [&battle](const std::vector<OutcomeFact>& facts) {
    return BattleOutcome(facts, battle);
  };
  of.scenario = std::move(scenario);
  of.laws = std::move(laws);
  return of;
}

/// The least of some numbers of rounds, of which 0 means no limit.
int shorter(int one, int other) {
  return one == 0 ? other : other == 0 ? one : std::min(one, other);
}

class BattleSolver {
 public:
  BattleSolver(const BattleQuestion& question, const SolveOptions& options)
      : question_(question),
        options_(options),
        battle_(std::visit([&](const auto& of) { return battle_of(of, options.lineups); },
                           question.battle)),
        graph_(*battle_.scenario, *battle_.laws),
        best_(graph_, question.rounds, [this](std::size_t) {
          if (options_.progress) options_.progress(0);
        }) {}

  BattleAnswer answer() {
    BattleAnswer answer;
    answer.can_end_by_retreat = battle_.can_retreat;
    for (const Side side : both_sides) answer.units[side].resize(battle_.names[side].size());
    ForwardQuestion asked;
    asked.rounds = shorter(question_.rounds, battle_.planned);
    asked.settled = battle_.settled;
    asked.tells_rounds = question_.asked.told;
    asked.progress = options_.progress;
    asked.changes_by_round = battle_.changes_by_round;
    asked.ways = battle_.ways;
    if (battle_.conduct.attacker.is_best() || battle_.conduct.defender.is_best()) {
      asked.changes_by_round = question_.rounds > 0;
      asked.mixing = [this](const Graph::Place& place, const Edge& edge, int rounds_left) {
        return best_.taken(place, edge, rounds_left);
      };
    }
    constexpr bool knows_rounds = true;
    const BattleReading reading =
        std::visit([&](const auto& battle) { return BattleReading(battle, question_.asked); },
                   question_.battle);
    Outcome outcome(graph_, reading.to_find(knows_rounds), battle_.of_facts);
    forward(graph_, asked, outcome, answer);
    reading.read(outcome.take(), knows_rounds, answer);
    return answer;
  }

  ArmySolution solution() {
    ArmySolution solution;
    const Graph::Place opening = graph_.place(battle_.scenario->opening());
    solution.value = best_.value(opening, question_.rounds);
    const Edge& begins = graph_.edge(opening.node, opening.row, opening.column);
    if (begins.kind == Edge::Kind::over) return solution;
    Graph::Place first = opening;
    first.node = begins.options.front();
    const Edge& units = graph_.edge(first.node, first.row, first.column);
    if (units.kind != Edge::Kind::choice) return solution;
    solution.first = units.next.side;
    std::vector<double> values;
    for (std::size_t unit = 0; unit < units.options.size(); ++unit) {
      Graph::Place then = first;
      then.node = units.options[unit];
      const Edge& targets = graph_.edge(then.node, then.row, then.column);
      const std::vector<double> of_unit = best_.options(then, targets, question_.rounds);
      for (std::size_t target = 0; target < of_unit.size(); ++target) {
        solution.decisions.push_back({name(solution.first, units.next.units[unit]),
                                      name(enemy_of(solution.first), targets.next.units[target]),
                                      of_unit[target]});
        values.push_back(of_unit[target]);
      }
    }
    solution.best = Backward::best_of(values, solution.first);
    return solution;
  }

 private:
  const std::string& name(Side side, int unit) const {
    return battle_.names[side][static_cast<std::size_t>(unit)];
  }

  const BattleQuestion& question_;
  const SolveOptions& options_;
  BattleOfAny battle_;
  Graph graph_;
  Backward best_;
};

}  // namespace

BattleAnswer battle(const BattleQuestion& question, const SolveOptions& options) {
  return BattleSolver(question, options).answer();
}

ArmySolution solve_battle(const BattleQuestion& question, const SolveOptions& options) {
  return BattleSolver(question, options).solution();
}

}  // namespace warodds::exact
