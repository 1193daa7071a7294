#include "exact/battle/changing.h"

#include <set>
#include <utility>

#include "core/threads/patience.h"
#include "exact/battle/play_round.h"

namespace warodds::exact {

Changing::Changing(const Rows& rows, const AttackOrder& order, const BattleStates& states,
                   const Chain& chain, std::size_t opening)
    : rows_(rows), order_(order), states_(states), chain_(chain) {
  going_on_.reserve(states.size());
  going_on_.add(opening, 1);
  Spread now;
  for (std::size_t attack = 0; attack < order.again;) {
    now.clear();
    now.reserve(states.size());
    going_on_.for_each([&](std::size_t state, double p) {
      const bool final = states.over(state) || stuck(attack, state);
      if (final) {
        ended_.push_back({state, rounds_before_, p});
      } else {
        now.add(state, p);
        rounds_ += p;
      }
    });
    std::swap(going_on_, now);
    attack = play_round(rows, order, attack, states, going_on_, now);
    ++rounds_before_;
  }
}

bool Changing::stuck(std::size_t attack, std::size_t state) const {
  if (attack >= order_.again) return chain_.stuck(state);
  // As long as nothing happens, damage that does not last is all that a round can take away.
  const PerSide<int> unchanged = states_.lasting(states_[state]);
  while (attack < order_.again) {
    std::set<std::size_t> now{state};
    for (bool going_on = true; going_on; attack = order_.after(attack)) {
      check_patience();
      going_on = !order_.attacks[attack].ends_round;
      std::set<std::size_t> next;
      for (const std::size_t from : now) {
        const Row& row = rows_[attack][from];
        next.insert(row.to.begin(), row.to.end());
      }
      for (const std::size_t to : next) {
        if (states_.over(to) || !(states_.lasting(states_[to]) == unchanged)) return false;
      }
      now = std::move(next);
    }
    state = *now.begin();
  }
  return chain_.stuck(state);
}

}  // namespace warodds::exact
