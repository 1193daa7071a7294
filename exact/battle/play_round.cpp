#include "exact/battle/play_round.h"

#include <utility>

namespace warodds::exact {

std::size_t play_round(const Rows& rows, const AttackOrder& order, std::size_t attack,
                       const BattleStates& states, Spread& now, Spread& next) {
  now.reserve(states.size());
  next.reserve(states.size());
  for (bool going_on = true; going_on; attack = order.after(attack)) {
    going_on = !order.attacks[attack].ends_round;
    next.clear();
    now.for_each([&](std::size_t state, double p) {
      const Row& row = rows[attack][state];
      if (states.over(state)) {
        next.add(state, p);
      } else if (p >= worth_following) {
        next.add(row.to, row.p, p);
      }
    });
    std::swap(now, next);
  }
  return attack;
}

}  // namespace warodds::exact
