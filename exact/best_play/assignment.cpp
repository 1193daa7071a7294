#include "exact/best_play/assignment.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/threads/patience.h"
#include "exact/solve/matrix_game.h"

namespace warodds::exact {
namespace {

using Eigen::Index;

/// What it is worth that nobody wins.
constexpr double undecided = 0.5;

MixedStrategy mix(const MixedStrategy& options, const Eigen::VectorXd& p) {
  MixedStrategy mix;
  for (std::size_t i = 0; i < options.size(); ++i) {
    const double chance = p[static_cast<Index>(i)];
    if (chance > 0) mix.push_back({options[i].value, chance});
  }
  return mix;
}

/// The probabilities of options that are not chosen but given.
Eigen::VectorXd given(const MixedStrategy& options) {
  Eigen::VectorXd p(static_cast<Index>(options.size()));
  for (std::size_t i = 0; i < options.size(); ++i) p[static_cast<Index>(i)] = options[i].p;
  return p;
}

/// The place of the largest number, the first of several.
Eigen::VectorXd pure(const Eigen::VectorXd& worth) {
  Index best = 0;
  worth.maxCoeff(&best);
  return Eigen::VectorXd::Unit(worth.size(), best);
}

}  // namespace

SolvedAssignment::SolvedAssignment(std::shared_ptr<const AssignmentGraph> graph, int rounds,
                                   PerSide<Assigns> assigns, PerSide<SideStates> rules,
                                   const SolvedAssignment* solved)
    : graph_(std::move(graph)),
      rounds_(rounds),
      assigns_(assigns),
      rules_(std::move(rules)),
      solved_(solved) {
  const Layer start(graph_->attacks.size(),
                    std::vector<Value>(graph_->states.size(), Value{undecided, 1, 0}));
  layers_.assign(static_cast<std::size_t>(rounds) + 1, start);
  for (std::size_t left = rounds > 0 ? 1 : 0; left < layers_.size(); ++left) {
    const Layer* next = rounds > 0 ? &layers_[left - 1] : nullptr;
    // What a group leads to has taken more damage.
    for (std::size_t group = graph_->groups.size(); group-- > 0;) {
      solve_group(graph_->groups[group], static_cast<int>(left), layers_[left], next);
    }
  }
}

const SolvedAssignment::Layer& SolvedAssignment::layer(int rounds_left) const {
  return layers_[rounds_ > 0 ? static_cast<std::size_t>(rounds_left) : 0];
}

double SolvedAssignment::value() const { return layer(rounds_)[0][graph_->opening].settled; }
double SolvedAssignment::error() const { return layer(rounds_)[0][graph_->opening].error; }

void SolvedAssignment::solve_group(const NodeGroup& group, int rounds_left, Layer& layer,
                                   const Layer* next) {
  const auto settle = [&](double v) {
    for (std::size_t attack = 0; attack < layer.size(); ++attack) {
      for (const std::size_t state : group.nodes[attack]) {
        check_patience();
        Value& value = layer[attack][state];
        value = {value.at(v), 1, value.error};
      }
    }
  };
  if (next != nullptr || group.first == NodeGroup::none) {
    evaluate_group(group, rounds_left, 0, layer, next);
    settle(0);
    return;
  }
  // The beginning of a round is worth v if the round is worth v again. Seen from undecided, the v
  // that is met first is the limit of ever more rounds. With what is best at one v, a better one
  // follows from settled + (1 - leaves) v = v (Newton's method).
  double low = 0;
  double high = 1;
  double v = undecided;
  Value round = evaluate_group(group, rounds_left, v, layer, next);
  constexpr int most_steps = 200;
  for (int step = 0; step < most_steps && round.leaves > 0; ++step) {
    double better = round.settled / round.leaves;
    if (std::abs(better - v) <= 1e-16) break;
    (better > v ? low : high) = v;
    if (!(better >= low && better <= high)) better = (low + high) / 2;
    if (better == v) break;
    v = better;
    round = evaluate_group(group, rounds_left, v, layer, next);
  }
  settle(v);
  const double error = round.leaves > 0 ? round.error / round.leaves : 0;
  layer[0][group.first] = {v, 1, error};
}

SolvedAssignment::Value SolvedAssignment::evaluate_group(const NodeGroup& group, int rounds_left,
                                                         double guess, Layer& layer,
                                                         const Layer* next) {
  const bool comes_back = next == nullptr && group.first != NodeGroup::none;
  if (comes_back) layer[0][group.first] = {0, 0, 0};
  Value beginning;
  for (std::size_t attack = graph_->attacks.size(); attack-- > 0;) {
    std::vector<Value> values;
    for (const std::size_t state : group.nodes[attack]) {
      check_patience();
      values.push_back(evaluate(attack, state, rounds_left, guess, layer, next));
    }
    for (std::size_t i = 0; i < values.size(); ++i) {
      const std::size_t state = group.nodes[attack][i];
      layer[attack][state] = values[i];
      if (attack == 0 && state == group.first) beginning = values[i];
    }
  }
  return beginning;
}

SolvedAssignment::Value SolvedAssignment::evaluate(std::size_t attack, std::size_t state,
                                                   int rounds_left, double guess,
                                                   const Layer& layer, const Layer* next) const {
  const Eigen::ArrayXXd& law = graph_->laws[attack][state];
  Value sum{0, 0, 0};
  for (Index a = 0; a < law.rows(); ++a) {
    check_patience();
    for (Index b = 0; b < law.cols(); ++b) {
      const double p = law(a, b);
      if (p == 0) continue;
      const PerSide<int> suffered{static_cast<int>(a), static_cast<int>(b)};
      const Value value =
          decide(attack, graph_->states[state], suffered, rounds_left, guess, layer, next).value;
      sum.settled += p * value.settled;
      sum.leaves += p * value.leaves;
      sum.error += p * value.error;
    }
  }
  return sum;
}

SolvedAssignment::Value SolvedAssignment::worth(std::size_t attack, const PerSide<int>& pair,
                                                const Layer& layer, const Layer* next) const {
  const BattleStates& states = graph_->states;
  if (states.over(pair)) {
    const double won = states.sides().defender.gone(pair.defender) ? 1 : 0;
    const double lost = states.sides().attacker.gone(pair.attacker) ? 1 : 0;
    return {undecided + (won - lost) / 2, 1, 0};
  }
  const std::size_t to = graph_->after(attack, pair);
  switch (graph_->halt(attack, to)) {
    case Halt::none:
      break;
    case Halt::attacker_breaks:
      return {0, 1, 0};
    case Halt::defender_breaks:
      return {1, 1, 0};
    default:
      return {undecided, 1, 0};
  }
  if (attack + 1 < graph_->attacks.size()) return layer[attack + 1][to];
  return (next != nullptr ? *next : layer)[0][to];
}

MixedStrategy SolvedAssignment::options(Side side, std::size_t attack, const PerSide<int>& from,
                                        const PerSide<int>& suffered, int rounds_left) const {
  if (assigns_[side] == Assigns::as_solved) {
    return solved_->at(rounds_left, attack, from, suffered)[side];
  }
  if (assigns_[side] == Assigns::by_rule) {
    return {{rules_[side].after(from[side], suffered[side]), 1.0}};
  }
  MixedStrategy options;
  for (const int state : sides()[side].choices(from[side], suffered[side])) {
    options.push_back({state, 1.0});
  }
  return options;
}

SolvedAssignment::Decision SolvedAssignment::decide(std::size_t attack, const PerSide<int>& from,
                                                    const PerSide<int>& suffered, int rounds_left,
                                                    double guess, const Layer& layer,
                                                    const Layer* next) const {
  const MixedStrategy rows = options(Side::attacker, attack, from, suffered, rounds_left);
  const MixedStrategy columns = options(Side::defender, attack, from, suffered, rounds_left);
  Eigen::MatrixXd value(static_cast<Index>(rows.size()), static_cast<Index>(columns.size()));
  Eigen::MatrixXd settled = value;
  Eigen::MatrixXd leaves = value;
  double error = 0;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    for (std::size_t j = 0; j < columns.size(); ++j) {
      const Value one = worth(attack, {rows[i].value, columns[j].value}, layer, next);
      const auto row = static_cast<Index>(i);
      const auto column = static_cast<Index>(j);
      value(row, column) = one.at(guess);
      settled(row, column) = one.settled;
      leaves(row, column) = one.leaves;
      error = std::max(error, one.error);
    }
  }
  PerSide<Eigen::VectorXd> p{given(rows), given(columns)};
  const bool a_chooses = assigns_.attacker == Assigns::best && rows.size() > 1;
  const bool b_chooses = assigns_.defender == Assigns::best && columns.size() > 1;
  if (a_chooses && b_chooses) {
    const MatrixGame game = solve_matrix_game(value);
    p = {game.rows, game.columns};
    error += std::max(game.gap(), 0.0) / 2;
  } else if (a_chooses) {
    p.attacker = pure(value * p.defender);
  } else if (b_chooses) {
    p.defender = pure(-(value.transpose() * p.attacker));
  }
  return {{p.attacker.dot(settled * p.defender), p.attacker.dot(leaves * p.defender), error},
          {mix(rows, p.attacker), mix(columns, p.defender)},
          std::move(value),
          std::move(p)};
}

SolvedAssignment::Decision SolvedAssignment::decision(std::size_t attack, const PerSide<int>& from,
                                                      const PerSide<int>& suffered,
                                                      int rounds_left) const {
  const Layer* next = rounds_ > 0 ? &layer(rounds_left - 1) : nullptr;
  return decide(attack, from, suffered, rounds_left, 0, layer(rounds_left), next);
}

PerSide<MixedStrategy> SolvedAssignment::at(int rounds_left, std::size_t attack,
                                            const PerSide<int>& states,
                                            const PerSide<int>& suffered) const {
  const Eigen::ArrayXXd& law = graph_->laws[attack][graph_->states.known(states)];
  // More damage than is left counts as what is left.
  const Index a = std::min<Index>(suffered.attacker, law.rows() - 1);
  const Index b = std::min<Index>(suffered.defender, law.cols() - 1);
  if (law(a, b) == 0) return {};
  return decision(attack, states, suffered, rounds_left).mixes;
}

}  // namespace warodds::exact
