// Which attacks there are in a battle, in their order: by whom, in which situation, what ends a
// turn or a round, and when they come again. Battles and games have it; the steps of a sequence are
// attacks of one turn, paid for by the same ActionsLeft.
//
// A round is not a list that a system writes down. The round asks the system who acts next, given
// who has acted (System::next_to_act of a RoundSoFar), and then makes the attacks of that
// activation, as long as there are actions for them. With one unit on each side nothing in that
// depends on the dice, so a timeline is unrolled here once. With several units on a side, who of
// those waiting acts, and at whom, is chosen in the middle of a round: an engine then keeps the
// RoundSoFar (with more units waiting, each marked by itself) and the ActionsLeft as part of its
// state, asks next_to_act() after each activation, lets a policy choose among the units waiting,
// and calls activate() for it; what a system says stays as it is.
#pragma once

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

#include "core/play/actions_left.h"
#include "core/play/attack_order.h"
#include "core/play/course.h"
#include "core/rules/round_so_far.h"
#include "core/systems/traits/attacks_back.h"
#include "core/systems/traits/roles.h"
#include "core/systems/traits/turn_end.h"

namespace warodds {

/// Whether attacks are laid out as the situation says, or as if nobody had said what they choose:
/// whether an attack is free (B6) is not known before. What is said is kept.
enum class Choices { as_said, made_later };

template <class System>
class Timeline {
 public:
  using Unit = typename System::Unit;
  using Situation = typename System::Situation;

  /// `first`: the situation of the first attack. The units must be there only for now.
  Timeline(const PerSide<const Unit*>& units, const Situation& first, const Course<System>& course,
           Choices choices = Choices::as_said)
      : choices_(choices) {
    const int settled = course.settled();
    const int last = settled + rounds_until_same<System>(first) - 1;
    for (int round = 1; round <= last; ++round) {
      if (round == settled) order_.again = order_.attacks.size();
      play_round(round, units,
                 {course.attack(first, round), course.reply(first, *units.defender, round)});
    }
  }

  /// The attacks of all rounds until they come again.
  const AttackOrder& order() const { return order_; }
  /// The situation of an attack, before anybody has chosen.
  const Situation& situation(std::size_t attack) const { return situations_[attack]; }

  /// Attacks in a round, where rounds are alike.
  int attacks_in_round() const { return to_end_of_round(0); }
  /// The attacks that can still be made, this one included, where rounds are alike. `rounds_left`:
  /// this one included.
  int attacks_left(int rounds_left, std::size_t attack) const {
    return (rounds_left - 1) * attacks_in_round() + to_end_of_round(attack);
  }
  /// Which attack it is when so many of those of `rounds` rounds can still be made.
  std::size_t attack_at(int rounds, int attacks_left) const {
    const int made = rounds * attacks_in_round() - attacks_left;
    return static_cast<std::size_t>(made) % order_.attacks.size();
  }

 private:
  void play_round(int round, const PerSide<const Unit*>& units,
                  const PerSide<Situation>& situations) {
    const Situation& rules = situations.attacker;
    RoundSoFar so_far;
    if (rounds_until_same<System>(rules) == 2 && round % 2 == 0) so_far.first = Side::defender;
    auto left = ActionsLeft<System>::in_round(rules);
    auto next = System::next_to_act(rules, so_far);
    while (next) {
      const Side by = *next;
      activate(by, *units[by], situations, left);
      so_far.activate(by);
      // In an exchange both have fought.
      if constexpr (!AttacksBack<System>) --so_far.waiting[enemy_of(by)];
      next = System::next_to_act(rules, so_far);
      if (next != by) end_turn(rules, !next);
    }
    order_.attacks.back().ends_round = true;
  }

  /// Makes a situation hold what another one says of choices.
  static void take_choices(const Situation& from, Situation& to) {
    for (const auto key : {System::choice_key.attacker, System::choice_key.defender}) {
      if (key != nullptr) to.*key = from.*key;
    }
  }

  /// The attacks of a unit whose turn it is.
  void activate(Side by, const Unit& unit, const PerSide<Situation>& situations,
                ActionsLeft<System>& left) {
    int attacks = 1;
    const Situation* situation = &situations.attacker;
    if constexpr (AttacksBack<System>) {
      situation = &situations[by];
      attacks = System::attacks_in_turn(*situation);
    }
    const Situation said = *situation;
    Situation now = said;
    if (choices_ == Choices::made_later) take_choices(Situation{}, now);
    for (int made = 0; made < attacks;) {
      auto attack = left.pay(by, unit, now);
      if (!attack) return;
      if (!attack->is_free) ++made;
      if (choices_ == Choices::made_later) take_choices(said, attack->situation);
      // Where damage lasts, one end of a turn is as good as another.
      order_.attacks.push_back({by, !ClearsDamage<System>});
      situations_.push_back(std::move(attack->situation));
    }
  }

  /// A side has made its attacks.
  void end_turn(const Situation& rules, bool of_round) {
    if constexpr (ClearsDamage<System>) {
      if (of_round || !System::turn_holds_both_sides(rules)) order_.attacks.back().ends_turn = true;
    }
  }

  /// Attacks from this one to the last of its round.
  int to_end_of_round(std::size_t attack) const {
    const auto here = order_.attacks.begin() + static_cast<std::ptrdiff_t>(attack);
    const auto end = std::find_if(here, order_.attacks.end(),
                                  [](const RoundAttack& one) { return one.ends_round; });
    return static_cast<int>(end - here) + 1;
  }

  Choices choices_;
  AttackOrder order_;
  std::vector<Situation> situations_;
};

}  // namespace warodds
