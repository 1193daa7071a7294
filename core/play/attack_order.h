// The attacks of a battle, one after the other: those of every round until no setting changes any
// more, and from there on the same ones again and again.
#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "core/rules/side.h"

namespace warodds {

/// One attack of a battle's round.
struct RoundAttack {
  Side by = Side::attacker;  ///< whose attack it is, by the battle's sides
  bool ends_turn = true;     ///< damage that does not last is removed after it
  bool ends_round = false;   ///< none of this round is listed after it
};

/// What an attack can cost whoever makes it, and its target, where that changes what follows.
inline constexpr std::array<PerSide<int>, 3> attack_costs{PerSide<int>{1, 0}, PerSide<int>{1, 1},
                                                          PerSide<int>{0, 1}};
inline std::size_t number_of_cost(const PerSide<int>& cost) {
  if (cost.attacker == 0) return 2;
  return cost.defender == 0 ? 0 : 1;
}

/// Where choices are made in the middle of a round and cost actions (B6, B7), what follows an
/// attack depends on what it has cost. A round then lists every attack at which it can stand, by
/// whose it is and what is left to both, those that can follow others after them.
struct AttackOrder {
  /// What is left before an attack.
  struct Left {
    int attacks = 0;                                      ///< to whoever attacks, this one included
    int reactions = 0;                                    ///< to its target
    std::array<std::size_t, attack_costs.size()> next{};  ///< the attack that follows, by its cost
  };

  std::vector<RoundAttack> attacks;
  std::size_t again = 0;   ///< the attack that follows the last one
  std::vector<Left> left;  ///< of each attack; empty where costs change nothing

  bool depends_on_costs() const { return !left.empty(); }
  /// Of what costs change nothing.
  std::size_t after(std::size_t attack) const {
    return attack + 1 < attacks.size() ? attack + 1 : again;
  }
  std::size_t after(std::size_t attack, const PerSide<int>& cost) const {
    return depends_on_costs() ? left[attack].next[number_of_cost(cost)] : after(attack);
  }
  bool begins_round(std::size_t attack) const {
    return attack == 0 || attacks[attack - 1].ends_round;
  }
};

}  // namespace warodds
