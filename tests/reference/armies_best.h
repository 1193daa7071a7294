// Best play of armies (E9): the value of every moment, by backward induction.
//
// To the end it is the limit of best play for ever more rounds: the value of a state that a round
// may leave as it is is a fixed point, found exactly, as values are piecewise linear in it.
#pragma once

#include <cstddef>
#include <map>
#include <utility>
#include <vector>

#include "armies_table.h"

namespace reference {

/// A piecewise linear, continuous function on [0, 1]: its corners, from 0 to 1.
using Bent = std::vector<std::pair<Rational, Rational>>;

Rational value_at(const Bent& function, const Rational& x);
Bent bent_sum(const Bent& one, const Bent& other, const Rational& weight);  ///< one + weight other
Bent bent_better(const Bent& one, const Bent& other, bool larger);  ///< The maximum or minimum.
Bent bent_after(const Bent& outer, const Bent& inner);              ///< outer(inner(x))
/// Where x, f(x), f(f(x)), ... goes to from one half; the function never falls.
Rational limit_from_one_half(const Bent& function);

/// Options and how likely each is taken by a policy that does not look ahead; empty for `best`.
std::vector<Rational> chosen_by_policy(const ArmyTable& table, const Moment& moment,
                                       const Node& node);

class ArmyValues {
 public:
  /// `rounds_cap` 0: to the end.
  ArmyValues(ArmyTable& table, int rounds_cap) : table_(table), cap_(rounds_cap) {}

  /// The clock tells rounds apart: their number with a cap, their phase without one.
  std::size_t phase(std::size_t clock) const;
  std::size_t after(std::size_t clock) const;

  /// The odds of the attacker's side, draws half, with this moment to come in the round `clock`.
  Rational value(std::size_t clock, const Node& node);
  /// Likewise before a round begins.
  Rational value_between(std::size_t clock, const Node& lasting);

  /// E12: the first of the options whose value is within 1e-12 of the best.
  std::size_t best_option(std::size_t clock, const Moment& moment);

 private:
  Bent in_round(std::size_t clock, const Node& node, const Node& unchanged,
                std::map<Node, Bent>& known);
  Rational limit(std::size_t clock, const Node& lasting);

  ArmyTable& table_;
  int cap_;
  std::map<std::pair<std::size_t, Node>, Rational> within_, between_;
};

/// What an ending is worth.
Rational worth(Ending ending);

}  // namespace reference
