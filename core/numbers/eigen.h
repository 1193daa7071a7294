// Between the numbers of answers and the arrays of Eigen that they are worked out in. Internal: no
// public header includes Eigen.
#pragma once

#include <Eigen/Core>
#include <span>
#include <utility>
#include <vector>

#include "core/numbers/array2d.h"
#include "core/numbers/distribution.h"

namespace warodds {

/// The same numbers, not a copy of them.
inline Eigen::Map<const Eigen::ArrayXd> as_array(std::span<const double> numbers) {
  return {numbers.data(), static_cast<Eigen::Index>(numbers.size())};
}
inline Eigen::Map<const Eigen::ArrayXXd> as_array(const Array2d<double>& numbers) {
  return {numbers.values().data(), numbers.rows(), numbers.cols()};
}

inline std::vector<double> to_vector(const Eigen::Ref<const Eigen::ArrayXd>& numbers) {
  return {numbers.data(), numbers.data() + numbers.size()};
}
template <class Numbers>
Array2d<double> to_array2d(const Numbers& numbers) {
  Array2d<double> result(numbers.rows(), numbers.cols());
  for (Eigen::Index col = 0; col < numbers.cols(); ++col) {
    for (Eigen::Index row = 0; row < numbers.rows(); ++row) result(row, col) = numbers(row, col);
  }
  return result;
}

inline JointDistribution to_joint_distribution(const Eigen::ArrayXXd& pmf) {
  return JointDistribution(to_array2d(pmf));
}

}  // namespace warodds
