#include "exact/solve/duel.h"

#include <cmath>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/fields/field.h"
#include "core/numbers/eigen.h"
#include "core/play/duel_scenario.h"
#include "exact/best_play/assignment.h"
#include "exact/cost/cost.h"
#include "exact/solve/backward.h"
#include "exact/solve/duel_laws.h"

namespace warodds::exact {
namespace {

using Eigen::Index;

/// Best play of what is chosen before the dice.
template <class System>
class DuelSolver final : public Plans {
 public:
  explicit DuelSolver(const Game<System>& game)
      : game_(game), scenario_(game), laws_(game, scenario_), graph_(scenario_, laws_) {
    for (const Side side : both_sides) {
      for (const Standpoint& at : game.starts()) {
        const auto key = System::choice_key[in_role(side, game.attacks(at))];
        if (key == nullptr || game.choices(side, at).size() < 2) continue;
        for (const auto& field : System::situation_fields()) {
          if (field.number == key) add_plans(side, at, field);
        }
      }
    }
  }

  Solution operator()(const SolveOptions& options) {
    const int rounds = game_.rounds();
    const Graph::Place opening = graph_.place(scenario_.opening());
    PerSide<int> states{1, 1};
    if (game_.all_turns().size() > 1) states = states_to_solve();
    Backward backward(graph_, rounds, {}, this);
    // Those with the most damage first: nothing then has to wait for another.
    const PerSide<int> taken = game_.start().taken;
    for (int a = states.attacker; a-- > 0;) {
      for (int d = states.defender; d-- > 0;) {
        const PerSide<int> state{taken.attacker + a, taken.defender + d};
        if (game_.payoff() == Payoff::win) {
          backward.value(graph_.place(scenario_.between_later_rounds(state)), rounds);
        }
        for (const Scenario::State& one : scenario_.in_a_round(state)) {
          const int left = scenario_.is_in_round(one, 1) ? 1 : 2;
          const Standpoint at = scenario_.standpoint(one, left - 1);
          const bool open = left <= rounds && !game_.over(at) && policy_->count(at) == 0;
          if (open) backward.value(graph_.place(one), rounds);
        }
      }
      if (options.progress) options.progress(1 - static_cast<double>(a) / states.attacker);
    }
    const std::vector<double> readings = backward.readings(opening, rounds);
    solution_.start = game_.start();
    // Each decision may lose so much.
    const PerSide<int> turns = game_.start().turns;
    const double gap = backward.largest_gap() * (turns.attacker + turns.defender);
    solution_.low = readings[0] - gap / 2;
    solution_.high = readings[0] + gap / 2;
    for (std::size_t plan = 0; plan < plans_.size(); ++plan) {
      const Plan& of = plans_[plan];
      solution_.plain.push_back(
          {sides_[plan], of.name, of.choice, readings[2 * plan + 2], readings[2 * plan + 1]});
    }
    solution_.policy = policy_;
    return std::move(solution_);
  }

  const std::vector<Side>& sides() const override { return sides_; }
  std::optional<int> choice(std::size_t plan, const Scenario::State& state) const override {
    const Standpoint at = scenario_.standpoint(state);
    if (!game_.is_settled(sides_[plan], plans_[plan].role, at)) return std::nullopt;
    return game_.affordable_or_first(sides_[plan], plans_[plan].choice, at);
  }
  void decided(const Scenario::State& state, const Edge& edge, int rounds_left,
               const MatrixGame& best, const Eigen::MatrixXd& payoff) override {
    if (!scenario_.is_in_round(state, rounds_left)) return;
    const Standpoint at = scenario_.standpoint(state, rounds_left - 1);
    const PerSide<std::vector<int>>& can = edge.next.choices;
    policy_->try_emplace(
        at, PerSide<MixedStrategy>{mix(can.attacker, best.rows), mix(can.defender, best.columns)});
    if (at == game_.start()) {
      solution_.choices = can;
      solution_.matrix = to_array2d(payoff);
      solution_.first = {to_vector(best.rows), to_vector(best.columns)};
    }
  }

 private:
  struct Plan {
    Side role;  ///< in which it chooses for good; in the other it plays best
    int choice;
    std::string name;
  };

  /// Of numbers, such as of dice, only those that have a word; otherwise every choice.
  void add_plans(Side side, const Standpoint& at, const FieldSpec& key) {
    std::vector<int> choices = game_.choices(side, at);
    if (key.has_numbers()) {
      choices.clear();
      for (const auto& [word, value] : key.words) choices.push_back(value);
    }
    for (const int choice : choices) {
      const Side role = game_.role(side, at);
      const bool in_both_roles =
          System::choice_key.attacker != nullptr && System::choice_key.defender != nullptr;
      const char* when = in_both_roles && role != side ? "in reply: " : "";
      sides_.push_back(side);
      plans_.push_back({role, choice, when + game_.name(side, choice, at)});
    }
  }

  static MixedStrategy mix(const std::vector<int>& choices, const Eigen::VectorXd& p) {
    MixedStrategy mix;
    for (std::size_t i = 0; i < choices.size(); ++i) {
      const double chance = p[static_cast<Index>(i)];
      if (chance > 0) mix.push_back({choices[i], chance});
    }
    return mix;
  }

  /// How many states of each side there are in which it goes on. Of a side that nothing can damage
  /// there is one: who steps up, or fires when others have fallen, may do what nobody could at
  /// first, so all states in which only the other has taken more are looked at.
  PerSide<int> states_to_solve() {
    PerSide<int> taken = game_.start().taken;
    PerSide<bool> damaged = damageable_when(taken);
    if (damaged.attacker != damaged.defender) {
      const Side worn = damaged.attacker ? Side::attacker : Side::defender;
      while (!(damaged.attacker && damaged.defender) && ++taken[worn] < game_.capacity(worn)) {
        if (damageable_when(taken)[enemy_of(worn)]) damaged = {true, true};
      }
    }
    PerSide<int> states;
    for (const Side side : both_sides) {
      states[side] = damaged[side] ? game_.capacity(side) - game_.start().taken[side] : 1;
    }
    return states;
  }
  PerSide<bool> damageable_when(const PerSide<int>& taken) {
    PerSide<bool> damaged;
    for (Standpoint at : game_.starts()) {
      at.taken = taken;
      // Somebody whose choice is known may have to do something else later.
      for (const int a : game_.choices_if_unknown(Side::attacker, at)) {
        for (const int d : game_.choices_if_unknown(Side::defender, at)) {
          check_patience();
          const FightLaw law = laws_.of(at, {a, d}).law;
          for (const Side side : both_sides) {
            damaged[side] = damaged[side] || law.damages(side) > 1;
          }
        }
      }
    }
    return damaged;
  }

  const Game<System>& game_;
  DuelScenario<System> scenario_;
  DuelLaws<System> laws_;
  Graph graph_;
  std::vector<Side> sides_;  ///< by plan
  std::vector<Plan> plans_;
  std::shared_ptr<Policy> policy_ = std::make_shared<Policy>();
  Solution solution_;
};

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
          return DuelSolver<System>(of_system)(options);
      },
      game);
}

double predicted_seconds(const AnyGame& game) {
  return std::visit([](const auto& of_system) { return seconds(of_system); }, game);
}

}  // namespace warodds::exact
