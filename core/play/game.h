// A game: the decisions that the rules of a system leave to its players, one after the other, made
// at the same time. It says what can be chosen, what is then rolled and what it is worth; never
// what a player does.
#pragma once

#include <algorithm>
#include <iterator>
#include <limits>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "core/matchup/rolled.h"
#include "core/rules/choice.h"
#include "core/rules/error.h"
#include "core/rules/fight.h"
#include "core/systems/systems.h"

namespace warodds {

template <class System>
class Game {
 public:
  using Unit = typename System::Unit;
  using Situation = typename System::Situation;
  using Fights = Mixture<typename System::Fight>;

  /// `rounds`: where a win is played for, the most rounds of the battle. `known`: the sides whose
  /// choice is as the situation says, and known to the other side.
  /// Throws what System::prepare throws when the first attack is not possible, and InputError where
  /// the sides take turns to be the attacker of a round.
  Game(Unit attacker, Unit defender, Situation situation, Payoff payoff, int rounds,
       PerSide<bool> known = {})
      : units_{std::move(attacker), std::move(defender)},
        situation_(std::move(situation)),
        payoff_(payoff),
        rounds_(payoff == Payoff::win ? rounds : 1),
        known_(known) {
    if (payoff == Payoff::win && System::rounds_in_turn(situation_) > 1) {
      throw InputError(
          "best play is found for battles in which the same side attacks in every round");
    }
    opening_ = System::opening(units_.attacker, units_.defender, situation_);
    // The first choices that there are decide whether there is a game.
    PerSide<int> first;
    for (const Side side : both_sides) first[side] = choices(side, start()).front();
    casualties_ = rolled_fights<System>(units_.attacker, units_.defender, this->situation(first))
                      .any()
                      .casualties;
    const int by_rules = System::most_rounds(units_.attacker, units_.defender, situation_);
    if (payoff == Payoff::win && by_rules > 0) rounds_ = std::min(rounds_, by_rules);
  }

  /// Whether what is chosen is who falls.
  static constexpr bool assigns_damage() { return System::assigns_damage; }
  /// The choice of somebody who assigns damage anew each time.
  static constexpr int best_assignment = -1;

  Payoff payoff() const { return payoff_; }

  Standpoint start() const { return {System::turns(situation_, rounds_), opening_}; }

  /// Damage at which a side is gone.
  int capacity(Side side) const { return casualties_[side].left() + casualties_[side].taken(); }
  bool gone(Side side, const Standpoint& at) const { return at.taken[side] >= capacity(side); }
  bool over(const Standpoint& at) const {
    return at.turns.attacker == 0 || gone(Side::attacker, at) || gone(Side::defender, at);
  }

  /// What a side could choose if nothing were known of its choice.
  std::vector<int> choices_if_unknown(Side side, const Standpoint& at) const {
    std::vector<int> values = System::choices(side, pointers(), situation_, {at.taken, true});
    std::erase_if(values,
                  [&](int value) { return !System::affordable(side, value, at.turns[side]); });
    return values;
  }

  /// What a side can choose; never empty. Of a side whose choice is known, what that leaves to it:
  /// one choice, if need be the first that it can afford, unless several are meant.
  std::vector<int> choices(Side side, const Standpoint& at) const {
    const std::vector<int> can = choices_if_unknown(side, at);
    if (!is_known(side)) return can;
    const int said = situation_.*System::choice_key[side];
    std::vector<int> meant;
    std::copy_if(can.begin(), can.end(), std::back_inserter(meant),
                 [&](int value) { return System::is_meant(side, value, said); });
    if (!meant.empty()) return meant;
    // Such as "half" the dice, or a dodge when there is no action left for it.
    return {System::affordable(side, said, at.turns[side]) ? said : can.front()};
  }

  /// Whether the choice of a side is as the situation says, and known to the other side.
  bool is_known(Side side) const { return known_[side] && System::choice_key[side] != nullptr; }

  /// The choice if the side can afford it, else the first one there is: what somebody does who has
  /// settled for one choice.
  int affordable_or_first(Side side, int choice, const Standpoint& at) const {
    if (System::affordable(side, choice, at.turns[side])) return choice;
    return choices(side, at).front();
  }

