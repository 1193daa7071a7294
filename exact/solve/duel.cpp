#include "exact/solve/duel.h"

#include <algorithm>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/fields/field.h"
#include "core/numbers/eigen.h"
#include "core/play/duel_scenario.h"
#include "exact/solve/backward.h"
#include "exact/solve/duel_laws.h"
#include "exact/solve/falls.h"

namespace warodds::exact {
namespace {

using Eigen::Index;

template <class System>
class DuelSolver final : public AssignmentPolicy, public Plans {
 public:
  explicit DuelSolver(const Game<System>& game)
      : game_(game), scenario_(game_), laws_(game_, scenario_), graph_(scenario_, laws_) {
    for (const Side side : both_sides) {
      if constexpr (assigns) {
        const bool one_group = scenario_.sides()[side].ranks().size() < 2;
        if (one_group || game_.is_known(side)) continue;  // nothing to choose
        for (const int rule : game_.choices(side, game_.start())) {
          whose_.push_back(side);
          plans_.push_back({side, rule, game_.name(side, rule), scenario_.by_rule(side, rule)});
        }
        continue;
      }
      for (const Standpoint& at : game_.starts()) {
        const auto key = System::choice_key[in_role(side, game_.attacks(at))];
        if (key == nullptr || game_.choices(side, at).size() < 2) continue;
        for (const auto& field : System::situation_fields()) {
          if (field.number == key) add_plans(side, at, field);
        }
      }
    }
  }

  Solution operator()(const SolveOptions& options) {
    double numbers = (1.0 + 2.0 * static_cast<double>(plans_.size())) * (rounds() + 1);
    for (const Side side : both_sides) numbers *= scenario_.states(side, 0);
    std::function<void(std::size_t)> tell;
    if (!assigns && options.progress) {
      tell = [numbers, &options](std::size_t known) {
        options.progress(std::min(static_cast<double>(known) / numbers, 1.0));
      };
    }
    best_.emplace(graph_, rounds(), tell, this);
    const std::vector<double> readings =
        best_->readings(graph_.place(scenario_.opening()), rounds());
    solution_.start = game_.start();
    // Each decision may lose so much.
    const PerSide<int> turns = game_.start().turns;
    const double gap = best_->largest_gap() * std::max(turns.attacker + turns.defender, 1);
    solution_.low = readings[0] - gap / 2;
    solution_.high = readings[0] + gap / 2;
    for (std::size_t plan = 0; plan < plans_.size(); ++plan) {
      const Plan& of = plans_[plan];
      solution_.plain.push_back(
          {whose_[plan], of.name, of.choice, readings[2 * plan + 2], readings[2 * plan + 1]});
    }
    solution_.policy = policy_;
    if (assigns) {
      for (const Side side : both_sides) {
        solution_.choices[side] = {game_.is_known(side)
                                       ? game_.choices(side, solution_.start).front()
                                       : Game<System>::best_assignment};
        solution_.first[side] = {1.0};
      }
      solution_.matrix = {1, 1, readings[0]};
    }
    return std::move(solution_);
  }

  // Plans.

  const std::vector<Side>& whose() const override { return whose_; }
  std::optional<int> choice(std::size_t plan, const Scenario::State& state) const override {
    const Standpoint at = scenario_.standpoint(state);
    if (!game_.is_settled(whose_[plan], plans_[plan].role, at)) return std::nullopt;
    return game_.affordable_or_first(whose_[plan], plans_[plan].choice, at);
  }
  OfUnits<int> falls(std::size_t plan, const OfUnits<int>& units, int damage) override {
    return {scenario_.assigned(whose_[plan], plans_[plan].rule, units.front(), damage)};
  }
  void decided(const Scenario::State& state, const Edge& edge, int rounds_left,
               const MatrixGame& best, const Eigen::MatrixXd& payoff) override {
    if (!scenario_.is_in_round(state, rounds_left)) return;
    const Standpoint at = scenario_.standpoint(state, rounds_left - 1);
    const PerSide<std::vector<int>>& can = edge.next.choices;
    numbers_ += 20 + can.attacker.size() + can.defender.size();
    if (numbers_ > most_numbers) {
      throw TooLarge("this game has too many states and choices to be solved in memory");
    }
    policy_->try_emplace(
        at, PerSide<MixedStrategy>{mix(can.attacker, best.rows), mix(can.defender, best.columns)});
    if (at == game_.start()) {
      solution_.choices = can;
      solution_.matrix = to_array2d(payoff);
      solution_.first = {to_vector(best.rows), to_vector(best.columns)};
    }
  }

  // Who falls.

  const PerSide<SideStates>& sides() const override { return scenario_.sides(); }
  int rounds() const override { return game_.rounds(); }
  PerSide<MixedStrategy> at(int rounds_left, std::size_t attack, const PerSide<int>& states,
                            const PerSide<int>& suffered) const override {
    return falls_at(graph_, *best_, graph_.place(scenario_.before(attack, states)), suffered,
                    rounds() > 0 ? rounds_left : 0);
  }
  std::vector<AssignmentDecision> decisions() const override {
    return decisions_on_falls(graph_, *best_, rounds(),
                              [this](Marks marks) { return scenario_.attack_of(marks); });
  }

 private:
  static constexpr bool assigns = Game<System>::assigns_damage();

  struct Plan {
    Side role;  ///< in which it chooses for good; in the other it plays best
    int choice;
    std::string name;
    SideStates rule;  ///< by which figures fall, where that is chosen
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
      whose_.push_back(side);
      plans_.push_back({role, choice, when + game_.name(side, choice, at), {}});
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

  Game<System> game_;
  DuelScenario<System> scenario_;
  DuelLaws<System> laws_;
  mutable Graph graph_;  ///< what policies ask of it is known
  mutable std::optional<Backward> best_;
  std::vector<Side> whose_;  ///< by plan
  std::vector<Plan> plans_;
  static constexpr std::size_t most_numbers = 200'000'000;
  std::shared_ptr<Policy> policy_ = std::make_shared<Policy>();
  std::size_t numbers_ = 0;  ///< in it
  Solution solution_;
};

}  // namespace

Solution solve(const AnyGame& game, const SolveOptions& options) {
  return std::visit(
      [&]<class System>(const Game<System>& of_system) {
        try {
          const auto solver = std::make_shared<DuelSolver<System>>(of_system);
          Solution solution = (*solver)(options);
          if constexpr (Game<System>::assigns_damage()) solution.assignments = solver;
          return solution;
        } catch (const TooLarge&) {  // dice are no help here
          throw TooLarge("best play of so many states and choices takes more memory than there is");
        }
      },
      game);
}

}  // namespace warodds::exact
