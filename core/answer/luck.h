// How lucky it was: what has happened in a fight or battle, held against the law of its facts.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/answer/event.h"
#include "core/answer/outcome.h"
#include "core/numbers/distribution.h"
#include "core/numbers/estimate.h"
#include "core/rules/side.h"

namespace warodds {

/// A fact of an outcome, and what it was. Who has won a battle is 1 for the attacker, 0 for the
/// defender, one half for nobody.
struct ObservedFact {
  OutcomeFact fact;
  double happened = 0;
  /// The side for which more of it is better; nothing where it is neither.
  std::optional<Side> gains = {};
  /// How far from what was written it may be: points are written to so many places. The nearest
  /// that can have happened is meant.
  double within = 0;
};

/// "FACT=NUMBER, FACT=NUMBER": whole numbers (of points any), yes or no, and of battles
/// "win=attacker", "defender" or "nobody". Throws EventError; `what` is the list, for messages.
std::vector<ObservedFact> parse_observed(std::string_view text, OutcomeOf of,
                                         std::string_view what = "observed");

/// What an engine is to be asked for so that luck_of() has what it needs.
OutcomeColumns columns_of(const std::vector<ObservedFact>& observed);

/// One number of what has happened, among all that could have.
struct Luck {
  std::string fact;
  double happened = 0;
  Estimate expected;
  double sd = 0;
  Estimate at_most;     ///< P(so little or less)
  Estimate at_least;    ///< P(so much or more)
  Estimate percentile;  ///< P(less), a half of P(equal) with it

  double difference() const { return happened - expected.value; }
};

/// What a side has lost in points, where the facts observed settle it.
struct LuckInPoints {
  Side loser;
  Luck luck;
};

struct LuckOfOutcome {
  std::vector<ObservedFact> observed;
  std::vector<Luck> facts;  ///< of each
  /// All facts as one number, the attacker's luck: what it gains less what the defender does.
  /// Nothing where no fact is a gain.
  std::optional<Luck> sum;
  std::optional<Distribution> law_of_sum;
  /// Facts that are not the same of both sides are added up in standard deviations of each.
  bool in_deviations = false;
  std::vector<LuckInPoints> points = {};  ///< by luck_in_points(), where that is asked for

  /// "attacker.kills less defender.kills".
  std::string words_of_sum() const;
};

/// `law`: of these columns. Throws InputError where it cannot have happened.
LuckOfOutcome luck_of(const std::vector<ObservedFact>& observed, const OutcomeLaw& law);

/// `law`: of the same columns, and behind them of these points lost.
std::vector<LuckInPoints> luck_in_points(const std::vector<ObservedFact>& observed,
                                         const std::vector<OutcomeFact>& lost,
                                         const OutcomeLaw& law);

}  // namespace warodds
