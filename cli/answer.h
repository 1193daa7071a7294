// What is answered: the numbers of a fight, whichever engine they come from.
#pragma once

#include <Eigen/Core>
#include <atomic>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "cli/arguments.h"
#include "cli/question.h"
#include "core/side.h"

namespace warodds::cli {

/// One number and, if simulated, the half-width of its interval.
struct Number {
  double value = 0;
  std::optional<double> half_width = {};
};

/// The distribution of one quantity.
struct Series {
  std::string name;
  std::vector<Number> pmf;
  std::vector<Number> at_least;
  Number mean;
  double sd = 0;
};

/// What one side does to the other.
struct SideAnswer {
  Series hits;
  std::vector<Series> extra;  ///< e.g. wounds before saves
  Series damage;
  Series kills;
  Number destroyed;
  std::optional<Number> knockback;
  std::optional<Number> damage_per_order_point;
  bool deals_any = false;  ///< false: this side can do nothing

  /// hits, the extra ones, damage, kills.
  std::vector<const Series*> series() const;
};

struct EngineReport {
  bool exact = true;
  std::string reason;  ///< why this engine was taken
  std::uint64_t trials = 0;
  std::uint64_t seed = 0;
  double confidence = 0;
  bool partial = false;
  std::string why_partial;
};

struct Answer {
  EngineReport engine;
  PerSide<SideAnswer> deals;
  std::optional<Eigen::ArrayXXd> joint_damage;  ///< rows: attacker's damage
  std::vector<std::string> remarks;
};

/// Computes the fight with the engine asked for. `stop` ends a simulation early.
/// Throws NoAnswer when --engine exact was asked for and would take longer than the time limit.
Answer answer_fight(const Question& question, const Arguments& arguments,
                    const std::atomic<bool>* stop);

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
  double level = 0;       ///< chance of a false alarm over all comparisons
  double each_level = 0;  ///< the level of each
  std::vector<Comparison> comparisons;
  bool agrees = true;
};

/// Both engines on the same fight. Throws NoAnswer when the exact engine would not fit the time
/// limit.
Check check_fight(const Question& question, const Arguments& arguments,
                  const std::atomic<bool>* stop);

}  // namespace warodds::cli
