// A trait: the fights of a round are formed before any is fought, each unit is in one of them, and
// several units of a side may be in the same fight, as one list of figures. Without it a unit
// fights its target when it is activated, by itself.
#pragma once

#include <concepts>
#include <cstddef>
#include <vector>

#include "core/rules/explanation.h"
#include "core/rules/side.h"

namespace warodds {

/// One of the units of a side in a fight.
template <class System>
struct Member {
  const typename System::Unit* unit = nullptr;
  int taken = 0;  ///< damage taken before
};
template <class System>
using Members = std::vector<Member<System>>;

/// Damage to a side of several units that falls on one of them.
struct MemberDamage {
  std::size_t member = 0;
  int most = 0;  ///< then the next in the list takes it
};

template <class System>
concept JoinsFights = requires(const PerSide<Members<System>> sides,
                               const typename System::Situation situation,
                               const Members<System> members, Explanation* why) {
  // A fight of all of them; attacks have been made since the orders were given (Standing::later),
  // or not. Throws as the prepare() of two units does.
  { System::prepare(sides, situation, true, why) } -> std::same_as<typename System::Fight>;
  // On whom the damage to a side falls, in its order.
  { System::order_of_damage(members, situation) } -> std::same_as<std::vector<MemberDamage>>;
  // Throws InputError where several units cannot fight so in a battle.
  { System::require_battle_of_several(situation) } -> std::same_as<void>;
};

}  // namespace warodds
