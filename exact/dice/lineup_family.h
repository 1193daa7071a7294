// All lineups that differ only in their numbers of dice: one walk down the values serves them all.
#pragma once

#include <Eigen/Core>
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

  /// P(attack hits = row, defence hits = column); see lineup_law(). Safe to call from several
  /// threads.
  Eigen::ArrayXXd law(const PerSide<int>& dice) const;

 private:
  /// A value that a die can show, and in how many ways it shows this value, or more, or less.
  struct Ways {
    int above = 0;
    int at = 0;
    int below = 0;
  };
  struct Level {
    int value = 0;
    PerSide<Ways> ways;
  };
  /// For a level that the phantom beats.
  struct LowLevel {
    PerSide<DiceWeights> shown;  ///< (n, x): P(x of n dice that show no more show the value)
  };

  std::vector<Level> levels() const;
  std::optional<int> critical_value() const;
  HitTriangles::Shape shape() const;
  void walk(const std::vector<Level>& levels);
  void score_critical(HitTriangles& hits) const;
  PerSide<DiceWeights> first_low_weights(const PerSide<int>& dice, int ranks) const;
  PerSide<DiceWeights> low_weights(const LowLevel& level, const PerSide<int>& dice,
                                   int ranks) const;

  LineupKind kind_;
  PerSide<int> most_;
  HitTriangles hits_;          ///< where the lowest value that beats the phantom is decided
  PerSide<DiceWeights> high_;  ///< (n, a): P(a of n dice beat the phantom)
  std::vector<LowLevel> low_;  ///< that decide something, by falling value
};

}  // namespace warodds::exact
