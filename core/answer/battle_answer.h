// What is known of a whole battle.
#pragma once

#include <cstdint>
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
enum class BattleEnd { attacker_wins, defender_wins, both_destroyed, undecided, retreated };
inline constexpr int kinds_of_end = 5;

/// Who has the larger share left of the hit points it had when the battle began, where the battle
/// is undecided. Damage that does not last counts for nothing.
enum class Ahead { attacker, defender, even, decided };
inline constexpr int kinds_of_ahead = 4;

/// `left` and `at_first`: hit points of each side.
inline Ahead who_is_ahead(const PerSide<int>& left, const PerSide<int>& at_first) {
  const auto a = static_cast<std::int64_t>(left.attacker) * at_first.defender;
  const auto b = static_cast<std::int64_t>(left.defender) * at_first.attacker;
  return a > b ? Ahead::attacker : a < b ? Ahead::defender : Ahead::even;
}

/// How things stand at the end of a round.
struct RoundAnswer {
  int round = 0;
  PerSide<Estimate> destroyed;  ///< P(destroyed by now)
  PerSide<Estimate> mean_left;  ///< E[figures that stand]
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
  std::vector<std::string> remarks;

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
