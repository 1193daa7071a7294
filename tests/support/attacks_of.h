// The attacks of a battle of two units, one after the other, while nobody suffers anything.
#pragma once

#include <optional>
#include <vector>

#include "core/play/battle.h"
#include "core/play/round.h"
#include "core/rules/side.h"

namespace warodds::testing {

template <class System>
struct AttackOfRound {
  Side by = Side::attacker;
  int round = 0;  ///< 0 is the first
  /// What it may turn out to be, its attacker being `by`; nothing where the rules do not allow it.
  std::optional<typename Battle<System>::Fights> fights;
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
        attacks.push_back({combat.by, phase, round.fights(combat, state)});
        round.dealt(state, combat, {}, false);
      }
    }
  }
  return attacks;
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
