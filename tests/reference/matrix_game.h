// Values of small games in exact fractions, so that no difference can be put down to rounding.
#pragma once

#include <functional>
#include <vector>

#include "reference.h"

namespace reference {

using Matrix = std::vector<std::vector<Rational>>;

/// The rows' player wants much and the columns' player little.
struct MatrixGame {
  Rational value;
  std::vector<Rational> rows, columns;  ///< A best mixed strategy of either player.
};

/// Every value comes with a proof: both strategies are sure of it, which is checked.
MatrixGame solve_matrix_game(const Matrix& payoff);
Rational matrix_game_value(const Matrix& payoff);

/// Of a game in which both players have the same choices, and what one gets the other loses: the
/// largest sum of weights (0 or more) times probabilities among all best mixed strategies.
Rational most_among_best(const Matrix& payoff, const std::vector<Rational>& weights);

/// A number that depends on another one, with its derivative.
struct Dual {
  Rational value;
  Rational slope = 0;
};

Dual matrix_game_value(const std::vector<std::vector<Dual>>& payoff);

/// The worth (0 to 1) of a state of which `round(v)` is the worth if coming back to it is worth v.
/// Coming back for ever is worth a half. Exact where choices are pure; mixed ones, whose worth need
/// not be a fraction, are found to 2^-90.
Rational worth_of_coming_back(const std::function<Dual(const Dual&)>& round);

}  // namespace reference
