// One round of a battle, attack by attack.
#pragma once

#include <cstddef>

#include "core/play/attack_order.h"
#include "exact/battle/rows.h"
#include "exact/battle/states.h"

namespace warodds::exact {

/// Battles that are in a state with less probability than this are not followed: no digit of what
/// is told depends on them, and in a long battle they are most of the work.
inline constexpr double worth_following = 1e-100;

/// One round on, from whatever is spread over the states before `attack`, to the attack that
/// follows. `next` is room to work in.
std::size_t play_round(const Rows& rows, const AttackOrder& order, std::size_t attack,
                       const BattleStates& states, Spread& now, Spread& next);

/// The same where what follows an attack depends on what it has cost: `rows` by attack and cost.
std::size_t play_round_by_costs(const Rows& rows, const AttackOrder& order, std::size_t attack,
                                const BattleStates& states, Spread& now);

}  // namespace warodds::exact
