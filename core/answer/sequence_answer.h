// What is known of a sequence of attackers on one target.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "core/answer/fight_answer.h"
#include "core/answer/origin.h"
#include "core/answer/outcome.h"
#include "core/answer/points_answer.h"
#include "core/numbers/distribution.h"

namespace warodds {

/// One step. What is not said to be given anything holds whether or not the step takes place.
struct StepAnswer {
  Distribution needed;   ///< 1: the target still stands, and has not moved away, before the step
  Estimate takes_place;  ///< P(it is needed, and the rules allow it on what is left)
  Distribution left;     ///< figures of the target that stand after it
  /// What both do to each other, given that the step takes place; nothing where it never does.
  std::optional<FightAnswer> fight;
  Distribution losses;  ///< figures that the attacker loses
  Estimate lost;        ///< P(it loses all of them)

  /// P(the target is destroyed in this step or before).
  Estimate destroyed() const { return left.estimate(0); }
};

/// How the steps do in one order.
struct RankedOrder {
  std::vector<std::size_t> order;  ///< places in the list of steps, as given
  Estimate destroyed;              ///< P(the target is destroyed)
  Estimate share_lost;             ///< E[share of the hit points that all attackers lose together]
  Estimate steps;                  ///< E[steps that are needed]
};

struct SequenceAnswer {
  Origin origin;
  std::vector<StepAnswer> steps;
  Distribution target_survivors;    ///< figures left at the end
  Estimate retreated;               ///< P(the target has moved away with somebody left)
  std::vector<RankedOrder> orders;  ///< the best first; only if they were asked for
  std::vector<std::string> remarks;
  std::vector<OutcomeLaw> told = {};  ///< those that the above is read off, but for the orders
  std::vector<OutcomeLaw> laws = {};  ///< those that were asked for besides, in their order
  /// Where they are asked for, and somebody has some; the target is the defender.
  std::optional<PointsAnswer> points = {};
  std::optional<Condition> condition = {};  ///< of all numbers

  Estimate destroyed() const { return target_survivors.estimate(0); }
};

/// Sorts the best first: most likely to destroy the target, then the smallest share lost, then the
/// fewest steps; what differs by less than rounding does, as found.
void rank(std::vector<RankedOrder>& orders);

}  // namespace warodds
