// How long a chain of states goes on: the law of the number of its steps, to any number of them.
// All terms are sums and products of numbers that are not negative, so that small probabilities
// keep their digits.
#pragma once

#include <cstddef>
#include <cstdint>
#include <mutex>
#include <vector>

#include "core/numbers/distribution.h"

namespace warodds {

/// From a node of a chain to another.
struct ChainStep {
  std::uint32_t from = 0;
  std::uint32_t to = 0;
  double p = 0;
};

/// Takes distributions over the nodes of a chain so many steps on: by the powers of two of its
/// matrix, each the square of the one before.
class ChainPowers {
 public:
  /// `exits`: of each node, how likely a step leaves the chain.
  ChainPowers(std::vector<double> exits, const std::vector<ChainStep>& steps);

  std::size_t nodes() const { return powers_.front().rows.size(); }
  /// `p`: by node.
  void advance(std::vector<double>& p, std::int64_t steps);

  /// One step, two, four, …: what comes of a distribution.
  std::vector<double> times(const std::vector<double>& p, std::size_t power);

 private:
  struct Entry {
    std::uint32_t to;
    double p;
  };
  struct Matrix {
    std::vector<std::vector<Entry>> rows;
    std::vector<double> exits;
  };
  static Matrix square(const Matrix& matrix);

  std::vector<Matrix> powers_;
};

/// The number of steps until a chain is left.
class WaitingTime {
 public:
  /// `start`: by node, before the first step, which is the one after so many that have been `done`.
  /// All that is left leaves the chain with step `last`, if that is not 0.
  WaitingTime(std::vector<double> start, std::vector<double> exits,
              const std::vector<ChainStep>& steps, int done = 0, int last = 0);

  /// P(more than so many steps), of all that started.
  double exceeds(std::int64_t steps) const;
  /// The least number of steps that is exceeded with this probability, or less.
  std::int64_t exceeded_with(double p) const;

 private:
  std::vector<double> start_;
  int done_ = 0;
  int last_ = 0;
  // Found when they are asked for, which several threads may do.
  mutable std::mutex one_at_a_time_;
  mutable ChainPowers powers_;
};

/// Of each node of a chain the mean number of steps until it is left, and the mean of its square.
/// It can be left from every node.
struct MeanSteps {
  std::vector<double> mean;
  std::vector<double> square;
};
MeanSteps mean_steps(const std::vector<double>& exits, const std::vector<ChainStep>& steps);

}  // namespace warodds
