#include "exact/solve/solve.h"

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "core/answer/battle_reading.h"
#include "core/play/army_scenario.h"
#include "core/systems/traits/retreat.h"
#include "core/text/error.h"
#include "exact/solve/backward.h"
#include "exact/solve/battle.h"
#include "exact/solve/forward.h"
#include "exact/solve/laws.h"
#include "exact/solve/outcome.h"

namespace warodds::exact {
namespace {

/// A battle of any system, as readers see it.
struct ArmyOfAny {
  std::unique_ptr<Scenario> scenario;
  std::unique_ptr<FightLaws> laws;
  PerSide<std::vector<std::string>> names = {};  ///< of units
  PerSide<Conduct> conduct = {};
  int settled = 0;  ///< rounds after which nothing new is said
  bool can_retreat = false;
  Outcome::OfFacts of_facts;
};

template <class System>
ArmyOfAny army_of(const ArmyBattle<System>& battle, LineupCache* lineups) {
  auto scenario = std::make_unique<ArmyScenario<System>>(battle);
  ArmyOfAny army;
  army.laws = std::make_unique<NamedLaws<System, ArmyScenario<System>>>(*scenario, lineups);
  army.scenario = std::move(scenario);
  for (const Side side : both_sides) {
    for (int unit = 0; unit < battle.size(side); ++unit) {
      army.names[side].push_back(battle.name(side, unit));
    }
    army.conduct[side] = battle.conduct(side);
  }
  army.settled = battle.again();
  army.can_retreat = CanRetreat<System>;
  army.of_facts = [&battle](const std::vector<OutcomeFact>& facts) {
    return BattleOutcome(facts, battle);
  };
  return army;
}

bool anybody_tries_with_dice(const PerSide<Conduct>& conduct) {
  return conduct.attacker.tries_with_dice() || conduct.defender.tries_with_dice();
}

class ArmySolver {
 public:
  ArmySolver(const ArmyBattleQuestion& question, const ArmyOptions& options)
      : question_(question),
        options_(options),
        army_(std::visit([&](const auto& battle) { return army_of(battle, options.lineups); },
                         question.battle)),
        graph_(*army_.scenario, *army_.laws),
        best_(graph_, question.rounds, [this](std::size_t) {
          if (options_.progress) options_.progress(0);
        }) {
    if (anybody_tries_with_dice(army_.conduct)) {
      throw TooLarge("--targets SIDE=rollout tries enemies out with dice; take --engine sim");
    }
  }

  BattleAnswer answer() {
    BattleAnswer answer;
    answer.can_end_by_retreat = army_.can_retreat;
    for (const Side side : both_sides) answer.units[side].resize(army_.names[side].size());
    ForwardQuestion asked;
    asked.rounds = question_.rounds;
    asked.settled = army_.settled;
    asked.tells_rounds = question_.asked.told;
    asked.progress = options_.progress;
    if (army_.conduct.attacker.is_best() || army_.conduct.defender.is_best()) {
      asked.changes_by_round = question_.rounds > 0;
      asked.mixing = [this](const Graph::Place& place, const Edge& edge, int rounds_left) {
        return best_.taken(place, edge, rounds_left);
      };
    }
    constexpr bool knows_rounds = true;
    const BattleReading reading =
        std::visit([&](const auto& battle) { return BattleReading(battle, question_.asked); },
                   question_.battle);
    Outcome outcome(graph_, reading.to_find(knows_rounds), army_.of_facts);
    forward(graph_, asked, outcome, answer);
    reading.read(outcome.take(), knows_rounds, answer);
    return answer;
  }

  ArmySolution solution() {
    ArmySolution solution;
    const Graph::Place opening = graph_.place(army_.scenario->opening());
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
        solution.decisions.push_back(
            {name(solution.first, units.next.stands_for[unit]),
             name(enemy_of(solution.first), targets.next.stands_for[target]), of_unit[target]});
        values.push_back(of_unit[target]);
      }
    }
    solution.best = Backward::best_of(values, solution.first);
    return solution;
  }

 private:
  const std::string& name(Side side, int unit) const {
    return army_.names[side][static_cast<std::size_t>(unit)];
  }

  const ArmyBattleQuestion& question_;
  const ArmyOptions& options_;
  ArmyOfAny army_;
  Graph graph_;
  Backward best_;
};

}  // namespace

BattleAnswer army_battle(const ArmyBattleQuestion& question, const ArmyOptions& options) {
  std::optional<AnyBattle> of_two;
  std::visit(
      [&](const auto& army) {
        if (army.is_of_two_units()) of_two = army.of_two_units();
      },
      question.battle);
  if (!of_two) return ArmySolver(question, options).answer();
  return battle(*of_two, {question.rounds, options.progress, options.lineups, question.asked});
}

ArmySolution solve_army(const ArmyBattleQuestion& question, const ArmyOptions& options) {
  return ArmySolver(question, options).solution();
}

}  // namespace warodds::exact
