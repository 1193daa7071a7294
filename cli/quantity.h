// Quantities by name: attacker.damage.mean, defender.kills>=3, win, rounds.p90.
#pragma once

#include <string>
#include <vector>

#include "cli/answer.h"
#include "cli/answer_battle.h"
#include "cli/numbers.h"

namespace warodds::cli {

/// One number of an answer.
struct Quantity {
  enum class Of { fight, battle };
  enum class Statistic { value, mean, sd, percentile, at_least };

  std::string text;  ///< as written
  Of of = Of::fight;
  Side side = Side::attacker;
  std::string subject;  ///< hits, damage, destroyed, win, rounds, ...
  Statistic statistic = Statistic::value;
  int parameter = 0;  ///< of percentiles and at least

  /// Probabilities are shown in percent.
  bool is_probability() const;
};

/// Throws InputError, naming the nearest valid quantities.
Quantity parse_quantity(const std::string& text);
/// "Q,Q,...".
std::vector<Quantity> parse_quantities(const std::string& text);

/// The number in an answer. Throws InputError when the system does not report it.
Number value_of(const Quantity& quantity, const Answer& answer);
Number value_of(const Quantity& quantity, const BattleAnswer& answer);

}  // namespace warodds::cli
