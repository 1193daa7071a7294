#include "exact/answers.h"

#include <algorithm>
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

/// The least of some numbers of rounds, of which 0 means no limit.
int shorter(int one, int other) {
  return one == 0 ? other : other == 0 ? one : std::min(one, other);
}

template <class System>
class BattleSolver {
 public:
  BattleSolver(const Battle<System>& battle, const BattleQuestion& question, const Options& options)
      : battle_(battle),
        question_(question),
        options_(options),
        scenario_(battle),
        laws_(scenario_, options.lineups),
        graph_(scenario_, laws_),
        best_(graph_, question.rounds, [this](std::size_t) {
          if (options_.progress) options_.progress(0);
        }) {}

  Answer answer() {
    ForwardQuestion asked;
    asked.rounds = shorter(question_.rounds, battle_.planned_rounds());
    asked.settled = battle_.again();
    asked.tells_rounds = question_.asked.told;
    asked.progress = options_.progress;
    asked.changes_by_round = battle_.changes_by_round();
    if (battle_.follows_policy() || battle_.assigns_by_policy()) {
      asked.ways = [this](const Graph::Place& place, const Edge& edge, int rounds_left) {
        return laws_.ways(graph_, place, edge, rounds_left);
      };
    }
    asked.mixing = [this](const Graph::Place& place, const Edge&, int rounds_left) {
      const BattleState state = scenario_.battle_state(graph_.state(place));
      const bool leaves = scenario_.round().leaves(state, rounds_left);
      return std::vector<double>{leaves ? 0.0 : 1.0, leaves ? 1.0 : 0.0};
    };
    std::optional<BestBeginning> best;
    if (is_of_several_at_best()) {
      best = best_beginning();
      asked.changes_by_round = question_.rounds > 0;
      asked.mixing = [this](const Graph::Place& place, const Edge& edge, int rounds_left) {
        return best_.taken(place, edge, rounds_left);
      };
      if (battle_.open()) {
        asked.ways = [this](const Graph::Place& place, const Edge& edge, int rounds_left) {
          return laws_.ways(graph_, place, edge, mixes(place, edge, rounds_left));
        };
      }
    }
    constexpr bool knows_rounds = true;
    Unread unread = warodds::unread(battle_, question_.asked, knows_rounds);
    const Outcome::OfFacts of_facts = [this](const std::vector<OutcomeFact>& facts) {
      return BattleOutcome(facts, battle_);
    };
    const std::vector<AskedLaw>& to_find = unread.to_find;
    std::vector<AskedLaw> of_ends, with_rounds;
    for (const AskedLaw& law : to_find) {
      (is_remembered(law) ? with_rounds : of_ends).push_back(law);
    }
    Outcome outcome(graph_, of_ends, of_facts);
    unread.answer.best = std::move(best);
    forward(graph_, asked, outcome, unread.answer);
    unread.answer.leavings = outcome.leavings();
    std::vector<LawSums<double>> at_ends = outcome.take(), at_rounds, found;
    if (!with_rounds.empty()) at_rounds = remembered(graph_, asked, with_rounds, of_facts);
    auto next_end = at_ends.begin(), next_round = at_rounds.begin();
    for (const AskedLaw& law : to_find) {
      found.push_back(std::move(is_remembered(law) ? *next_round++ : *next_end++));
    }
    std::vector<OutcomeLaw> laws = laws_of(to_find, std::move(found));
    return std::move(unread).read(std::move(laws));
  }

 private:
  bool is_of_several_at_best() const {
    return !battle_.is_of_two_units() &&
           (battle_.conduct(Side::attacker).is_best() || battle_.conduct(Side::defender).is_best());
  }

  /// What both choose before a fight: who plays best, as is best; others, as the situation says.
  PerSide<MixedStrategy> mixes(const Graph::Place& place, const Edge& edge, int rounds_left) {
    const PerSide<std::vector<int>>& open = edge.next.choices;
    Eigen::MatrixXd payoff(std::ssize(open.attacker), std::ssize(open.defender));
    for (Eigen::Index a = 0; a < payoff.rows(); ++a) {
      for (Eigen::Index d = 0; d < payoff.cols(); ++d) {
        const PerSide<MixedStrategy> sure{{{open.attacker[static_cast<std::size_t>(a)], 1.0}},
                                          {{open.defender[static_cast<std::size_t>(d)], 1.0}}};
        payoff(a, d) = 0;
        for (const Way& way : laws_.ways(graph_, place, edge, sure)) {
          payoff(a, d) += way.p * best_.value(way.to, rounds_left);
        }
      }
    }
    const MatrixGame best = best_play(payoff);
    const Combat combat = scenario_.combat(graph_.marks(place.node));
    PerSide<MixedStrategy> mixes;
    for (const Side side : both_sides) {
      if (!battle_.chooses_best(side, combat.units[side].first())) continue;
      mixes[side] = best.mix(side, open[side]);
    }
    return mixes;
  }

  BestBeginning best_beginning() {
    BestBeginning best;
    const Graph::Place opening = graph_.place(scenario_.opening());
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
          {battle_.name(best.side, units.next.units[unit]), target, battle_.payoff_of(value)});
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
        add(unit, battle_.name(enemy_of(best.side), targets.next.units[target]), of_unit[target]);
      }
    }
    best.best = Backward::best_of(values, best.side);
    return best;
  }

  const Battle<System>& battle_;
  const BattleQuestion& question_;
  const Options& options_;
  BattleScenario<System> scenario_;
  BattleLaws<System> laws_;
  Graph graph_;
  Backward best_;
};

}  // namespace

Answer battle(const BattleQuestion& question, const Options& options) {
  return std::visit(
      [&](const auto& of_system) { return BattleSolver(of_system, question, options).answer(); },
      question.battle);
}

}  // namespace warodds::exact
