// Lineups whose law is known already: many states of a battle roll the same dice, or some dice
// less.
#pragma once

#include <Eigen/Core>
#include <map>
#include <memory>
#include <mutex>
#include <vector>

#include "core/rules/chance.h"
#include "exact/dice/lineup_family.h"

namespace warodds::exact {

/// Safe to share between threads. A law is lineup_law()'s to the last bit, whatever else was asked
/// for before.
class LineupCache {
 public:
  LineupCache();
  ~LineupCache();
  LineupCache(const LineupCache&) = delete;
  LineupCache& operator=(const LineupCache&) = delete;

  /// The law of the lineup, computed once. The reference lives as long as the cache.
  const Eigen::ArrayXXd& law(const Lineup& lineup);

 private:
  struct Relatives;
  Relatives& relatives(const LineupKind& kind);

  std::mutex mutex_;
  std::map<std::vector<int>, Eigen::ArrayXXd> laws_;
  std::vector<std::unique_ptr<Relatives>> relatives_;  ///< few: searched from the front
};

}  // namespace warodds::exact
