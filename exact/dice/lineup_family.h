// All lineups that differ only in their numbers of dice: one walk down the values serves them all.
#pragma once

#include <Eigen/Core>
#include <cstddef>
#include <optional>
#include <vector>

#include "core/rules/chance.h"
#include "core/rules/side.h"
#include "exact/dice/hit_triangles.h"
#include "exact/dice/independent_die.h"

namespace warodds::exact {

/// What such lineups have in common.
struct LineupKind {
  PerSide<IndependentDie> dice;
  int phantom = 0;
  Critical critical;
  bool defence_hits = true;
  bool operator==(const LineupKind&) const = default;
};

/// The kind of a lineup, if its dice do not look at each other and the critical hits, if any, are
/// known before the phantom matters; nothing for other lineups, which have to be walked one by one.
std::optional<LineupKind> lineup_kind(const Lineup& lineup);

/// The laws of all lineups of a kind up to a number of dice of each side. A law has the same bits
/// whatever those numbers are.
class LineupFamily {
 public:
  LineupFamily(const LineupKind& kind, const PerSide<int>& most_dice);

  const PerSide<int>& most_dice() const { return most_; }
  bool has(const PerSide<int>& dice) const {
    return dice.attacker <= most_.attacker && dice.defender <= most_.defender;
  }

  /// P(attack hits = row, defence hits = column); see lineup_law(). Safe to call from several
  /// threads.
  Eigen::ArrayXXd law(const PerSide<int>& dice) const;

  /// How much work it is to make a family, and then one law of as many dice as it has.
  static double work(const LineupKind& kind, const PerSide<int>& most_dice);

 private:
  HitTriangles high_hits() const;
  std::vector<std::vector<double>> critical_laws() const;
  PoolLevel low_level(std::size_t level, Side side, int dice, int ranks) const;

  LineupKind kind_;
  PerSide<int> most_;
  HitTriangles hits_;          ///< where the lowest value that beats the phantom is decided
  PerSide<DiceWeights> high_;  ///< (n, a): P(a of n dice beat the phantom)
  /// Of each value that the phantom holds off and that decides something, by falling value:
  /// (n, x): P(x of n dice that show no more show the value).
  std::vector<PerSide<DiceWeights>> low_;
};

}  // namespace warodds::exact
