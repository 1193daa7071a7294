// The laws of the fights that a scenario of battles names, and what comes of those in which a
// policy chooses.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <stdexcept>
#include <utility>
#include <vector>

#include "core/play/battle_scenario.h"
#include "core/text/error.h"
#include "core/threads/patience.h"
#include "exact/fight/damage_law.h"
#include "exact/solve/forward.h"
#include "exact/solve/graph.h"

namespace warodds::exact {

/// What both sides suffer in a fight whose attacker is `by`.
inline FightLaw suffered(DamageLaw dealt, Side by) {
  constexpr WorkUnits per_law = 300, per_number = 3;
  const auto [rows, columns] = dealt.size();
  spend(per_law +
        per_number * static_cast<WorkUnits>(dealt.together ? rows * columns : rows + columns));
  FightLaw law;
  if (by == Side::defender) dealt = dealt.exchanged();
  if (dealt.together) {
    const Eigen::ArrayXXd& together = *dealt.together;
    law.each.attacker.resize(static_cast<std::size_t>(together.cols()));
    law.each.defender.resize(static_cast<std::size_t>(together.rows()));
    for (Eigen::Index x = 0; x < together.cols(); ++x) {
      for (Eigen::Index y = 0; y < together.rows(); ++y) law.together.push_back(together(y, x));
    }
    return law;
  }
  for (const Side side : both_sides) {
    const Eigen::VectorXd& of_side = dealt.each[enemy_of(side)];
    law.each[side].assign(of_side.begin(), of_side.end());
    law.at_least[side] = law.each[side];
    for (std::size_t i = law.each[side].size() - 1; i-- > 0;) {
      law.at_least[side][i] += law.at_least[side][i + 1];
    }
  }
  return law;
}

/// `ScenarioOf`: has fight(name), which says who attacks in it, and which fights it may be.
template <class System, class ScenarioOf>
class NamedLaws : public FightLaws {
 public:
  NamedLaws(ScenarioOf& scenario, LineupCache* lineups) : scenario_(scenario), laws_(lineups) {}

  const FightLaw& law(std::uint64_t fight) override {
    for (auto name = known_.size(); name <= fight; ++name) {
      const auto& of = scenario_.fight(name);
      known_.push_back(this->law(of.fights, of.by));
      const FightLaw& law = known_.back();
      numbers_ += law.together.size() + 2 * law.each.attacker.size() + 2 * law.each.defender.size();
      if (numbers_ > most_numbers) {
        throw TooLarge(
            "the laws of all fights of this battle do not fit into memory; take --engine sim or "
            "auto");
      }
    }
    return known_[fight];
  }
  ChosenFight chosen(const Scenario::State& /*state*/, const PerSide<int>& /*values*/) override {
    throw std::logic_error("nothing is chosen in secret here");
  }

 protected:
  template <class Fights>
  FightLaw law(const std::optional<Fights>& fights, Side by) {
    if (!fights) return suffered({{Eigen::VectorXd::Ones(1), Eigen::VectorXd::Ones(1)}, {}}, by);
    FightLaw law = suffered(laws_.of(*fights), by);
    law.withdraws = fights->any().withdraws;
    return law;
  }

  ScenarioOf& scenario_;

 private:
  static constexpr std::size_t most_numbers = 200'000'000;

  DamageLaws<typename System::Fight> laws_;
  std::deque<FightLaw> known_;
  std::size_t numbers_ = 0;  ///< in those
};

/// Of a battle of two units.
template <class System>
class BattleLaws final : public NamedLaws<System, BattleScenario<System>> {
 public:
  using NamedLaws<System, BattleScenario<System>>::NamedLaws;

  ChosenFight chosen(const Scenario::State& state, const PerSide<int>& values) override {
    return chosen(state, PerSide<std::optional<int>>{values.attacker, values.defender});
  }

