// The same question put to both engines.
#pragma once

#include <Eigen/Core>
#include <atomic>
#include <cstdint>
#include <string>
#include <vector>

#include "cli/arguments.h"
#include "cli/numbers.h"
#include "cli/question.h"

namespace warodds::cli {

/// One comparison of a simulated quantity with its exact distribution.
struct Comparison {
  std::string side;
  std::string quantity;
  double statistic = 0;
  int degrees = 0;
  double p_value = 1;
  int impossible = -1;
  bool agrees = true;
};

struct Check {
  EngineReport simulation;
  double level = 0.001;   ///< chance of a false alarm over all comparisons
  double each_level = 0;  ///< the level of each
  std::vector<Comparison> comparisons;
  bool agrees = true;

  void compare(const std::string& side, const std::string& quantity, const Eigen::ArrayXd& pmf,
               const std::vector<std::uint64_t>& counts);
  /// When all comparisons have been made.
  void judge();
};

/// Both engines on the same fight. Throws NoAnswer when the exact engine would not fit the time
/// limit.
Check check_fight(const Question& question, const Arguments& arguments,
                  const std::atomic<bool>* stop);

/// Both engines on the same battle.
Check check_battle(BattleQuestion& question, const Arguments& arguments,
                   const std::atomic<bool>* stop);

}  // namespace warodds::cli
