#include "exact/best_play/solve.h"

#include <cmath>
#include <limits>
#include <memory>
#include <utility>

#include "core/rules/fight.h"
#include "exact/best_play/assignment.h"
#include "exact/best_play/induction.h"
#include "exact/best_play/matrix_game.h"
#include "exact/cost/cost.h"

namespace warodds::exact {
namespace {

using Eigen::Index;

/// Best assignment of damage, and what each fixed rule brings instead.
template <class System>
class AssignmentSolver {
 public:
  explicit AssignmentSolver(const Game<System>& game) : game_(game), battle_(game.battle()) {
    PerSide<SideStates> sides;
    for (const Side side : both_sides) {
      sides[side] = SideStates::of_any_choice(battle_.casualties()[side], battle_.damage_lasts());
    }
    graph_ = std::make_shared<const AssignmentGraph>(assignment_graph(battle_, sides));
    for (const Side side : both_sides) {
      if (!game.is_known(side)) continue;
      assigns_[side] = Assigns::by_rule;
      rules_[side] = by_rule(side, game.given().*System::choice_key[side]);
    }
  }

  Solution operator()(const SolveOptions& options) {
    const auto best =
        std::make_shared<const SolvedAssignment>(graph_, game_.rounds(), assigns_, rules_);
    Solution solution;
    solution.start = game_.start();
    for (const Side side : both_sides) {
      solution.choices[side] = {game_.is_known(side) ? game_.choices(side, solution.start).front()
                                                     : Game<System>::best_assignment};
      solution.first[side] = {1.0};
    }
    solution.matrix = {1, 1, best->value()};
    solution.low = best->value() - best->error();
    solution.high = best->value() + best->error();
    solution.policy = std::make_shared<const Policy>();
    solution.assignments = best;
    std::vector<std::pair<Side, int>> plans;
    for (const Side side : both_sides) {
      const bool one_group = battle_.casualties()[side].ranks().size() < 2;
      if (one_group || game_.is_known(side)) continue;  // nothing to choose
      for (const int rule : game_.choices(side, solution.start)) plans.emplace_back(side, rule);
    }
    for (std::size_t i = 0; i < plans.size(); ++i) {
      if (options.progress) {
        options.progress(static_cast<double>(i + 1) / static_cast<double>(plans.size() + 1));
      }
      solution.plain.push_back(plain_plan(plans[i].first, plans[i].second, *best));
    }
    return solution;
  }

 private:
  /// The states of a side that assigns its damage by a rule.
  SideStates by_rule(Side side, int rule) const {
    SideStates states = graph_->states.sides()[side];
    auto situation = game_.given();
    situation.*System::choice_key[side] = rule;
    // Damage already there lies where it lies, which need not be where the rule would have put it.
    Standing standing;
    standing.remains[side] = states.remains(states.opening());
    states.assign_by(System::figures(side, game_.units()[side], situation, standing).casualties);
    for (const auto& of_attack : graph_->laws) {
      for (std::size_t state = 0; state < of_attack.size(); ++state) {
        const Eigen::ArrayXXd& law = of_attack[state];
        if (law.size() == 0) continue;
        const Index most = side == Side::attacker ? law.rows() : law.cols();
        states.find(graph_->states[state][side], static_cast<int>(most) - 1);
      }
    }
    return states;
  }

  PlainPlan plain_plan(Side side, int rule, const SolvedAssignment& best) const {
    PerSide<SideStates> rules = rules_;
    rules[side] = by_rule(side, rule);
    PerSide<Assigns> answered = assigns_;
    answered[side] = Assigns::by_rule;
    PerSide<Assigns> against_best{Assigns::as_solved, Assigns::as_solved};
    against_best[side] = Assigns::by_rule;
    return {side, game_.name(side, rule), rule,
            SolvedAssignment(graph_, game_.rounds(), against_best, rules, &best).value(),
            SolvedAssignment(graph_, game_.rounds(), answered, rules).value()};
  }

  const Game<System>& game_;
  Battle<System> battle_;
  std::shared_ptr<const AssignmentGraph> graph_;
  PerSide<Assigns> assigns_{Assigns::best, Assigns::best};
  PerSide<SideStates> rules_;  ///< of the sides that assign by rule
};

template <class System>
double seconds(const Game<System>& game) {
  if constexpr (Game<System>::assigns_damage()) {
    return cost::of_assignment(game);
  } else {
    return cost::of_game(game);
  }
}

}  // namespace

Solution solve(const AnyGame& game, const SolveOptions& options) {
  if (!std::isfinite(predicted_seconds(game))) {
    throw TooLarge("this game has too many states and choices to be solved in memory");
  }
  return std::visit(
      [&]<class System>(const Game<System>& of_system) {
        if constexpr (Game<System>::assigns_damage())
          return AssignmentSolver<System>(of_system)(options);
        else
          return Induction<System>(of_system)(options);
      },
      game);
}

double predicted_seconds(const AnyGame& game) {
  return std::visit([](const auto& of_system) { return seconds(of_system); }, game);
}

}  // namespace warodds::exact
