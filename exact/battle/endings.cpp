#include "exact/battle/endings.h"

#include <Eigen/Core>
#include <algorithm>
#include <tuple>

#include "core/numbers/eigen.h"

namespace warodds::exact {

void record_end(const BattleStates& states, const std::vector<double>& end, BattleAnswer& answer,
                BattleOutcomes& outcomes) {
  const PerSide<SideStates>& sides = states.sides();
  // In an order that does not depend on which state was found first.
  using Key = std::tuple<int, int, Halt, std::size_t>;
  std::vector<Key> ended;
  for (std::size_t state = 0; state < end.size(); ++state) {
    if (end[state] == 0) continue;
    ended.emplace_back(states[state].attacker, states[state].defender, states.halt(state), state);
  }
  std::sort(ended.begin(), ended.end());
  Eigen::ArrayXd ends = Eigen::ArrayXd::Zero(kinds_of_end);
  Eigen::ArrayXd ahead = Eigen::ArrayXd::Zero(kinds_of_ahead);
  PerSide<Eigen::ArrayXd> left;
  for (const Side side : both_sides) left[side].setZero(sides[side].standing_at_most() + 1);
  for (const auto& [attacker, defender, halt, state] : ended) {
    const Ending ending = ending_of(sides, {attacker, defender}, halt);
    ends[static_cast<Eigen::Index>(ending.how)] += end[state];
    ahead[static_cast<Eigen::Index>(ending.ahead)] += end[state];
    for (const Side side : both_sides) {
      left[side][states.standing(state)[side]] += end[state];
    }
    if (!outcomes.needs_rounds()) outcomes.add(state, 0, end[state]);
  }
  answer.ends = to_distribution(ends);
  answer.ahead = to_distribution(ahead);
  for (const Side side : both_sides) answer.survivors[side] = to_distribution(left[side]);
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
