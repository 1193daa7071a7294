// Lineups whose law is known already: many states of a battle roll the same dice.
#pragma once

#include <Eigen/Core>
#include <array>
#include <map>
#include <mutex>

#include "core/rules/chance.h"

namespace warodds::exact {

/// Safe to share between threads.
class LineupCache {
 public:
  /// The law of the lineup, computed once.
  const Eigen::ArrayXXd& law(const Lineup& lineup);

 private:
  using Key = std::array<int, 18>;
  static Key key(const Lineup& lineup);

  std::mutex mutex_;
  std::map<Key, Eigen::ArrayXXd> laws_;
};

}  // namespace warodds::exact
