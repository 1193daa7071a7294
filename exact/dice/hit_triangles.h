// Hits scored so far, for every number of dice that the two pools of a lineup can show at one value
// or above, and the step one value down.
//
// With A and D dice at a value v or above, and A' >= A, D' >= D one value further down, the pairs
// decided there are
//
//   attack hits   max(0, A' - max(D', A))    ranks at which an attack die shows the value and the
//                                            defence die is lower, or missing
//   defence hits  max(0, D' - max(A', D))    the mirror image
//
// Let A' <= D'. Then the attack scores nothing, and the defence D' - max(A', D), whatever A was. So
// A may be summed out as soon as A' is known, and D follows; for A' > D' the other way round. That
// is O(n^5) a value for pools of n dice, where summing over all four numbers at once is O(n^6).
//
// The ranks between A and D are hits already. So with k = min(A, D), h = attack hits - max(0, A -
// D) and g = defence hits - max(0, D - A), only the triangle h + g <= k can occur, and h + g <= k +
// x if up to x critical hits have been scored. Counted like this, D' - max(A', D) hits move
// nothing: all that is summed over D has its place in the triangle of A' already.
//
// A triangle lies in memory row by row, from its apex, where only one cell can occur, to the
// longest row; the rows are the hits of the side that has more dice (the defence, if both have as
// many). So the triangle of k begins with that of k - 1, and a sum over A <= D for one D adds up
// arrays from their beginnings. Only what comes from A > D has to be turned round.
//
// A pool with rerolls has several states with the same number of dice (pool_walk.h), each with
// triangles of its own.
#pragma once

#include <Eigen/Core>
#include <cstddef>
#include <vector>

#include "core/rules/side.h"
#include "exact/dice/aligned_doubles.h"
#include "exact/dice/pool_walk.h"

namespace warodds::exact {

class HitTriangles {
 public:
  struct Shape {
    PerSide<std::vector<int>> dice;  ///< of each state of the pools, rising
    int most_critical = 0;           ///< critical hits, at most
    bool defence_hits = true;        ///< false: they are summed out, which leaves one row of h
  };

  /// After all these levels: of both sides, by the same values. There is room for so many critical
  /// hits.
  static HitTriangles after(const PerSide<PoolWalk>& levels, int most_critical, bool defence_hits);

  const std::vector<int>& dice(Side side) const { return shape_.dice[side]; }

  /// The states one value down.
  HitTriangles step(const PerSide<const PoolLevel*>& levels) const;

  /// law(attack hits, defence hits) += all states one value down, where the walk ends:
  /// weights[side](number of dice after it, state), as many numbers on both sides.
  void add_last_step(Eigen::ArrayXXd& law, const PerSide<DiceWeights>& weights) const;

  /// law(attack hits, defence hits) += weight · the hits of a pair of states.
  void add_to(Eigen::ArrayXXd& law, const PerSide<std::size_t>& state, double weight) const;

  /// How much work a step is to so many dice.
  static double work_of_step(const PerSide<int>& dice, int most_critical, bool defence_hits);

 private:
  /// Leaves all cells to be written.
  explicit HitTriangles(Shape shape);

  /// Weighs each number of critical hits that are scored in a state of the attack.
  void score_critical(const std::vector<std::vector<double>>& scored);

  /// The side whose hits are the rows.
  static Side ahead_in(const PerSide<int>& dice) {
    return dice.attacker > dice.defender ? Side::attacker : Side::defender;
  }
  PerSide<int> dice_in(const PerSide<std::size_t>& state) const {
    return {shape_.dice.attacker[state.attacker], shape_.dice.defender[state.defender]};
  }
  /// By how much critical hits can raise the hits of a side.
  int most_critical_of(Side side) const {
    return side == Side::attacker ? shape_.most_critical : 0;
  }
  int last_row(Side ahead, int k) const { return k + most_critical_of(ahead); }
  std::size_t row_at(Side ahead, int row) const {
    return row_at_[ahead][static_cast<std::size_t>(row)];
  }
  /// Of a triangle, in memory.
  std::size_t cells(Side ahead, int k) const;
  double* at(const PerSide<std::size_t>& state) { return cells_.data() + place_of(state); }
  const double* at(const PerSide<std::size_t>& state) const {
    return cells_.data() + place_of(state);
  }
  std::size_t place_of(const PerSide<std::size_t>& state) const {
    return place_[state.attacker * shape_.dice.defender.size() + state.defender];
  }

  template <Side ahead>
  class HalfStep;
  template <Side ahead>
  class HalfLastStep;
  /// Rows of hits of one side; columns, of which there is room for whole vectors, of the other.
  struct Table {
    std::size_t stride = 0;
    AlignedDoubles cells;
    double* row(int hits) { return cells.data() + static_cast<std::size_t>(hits) * stride; }
  };

  Shape shape_;
  bool no_pair_decided_ = false;  ///< all is zero but where h is the critical hits and g zero
  PerSide<std::vector<std::size_t>> row_at_;  ///< by the side that is ahead and the row, in cells
  std::vector<std::size_t> place_;            ///< by pair of states, in cells
  AlignedDoubles cells_;
};

}  // namespace warodds::exact
