#include "exact/answers.h"

#include <algorithm>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "core/answer/told.h"
#include "core/play/battle_scenario.h"
#include "core/text/error.h"
#include "exact/solve/backward.h"
#include "exact/solve/forward.h"
#include "exact/solve/laws.h"
#include "exact/solve/outcome.h"
#include "exact/solve/remembered.h"

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
  Ways ways = {};  ///< of battles that follow a policy
  // Of sides of several units that choose before their fights.
  bool chooses = false;
  std::function<PerSide<bool>(Marks)> plays_best = {};  ///< whether who fights there does
  std::function<std::vector<Way>(Graph&, const Graph::Place&, const Edge&,
                                 const PerSide<MixedStrategy>&)>
      ways_of = {};
  /// Whether a side of such a battle leaves the field.
  std::function<bool(const Scenario::State&, int rounds_left)> leaves = {};
  std::function<double(double)> payoff_of = {};  ///< a share of the payoffs
  Outcome::OfFacts of_facts;
};

template <class System>
BattleOfAny battle_of(const Battle<System>& battle, LineupCache* lineups) {
  auto scenario = std::make_unique<BattleScenario<System>>(battle);
  auto laws = std::make_unique<BattleLaws<System>>(*scenario, lineups);
  BattleOfAny of;
  of.names = names_of_several(battle);
  for (const Side side : both_sides) {
    if (!battle.is_of_two_units()) of.conduct[side] = battle.conduct(side);
  }
  of.settled = battle.again();
  of.planned = battle.planned_rounds();
  of.changes_by_round = battle.changes_by_round();
  if (battle.follows_policy() || battle.assigns_by_policy()) {
    of.ways = [laws = laws.get()](Graph& graph, const Graph::Place& place, const Edge& edge,
                                  int rounds_left) {
      return laws->ways(graph, place, edge, rounds_left);
    };
  }
  of.chooses = !battle.is_of_two_units() && battle.open();
  of.plays_best = [&battle, scenario = scenario.get()](Marks marks) {
    const Combat combat = scenario->combat(marks);
    PerSide<bool> best;
    for (const Side side : both_sides) {
      best[side] = battle.chooses_best(side, combat.units[side].first());
    }
    return best;
  };
  of.ways_of = [laws = laws.get()](Graph& graph, const Graph::Place& place, const Edge& edge,
                                   const PerSide<MixedStrategy>& mixes) {
    return laws->ways(graph, place, edge, mixes);
  };
  of.leaves = [scenario = scenario.get()](const Scenario::State& state, int rounds_left) {
    return scenario->round().leaves(scenario->battle_state(state), rounds_left);
  };
  of.payoff_of = [&battle](double share) { return battle.payoff_of(share); };
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
  BattleSolver(const BattleQuestion& question, const Options& options)
      : question_(question),
        options_(options),
        battle_(std::visit([&](const auto& of) { return battle_of(of, options.lineups); },
                           question.battle)),
        graph_(*battle_.scenario, *battle_.laws),
        best_(graph_, question.rounds, [this](std::size_t) {
          if (options_.progress) options_.progress(0);
        }) {}

  Answer answer() {
    ForwardQuestion asked;
    asked.rounds = shorter(question_.rounds, battle_.planned);
    asked.settled = battle_.settled;
    asked.tells_rounds = question_.asked.told;
    asked.progress = options_.progress;
    asked.changes_by_round = battle_.changes_by_round;
    asked.ways = battle_.ways;
    asked.mixing = [this](const Graph::Place& place, const Edge&, int rounds_left) {
      const bool leaves = battle_.leaves(graph_.state(place), rounds_left);
      return std::vector<double>{leaves ? 0.0 : 1.0, leaves ? 1.0 : 0.0};
    };
    std::optional<BestBeginning> best;
    if (battle_.conduct.attacker.is_best() || battle_.conduct.defender.is_best()) {
      best = best_beginning();
      asked.changes_by_round = question_.rounds > 0;
      asked.mixing = [this](const Graph::Place& place, const Edge& edge, int rounds_left) {
        return best_.taken(place, edge, rounds_left);
      };
      if (battle_.chooses) {
        asked.ways = [this](Graph&, const Graph::Place& place, const Edge& edge, int rounds_left) {
          return battle_.ways_of(graph_, place, edge, mixes(place, edge, rounds_left));
        };
      }
    }
    constexpr bool knows_rounds = true;
    Unread unread = std::visit(
        [&](const auto& battle) { return warodds::unread(battle, question_.asked, knows_rounds); },
        question_.battle);
    const std::vector<AskedLaw>& to_find = unread.to_find;
    std::vector<AskedLaw> of_ends, with_rounds;
    for (const AskedLaw& law : to_find) {
      (is_remembered(law) ? with_rounds : of_ends).push_back(law);
    }
    Outcome outcome(graph_, of_ends, battle_.of_facts);
    unread.answer.best = std::move(best);
    forward(graph_, asked, outcome, unread.answer);
    unread.answer.leavings = outcome.leavings();
    std::vector<LawSums<double>> at_ends = outcome.take(), at_rounds, found;
    if (!with_rounds.empty()) at_rounds = remembered(graph_, asked, with_rounds, battle_.of_facts);
    auto next_end = at_ends.begin(), next_round = at_rounds.begin();
    for (const AskedLaw& law : to_find) {
      found.push_back(std::move(is_remembered(law) ? *next_round++ : *next_end++));
    }
    std::vector<OutcomeLaw> laws = laws_of(to_find, std::move(found));
    return std::move(unread).read(std::move(laws));
  }

 private:
  /// What both choose before a fight: who plays best, as is best; others, as the situation says.
  PerSide<MixedStrategy> mixes(const Graph::Place& place, const Edge& edge, int rounds_left) {
    const PerSide<std::vector<int>>& open = edge.next.choices;
    Eigen::MatrixXd payoff(std::ssize(open.attacker), std::ssize(open.defender));
    for (Eigen::Index a = 0; a < payoff.rows(); ++a) {
      for (Eigen::Index d = 0; d < payoff.cols(); ++d) {
        const PerSide<MixedStrategy> sure{{{open.attacker[static_cast<std::size_t>(a)], 1.0}},
                                          {{open.defender[static_cast<std::size_t>(d)], 1.0}}};
        payoff(a, d) = 0;
        for (const Way& way : battle_.ways_of(graph_, place, edge, sure)) {
          payoff(a, d) += way.p * best_.value(way.to, rounds_left);
        }
      }
    }
    const MatrixGame best = best_play(payoff);
    const PerSide<bool> plays_best = battle_.plays_best(graph_.marks(place.node));
    PerSide<MixedStrategy> mixes;
    for (const Side side : both_sides) {
      if (plays_best[side]) mixes[side] = best.mix(side, open[side]);
    }
    return mixes;
  }

  BestBeginning best_beginning() {
    BestBeginning best;
    const Graph::Place opening = graph_.place(battle_.scenario->opening());
    best.value = battle_.payoff_of(best_.value(opening, question_.rounds));
    const Edge& begins = graph_.edge(opening.node, opening.row, opening.column);
    if (begins.kind == Edge::Kind::over) return best;
    Graph::Place first = opening;
    first.node = begins.options.front();
    const Edge& units = graph_.edge(first.node, first.row, first.column);
    if (units.kind != Edge::Kind::choice) return best;
    best.side = units.next.side;
    std::vector<double> values;
    const auto add = [&](std::size_t unit, const std::string& target, double value) {
      best.choices.push_back(
          {name(best.side, units.next.units[unit]), target, battle_.payoff_of(value)});
      values.push_back(value);
    };
    const std::vector<double> of_units = best_.options(first, units, question_.rounds);
    for (std::size_t unit = 0; unit < units.options.size(); ++unit) {
      Graph::Place then = first;
      then.node = units.options[unit];
      const Edge& targets = graph_.edge(then.node, then.row, then.column);
      if (!targets.next.at_enemies) {  // it attacks nobody
        add(unit, "", of_units[unit]);
        continue;
      }
      const std::vector<double> of_unit = best_.options(then, targets, question_.rounds);
      for (std::size_t target = 0; target < of_unit.size(); ++target) {
        add(unit, name(enemy_of(best.side), targets.next.units[target]), of_unit[target]);
      }
    }
    best.best = Backward::best_of(values, best.side);
    return best;
  }
  const std::string& name(Side side, int unit) const {
    return battle_.names[side][static_cast<std::size_t>(unit)];
  }

  const BattleQuestion& question_;
  const Options& options_;
  BattleOfAny battle_;
  Graph graph_;
  Backward best_;
};

}  // namespace

Answer battle(const BattleQuestion& question, const Options& options) {
  return BattleSolver(question, options).answer();
}

}  // namespace warodds::exact
