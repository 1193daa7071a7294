// A sum of columns, each times a number, that comes nearest to given values.
#pragma once

#include <optional>
#include <vector>

namespace warodds {

struct LeastSquares {
  std::vector<double> factors;  ///< of each column
  std::vector<double> errors;   ///< their standard errors
  std::vector<double> left;     ///< of each value, what the sum misses
  double residual = 0;          ///< standard deviation of that
  double explained = 0;         ///< share of the variance of the values that is not left
};

/// Nothing where there are no more values than columns, or a column is a sum of others.
std::optional<LeastSquares> least_squares(const std::vector<std::vector<double>>& columns,
                                          const std::vector<double>& values);

}  // namespace warodds
