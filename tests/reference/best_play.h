// Best play, a second time: small games in exact fractions, each decision solved by the simplex
// method with Bland's rule, each attack asked of the single fight of reference.h.
#pragma once

#include <string>
#include <vector>

#include "fraction.h"
#include "reference.h"

namespace reference {

/// The value of the game in which the rows get payoff[row][column] from the columns.
Fraction matrix_game_value(const std::vector<std::vector<Fraction>>& payoff);

/// Both choose in every round how many dice attack. `payoff`: damage or kills (of one round), or
/// win, over at most `rounds` rounds.
Fraction raiders_of_arcana_best_play(const Unit& attacker, const Unit& defender,
                                     const Situation& situation, const std::string& payoff,
                                     int rounds);

/// An activation. `payoff`: damage or down.
Fraction magewinds_best_play(const Unit& attacker, const Unit& defender, const Situation& situation,
                             const std::string& payoff, int attacker_actions, int defender_actions,
                             const Fraction& reaction_value);

/// The defender's best answer. `payoff`: damage, kills or destroyed.
Fraction dwethia_skirmish_best_play(const Unit& attacker, const Unit& defender,
                                    const Situation& situation, const std::string& payoff);

}  // namespace reference
