#include "exact/answers.h"

#include <algorithm>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/fields/field.h"
#include "core/numbers/eigen.h"
#include "core/play/battle_scenario.h"
#include "exact/solve/backward.h"
#include "exact/solve/falls.h"
#include "exact/solve/laws.h"

namespace warodds::exact {
namespace {

template <class System>
class DuelSolver final : public AssignmentPolicy, public Plans {
 public:
  DuelSolver(Battle<System> battle, int rounds)
      : battle_(std::move(battle)),
        rounds_(battle_.planned(rounds)),
        scenario_(battle_),
        laws_(scenario_, nullptr),
        graph_(scenario_, laws_) {
    int phase = battle_.opening_phase();
    for (int round = 0; round < rounds_; ++round) {
      phase_of_round_.push_back(phase);
      phase = battle_.after(phase);
    }
    const std::vector<Scenario::State> starts = this->starts();
    Due<System> first = battle_.due({}, {});
    if (!starts.empty()) first = due(starts.front());
    for (const Side side : both_sides) {
      solution_.choices[side] = first.choices(side);
      solution_.first[side].assign(solution_.choices[side].size(), 0);
      solution_.first[side].front() = 1;
    }
    if (battle_.chooses_who_falls()) {
      solution_.start = {{rounds_, 0}, {}};
      for (const Side side : both_sides) {
        const bool one_group = scenario_.round().states(side, 0).ranks().size() < 2;
        if (one_group || battle_.is_known(side)) continue;  // nothing to choose
        for (const int rule : first.choices(side)) {
          whose_.push_back(side);
          plans_.push_back({side, rule, first.name(side, rule), scenario_.by_rule(side, rule)});
        }
      }
      return;
    }
    if (!starts.empty()) solution_.start = standpoint(starts.front(), rounds_);
    for (const Side side : both_sides) {
      for (const Scenario::State& start : starts) {
        const Due<System> due = this->due(start);
        const auto key = System::choice_key[in_role(side, due.by)];
        if (key == nullptr || due.choices(side).size() < 2) continue;
        for (const auto& field : System::situation_fields()) {
          if (field.number == key) add_plans(side, due, field);
        }
      }
    }
  }

  Solution operator()(const Options& options) {
    const bool falls = battle_.chooses_who_falls();
    double numbers = (1.0 + 2.0 * static_cast<double>(plans_.size())) * (rounds_ + 1);
    for (const Side side : both_sides) numbers *= scenario_.states(side, 0);
    std::function<void(std::size_t)> tell;
    if (!falls && options.progress) {
      tell = [numbers, &options](std::size_t known) {
        options.progress(std::min(static_cast<double>(known) / numbers, 1.0));
      };
    }
    best_.emplace(graph_, rounds_, tell, this);
    const std::vector<double> readings =
        best_->readings(graph_.place(scenario_.opening()), rounds_);
    // Each decision may lose so much.
    const PerSide<int> turns = solution_.start.turns;
    const double gap = best_->largest_gap() * std::max(turns.attacker + turns.defender, 1);
    solution_.low = readings[0] - gap / 2;
    solution_.high = readings[0] + gap / 2;
    for (std::size_t plan = 0; plan < plans_.size(); ++plan) {
      const Plan& of = plans_[plan];
      solution_.plain.push_back(
          {whose_[plan], of.name, of.choice, readings[2 * plan + 2], readings[2 * plan + 1]});
    }
    const auto as_payoff = [this](double& worth) { worth = battle_.payoff_of(worth); };
    for (double* of : {&solution_.low, &solution_.high}) as_payoff(*of);
    for (PlainPlan& plan : solution_.plain) {
      as_payoff(plan.against_best);
      as_payoff(plan.against_answer);
    }
    policy_->rounds = rounds_;
    policy_->sides = sides();
    solution_.policy = policy_;
    if (falls) {
      for (const Side side : both_sides) {
        if (!battle_.is_known(side)) solution_.choices[side] = {best_assignment};
        solution_.choices[side].resize(1);
        solution_.first[side] = {1.0};
      }
    }
    if (solution_.matrix.rows() == 0) solution_.matrix = {1, 1, readings[0]};
    for (double& payoff : solution_.matrix.values()) as_payoff(payoff);
    return std::move(solution_);
  }

  // Plans.

  const std::vector<Side>& whose() const override { return whose_; }
  std::optional<int> choice(std::size_t plan, const Scenario::State& state) override {
    const Due<System> due = this->due(state);
    if (!due.is_settled(whose_[plan], plans_[plan].role)) return std::nullopt;
    return due.affordable_or_first(whose_[plan], plans_[plan].choice);
  }
  OfUnits<int> falls(std::size_t plan, const OfUnits<int>& units, int damage) override {
    return {scenario_.assigned(whose_[plan], plans_[plan].rule, units.front(), damage)};
  }
  void decided(const Scenario::State& state, const Edge& edge, int rounds_left,
               const MatrixGame& best, const Eigen::MatrixXd& payoff) override {
    const auto round = static_cast<std::size_t>(rounds_ - rounds_left);
    if (scenario_.phase(state) != phase_of_round_[round]) return;
    const Standpoint at = standpoint(state, rounds_left);
    const PerSide<std::vector<int>>& can = edge.next.choices;
    numbers_ += 20 + can.attacker.size() + can.defender.size();
    if (numbers_ > most_numbers) {
      throw TooLarge("this game has too many states and choices to be solved in memory");
    }
    policy_->decisions.try_emplace(at, Policy::Decision{{best.mix(Side::attacker, can.attacker),
                                                         best.mix(Side::defender, can.defender)},
                                                        scenario_.combat(state.marks).by,
                                                        scenario_.phase(state)});
    if (at == solution_.start) {
      solution_.choices = can;
      solution_.matrix = to_array2d(payoff);
      solution_.first = {to_vector(best.rows), to_vector(best.columns)};
    }
  }

