// Best play: the value of a game and the strategies that secure it, by backward induction over
// every standpoint, each a matrix game.
#pragma once

#include <Eigen/Core>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "core/play/game.h"
#include "exact/best_play/matrix_game.h"

namespace warodds::exact {

struct SolveOptions {
  /// Called now and then with the share of the work done.
  std::function<void(double)> progress = {};
};

/// A plan that names one choice for good, such as "half": what it brings its side, in the
/// attacker's payoff.
struct PlainPlan {
  Side side = Side::attacker;
  std::string name;
  double against_best = 0;    ///< when the other side plays its best strategy
  double against_answer = 0;  ///< when the other side knows the plan and answers it
};

struct Solution {
  Standpoint start;
  PerSide<std::vector<int>> choices;  ///< at the start
  Eigen::MatrixXd matrix;  ///< payoffs at the start: rows the attacker's choices, columns the
                           ///< defender's; best play afterwards
  MatrixGame first;        ///< best play of `matrix`
  /// The attacker's strategy, over all standpoints, is sure of `low`; the defender's keeps it to
  /// `high`.
  double low = 0;
  double high = 0;
  std::shared_ptr<const Policy> policy;
  std::vector<PlainPlan> plain;

  double value() const { return (low + high) / 2; }
  double gap() const { return high - low; }
};

/// Solves the game. Throws NoAnswer when it would not fit into memory.
Solution solve(const AnyGame& game, const SolveOptions& options);

/// Seconds that solve() will take, roughly; infinite if it would not fit into memory.
double predicted_seconds(const AnyGame& game);

}  // namespace warodds::exact
