#include "exact/battle/endings.h"

#include <algorithm>
#include <tuple>

namespace warodds::exact {

void record_end(const BattleStates& states, const std::vector<double>& end,
                BattleOutcomes& outcomes) {
  if (outcomes.needs_rounds()) return;
  // In an order that does not depend on which state was found first.
  using Key = std::tuple<int, int, Halt, std::size_t>;
  std::vector<Key> ended;
  for (std::size_t state = 0; state < end.size(); ++state) {
    if (end[state] == 0) continue;
    ended.emplace_back(states[state].attacker, states[state].defender, states.halt(state), state);
  }
  std::sort(ended.begin(), ended.end());
  for (const Key& key : ended) {
    const std::size_t state = std::get<std::size_t>(key);
    outcomes.add(state, 0, end[state]);
  }
}

RoundAnswer round_answer(int round, const Tally& all) {
  RoundAnswer answer{round, {}, {}};
  for (const Side side : both_sides) {  // rounding makes nothing surer than sure
    answer.destroyed[side] = {std::min(all.destroyed[side], 1.0)};
    answer.mean_left[side] = {all.left[side]};
  }
  return answer;
}

}  // namespace warodds::exact
