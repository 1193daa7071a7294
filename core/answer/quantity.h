// Quantities by name: attacker.damage.mean, defender.kills>=3, win, rounds.p90. They are
// the facts of an answer (answer_facts.h). Of fights, those of no side are the attacker's.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/answer/battle_answer.h"
#include "core/answer/event.h"
#include "core/answer/fight_answer.h"
#include "core/answer/outcome.h"
#include "core/answer/sequence_answer.h"

namespace warodds {

/// One number of an answer.
struct Quantity {
  using Of = OutcomeOf;
  enum class Statistic { value, mean, sd, percentile, at_least };  ///< the last of counts only

  std::string text;  ///< as written
  Of of = Of::fight;
  Side side = Side::attacker;
  std::string subject;  ///< hits, damage, destroyed, win, rounds, ...
  std::string group;    ///< of kills[GROUP]: figures of this group only
  std::string unit;     ///< of SIDE[UNIT]: one of a side's several
  Statistic statistic = Statistic::value;
  int parameter = 0;     ///< of percentiles and at least
  bool by_side = false;  ///< whether it is of one side
  bool is_mean = false;  ///< a value that is the mean of something
  /// The condition whose probability it is, where it is one; nothing else is then said.
  std::optional<Event> event = {};
  /// What no answer says by itself: the statistic is of this, and an engine must be asked.
  std::optional<OutcomeFact> fact = {};

  /// What an engine must be asked for; nothing: every answer has it.
  std::optional<OutcomeColumn> column() const;

  /// Probabilities are shown in percent.
  bool is_probability() const {
    return statistic == Statistic::at_least || (statistic == Statistic::value && !is_mean);
  }
};

/// The number that the whole text is, or, with a % behind it, a hundredth of that.
std::optional<double> read_share(std::string_view text);

/// A quantity or an event, which is its probability. What may be said of fights and of battles is
/// meant as `rather` says. Throws InputError, naming the nearest valid quantities.
Quantity parse_quantity(const std::string& text, OutcomeOf rather = OutcomeOf::fight);
/// "Q,Q,...".
std::vector<Quantity> parse_quantities(const std::string& text,
                                       OutcomeOf rather = OutcomeOf::fight);
/// Those that fights and battles have alike, as swing, are meant of battles from now on.
void mean_battles(std::vector<Quantity>& quantities);
/// The laws that an engine is to be asked for so that all of the quantities have numbers.
std::vector<OutcomeColumns> laws_asked_for(const std::vector<Quantity>& quantities, OutcomeOf of);

/// What the quantity is called when attacker and defender change places: of two names that say the
/// same of one side and of the other, as win and lose, the other one. `odds` keeps its name: it is
/// the attacker's, and the defender's are 1 less those.
Quantity with_sides_exchanged(Quantity quantity);

/// The number in an answer. Throws InputError when the system does not report it, NoAnswer when the
/// target has no such group.
Estimate estimate_of(const Quantity& quantity, const FightAnswer& answer);
Estimate estimate_of(const Quantity& quantity, const BattleAnswer& answer);
/// Of sequences there are events, and points of all steps together.
Estimate estimate_of(const Quantity& quantity, const SequenceAnswer& answer);

/// The number of a column(); `given`: where another column is not 0.
Estimate estimate_of(const Quantity& quantity, const OutcomeLaw& law, std::size_t column,
                     std::optional<std::size_t> given = {});

/// Whether it is of what units cost.
bool is_of_points(const Quantity& quantity);

/// One quantity as a list of all there are shows it.
struct QuantityRow {
  std::string of;    ///< "fights" or "battles"; of facts "events of fights", ...
  std::string name;  ///< "SIDE.damage.mean", "win"
  std::string meaning;
};

/// All quantities that a system reports.
std::vector<QuantityRow> list_quantities(std::string_view system);
/// The facts that events may speak of in a system.
std::vector<QuantityRow> list_facts_of_events(std::string_view system);

/// How likely nobody wins a battle; exactly 0 where that is but a rounding.
double odds_that_nobody_wins(double win, double lose);
/// How likely one beats the other in a battle: one that nobody wins counts one half. Who always
/// wins has exactly 1, who always loses 0, whatever rounding has made of the other probabilities.
double odds_of_beating(double win, double lose);
/// The same, with how far it may be off.
Estimate odds_of_beating(const Estimate& win, const Estimate& lose);

}  // namespace warodds
