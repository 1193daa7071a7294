// The laws of the fights of a game of one unit a side, by what both choose.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <vector>

#include "core/play/duel_scenario.h"
#include "exact/solve/graph.h"
#include "exact/solve/laws.h"

namespace warodds::exact {

template <class System>
class DuelLaws final : public FightLaws {
 public:
  DuelLaws(const Game<System>& game, const DuelScenario<System>& scenario)
      : game_(game), scenario_(scenario) {}

  const FightLaw& law(std::uint64_t fight) override {
    while (known_.size() <= fight) known_.push_back(find(known_.size()));
    return known_[fight];
  }
  ChosenFight chosen(const Scenario::State& state, const PerSide<int>& values) override {
    ChosenFight chosen = of(scenario_.standpoint(state), values);
    chosen.marks |= state.marks;
    return chosen;
  }
  /// The same; marks are only what it costs.
  ChosenFight of(const Standpoint& at, const PerSide<int>& values) {
    const Side by = game_.attacks(at);
    ChosenFight chosen;
    PerSide<int> spent = game_.spent(at, values);
    chosen.worth = game_.worth_of_turns(at, values, spent);
    const auto fight = game_.fight(at, values);
    chosen.law.withdraws = fight && fight->any().withdraws;
    if (chosen.law.withdraws) spent.attacker = 1;
    chosen.marks = DuelScenario<System>::marks_of(spent);
    if (!fight) return chosen;
    DamageLaw dealt = laws_.of(*fight);
    if (by == Side::defender) dealt = dealt.exchanged();
    const PerSide<Casualties> casualties = in_roles(fight->any().casualties, by);
    const auto worth = [&](Side target, const auto& law) {
      double sum = 0;
      for (Eigen::Index k = 0; k < law.size(); ++k) {
        sum += law[k] * game_.worth_of_damage(casualties[target], static_cast<int>(k));
      }
      return sum;
    };
    if (dealt.together) {
      const Eigen::ArrayXXd& together = *dealt.together;
      chosen.worth += worth(Side::defender, together.rowwise().sum().eval()) -
                      worth(Side::attacker, together.colwise().sum().eval());
      const bool withdraws = chosen.law.withdraws;
      chosen.law = suffered({{}, together}, Side::attacker);
      chosen.law.withdraws = withdraws;
      return chosen;
    }
    chosen.worth +=
        worth(Side::defender, dealt.each.attacker) - worth(Side::attacker, dealt.each.defender);
    for (const Side side : both_sides) {
      // Numbers may be of two attacks (pursued).
      const Eigen::VectorXd& law = dealt.each[enemy_of(side)];
      const bool is_amount = casualties[side].falling().then.empty();
      const auto left = static_cast<std::size_t>(casualties[side].left());
      std::vector<double>& suffered = chosen.law.each[side];
      suffered.assign(
          is_amount ? std::min(static_cast<std::size_t>(law.size()), left + 1) : left + 1, 0.0);
      for (Eigen::Index k = 0; k < law.size(); ++k) {
        const int number = static_cast<int>(k);
        const auto amount =
            static_cast<std::size_t>(is_amount ? number : casualties[side].amount(number));
        suffered[std::min(amount, suffered.size() - 1)] += law[k];
      }
    }
    return chosen;
  }

 private:
  /// Where it is chosen who falls.
  FightLaw find(std::uint64_t fight) {
    const auto& [attack, states] = scenario_.fight(fight);
    const PerSide<SideStates>& sides = scenario_.sides();
    const auto fights = scenario_.attack(attack, states);
    if (!fights) return {};
    DamageLaw dealt = laws_.of(*fights);
    if (scenario_.attacks()[attack].by == Side::defender) dealt = dealt.exchanged();
    return suffered(
        {{},
         dealt.joint({sides.defender.left(states.defender), sides.attacker.left(states.attacker)})},
        Side::attacker);
  }

  const Game<System>& game_;
  const DuelScenario<System>& scenario_;
  DamageLaws<typename System::Fight> laws_;
  std::deque<FightLaw> known_;
};

}  // namespace warodds::exact