  /// A choice in the words of the situation; "attack" where the attacker has only one.
  std::string name(Side side, int value) const {
    if (System::assigns_damage && value == best_assignment) return "best";
    const std::vector<int> all = choices(side, start());
    const std::string own = System::choice_name(side, value, pointers(), all);
    if (!own.empty()) return own;
    const auto key = System::choice_key[side];
    const bool choice = side == Side::defender || all.size() > 1 || is_known(side);
    for (const auto& field : System::situation_fields()) {
      if (choice && key != nullptr && field.number == key) return field.print(value);
    }
    return "attack";
  }
  /// A choice as something to do.
  std::string in_words(Side side, int value) const {
    const std::vector<int> all = choices(side, start());
    const std::string words = all.size() > 1 ? System::in_words(side, value, all) : "";
    return words.empty() ? name(side, value) : words;
  }
  /// The key of the situation that a side chooses, or "" where there is none.
  static std::string key(Side side) {
    for (const auto& field : System::situation_fields()) {
      const auto key = System::choice_key[side];
      if (key != nullptr && field.number == key) return std::string(field.name);
    }
    return "";
  }

  /// The situation when both have chosen.
  Situation situation(const PerSide<int>& chosen) const {
    Situation result = situation_;
    for (const Side side : both_sides) {
      if (System::choice_key[side] != nullptr) result.*System::choice_key[side] = chosen[side];
    }
    return result;
  }

  /// What may be rolled when both have chosen.
  Fights fight(const Standpoint& at, const PerSide<int>& chosen) const {
    return rolled_fights<System>(units_.attacker, units_.defender, situation(chosen),
                                 {at.taken, true});
  }

  /// Turns that it costs; more than there are where it ends the battle.
  PerSide<int> spent(const PerSide<int>& chosen) const {
    const Situation chosen_so = situation(chosen);
    PerSide<int> spent = System::spent(chosen_so);
    if (System::retreats(chosen_so)) spent.attacker = std::numeric_limits<int>::max();
    return spent;
  }
  /// Turns that are left then.
  static PerSide<int> turns_after(const PerSide<int>& turns, const PerSide<int>& spent) {
    return {std::max(turns.attacker - spent.attacker, 0),
            std::max(turns.defender - spent.defender, 0)};
  }

  /// Where it leads.
  Standpoint next(const Standpoint& at, const PerSide<int>& spent,
                  const PerSide<int>& dealt) const {
    Standpoint next{turns_after(at.turns, spent), at.taken};
    for (const Side side : both_sides) {
      next.taken[side] = std::min(at.taken[side] + dealt[enemy_of(side)], capacity(side));
    }
    return next;
  }

  /// What `damage` dealt by a side is worth to it at once.
  double worth_of_damage(Side side, const Standpoint& at, int damage) const {
    if (payoff_ == Payoff::damage) return damage;
    if (payoff_ != Payoff::kills) return 0;
    const Side enemy = enemy_of(side);
    return Casualties(casualties_[enemy].ranks(), at.taken[enemy]).kills(damage);
  }
  /// What the turns spent are worth to the attacker at once.
  double worth_of_turns(const PerSide<int>& chosen, const PerSide<int>& spent) const {
    return System::worth(situation(chosen), spent);
  }
  /// What it is worth to the attacker that nothing more happens.
  double worth_of_end(const Standpoint& at) const {
    const double gained = gone(Side::defender, at) ? 1 : 0;
    const double lost = gone(Side::attacker, at) ? 1 : 0;
    if (payoff_ == Payoff::win) return 0.5 + (gained - lost) / 2;
    if (payoff_ == Payoff::destroyed) return gained - lost;
    return 0;
  }

  const PerSide<Unit>& units() const { return units_; }
  const Situation& given() const { return situation_; }
  /// The most rounds that are played for.
  int rounds() const { return rounds_; }

 private:
  PerSide<const Unit*> pointers() const { return {&units_.attacker, &units_.defender}; }

  PerSide<Unit> units_;
  Situation situation_;
  Payoff payoff_;
  int rounds_;
  PerSide<bool> known_;
  PerSide<int> opening_;
  PerSide<Casualties> casualties_;
};

/// A game of any system.
using AnyGame = Systems::AnyOf<Game>;

}  // namespace warodds
