// What is known of a whole battle.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/answer/origin.h"
#include "core/answer/outcome.h"
#include "core/answer/points_answer.h"
#include "core/numbers/distribution.h"
#include "core/numbers/limits.h"
#include "core/play/ending.h"
#include "core/rules/side.h"

namespace warodds {

/// Rounds after which a simulated battle without a limit is broken off.
inline constexpr int most_simulated_rounds = limits_of_rounds.most;

/// How things stand at the end of a round.
struct RoundAnswer {
  int round = 0;
  PerSide<Estimate> destroyed;  ///< P(destroyed by now)
  PerSide<Estimate> mean_left;  ///< E[figures that stand]
};

/// How a unit stands at the end of a round.
struct UnitRoundAnswer {
  Estimate destroyed;        ///< P(destroyed by now)
  Estimate mean_left;        ///< E[figures that stand]
  Estimate mean_hit_points;  ///< E[hit points left]; damage that does not last is not lost
};

/// What becomes of one unit of a side of several.
struct UnitAnswer {
  std::string name;  ///< as its side tells it apart
  Estimate destroyed;
  Distribution survivors;  ///< figures left at the end
  Estimate mean_hit_points;
  std::vector<UnitRoundAnswer> by_round;  ///< the same rounds as those of the battle
  /// Figures left if its side wins; nothing where that never is, or was not asked.
  std::optional<Distribution> left_if_wins = {};
  /// The odds that its side wins, less those without it; nothing where that was not worked out.
  std::optional<Estimate> part = {};
  /// What it adds on average, whatever others of its side are there: its Shapley value.
  std::optional<double> shapley = {};
};

struct BattleAnswer {
  Origin origin;
  Distribution ends;                ///< over BattleEnd
  Distribution ahead;               ///< over Ahead
  bool can_end_by_retreat = false;  ///< whether the rules know of that
  Distribution rounds;              ///< rounds fought
  Estimate mean_rounds;             ///< also of what `rounds` leaves out
  double rounds_cut_off = 0;        ///< probability of more rounds than `rounds` has
  PerSide<Distribution> survivors;  ///< figures left at the end
  std::vector<RoundAnswer> by_round;
  PerSide<std::vector<UnitAnswer>> units;  ///< in the order listed; none in a battle of two units
  std::vector<std::string> remarks;
  std::vector<OutcomeLaw> told = {};        ///< those that the above is read off
  std::vector<OutcomeLaw> laws = {};        ///< those that were asked for besides, in their order
  std::optional<PointsAnswer> points = {};  ///< where they are asked for, and somebody has some
  std::optional<Condition> condition = {};  ///< of all numbers

  Estimate end(BattleEnd end) const { return ends.estimate(static_cast<int>(end)); }
  /// Undecided, and so it stands.
  Estimate is_ahead(Ahead who) const { return ahead.estimate(static_cast<int>(who)); }
  /// Neither side wins.
  Estimate draw() const {
    return ends.estimate_sum(static_cast<int>(BattleEnd::both_destroyed),
                             static_cast<int>(BattleEnd::retreated));
  }
  /// The enemy is destroyed and the own side stands.
  Estimate win(Side side) const {
    return end(side == Side::attacker ? BattleEnd::attacker_wins : BattleEnd::defender_wins);
  }
};

}  // namespace warodds
