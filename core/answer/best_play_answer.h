// Best play of a game, and what strategies are worth when they are played.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/answer/origin.h"
#include "core/numbers/array2d.h"
#include "core/play/policy.h"
#include "core/rules/choice.h"
#include "core/rules/side.h"

namespace warodds {

/// A plan that names one choice for good, such as "half": what it brings its side, in the
/// attacker's payoff.
struct PlainPlan {
  Side side = Side::attacker;
  std::string name;
  int choice = 0;             ///< of the key of the situation
  double against_best = 0;    ///< when the other side plays its best strategy
  double against_answer = 0;  ///< when the other side knows the plan and answers it
};

/// The value of a game and strategies that secure it.
struct Solution {
  Origin origin;
  Standpoint start;
  PerSide<std::vector<int>> choices;  ///< at the start
  Array2d<double> matrix;  ///< payoffs at the start: rows the attacker's choices, columns the
                           ///< defender's; best play afterwards
  PerSide<std::vector<double>> first;  ///< best play of `matrix`: the probability of each choice
  /// The attacker's strategy, over all standpoints, is sure of `low`; the defender's keeps it to
  /// `high`.
  double low = 0;
  double high = 0;
  std::shared_ptr<const Policy> policy;  ///< of choices that are made before the dice
  std::shared_ptr<const AssignmentPolicy> assignments = {};  ///< of who falls, where that is chosen
  std::vector<PlainPlan> plain;

  double value() const { return (low + high) / 2; }
  double gap() const { return high - low; }
};

/// What a side does: one choice for good, or what a policy says.
struct Strategy {
  std::shared_ptr<const Policy> policy = {};
  std::shared_ptr<const AssignmentPolicy> assignments = {};
  /// For good, in the role that the side has at the start; where it cannot be afforded, the first
  /// choice there is. In the other role, should it choose there as well, the policy decides.
  std::optional<int> choice = {};
};

/// The attacker's payoff, averaged over many games.
struct PayoffEstimate {
  double mean = 0;
  double half_width = 0;
  std::uint64_t trials = 0;
  bool partial = false;
};

}  // namespace warodds
