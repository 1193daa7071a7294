// What is known of one fight.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/answer/origin.h"
#include "core/answer/outcome.h"
#include "core/answer/points_answer.h"
#include "core/numbers/distribution.h"
#include "core/rules/casualties.h"
#include "core/rules/fight.h"
#include "core/rules/report.h"
#include "core/rules/side.h"
#include "core/systems/traits/order_cost.h"

namespace warodds {

/// What one side does to the other.
struct Deals {
  std::vector<Distribution> reported;  ///< as FightAnswer::reports lists them
  Distribution damage;
  Distribution kills;  ///< figures removed
  /// The same by the target's groups of figures; empty where it has none.
  std::vector<std::pair<std::string, Distribution>> kills_by_group;
  Estimate destroyed;  ///< P(the whole target unit is removed)

  /// Whether the side can do anything at all.
  bool any() const;
};

struct FightAnswer {
  Origin origin;
  PerSide<Deals> deals;
  /// Rows: damage dealt by the attacker; columns: by the defender. Absent where it could have more
  /// than `max_joint_cells` cells.
  std::optional<JointDistribution> joint_damage;
  std::span<const ReportSpec> reports;  ///< of the system
  RateSpec rate;                        ///< of the system; without a name: none
  std::optional<int> cost;              ///< what the attacker pays, for the rate
  std::vector<std::string> remarks;
  std::vector<OutcomeLaw> told = {};        ///< those that the above is read off
  std::vector<OutcomeLaw> laws = {};        ///< those that were asked for besides, in their order
  std::optional<PointsAnswer> points = {};  ///< where they are asked for, and somebody has some
  std::optional<Condition> condition = {};  ///< of all numbers

  static constexpr double max_joint_cells = 1e6;

  /// Damage for each point that the side pays; nothing where it pays none.
  std::optional<Estimate> rate_of(Side side) const {
    return rate_of(side, deals[side].damage.estimate_mean());
  }
  std::optional<Estimate> rate_of(Side side, Estimate mean_damage) const;
};

/// Figures that fall to 0, 1, 2, … damage: all, and by the groups of the target.
struct Losses {
  std::vector<int> all;
  std::vector<std::pair<std::string, std::vector<int>>> by_group;
};
/// For damage up to `most`. `kinds`: FightFacts::kinds of the target.
Losses losses_of(const Casualties& target, const std::vector<std::string>& kinds, int most);

/// Groups of figures by name: those of one name are one to the reader.
std::vector<std::string> names_once(const std::vector<std::string>& kinds);

/// An answer in which nothing has been counted yet: what is known of the fight without dice.
template <class Fight>
FightAnswer begin_answer(const Fight& fight) {
  using System = typename Fight::System;
  FightAnswer answer;
  answer.reports = System::reports;
  answer.rate = rate_of<System>();
  answer.cost = fight.cost;
  answer.remarks = fight.remarks;
  return answer;
}

}  // namespace warodds
