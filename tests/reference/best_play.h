// Values of small games, where the rules ask the players for a choice. A second statement of the
// rules like reference.h, in exact fractions, so that no difference can be put down to rounding.
#pragma once

#include <boost/multiprecision/cpp_int.hpp>
#include <vector>

#include "reference.h"

namespace reference {

using Rational = boost::multiprecision::cpp_rational;

/// The value of the game in which the rows' player wants much and the columns' player little. Every
/// value comes with a proof: a mixed strategy of either player that is sure of it, checked here.
Rational matrix_game_value(const std::vector<std::vector<Rational>>& payoff);

/// What the attacker wants much and the defender little of.
enum class Payoff { damage, kills, win, down, destroyed };

// An illegal matchup (an attack out of range, a unit without figures) and a payoff that the game
// does not know throw std::invalid_argument. Choices that the situation names are ignored: the
// players choose.

/// C2: each round both secretly split their dice.
/// damage, kills: what is dealt less what is suffered in one round, on average; damage is not
/// capped by what is left. win: the chance to win, plus half the chance that both or neither are
/// destroyed, after at most `rounds` rounds; fatigue limits shorten them.
Rational raiders_best_play(const Unit& attacker, const Unit& defender, const Situation& situation,
                           Payoff payoff, int rounds);

/// B8: with each attack the attacker secretly chooses light, heavy or feint, and the defender none,
/// dodge or deflect. A reaction costs one of the defender's actions and adds `reaction_value` to
/// the payoff. damage: all that is dealt, on average. down: the chance that the target is taken
/// down.
Rational magewinds_best_play(const Unit& attacker, const Unit& defender, const Situation& situation,
                             Payoff payoff, int attacker_actions, int defender_actions,
                             const Rational& reaction_value);

/// The attacker's average less the defender's after the defender's best of fight, retreat and fire.
/// damage, kills, or destroyed: the chance to destroy less the chance to be destroyed.
double dwethia_best_response(const Unit& attacker, const Unit& defender, Situation situation,
                             Payoff payoff);

}  // namespace reference
