// The laws of the fights that a scenario of battles names, and what comes of those in which a
// policy chooses.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
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

/// Of a battle of any number of units.
template <class System>
class BattleLaws final : public FightLaws {
 public:
  BattleLaws(BattleScenario<System>& scenario, LineupCache* lineups)
      : scenario_(scenario), laws_(lineups) {}

  const FightLaw& law(std::uint64_t fight) override {
    for (auto name = known_.size(); name <= fight; ++name) {
      known_.push_back(law(scenario_.fight(name)));
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
  ChosenFight chosen(const Scenario::State& state, const PerSide<int>& values) override {
    const auto [fight, marks, worth] = scenario_.chosen_fight(state, values);
    ChosenFight as{law(fight), marks, worth};
    if (fight.fights && scenario_.battle().is_activation()) {
      as.worth += worth_at_once(as.law, *fight.fights, fight.by);
    }
    return as;
  }

  /// Where a fight leads in which a policy chooses before it, or who falls.
  std::vector<Way> ways(Graph& graph, const Graph::Place& place, const Edge& edge,
                        int rounds_left) {
    const Scenario::State state = graph.state(place);
    if (edge.is_chosen())
      return ways(graph, place, edge,
                  scenario_.round().mixes(scenario_.battle_state(state), rounds_left));
    Sum sum;
    add_assigned(graph, place, {*edge.law, state.marks}, rounds_left, sum);
    return listed(sum);
  }
  /// The same where both choose so before it; empty: as the situation says.
  std::vector<Way> ways(Graph& graph, const Graph::Place& place, const Edge& edge,
                        const PerSide<MixedStrategy>& mixes) {
    Sum sum;
    const Scenario::State state = graph.state(place);
    for (const WeightedChoice& a : options(mixes.attacker)) {
      for (const WeightedChoice& d : options(mixes.defender)) {
        const ChosenFight fight = chosen(state, {a.value, d.value});
        spend(per_way * static_cast<WorkUnits>(fight.law.damages(Side::attacker)) *
              static_cast<WorkUnits>(fight.law.damages(Side::defender)));
        graph.for_each_arrival(
            place, edge, graph.node(fight.marks), fight.law,
            [&](const Graph::Arrival& to, double p) { add(to, a.p * d.p * p, sum); });
      }
    }
    return listed(sum);
  }

 private:
  static constexpr std::size_t most_numbers = 200'000'000;
  static constexpr WorkUnits per_way = 100;

  using Sum = std::map<std::pair<int, std::pair<int, int>>, Way>;
  static std::vector<Way> listed(const Sum& sum) {
    std::vector<Way> ways;
    for (const auto& [to, way] : sum) ways.push_back(way);
    return ways;
  }

  FightLaw law(const typename BattleScenario<System>::OfFight& fight) {
    if (!fight.fights) {
      return suffered({{Eigen::VectorXd::Ones(1), Eigen::VectorXd::Ones(1)}, {}}, fight.by);
    }
    DamageLaw dealt = laws_.of(*fight.fights);
    if (scenario_.battle().chooses_who_falls()) {  // of more there is nothing to choose
      const PerSide<Casualties>& casualties = fight.fights->any().casualties;
      dealt = {{}, dealt.joint({casualties.defender.left(), casualties.attacker.left()})};
    }
    FightLaw law = suffered(std::move(dealt), fight.by);
    law.withdraws = fight.fights->any().withdraws;
    return law;
  }
  /// What the damage of a fight is worth to the attacker's side at once, on average.
  template <class Fights>
  double worth_at_once(const FightLaw& law, const Fights& fights, Side by) const {
    const PerSide<Casualties> casualties = in_roles(fights.any().casualties, by);
    double sum = 0;
    for (int x = 0; x < law.damages(Side::attacker); ++x) {
      const double of_x = scenario_.round().worth_of_damage(Side::attacker, casualties.attacker, x);
      for (int y = 0; y < law.damages(Side::defender); ++y) {
        sum += law.p(x, y) *
               (of_x + scenario_.round().worth_of_damage(Side::defender, casualties.defender, y));
      }
    }
    return sum;
  }
  static MixedStrategy options(const MixedStrategy& mix) {
    return mix.empty() ? MixedStrategy{{not_chosen, 1.0}} : mix;
  }

  static void add(const Graph::Arrival& arrival, double p, Sum& sum) {
    const auto& [to, moves] = arrival;
    const auto known = sum.try_emplace({to.node, {to.row, to.column}}, Way{to, 0, moves}).first;
    known->second.p += p;
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
        const PerSide<MixedStrategy> to = scenario_.assigned(state, rounds_left, {x, y});
        for (const WeightedChoice& a : to.attacker) {
          for (const WeightedChoice& d : to.defender) {
            add(graph.arrive(place.node, law.withdraws, graph.row(Side::attacker, {a.value}),
                             graph.row(Side::defender, {d.value})),
                p * a.p * d.p, sum);
          }
        }
      }
    }
  }

  BattleScenario<System>& scenario_;
  DamageLaws<typename System::Fight> laws_;
  std::deque<FightLaw> known_;
  std::size_t numbers_ = 0;  ///< in those
};

}  // namespace warodds::exact
