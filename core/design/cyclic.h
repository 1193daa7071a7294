// How much of who beats whom is strength, and how much is rock, paper, scissors. Internal: the
// header has Eigen in it.
#pragma once

#include <Eigen/Core>
#include <vector>

namespace warodds {

/// Odds less one half as a sum of two matrices that are orthogonal to each other: differences of
/// strengths, which add up along every way, and what goes round in circles (X. Jiang, L.-H. Lim,
/// Y. Yao and Y. Ye, Mathematical Programming 127, 2011).
struct Parts {
  Eigen::VectorXd strengths;  ///< their mean is 0
  Eigen::MatrixXd cyclic;     ///< odds less one half, less the difference of strengths
  double share = 0;           ///< of the cyclic part in the sum of squares; 0 where all is even
};
Parts parts_of(const Eigen::MatrixXd& odds);

/// Units that do well and badly against the same, apart from their strength.
using Kinds = std::vector<std::vector<int>>;
/// As few kinds as say four fifths of the cyclic part, in the order of their first units.
Kinds kinds_of(const Eigen::MatrixXd& cyclic);

}  // namespace warodds
