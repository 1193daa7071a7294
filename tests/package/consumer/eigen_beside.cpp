// The same templates of Eigen that the library compiles without vectors and with an alignment of
// its own, here as a program gets them that says nothing: both are linked, and each must keep its
// own. It is safe because the library calls its namespace of Eigen warodds_eigen, so that the
// linker sees no function of one name twice.
#include "eigen_beside.h"

#include <Eigen/Cholesky>
#include <Eigen/Core>
#include <Eigen/LU>
#include <cmath>
#include <stdexcept>
#include <string>

#if defined(EIGEN_DONT_VECTORIZE)
#error "warodds changes how the program's own Eigen is compiled"
#endif

void use_own_eigen(int size) {
  const auto require = [&](double difference, const char* what) {
    if (std::abs(difference) < 1e-9) return;
    throw std::runtime_error(std::string("own Eigen: ") + what + " is off by " +
                             std::to_string(difference));
  };
  if (std::string(Eigen::SimdInstructionSetsInUse()) == "None") {
    throw std::runtime_error("own Eigen has no vectors");
  }
  Eigen::MatrixXd a(size, size);
  for (int i = 0; i < size; ++i) {
    for (int j = 0; j < size; ++j) a(i, j) = i == j ? size + 1.0 : 1.0 / (1 + i + j);
  }
  a = (a + a.transpose()).eval() / 2;
  const Eigen::VectorXd x = Eigen::VectorXd::LinSpaced(size, 1, 2);
  const Eigen::VectorXd b = a * x;
  require((Eigen::FullPivLU<Eigen::MatrixXd>(a).solve(b) - x).cwiseAbs().maxCoeff(), "LU");
  require((Eigen::LLT<Eigen::MatrixXd>(a).solve(b) - x).cwiseAbs().maxCoeff(), "Cholesky");

  Eigen::ArrayXXd table = a.array();
  table.conservativeResize(size + 3, size + 1);
  table.bottomRows(3).setZero();
  table.rightCols(1).setZero();
  double sum = 0;
  for (int j = 0; j < size; ++j) {
    for (int i = 0; i < size; ++i) sum += a(i, j);
  }
  require(table.sum() - sum, "a sum");
  require(Eigen::ArrayXd(table.rowwise().sum()).sum() - sum, "a sum of sums");
}
