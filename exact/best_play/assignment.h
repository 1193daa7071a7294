// Best assignment of damage (A11b): for every place of a battle and every damage both sides may
// have been dealt there, who falls. Each is a matrix game, trivial wherever only one side has a
// choice.
#pragma once

#include <Eigen/Core>
#include <cstddef>
#include <memory>
#include <vector>

#include "core/play/assignment_policy.h"
#include "exact/battle/chain.h"
#include "exact/best_play/assignment_graph.h"

namespace warodds::exact {

/// How the sides of a battle assign their damage.
enum class Assigns {
  best,      ///< for the payoff, against everything the other may do
  by_rule,   ///< as SideStates::after says
  as_solved  ///< as another solution says, whatever the other does
};

class SolvedAssignment : public AssignmentPolicy {
 public:
  /// Solves a battle of `rounds` rounds (0: to the end) for the odds that the attacker wins, one
  /// half where neither or both do. `rules`: where sides assign by_rule, their states.
  /// `solved`: what sides follow that assign as_solved.
  SolvedAssignment(std::shared_ptr<const AssignmentGraph> graph, int rounds,
                   PerSide<Assigns> assigns = {Assigns::best, Assigns::best},
                   PerSide<SideStates> rules = {}, const SolvedAssignment* solved = nullptr);

  const PerSide<SideStates>& sides() const override { return graph_->states.sides(); }
  int rounds() const override { return rounds_; }
  PerSide<MixedStrategy> at(int rounds_left, std::size_t attack, const PerSide<int>& states,
                            const PerSide<int>& suffered) const override;
  std::vector<AssignmentDecision> decisions() const override;

  /// The attacker's payoff, and how far it can be from the true one.
  double value() const;
  double error() const;

 private:
  /// A payoff as far as it is known while a group is solved: with v, what the beginning of a round
  /// in this group is worth, it is settled + (1 - leaves) v. All else has leaves = 1.
  struct Value {
    double settled = 0;
    double leaves = 1;  ///< probability of not coming back; summed, so that small ones keep digits
    double error = 0;

    double at(double v) const { return settled + (1 - leaves) * v; }
  };
  using Layer = std::vector<std::vector<Value>>;  ///< by attack and state

  /// Solves one group of a layer. `next`: the layer of one round less; null: this one.
  void solve_group(const NodeGroup& group, int rounds_left, Layer& layer, const Layer* next);
  /// Fills in the places of a group; `guess`: what the beginning of a round there is worth. Returns
  /// what it then is.
  Value evaluate_group(const NodeGroup& group, int rounds_left, double guess, Layer& layer,
                       const Layer* next);
  Value evaluate(std::size_t attack, std::size_t state, int rounds_left, double guess,
                 const Layer& layer, const Layer* next) const;
  Value worth(std::size_t attack, const PerSide<int>& pair, const Layer& layer,
              const Layer* next) const;
  /// One decision: what both do, and what it is worth.
  struct Decision {
    Value value;
    PerSide<MixedStrategy> mixes;
    Eigen::MatrixXd payoff;           ///< of each pair of options
    PerSide<Eigen::VectorXd> played;  ///< the probability of each option
  };
  Decision decide(std::size_t attack, const PerSide<int>& from, const PerSide<int>& suffered,
                  int rounds_left, double guess, const Layer& layer, const Layer* next) const;
  MixedStrategy options(Side side, std::size_t attack, const PerSide<int>& from,
                        const PerSide<int>& suffered, int rounds_left) const;
  const Layer& layer(int rounds_left) const;
  /// The decision when a battle has come there; all layers are solved.
  Decision decision(std::size_t attack, const PerSide<int>& from, const PerSide<int>& suffered,
                    int rounds_left) const;
  /// Where an attack leads if both follow the policy: one row.
  NewRows row(std::size_t attack, std::size_t state, int rounds_left) const;
  /// How often a battle is in each state before each attack of a round: of that round, or, where
  /// the battle goes to its end, of all.
  std::vector<std::vector<double>> met_in_round(std::vector<double> beginning,
                                                int rounds_left) const;
  std::vector<double> met_to_the_end() const;
  void add_decisions(const std::vector<std::vector<double>>& met, int rounds_left,
                     std::vector<AssignmentDecision>& all) const;

  std::shared_ptr<const AssignmentGraph> graph_;
  int rounds_;
  PerSide<Assigns> assigns_;
  PerSide<SideStates> rules_;
  const SolvedAssignment* solved_;
  std::vector<Layer> layers_;  ///< by rounds left; one where the battle goes to its end
};

}  // namespace warodds::exact
