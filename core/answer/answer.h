// What is known of a fight, a battle or a sequence: laws of its outcomes, each found by the fact
// that it is of, and what is no law.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/answer/origin.h"
#include "core/answer/outcome.h"
#include "core/numbers/distribution.h"
#include "core/numbers/limits.h"
#include "core/play/ending.h"
#include "core/play/side_states.h"
#include "core/rules/report.h"
#include "core/rules/side.h"

namespace warodds {

/// Rounds after which a simulated battle without a limit is broken off.
inline constexpr int most_simulated_rounds = limits_of_rounds.most;

/// What is lost in points of the units.
struct PointsLostAnswer {
  PerSide<double> cost;        ///< of each side as it stands before; 0: it has no points
  PerSide<Distribution> lost;  ///< points of each side's figures that fall
  std::optional<Distribution> swing = {};  ///< points that the defender loses, less the attacker's

  /// Points that the side destroys on average, for each that it costs; nothing where it, or the
  /// enemy, costs nothing.
  std::optional<Estimate> destroyed_per_point(Side side) const;
};

/// How things stand at the end of a round.
struct RoundAnswer {
  int round = 0;
  PerSide<Estimate> destroyed;  ///< P(destroyed by now)
  PerSide<Estimate> mean_left;  ///< E[figures that stand]
};

/// How a unit stands at the end of a round.
struct UnitRoundAnswer {
  Estimate destroyed;        ///< P(destroyed by now)
  Estimate mean_left;        ///< E[figures that stand]
  Estimate mean_hit_points;  ///< E[hit points left]; damage that does not last is not lost
};

/// One unit of a side of several, besides the laws of its facts.
struct UnitAnswer {
  std::string name;                            ///< as its side tells it apart
  std::vector<UnitRoundAnswer> by_round = {};  ///< the same rounds as those of the battle
  /// The odds that its side wins, less those without it; nothing where that was not worked out.
  std::optional<Estimate> part = {};
  /// What it adds on average, whatever others of its side are there: its Shapley value.
  std::optional<double> shapley = {};
};

/// What may be chosen first in a battle of sides of several units.
struct FirstChoice {
  std::string unit;    ///< that is activated
  std::string target;  ///< at whom it goes
  double value = 0;    ///< the same if best play goes on from there
};
/// With so much left of the units of both sides a side leaves the field after a round.
struct Leaving {
  Side side = Side::attacker;
  PerSide<std::vector<UnitLeft>> left;
  double p = 0;  ///< of all battles
};
/// How best play of sides of several units begins.
struct BestBeginning {
  double value = 0;  ///< to the attacker's side: its odds, a draw of any kind counting one half, or
                     ///< what is played for instead
  Side side = Side::attacker;             ///< who chooses first
  std::vector<FirstChoice> choices = {};  ///< all, in the order listed; none where nobody can
  std::size_t best = 0;                   ///< the one that best play takes
};

/// How the steps of a sequence do in one order.
struct RankedOrder {
  std::vector<std::size_t> order;  ///< places in the list of steps, as given
  Estimate destroyed;              ///< P(the target is destroyed)
  Estimate share_lost;             ///< E[share of the hit points that all attackers lose together]
  Estimate steps;                  ///< E[steps that are needed]
};
/// Sorts the best first: most likely to destroy the target, then the smallest share lost, then the
/// fewest steps; what differs by less than rounding does, as found.
void rank(std::vector<RankedOrder>& orders);

struct Answer {
  Origin origin = {};
  std::vector<OutcomeLaw> told = {};        ///< those that every answer tells (told.h)
  std::vector<OutcomeLaw> laws = {};        ///< those that were asked for besides, in their order
  std::optional<Condition> condition = {};  ///< of all numbers
  std::vector<std::string> remarks = {};
  PerSide<double> cost = {};  ///< in points, as it begins

  // Of fights, and of the steps of a sequence.

  std::span<const ReportSpec> reports = {};  ///< of the system
  RateSpec rate = {};                        ///< of the system; without a name: none
  std::vector<int> paid = {};                ///< by the attacker, for the rate, step by step
  /// Rows: damage dealt by the attacker; columns: by the defender. Absent where it could have more
  /// than `max_joint_cells` cells.
  std::optional<JointDistribution> joint_damage = {};

  // Of battles. An exact engine knows more of the rounds than a law of outcomes says.

  bool can_end_by_retreat = false;  ///< whether the rules know of that
  Distribution rounds = {};         ///< rounds fought
  Estimate mean_rounds = {};        ///< also of what `rounds` leaves out
  double rounds_cut_off = 0;        ///< probability of more rounds than `rounds` has
  std::vector<RoundAnswer> by_round = {};
  PerSide<std::vector<UnitAnswer>> units = {};  ///< as listed; none in a battle of two units
  std::optional<BestBeginning> best = {};       ///< where a side of several units plays best
  std::vector<Leaving> leavings = {};           ///< where sides may, the likeliest first

  // Of sequences.

  std::vector<RankedOrder> orders = {};  ///< the best first; only if they were asked for

  static constexpr double max_joint_cells = 1e6;

  /// The law of a fact among those that every answer tells; null: it is not.
  const OutcomeLaw* find(const OutcomeFact& fact) const;
  /// The same where it must be.
  const OutcomeLaw& law(const OutcomeFact& fact) const;
  Distribution of(const OutcomeFact& fact) const { return *law(fact).of(); }
  Estimate probability(const OutcomeFact& fact) const { return law(fact).probability(); }

  /// Nothing where they are not asked for, or nobody has any.
  std::optional<PointsLostAnswer> points() const;
  /// Damage for each point that a side pays in a step; nothing where it pays none.
  std::optional<Estimate> rate_of(Side side, Estimate mean_damage, std::size_t step = 0) const;

  Estimate end(BattleEnd end) const;
  /// Undecided, and so it stands.
  Estimate is_ahead(Ahead who) const;
  /// Neither side wins.
  Estimate draw() const;
  /// The enemy is destroyed and the own side stands.
  Estimate win(Side side) const;
};

}  // namespace warodds
