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
#pragma once

#include <Eigen/Core>
#include <cstddef>
#include <vector>

#include "core/rules/side.h"
#include "exact/dice/aligned_doubles.h"

namespace warodds::exact {

/// Weights of going from a number of dice to a larger or equal one; row-major, rows are the numbers
/// gone to.
using DiceWeights = Eigen::Array<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

class HitTriangles {
 public:
  struct Shape {
    PerSide<int> dice;         ///< at most
    int most_critical = 0;     ///< critical hits, at most
    bool defence_hits = true;  ///< false: they are summed out, which leaves one row of h
  };

  /// All zero.
  explicit HitTriangles(const Shape& shape);

  const Shape& shape() const { return shape_; }

  /// The state in which every die shows the highest value, or there is none: no pair is decided,
  /// and scored[i] is the probability of i critical hits. Only to be called before all steps.
  void start(const PerSide<int>& dice, const std::vector<double>& scored);

  /// Weighs each number of critical hits that are scored in a state: scored[i] is the probability
  /// of i. To be called once, and not where start() was told of them.
  void score_critical(const PerSide<int>& dice, const std::vector<double>& scored);

  /// The states one value down: weights[side](after, before). There may be fewer dice in `weights`
  /// than here, and all other states of this are left out.
  HitTriangles step(const PerSide<DiceWeights>& weights) const;

  /// The same here, with as many dice. `storage`, of the same shape, is all zero before the first
  /// step, and after it may hold anything.
  void step(const PerSide<DiceWeights>& weights, HitTriangles& storage);

  /// law(attack hits, defence hits) += all states one value down, where the walk ends. Both weights
  /// have the same size.
  void add_last_step(Eigen::ArrayXXd& law, const PerSide<DiceWeights>& weights) const;

  /// How much work a step to states of this shape is.
  static double work_of_step(const Shape& shape);

  /// law(attack hits, defence hits) += weight · the hits of a state.
  void add_to(Eigen::ArrayXXd& law, const PerSide<int>& dice, double weight) const;

 private:
  void step_to(HitTriangles& after, const PerSide<DiceWeights>& weights) const;

  struct Unwritten {};
  /// Leaves all cells to be written.
  HitTriangles(const Shape& shape, Unwritten);

  /// The side whose hits are the rows.
  static Side ahead_in(const PerSide<int>& dice) {
    return dice.attacker > dice.defender ? Side::attacker : Side::defender;
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
  double* at(const PerSide<int>& dice) { return cells_.data() + place_of(dice); }
  const double* at(const PerSide<int>& dice) const { return cells_.data() + place_of(dice); }
  std::size_t place_of(const PerSide<int>& dice) const;

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

  double& cell(const PerSide<int>& dice, int h, int g);

  Shape shape_;
  bool no_pair_decided_ = true;  ///< all is zero but where h is the critical hits and g zero
  PerSide<std::vector<std::size_t>> row_at_;  ///< by the side that is ahead and the row, in cells
  std::vector<std::size_t> place_;            ///< by state, in cells
  AlignedDoubles cells_;
};

}  // namespace warodds::exact
