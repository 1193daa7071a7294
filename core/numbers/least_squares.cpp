#include "core/numbers/least_squares.h"

#include <Eigen/Cholesky>
#include <Eigen/QR>
#include <algorithm>
#include <cmath>

#include "core/numbers/eigen.h"

namespace warodds {

std::optional<LeastSquares> least_squares(const std::vector<std::vector<double>>& columns,
                                          const std::vector<double>& values) {
  const auto count = static_cast<Eigen::Index>(columns.size());
  const auto rows = static_cast<Eigen::Index>(values.size());
  if (rows <= count) return std::nullopt;
  Eigen::MatrixXd matrix(rows, count);
  for (Eigen::Index k = 0; k < count; ++k) {
    matrix.col(k) = as_array(columns[static_cast<std::size_t>(k)]).matrix();
  }
  const Eigen::VectorXd wanted = as_array(values).matrix();
  const Eigen::ColPivHouseholderQR<Eigen::MatrixXd> parts(matrix);
  if (parts.rank() < count) return std::nullopt;
  const Eigen::VectorXd factors = parts.solve(wanted);
  const Eigen::VectorXd left = wanted - matrix * factors;
  const double variance = left.squaredNorm() / static_cast<double>(rows - count);
  const Eigen::MatrixXd inverse =
      (matrix.transpose() * matrix).ldlt().solve(Eigen::MatrixXd::Identity(count, count));
  LeastSquares result;
  result.factors = to_vector(factors.array());
  result.errors = to_vector((inverse.diagonal().array() * variance).max(0.0).sqrt());
  result.left = to_vector(left.array());
  result.residual = std::sqrt(variance);
  const double spread = (wanted.array() - wanted.mean()).square().sum();
  result.explained = spread > 0 ? 1 - left.squaredNorm() / spread : 0;
  return result;
}

}  // namespace warodds
