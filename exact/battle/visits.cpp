#include "exact/battle/visits.h"

#include <algorithm>
#include <tuple>
#include <utility>

namespace warodds::exact {
namespace {

void sort_by_damage(std::vector<std::size_t>& order, const BattleStates& states,
                    std::size_t opening) {
  std::sort(order.begin(), order.end(), [&](std::size_t x, std::size_t y) {
    // The opening may hold damage that is gone after the first turn; no state leads back to it.
    const auto rank = [&](std::size_t state) {
      const auto& [attacker, defender] = states[state];
      return std::tuple(state != opening, states.taken(state), attacker, defender);
    };
    return rank(x) < rank(y);
  });
}

}  // namespace

void play_round(const Rows& rows, const BattleStates& states, Spread& now, Spread& next) {
  for (const std::vector<Row>& of_attack : rows) {
    next.clear();
    for (const std::size_t state : now.states()) {
      if (states.over(state)) {
        next.add(state, now[state]);
        continue;
      }
      const Row& row = of_attack[state];
      for (std::size_t i = 0; i < row.to.size(); ++i) next.add(row.to[i], now[state] * row.p[i]);
    }
    std::swap(now, next);
  }
}

Visits expected_visits(const Rows& rows, const BattleStates& states,
                       std::vector<std::size_t> beginnings, std::size_t opening) {
  Visits result{std::move(beginnings), std::vector<double>(states.size(), 0.0),
                std::vector<bool>(states.size(), false)};
  sort_by_damage(result.order, states, opening);
  std::vector<double>& visits = result.visits;
  visits[opening] = 1;
  Spread after;
  Spread scratch;
  for (const std::size_t state : result.order) {
    if (states.over(state)) continue;
    after.clear();
    after.add(state, 1);
    play_round(rows, states, after, scratch);
    double leave = 0;  // summed, not 1 - stay, so that small chances keep their digits
    for (const std::size_t to : after.states()) leave += to == state ? 0 : after[to];
    // That damage of the opening is gone after a turn is nothing that happens.
    result.stuck[state] =
        leave == 0 || (after.states().size() == 1 &&
                       states[after.states().front()] == states.lasting(states[state]));
    if (result.stuck[state] || visits[state] == 0) continue;
    visits[state] /= leave;
    for (const std::size_t to : after.states()) {
      if (to != state) visits[to] += visits[state] * after[to];
    }
  }
  return result;
}

}  // namespace warodds::exact
