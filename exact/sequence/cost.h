// What an exact sequence costs: the laws of every step in every state of the target that may be
// there, and what is done with them in every order.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <vector>

#include "core/play/sequence.h"
#include "exact/cost/cost.h"

namespace warodds::exact::cost {

/// States that the target can be in after steps that deal at most so much damage each; infinite
/// where there are more than can be counted quickly.
inline double states_after(SideStates states, const std::vector<int>& most_damage) {
  constexpr std::size_t quickly = 3000;
  if (!states.chosen()) {
    double reach = 1;
    for (const int damage : most_damage) reach += damage;
    return std::min(reach, states.left(states.opening()) + 1.0);
  }
  std::set<int> seen{states.opening()};
  std::vector<int> now{states.opening()};
  for (const int most : most_damage) {
    std::vector<int> next = now;  // a step may also deal nothing
    for (const int state : now) {
      const int worth = std::min(most, states.left(state));
      states.find(state, worth);
      for (int damage = 1; damage <= worth; ++damage) {
        const int to = states.after(state, damage);
        if (seen.insert(to).second) next.push_back(to);
      }
      if (seen.size() > quickly) return std::numeric_limits<double>::infinity();
    }
    now = std::move(next);
  }
  return static_cast<double>(seen.size());
}

template <class System>
double of_sequence(const Sequence<System>& sequence, bool orders) {
  const SideStates& target = sequence.target();
  auto actions = sequence.actions();
  double families = 0;
  double laws = 0;     // of all steps in one state
  double entries = 0;  // likewise
  std::vector<int> most_damage;
  for (std::size_t step = 0; step < sequence.size(); ++step) {
    OfFight one;
    if (const Amount* damage = sequence.ability(step)) {
      one.damage.attacker = std::max(damage->most(), 0);
    } else if (const auto fight =
                   sequence.fight(sequence.planned(step, actions), target, target.opening())) {
      one = of_fight(*fight);
    }
    families += one.lineups;
    laws += one.paths + of_a_family * one.lineups + per_state;
    entries += one.damage.attacker + one.damage.defender + 2.0;
    most_damage.push_back(one.damage.attacker);
  }
  const double states = states_after(target, most_damage);
  if (!(states * entries <= most_entries)) return std::numeric_limits<double>::infinity();
  const double work = families + states * (laws + entries * per_entry);
  if (!orders) return work;
  double beginnings = 0;  // of orders, each one more step
  double of_length = 1;
  for (std::size_t left = sequence.size(); left > 0; --left) {
    of_length *= static_cast<double>(left);
    beginnings += of_length;
  }
  const double mean_entries = entries / static_cast<double>(sequence.size());
  // Some steps have another law when the target can do no more.
  return 2 * work + beginnings * states * (per_state / 10 + mean_entries * per_entry_round);
}

}  // namespace warodds::exact::cost
