// What is known of a whole battle.
#pragma once

#include <string>
#include <vector>

#include "core/answer/origin.h"
#include "core/numbers/distribution.h"
#include "core/numbers/limits.h"
#include "core/rules/side.h"

namespace warodds {

/// Rounds after which a simulated battle without a limit is broken off.
inline constexpr int most_simulated_rounds = limits_of_rounds.most;

/// How a battle can end.
enum class BattleEnd { attacker_wins, defender_wins, both_destroyed, undecided };

/// How things stand at the end of a round.
struct RoundAnswer {
  int round = 0;
  PerSide<Estimate> destroyed;  ///< P(destroyed by now)
  PerSide<Estimate> mean_left;  ///< E[figures that stand]
};

struct BattleAnswer {
  Origin origin;
  Distribution ends;                ///< over BattleEnd
  Distribution rounds;              ///< rounds fought
  Estimate mean_rounds;             ///< also of what `rounds` leaves out
  double rounds_cut_off = 0;        ///< probability of more rounds than `rounds` has
  PerSide<Distribution> survivors;  ///< figures left at the end
  std::vector<RoundAnswer> by_round;
  std::vector<std::string> remarks;

  Estimate end(BattleEnd end) const { return ends.estimate(static_cast<int>(end)); }
  /// The enemy is destroyed and the own side stands.
  Estimate win(Side side) const {
    return end(side == Side::attacker ? BattleEnd::attacker_wins : BattleEnd::defender_wins);
  }
};

}  // namespace warodds
