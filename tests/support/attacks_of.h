// The attacks of a battle of two units, one after the other, while nobody suffers anything.
#pragma once

#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

#include "core/play/battle.h"
#include "core/play/round.h"
#include "core/rules/side.h"

namespace warodds::testing {

template <class System>
struct AttackOfRound {
  Side by = Side::attacker;
  int round = 0;  ///< 0 is the first
  typename System::Situation situation;
  bool ends_turn = false;  ///< after which damage that downs nobody is gone
  /// What it may turn out to be, its attacker being `by`; nothing where the rules do not allow it.
  std::optional<typename Battle<System>::Fights> fights = {};
};

/// Those of all rounds until they come again.
template <class System>
std::vector<AttackOfRound<System>> attacks_of(const Battle<System>& battle) {
  std::vector<AttackOfRound<System>> attacks;
  Round<System> round(battle);
  BattleState state = round.opening();
  for (int phase = 0; phase < battle.phases(); ++phase) {
    round.begin(state, phase);
    for (;;) {
      const Moment moment = round.next(state);
      if (moment.next == Moment::Next::round_over) break;
      if (moment.next == Moment::Next::unit) {
        round.choose_unit(state, 0);
      } else if (moment.next == Moment::Next::target) {
        round.choose_target(state, 0);
      } else {
        const Combat combat = round.combat(state);
        AttackOfRound<System> attack{combat.by, phase, battle.situation(phase, combat.by, 0)};
        if constexpr (HasActions<System>) {
          if (!combat.as_told) System::without_reaction(attack.situation);
        }
        attack.fights = round.fights(combat, state);
        attack.ends_turn = round.fought(state, combat, false);
        attacks.push_back(std::move(attack));
      }
    }
  }
  return attacks;
}

/// The same round by round.
template <class System>
std::vector<std::vector<AttackOfRound<System>>> rounds_of(const Battle<System>& battle) {
  std::vector<std::vector<AttackOfRound<System>>> rounds(static_cast<std::size_t>(battle.phases()));
  for (AttackOfRound<System>& attack : attacks_of(battle)) {
    rounds[static_cast<std::size_t>(attack.round)].push_back(std::move(attack));
  }
  return rounds;
}

/// The figures of each side that stand as the battle begins.
template <class System>
PerSide<int> standing_at_opening(const Battle<System>& battle) {
  PerSide<int> standing;
  for (const Side side : both_sides) {
    standing[side] = battle.states()[side].front().standing(battle.opening()[side].front());
  }
  return standing;
}

}  // namespace warodds::testing
