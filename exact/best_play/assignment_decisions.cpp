// What a solved assignment of damage decides, by how much depends on it: for people, who want to
// know what to do, and for tables.
#include <algorithm>
#include <map>
#include <span>
#include <utility>

#include "core/threads/parallel.h"
#include "core/threads/patience.h"
#include "exact/best_play/assignment.h"

namespace warodds::exact {
namespace {

using Eigen::Index;

/// More decisions than this are of no use to anybody.
constexpr std::size_t most_decisions = 100'000;

double weight(const AssignmentDecision& decision) { return decision.met * decision.stake; }

/// Keeps the decisions on which most depends, in that order.
void keep_weightiest(std::vector<AssignmentDecision>& decisions) {
  std::stable_sort(decisions.begin(), decisions.end(),
                   [](const auto& a, const auto& b) { return weight(a) > weight(b); });
  if (decisions.size() > most_decisions) decisions.resize(most_decisions);
}

}  // namespace

NewRows SolvedAssignment::row(std::size_t attack, std::size_t state, int rounds_left) const {
  const Eigen::ArrayXXd& law = graph_->laws[attack][state];
  std::map<std::size_t, double> sum;
  for (Index a = 0; a < law.rows(); ++a) {
    check_patience();
    for (Index b = 0; b < law.cols(); ++b) {
      if (law(a, b) == 0) continue;
      const PerSide<int> suffered{static_cast<int>(a), static_cast<int>(b)};
      const auto mixes = decision(attack, graph_->states[state], suffered, rounds_left).mixes;
      for (const WeightedChoice& x : mixes.attacker) {
        for (const WeightedChoice& y : mixes.defender) {
          const std::size_t to = graph_->after(attack, {x.value, y.value});
          // What ends is met no more: as well as where one side is gone.
          if (graph_->halt(attack, to) == Halt::none) sum[to] += law(a, b) * x.p * y.p;
        }
      }
    }
  }
  NewRows row;
  for (const auto& [to, p] : sum) row.add(to, p);
  row.end_row();
  return row;
}

std::vector<std::vector<double>> SolvedAssignment::met_in_round(std::vector<double> beginning,
                                                                int rounds_left) const {
  std::vector<std::vector<double>> met{std::move(beginning)};
  for (std::size_t attack = 0; attack < graph_->attacks.size(); ++attack) {
    std::vector<double> after(graph_->states.size(), 0.0);
    for (std::size_t state = 0; state < after.size(); ++state) {
      if (met[attack][state] == 0 || graph_->states.over(state)) continue;
      const NewRows to = row(attack, state, rounds_left);
      for (std::size_t i = 0; i < to.to.size(); ++i) {
        after[to.to[i]] += met[attack][state] * to.p[i];
      }
    }
    met.push_back(std::move(after));
  }
  return met;
}

std::vector<double> SolvedAssignment::met_to_the_end() const {
  const std::size_t attacks = graph_->attacks.size();
  Rows rows(attacks);
  std::vector<std::vector<std::size_t>> reached(attacks);
  for (const NodeGroup& group : graph_->groups) {
    for (std::size_t attack = 0; attack < attacks; ++attack) {
      const std::span<const std::size_t> places = group.nodes[attack];
      reached[attack].insert(reached[attack].end(), places.begin(), places.end());
      std::vector<NewRows> of_group(places.size());
      in_parallel(places.size(), [&](std::size_t i) { of_group[i] = row(attack, places[i], 0); });
      for (std::size_t i = 0; i < places.size(); ++i) {
        const Node node{attack, places[i]};
        Rows::Entries kept;
        rows.keep(of_group[i], kept);
        rows.take({&node, 1}, of_group[i], kept, graph_->states.size());
      }
    }
  }
  Spread opening;
  opening.reserve(graph_->states.size());
  opening.add(graph_->opening, 1);
  const AttackOrder order{graph_->attacks, 0, {}};
  const Chain chain(rows, order, graph_->states, std::move(reached));
  Chain::Visits visits = chain.visits(chain.entries(0, opening));
  std::vector<double> met = std::move(visits.ended);
  for (const std::vector<double>& of_attack : visits.begun) {
    for (std::size_t state = 0; state < met.size(); ++state) met[state] += of_attack[state];
  }
  return met;
}

void SolvedAssignment::add_decisions(const std::vector<std::vector<double>>& met, int rounds_left,
                                     std::vector<AssignmentDecision>& all) const {
  for (std::size_t attack = 0; attack < graph_->attacks.size(); ++attack) {
    for (std::size_t state = 0; state < graph_->states.size(); ++state) {
      check_patience();
      if (met[attack][state] == 0 || graph_->states.over(state)) continue;
      const Eigen::ArrayXXd& law = graph_->laws[attack][state];
      for (Index a = 0; a < law.rows(); ++a) {
        for (Index b = 0; b < law.cols(); ++b) {
          if (law(a, b) == 0) continue;
          const PerSide<int> suffered{static_cast<int>(a), static_cast<int>(b)};
          const Decision made = decision(attack, graph_->states[state], suffered, rounds_left);
          const PerSide<Eigen::VectorXd> worth{made.payoff * made.played.defender,
                                               made.payoff.transpose() * made.played.attacker};
          for (const Side side : both_sides) {
            if (worth[side].size() < 2 || assigns_[side] != Assigns::best) continue;
            all.push_back({side, rounds_left, attack, graph_->states[state], suffered,
                           made.mixes[side], met[attack][state] * law(a, b),
                           worth[side].maxCoeff() - worth[side].minCoeff()});
          }
        }
      }
      if (all.size() > 2 * most_decisions) keep_weightiest(all);
    }
  }
}

std::vector<AssignmentDecision> SolvedAssignment::decisions() const {
  std::vector<AssignmentDecision> all;
  if (rounds_ == 0) {
    add_decisions(met_in_round(met_to_the_end(), 0), 0, all);
  } else {
    std::vector<double> beginning(graph_->states.size(), 0.0);
    beginning[graph_->opening] = 1;
    for (int left = rounds_; left > 0; --left) {
      check_patience();
      std::vector<std::vector<double>> met = met_in_round(std::move(beginning), left);
      add_decisions(met, left, all);
      beginning = std::move(met.back());
    }
  }
  keep_weightiest(all);
  return all;
}

}  // namespace warodds::exact
