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
  const auto both = [](int one, int other) {
    return std::uint64_t{static_cast<std::uint32_t>(one)} << 32 | static_cast<std::uint32_t>(other);
  };
  const PerSide<int>& chosen = state.marks.chosen;
  const int how = (combat.by == Side::attacker ? 2 : 0) | (combat.as_told ? 1 : 0);
  key_ = {both(phase, how), both(chosen.attacker, chosen.defender)};
  for (const Side side : both_sides) {
    for (const int unit : combat.units[side]) {
      const auto place = static_cast<std::size_t>(unit);
      const bool selected = state.marks.units[side][place].selected;
      key_.push_back(both(alike_[side][place] << 1 | (side == Side::attacker ? 1 : 0),
                          2 * state.losses[side][place] + (selected ? 1 : 0)));
    }
  }
  const ReadyFight*& known = known_.try_emplace(key_, nullptr).first->second;
  if (known != nullptr) return *known;
  ReadyFight& ready = ready_.emplace_back(prepare(combat, state));
  ready.number = ready_.size() - 1;
  ready.may_change = ready.withdraws;
  for (const Side side : both_sides) {
    ready.may_change = ready.may_change || changes(combat, state, side, ready.most[side]);
  }
  if (ready.plan) most_dice_ = std::max(most_dice_, ready.plan->extent.dice);
  known = &ready;
  return ready;
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
