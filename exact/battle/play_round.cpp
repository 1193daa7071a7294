#include "exact/battle/play_round.h"

#include <utility>
#include <vector>

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

std::size_t play_round_by_costs(const Rows& rows, const AttackOrder& order, std::size_t attack,
                                const BattleStates& states, Spread& now) {
  // Before each attack of the round, and after the last one.
  std::vector<Spread> before(order.attacks.size() + 1);
  for (Spread& spread : before) spread.reserve(states.size());
  std::swap(before[attack], now);
  before[attack].reserve(states.size());
  Spread& ended = before.back();
  std::size_t next_round = attack;
  for (bool going_on = true; going_on; ++attack) {
    going_on = !order.attacks[attack].ends_round;
    before[attack].for_each([&](std::size_t state, double p) {
      if (states.over(state)) {
        ended.add(state, p);
        return;
      }
      if (p < worth_following) return;
      for (std::size_t cost = 0; cost < attack_costs.size(); ++cost) {
        const Row& row = rows[attack * attack_costs.size() + cost][state];
        if (row.to.empty()) continue;
        const std::size_t next = order.after(attack, attack_costs[cost]);
        const bool is_last = order.begins_round(next);
        if (is_last) next_round = next;
        (is_last ? ended : before[next]).add(row.to, row.p, p);
      }
    });
  }
  now = std::move(ended);
  return next_round;
}

}  // namespace warodds::exact
