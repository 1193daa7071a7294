#include "sim/play/fight_plans.h"

#include <algorithm>
#include <variant>

namespace warodds::sim {

namespace {

constexpr int bits_of_recent = 12;

}  // namespace

FightPlans::FightPlans(Rounds& rounds)
    : rounds_(rounds), recent_(std::size_t{1} << bits_of_recent) {
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
  const std::optional<std::uint64_t> number = number_of(phase, combat, state);
  if (!number) return find(phase, combat, state);
  constexpr std::uint64_t golden = 0x9e3779b97f4a7c15;
  Recent& recent = recent_[*number * golden >> (64 - bits_of_recent)];
  if (recent.fight == nullptr || recent.number != *number) {
    recent = {*number, &find(phase, combat, state)};
  }
  return *recent.fight;
}

std::optional<std::uint64_t> FightPlans::number_of(int phase, const Combat& combat,
                                                   const BattleState& state) const {
  if (!combat.units.attacker.is_one() || !combat.units.defender.is_one() ||
      state.marks.chosen != nothing_chosen) {
    return std::nullopt;
  }
  std::uint64_t number = 0;
  bool fits = true;
  const auto add = [&](int value, int bits) {
    fits = fits && value >> bits == 0;
    number = number << bits | static_cast<std::uint64_t>(value);
  };
  add(phase, 12);
  add(combat.by == Side::attacker ? 1 : 0, 1);
  add(combat.as_told ? 1 : 0, 1);
  for (const Side side : both_sides) {
    const auto place = static_cast<std::size_t>(combat.units[side].first());
    add(alike_[side][place], 6);
    add(state.losses[side][place], 18);
    add(state.marks.units[side][place].selected ? 1 : 0, 1);
  }
  return fits ? std::optional(number) : std::nullopt;
}

const ReadyFight& FightPlans::find(int phase, const Combat& combat, const BattleState& state) {
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