  /// Where a fight leads in which a policy chooses before it, or who falls.
  std::vector<Way> ways(Graph& graph, const Graph::Place& place, const Edge& edge,
                        int rounds_left) {
    Sum sum;
    const Scenario::State state = graph.state(place);
    if (!battle().follows_policy()) {
      add_assigned(graph, place, {*edge.law, state.marks}, rounds_left, sum);
    } else {
      const PerSide<MixedStrategy> mixes =
          battle().mixes(rounds_left, attack(state.marks), this->scenario_.losses_in(state));
      for (const auto& [a, p] : options(mixes.attacker)) {
        for (const auto& [d, q] : options(mixes.defender)) {
          add(graph, place, edge, chosen(state, PerSide<std::optional<int>>{a, d}), p * q, sum);
        }
      }
    }
    std::vector<Way> ways;
    for (const auto& [to, way] : sum) ways.push_back(way);
    return ways;
  }

 private:
  static constexpr WorkUnits per_way = 100;

  using Sum = std::map<std::pair<int, std::pair<int, int>>, Way>;
  using Option = std::pair<std::optional<int>, double>;

  const Battle<System>& battle() const { return this->scenario_.battle(); }
  std::size_t attack(Marks marks) const {
    return static_cast<std::size_t>(this->scenario_.attack_of(marks));
  }
  static std::vector<Option> options(const MixedStrategy& mix) {
    std::vector<Option> options;
    for (const WeightedChoice& one : mix) options.emplace_back(one.value, one.p);
    if (options.empty()) options.emplace_back(std::nullopt, 1.0);  // as the situation says
    return options;
  }
  ChosenFight chosen(const Scenario::State& state, const PerSide<std::optional<int>>& values) {
    const std::size_t number = attack(state.marks);
    const auto fights = battle().attack(
        number, standing_of(this->scenario_.sides(), this->scenario_.losses_in(state)), values);
    return {
        this->law(fights, battle().attacks()[number].by),
        this->scenario_.with_cost(state.marks, battle().cost(number, values, fights.has_value()))};
  }

  static void add(Graph& graph, int node, bool withdraws, int row, int column, double p, Sum& sum) {
    const Graph::To after = graph.after(node, withdraws, row, column);
    if (after.clears) row = graph.lasting(Side::attacker, row);
    if (after.clears) column = graph.lasting(Side::defender, column);
    const Graph::Place to{after.node, row, column};
    const auto known = sum.try_emplace({to.node, {row, column}}, Way{to, 0, after.moves}).first;
    known->second.p += p;
  }
  static void add(Graph& graph, const Graph::Place& place, const Edge& edge,
                  const ChosenFight& fight, double p, Sum& sum) {
    const FightLaw& law = fight.law;
    const int node = graph.node(fight.marks);
    const PerSide<int> damages{law.damages(Side::attacker), law.damages(Side::defender)};
    const Reach& rows =
        graph.reach(Side::attacker, edge.next.falls.attacker, place.row, damages.attacker);
    const Reach& columns =
        graph.reach(Side::defender, edge.next.falls.defender, place.column, damages.defender);
    const auto to = [](const Reach& reach, int damage) {
      const int to_place = reach.of_damage[static_cast<std::size_t>(damage)];
      return reach.rows[static_cast<std::size_t>(to_place)];
    };
    spend(per_way * static_cast<WorkUnits>(damages.attacker) *
          static_cast<WorkUnits>(damages.defender));
    for (int x = 0; x < damages.attacker; ++x) {
      for (int y = 0; y < damages.defender; ++y) {
        if (law.p(x, y) == 0) continue;
        add(graph, node, law.withdraws, to(rows, x), to(columns, y), p * law.p(x, y), sum);
      }
    }
  }
  void add_assigned(Graph& graph, const Graph::Place& place, const ChosenFight& fight,
                    int rounds_left, Sum& sum) {
    const FightLaw& law = fight.law;
    const Scenario::State state = graph.state(place);
    for (int x = 0; x < law.damages(Side::attacker); ++x) {
      for (int y = 0; y < law.damages(Side::defender); ++y) {
        const double p = law.p(x, y);
        if (p == 0) continue;
        constexpr WorkUnits per_choice = 2000;
        spend(per_choice);
        const PerSide<MixedStrategy> to = this->scenario_.assigned(state, rounds_left, {x, y});
        for (const WeightedChoice& a : to.attacker) {
          for (const WeightedChoice& d : to.defender) {
            add(graph, place.node, law.withdraws, graph.row(Side::attacker, {a.value}),
                graph.row(Side::defender, {d.value}), p * a.p * d.p, sum);
          }
        }
      }
    }
  }
};

}  // namespace warodds::exact