  void leaves(const Scenario::State& state, Side side, int rounds_left) override {
    const auto round = static_cast<std::size_t>(rounds_ - rounds_left);
    if (rounds_ > 0 && scenario_.phase(state) != phase_of_round_[round]) return;
    policy_->leaves[side].insert(standpoint(state, rounds_left));
  }

  // Who falls.

  PerSide<SideStates> sides() const override {
    return {scenario_.round().states(Side::attacker, 0),
            scenario_.round().states(Side::defender, 0)};
  }
  int rounds() const override { return rounds_; }
  PerSide<MixedStrategy> at(int rounds_left, int phase, std::size_t attack,
                            const PerSide<int>& states,
                            const PerSide<int>& suffered) const override {
    PerSide<MixedStrategy> to =
        falls_at(graph_, *best_, graph_.place(scenario_.before(phase, attack, states)), suffered,
                 rounds_ > 0 ? rounds_left : 0);
    for (const Side side : both_sides) {
      for (WeightedChoice& one : to[side]) one.value = scenario_.losses(side, one.value);
    }
    return to;
  }
  std::vector<AssignmentDecision> decisions() const override {
    std::vector<AssignmentDecision> decisions = decisions_on_falls(
        graph_, *best_, rounds_, [this](Marks marks) { return scenario_.attack_due(marks); });
    for (AssignmentDecision& decision : decisions) {
      decision.stake = battle_.payoff_of(decision.stake) - battle_.payoff_of(0);
      for (const Side side : both_sides) {
        decision.states[side] = scenario_.losses(side, decision.states[side]);
      }
      for (WeightedChoice& one : decision.chosen) {
        one.value = scenario_.losses(decision.side, one.value);
      }
    }
    return decisions;
  }

 private:
  struct Plan {
    Side role;  ///< in which it chooses for good; in the other it plays best
    int choice;
    std::string name;
    SideStates rule;  ///< by which figures fall, where that is chosen
  };

  /// The fight that is due.
  Due<System> due(const Scenario::State& state) {
    return scenario_.round().due(scenario_.battle_state(state));
  }
  Standpoint standpoint(const Scenario::State& state, int rounds_left) {
    return scenario_.round().standpoint(scenario_.battle_state(state), rounds_left);
  }

  /// As the first fight is due while nobody suffers anything and, where sides take turns to attack,
  /// the first of the other's.
  std::vector<Scenario::State> starts() {
    std::vector<Scenario::State> starts;
    Scenario::State state = scenario_.opening();
    for (int rounds = 0; starts.size() < 2 && rounds <= battle_.phases();) {
      const Scenario::Next next = scenario_.next(state);
      if (next.kind == Edge::Kind::over) break;
      if (next.kind != Edge::Kind::fight) {
        if ((state.marks & round_has_ended) != 0 && ++rounds == rounds_) break;
        state.marks = scenario_.chosen(state, 0);
        continue;
      }
      const Due<System> due = this->due(state);
      if (starts.empty() || this->due(starts.front()).by != due.by) starts.push_back(state);
      state.marks = scenario_.chosen_fight(state, due.first_choices()).marks;
      state.marks = scenario_.fought(state, false).marks;
    }
    return starts;
  }

  /// Of numbers, such as of dice, only those that have a word; otherwise every choice.
  void add_plans(Side side, const Due<System>& due, const FieldSpec& key) {
    std::vector<int> values = due.choices(side);
    if (key.has_numbers()) {
      values.clear();
      for (const auto& [word, value] : key.words) values.push_back(value);
    }
    for (const int choice : values) {
      const Side role = in_role(side, due.by);
      const bool in_both_roles =
          System::choice_key.attacker != nullptr && System::choice_key.defender != nullptr;
      const char* when = in_both_roles && role != side ? "in reply: " : "";
      whose_.push_back(side);
      plans_.push_back({role, choice, when + due.name(side, choice), {}});
    }
  }

  Battle<System> battle_;
  int rounds_;
  std::vector<int> phase_of_round_;
  // What policies ask of these is known.
  mutable BattleScenario<System> scenario_;
  BattleLaws<System> laws_;
  mutable Graph graph_;
  mutable std::optional<Backward> best_;
  std::vector<Side> whose_;  ///< by plan
  std::vector<Plan> plans_;
  static constexpr std::size_t most_numbers = 200'000'000;
  std::shared_ptr<Policy> policy_ = std::make_shared<Policy>();
  std::size_t numbers_ = 0;  ///< in it
  Solution solution_;
};

}  // namespace

Solution solve(const BestPlayQuestion& question, const Options& options) {
  return std::visit(
      [&]<class System>(const Battle<System>& battle) {
        try {
          const auto solver = std::make_shared<DuelSolver<System>>(battle, question.rounds);
          Solution solution = (*solver)(options);
          if (battle.chooses_who_falls()) solution.assignments = solver;
          return solution;
        } catch (const TooLarge&) {  // dice are no help here
          throw TooLarge("best play of so many states and choices takes more memory than there is");
        }
      },
      question.battle);
}

}  // namespace warodds::exact
