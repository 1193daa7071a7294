// All that can come of a battle whose owners assign damage as they like (A11b): the places that it
// can be in and the laws of the attacks there.
#pragma once

#include <Eigen/Core>
#include <cstddef>
#include <utility>
#include <vector>

#include "core/play/battle.h"
#include "core/threads/patience.h"
#include "exact/battle/groups.h"
#include "exact/battle/states.h"
#include "exact/fight/damage_law.h"

namespace warodds::exact {

struct AssignmentGraph {
  BattleStates states;
  std::vector<RoundAttack> attacks;
  /// By attack and state: P(the attacker suffers row, the defender suffers column); empty where the
  /// battle does not come.
  std::vector<std::vector<Eigen::ArrayXXd>> laws;
  NodeGroups groups;
  std::size_t opening = 0;
  std::vector<Halt> halts = {};  ///< by state, when a round has led there

  /// What ends a battle in a state when an attack has led to it.
  Halt halt(std::size_t attack, std::size_t state) const {
    return attacks[attack].ends_round ? halts[state] : Halt::none;
  }

  /// Where a battle is when an attack has led to this pair of states.
  std::size_t after(std::size_t attack, const PerSide<int>& pair) const {
    const bool heals = attacks[attack].ends_turn && !states.over(pair);
    return states.known(heals ? states.lasting(pair) : pair);
  }
};

template <class System>
AssignmentGraph assignment_graph(const Battle<System>& battle, const PerSide<SideStates>& sides) {
  AssignmentGraph graph{BattleStates(sides), battle.attacks(), {}, {}, 0};
  DamageLaws<typename System::Fight> laws;
  BattleStates& states = graph.states;
  graph.opening = states.number({sides.attacker.opening(), sides.defender.opening()});
  graph.laws.resize(graph.attacks.size());
  std::vector<std::vector<std::size_t>> reached(graph.attacks.size());
  std::vector<std::pair<std::size_t, std::size_t>> waiting;
  const auto reach = [&](std::size_t attack, std::size_t state) {
    auto& of_attack = graph.laws[attack];
    if (of_attack.size() < states.size()) of_attack.resize(states.size());
    if (of_attack[state].size() > 0) return;
    of_attack[state] = Eigen::ArrayXXd::Ones(1, 1);
    reached[attack].push_back(state);
    waiting.emplace_back(attack, state);
  };
  reach(0, graph.opening);
  for (std::size_t i = 0; i < waiting.size(); ++i) {
    check_patience();
    const auto [attack, state] = waiting[i];
    if (states.over(state)) continue;
    const PerSide<int> pair = states[state];
    const RoundAttack& order = graph.attacks[attack];
    const auto fight = battle.attack(attack, standing_of(states.sides(), pair));
    if (fight) {
      const Side other = enemy_of(order.by);
      const Eigen::ArrayXXd law = laws.of(*fight).joint(
          {states.sides()[other].left(pair[other]), states.sides()[order.by].left(pair[order.by])});
      Eigen::ArrayXXd& suffered = graph.laws[attack][state];
      if (order.by == Side::attacker) {
        suffered = law.transpose();
      } else {
        suffered = law;
      }
    }
    const Eigen::ArrayXXd law = graph.laws[attack][state];
    states.find_choices(pair, {static_cast<int>(law.rows()) - 1, static_cast<int>(law.cols()) - 1});
    for (Eigen::Index a = 0; a < law.rows(); ++a) {
      check_patience();
      for (Eigen::Index b = 0; b < law.cols(); ++b) {
        if (law(a, b) == 0) continue;
        // Copied: finding more states moves them.
        const std::vector<int> of_a =
            states.sides().attacker.choices(pair.attacker, static_cast<int>(a));
        const std::vector<int> of_b =
            states.sides().defender.choices(pair.defender, static_cast<int>(b));
        for (const int x : of_a) {
          for (const int y : of_b) {
            const PerSide<int> next{x, y};
            const bool heals = order.ends_turn && !states.over(next);
            const std::size_t to = states.number(heals ? states.lasting(next) : next);
            while (graph.halts.size() < states.size()) {
              graph.halts.push_back(
                  battle.halt_after_round(states.sides(), states[graph.halts.size()]));
            }
            const bool ends = states.over(to) || graph.halt(attack, to) != Halt::none;
            if (!ends) reach((attack + 1) % graph.attacks.size(), to);
          }
        }
      }
    }
  }
  for (auto& of_attack : graph.laws) of_attack.resize(states.size());
  graph.halts.resize(states.size(), Halt::none);
  graph.groups = NodeGroups(states, reached);
  return graph;
}

}  // namespace warodds::exact
