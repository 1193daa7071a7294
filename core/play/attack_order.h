// The attacks of a battle, one after the other: those of every round until no setting changes any
// more, and from there on the same ones again and again.
#pragma once

#include <cstddef>
#include <vector>

#include "core/rules/side.h"

namespace warodds {

/// One attack of a battle's round.
struct RoundAttack {
  Side by = Side::attacker;  ///< whose attack it is, by the battle's sides
  bool ends_turn = true;     ///< damage that does not last is removed after it
  bool ends_round = false;
};

struct AttackOrder {
  std::vector<RoundAttack> attacks;
  std::size_t again = 0;  ///< the attack that follows the last one

  std::size_t after(std::size_t attack) const {
    return attack + 1 < attacks.size() ? attack + 1 : again;
  }
  bool begins_round(std::size_t attack) const {
    return attack == 0 || attacks[attack - 1].ends_round;
  }
};

}  // namespace warodds
