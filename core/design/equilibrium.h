// The game of choosing: both sides choose in secret which unit to field, and each wants to win.
// What good players choose are its equilibria. Internal: the header has Eigen in it.
#pragma once

#include <Eigen/Core>
#include <functional>
#include <vector>

#include "core/design/contest.h"

namespace warodds {

/// Of all equilibria the one of largest entropy: it is the only one of its kind, and treats equal
/// units alike.
struct Equilibrium {
  Eigen::VectorXd shares;        ///< how often each unit is chosen
  Eigen::VectorXd odds;          ///< of each unit against who chooses so
  std::vector<bool> is_in_some;  ///< whether any equilibrium at all has the unit
  double exploitability = 0;     ///< by how much the best choice beats it; 0 but for rounding
};

/// `odds(i, j)`: how likely i beats j, odds(i, j) + odds(j, i) = 1. Differences below 1e-12 are
/// taken for rounding. `stopped`: whether to give up; then the shares are those of the moment.
/// `copies`: so many units alike are one row, and its share is that of all of them; empty: one
/// each.
Equilibrium solve_choosing(const Eigen::MatrixXd& odds, const std::function<bool()>& stopped = {},
                           const std::vector<double>& copies = {});

/// What players choose who err: a choice whose odds are `noise` lower is made e times less often
/// (logit equilibrium: R. D. McKelvey, T. R. Palfrey, Games and Economic Behavior 10, 1995). There
/// is one, by Newton's method: what it solves is linear but for a part that only turns. Every
/// choice is made at times. `noise` > 0.
Equilibrium solve_erring(const Eigen::MatrixXd& odds, double noise,
                         const std::function<bool()>& stopped = {});

/// Of those who have these numbers in a contest, in which all pairs of them have been settled.
Equilibrium solve_choosing(const Contest& contest, const std::vector<std::size_t>& numbers,
                           const std::function<bool()>& stopped,
                           const std::vector<double>& copies = {});

}  // namespace warodds
