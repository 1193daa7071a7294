// What is reported of a battle, from the distribution over its states.
#pragma once

#include <vector>

#include "core/answer/battle_answer.h"
#include "exact/battle/outcomes.h"
#include "exact/battle/states.h"

namespace warodds::exact {

/// Tells the outcomes how likely each state is to be the last, if they do not ask after how many
/// rounds that was.
void record_end(const BattleStates& states, const std::vector<double>& end,
                BattleOutcomes& outcomes);

/// How a part of the battles stands.
struct Tally {
  double p = 0;               ///< of being one of them
  PerSide<double> destroyed;  ///< P(one of them, and the side is destroyed)
  PerSide<double> left;       ///< E[figures that stand, if it is one of them]

  /// `standing`: figures of each side.
  void add(double more, const PerSide<int>& standing) {
    p += more;
    for (const Side side : both_sides) {
      destroyed[side] += standing[side] == 0 ? more : 0;
      left[side] += more * standing[side];
    }
  }
  void add(const Tally& other) {
    p += other.p;
    for (const Side side : both_sides) {
      destroyed[side] += other.destroyed[side];
      left[side] += other.left[side];
    }
  }
};

/// How things stand after a round, from the tally of all battles.
RoundAnswer round_answer(int round, const Tally& all);

}  // namespace warodds::exact
