// Values of games, where the rules ask the players for a choice, and where the owner of a unit
// assigns its damage. In exact fractions.
#pragma once

#include <string>

#include "matrix_game.h"
#include "reference.h"

namespace reference {

/// What the attacker wants much and the defender little of. win: the chance that the attacker wins,
/// plus half the chance that both or neither are destroyed.
enum class Payoff { damage, kills, win, down, destroyed };

/// The choice of a side that does not choose; the other side knows it. Empty: it chooses.
struct Given {
  std::string attacker;
  std::string defender;
  std::string attacker_in_reply = {};  // Of Magewinds: how it reacts to an attack back.
  std::string defender_in_reply = {};  // What it strikes back with.
};

// An illegal matchup (an attack out of range, a unit without figures) and a payoff that the game
// does not know throw std::invalid_argument. Choices that the situation names are ignored: the
// players choose. Settings do not change from round to round, but for arcane_best_play and
// dwethia_best_play.

/// A11b: the sides whose `attacker-losses`, `defender-losses` is "best" assign their damage for
/// `win`, for every state and damage anew; both at once, each knowing both damages, where both are
/// dealt some. The others keep to their policy. `rounds` 0 fights to the end.
Rational arcane_best_play(const Unit& attacker, const Unit& defender, const Situation& situation,
                          int rounds);

/// The same for a single chooser in a battle to the end, by trying every way to answer every
/// damage in every state: only for tiny battles.
Rational arcane_best_of_all_policies(const Unit& attacker, const Unit& defender,
                                     const Situation& situation);

/// C2: each round both secretly split their dice. Given: all, half, none or a number of dice.
/// damage, kills: what is dealt less what is suffered in one round, on average; damage is not
/// capped by what is left. win: after at most `rounds` rounds (0: to the end); fatigue limits
/// shorten them.
Rational raiders_best_play(const Unit& attacker, const Unit& defender, const Situation& situation,
                           Payoff payoff, int rounds, const Given& given = {});

/// B8: with each attack the attacker secretly chooses one of its attacks in range (that called
/// `attack`, if the situation names one) and light, heavy or feint, and the defender none, dodge or
/// deflect; given: one of these words. A reaction costs one of the defender's actions and adds
/// `reaction_value` to the payoff. damage: all that is dealt, on average. down: the chance that the
/// target is taken down.
Rational magewinds_best_play(const Unit& attacker, const Unit& defender, const Situation& situation,
                             Payoff payoff, int attacker_actions, int defender_actions,
                             const Rational& reaction_value, const Given& given = {});

/// `win` of a battle of at most `rounds` rounds in which both choose so before every attack, the
/// defender in its attacks back, too, within the actions of both (B6, B7).
Rational magewinds_battle_best_play(const Unit& attacker, const Unit& defender,
                                    const Situation& situation, int rounds,
                                    const Given& given = {});

/// The attacker's average less the defender's after the defender's best of fight, retreat and fire.
/// damage, kills, or destroyed: the chance to destroy less the chance to be destroyed.
double dwethia_best_response(const Unit& attacker, const Unit& defender, Situation situation,
                             Payoff payoff);

/// `win` of a battle in which who defends in a round chooses its response then, out of those that
/// are possible; a defender that has moved away counts as undecided. `rounds` 0 fights to the end.
Rational dwethia_best_play(const Unit& attacker, const Unit& defender, const Situation& situation,
                           int rounds);

}  // namespace reference
