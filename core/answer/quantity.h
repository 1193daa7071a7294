// Quantities by name: attacker.damage.mean, defender.kills>=3, win, rounds.p90. A quantity is an
// event, which is its probability, or mean, deviation or percentile of a fact (outcome_fact.h).
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/answer/answer.h"
#include "core/answer/event.h"
#include "core/answer/outcome.h"

namespace warodds {

/// One number of an answer.
struct Quantity {
  using Of = OutcomeOf;
  enum class Statistic { probability, mean, sd, percentile };

  std::string text;  ///< as written
  Of of = Of::fight;
  OutcomeColumn column = OutcomeFact{};  ///< an event, if it is a probability; else a fact
  Statistic statistic = Statistic::mean;
  int parameter = 0;  ///< of percentiles

  /// The fact, of what is no event, or of an event that speaks of one; else null.
  const OutcomeFact* fact() const;
  const Event* event() const { return std::get_if<Event>(&column); }
  bool is_of(OutcomeFact::Kind kind) const { return fact() != nullptr && fact()->kind == kind; }
  /// The side that it speaks of, if it is one.
  std::optional<Side> side() const;
  /// Probabilities are shown in percent.
  bool is_probability() const {
    return statistic == Statistic::probability || is_of(OutcomeFact::Kind::odds);
  }
};

/// The number that the whole text is, or, with a % behind it, a hundredth of that.
std::optional<double> read_share(std::string_view text);

/// What fights and battles both have is meant as `rather` says. Throws InputError, naming the
/// nearest valid quantities.
Quantity parse_quantity(const std::string& text, OutcomeOf rather = OutcomeOf::fight);
/// "Q,Q,...".
std::vector<Quantity> parse_quantities(const std::string& text,
                                       OutcomeOf rather = OutcomeOf::fight);
/// What an engine is to be asked for so that all of the quantities have numbers, besides what every
/// answer tells; where an event holds, if that is said.
LawsAsked laws_asked_for(const std::vector<Quantity>& quantities, OutcomeOf of,
                         const std::optional<Event>& given = {});

/// The same where attacker and defender change places: lose of win. `odds` keeps its name: it is
/// the attacker's, and the defender's are 1 less those.
Quantity with_sides_exchanged(Quantity quantity);

/// The number in an answer of an engine that was asked for it so. Throws InputError when the system
/// does not report it, NoAnswer when nobody has points.
Estimate estimate_of(const Quantity& quantity, const Answer& answer,
                     const std::optional<Event>& given = {});

/// The number in a law of its column alone.
Estimate estimate_of(const Quantity& quantity, const OutcomeLaw& law);

/// Whether it is of what units cost.
bool is_of_points(const Quantity& quantity);
/// What a reader who knows them by an older name should know of them, or nothing.
std::string word_that_changed(const std::vector<Quantity>& quantities);

/// How likely nobody wins a battle; exactly 0 where that is but a rounding.
double odds_that_nobody_wins(double win, double lose);
/// How likely one beats the other in a battle: one that nobody wins counts one half. Who always
/// wins has exactly 1, who always loses 0, whatever rounding has made of the other probabilities.
double odds_of_beating(double win, double lose);
/// The same, with how far it may be off.
Estimate odds_of_beating(const Estimate& win, const Estimate& lose);

}  // namespace warodds
