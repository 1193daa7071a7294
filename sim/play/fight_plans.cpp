#include "sim/play/fight_plans.h"

#include <algorithm>
#include <variant>

namespace warodds::sim {

FightPlans::FightPlans(Rounds& rounds) : rounds_(rounds) {
  for (const Side side : both_sides) {
    for (int unit = 0; unit < rounds.units(side); ++unit) {
      alike_[side].push_back(rounds.first_alike(side, unit));
    }
  }
}

ReadyFight FightPlans::prepare(const Combat& combat, const BattleState& state) const {
  ReadyFight ready{{}, combat.by, {}, false, false, rounds_.worth_of_choices(state)};
  const std::optional<AnyFight> fight = rounds_.fight(combat, state);
  if (!fight) return ready;
  std::visit(
      [&](const auto& of) {
        ready.plan = make_plan(of);
        ready.most = in_roles(most_damage_of(of), enemy_of(combat.by));
        ready.withdraws = of.any().withdraws;
      },
      *fight);
  return ready;
}

const ReadyFight& FightPlans::of(int phase, const Combat& combat, const BattleState& state) {
  const ReadyFight*& known = place_of(phase, combat, state);
  if (known == nullptr) {
    ReadyFight& ready = ready_.emplace_back(prepare(combat, state));
    ready.number = ready_.size() - 1;
    ready.may_change = ready.withdraws;
    for (const Side side : both_sides) {
      ready.may_change = ready.may_change || changes(combat, state, side, ready.most[side]);
    }
    if (ready.plan) most_dice_ = std::max(most_dice_, ready.plan->extent.dice);
    known = &ready;
  }
  return *known;
}

const ReadyFight*& FightPlans::place_of(int phase, const Combat& combat, const BattleState& state) {
  const PerSide<int>& chosen = state.marks.chosen;
  const int how = phase << 2 | (combat.by == Side::attacker ? 2 : 0) | (combat.as_told ? 1 : 0);
  key_ = {how, chosen.attacker, chosen.defender};
  for (const Side side : both_sides) {
    for (const int unit : combat.units[side]) {
      const auto place = static_cast<std::size_t>(unit);
      key_.push_back(alike_[side][place]);
      key_.push_back(2 * state.losses[side][place] +
                     (state.marks.units[side][place].selected ? 1 : 0));
    }
    key_.push_back(-1);
  }
  return known_.try_emplace(key_, nullptr).first->second;
}

/// Whether so much damage would be there when the turn has ended.
bool FightPlans::changes(const Combat& combat, const BattleState& state, Side side, int damage) {
  for (const int unit : combat.units[side]) {
    BattleState hurt = state;
    rounds_.suffer(hurt, side, unit, damage);
    const SideStates& states = rounds_.states(side, unit);
    if (states.lasting(Rounds::losses(hurt, side, unit)) !=
        states.lasting(Rounds::losses(state, side, unit))) {
      return true;
    }
  }
  return false;
}

}  // namespace warodds::sim
