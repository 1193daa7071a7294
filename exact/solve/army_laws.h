// The laws of the fights of a battle of several units.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <stdexcept>
#include <utility>

#include "core/play/army_scenario.h"
#include "exact/fight/damage_law.h"
#include "exact/solve/graph.h"

namespace warodds::exact {

template <class System>
class ArmyLaws final : public FightLaws {
 public:
  ArmyLaws(const ArmyScenario<System>& scenario, LineupCache* lineups)
      : scenario_(scenario), laws_(lineups) {}

  const FightLaw& law(std::uint64_t fight) override {
    while (known_.size() <= fight) known_.push_back(find(known_.size()));
    return known_[fight];
  }
  ChosenFight chosen(const Scenario::State& /*state*/, const PerSide<int>& /*values*/) override {
    throw std::logic_error("sides of several units choose nothing in secret");
  }

 private:
  FightLaw find(std::uint64_t number) {
    const auto& [combat, fights] = scenario_.fight(number);
    FightLaw law;
    law.at_least = law.each;
    if (!fights) return law;
    law.withdraws = fights->any().withdraws;
    DamageLaw dealt = laws_.of(*fights);
    if (combat.by == Side::defender) dealt = dealt.exchanged();
    if (!dealt.together) {
      for (const Side side : both_sides) {
        const Eigen::VectorXd& suffered = dealt.each[enemy_of(side)];
        law.each[side].assign(suffered.begin(), suffered.end());
        law.at_least[side].assign(suffered.begin(), suffered.end());
        for (std::size_t i = law.each[side].size() - 1; i-- > 0;) {
          law.at_least[side][i] += law.at_least[side][i + 1];
        }
      }
      return law;
    }
    const Eigen::ArrayXXd& together = *dealt.together;
    law.each.attacker.resize(static_cast<std::size_t>(together.cols()));
    law.each.defender.resize(static_cast<std::size_t>(together.rows()));
    for (Eigen::Index x = 0; x < together.cols(); ++x) {
      for (Eigen::Index y = 0; y < together.rows(); ++y) law.together.push_back(together(y, x));
    }
    return law;
  }

  const ArmyScenario<System>& scenario_;
  DamageLaws<typename System::Fight> laws_;
  std::deque<FightLaw> known_;
};

}  // namespace warodds::exact
