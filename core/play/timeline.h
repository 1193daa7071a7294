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
#include <array>
#include <cstddef>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "core/play/actions_left.h"
#include "core/play/attack_order.h"
#include "core/play/course.h"
#include "core/rules/fight.h"
#include "core/rules/round_so_far.h"
#include "core/systems/traits/attacks_back.h"
#include "core/systems/traits/roles.h"
#include "core/systems/traits/turn_end.h"
#include "core/text/error.h"

namespace warodds {

/// Whether attacks are laid out as the situation says, or so that anything may be chosen before
/// each of them: what an attack costs (B6, B7) is then not known before.
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

  // Where rounds are alike.

  /// Attacks in a round, at most.
  int attacks_in_round() const { return to_end_of_round(0); }
  /// What is left before an attack: the attacks of both sides that can still be made at most, this
  /// one included, and, where costs matter, the reactions of its target. `rounds_left`: this one
  /// included.
  PerSide<int> turns_left(int rounds_left, std::size_t attack) const {
    return {(rounds_left - 1) * attacks_in_round() + to_end_of_round(attack),
            order_.depends_on_costs() ? order_.left[attack].reactions : 0};
  }
  /// Which attack it is when so much is left of `rounds` rounds.
  std::size_t attack_at(int rounds, const PerSide<int>& turns_left) const {
    if (order_.depends_on_costs()) return attack_of_turns_.at(in_last_round(turns_left));
    const int made = rounds * attacks_in_round() - turns_left.attacker;
    return static_cast<std::size_t>(made) % order_.attacks.size();
  }
  /// What is left after an attack that has cost so much.
  PerSide<int> turns_after(const PerSide<int>& turns_left, const PerSide<int>& cost) const {
    if (!order_.depends_on_costs()) return {turns_left.attacker - 1, 0};
    const std::size_t next = order_.after(attack_at(0, turns_left), cost);
    const int later_rounds = (turns_left.attacker - 1) / attacks_in_round();
    if (!order_.begins_round(next)) return this->turns_left(later_rounds + 1, next);
    return later_rounds == 0 ? PerSide<int>{0, 0} : this->turns_left(later_rounds, next);
  }

 private:
  void play_round(int round, const PerSide<const Unit*>& units,
                  const PerSide<Situation>& situations) {
    const Situation& rules = situations.attacker;
    if constexpr (HasActions<System>) {
      if (choices_ == Choices::made_later && System::actions_in_round(rules) != no_limit) {
        lay_out_round(units, situations);
        return;
      }
    }
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

  /// Lists every attack at which a round can stand, whatever is chosen: the attacks of one unit,
  /// then of the other, within the actions of both (B7). All rounds are like this one.
  void lay_out_round(const PerSide<const Unit*>& units,
                     const PerSide<Situation>& situations) requires HasActions<System> {
    const Situation& rules = situations.attacker;
    const int actions = System::actions_in_round(rules);
    const Side first = System::next_to_act(rules, {}).value();
    const int attacks = std::min(System::attacks_in_turn(situations[first]), actions);
    // Whose attack it is, attacks and reactions left. What can follow comes later in this order.
    struct Place {
      bool is_reply;
      int attacks;
      int reactions;
      bool operator<(const Place& other) const {
        if (is_reply != other.is_reply) return other.is_reply;
        return std::pair(attacks, reactions) > std::pair(other.attacks, other.reactions);
      }
    };
    const auto following = [&](const Place& at, const PerSide<int>& cost) -> std::optional<Place> {
      const int reactions = at.reactions - cost.defender;
      if (at.attacks > cost.attacker)
        return Place{at.is_reply, at.attacks - cost.attacker, reactions};
      const int replies = at.is_reply ? 0 : std::min(attacks, reactions);
      if (replies == 0) return std::nullopt;
      return Place{true, replies, actions - attacks};
    };
    const std::array by{first, enemy_of(first)};
    const std::array costs{costs_of(by[0], units, situations[by[0]]),
                           costs_of(by[1], units, situations[by[1]])};
    std::map<Place, std::size_t> numbers{{{false, attacks, actions}, 0}};
    for (auto place = numbers.begin(); place != numbers.end(); ++place) {
      place->second = order_.attacks.size();
      const Side attacker = by[place->first.is_reply ? 1 : 0];
      order_.attacks.push_back({attacker});
      Situation said = situations[attacker];
      if (System::spent(said).defender > place->first.reactions) System::without_reaction(said);
      situations_.push_back(std::move(said));
      for (const PerSide<int>& cost : costs[place->first.is_reply ? 1 : 0]) {
        if (cost.defender > place->first.reactions) continue;
        if (const auto next = following(place->first, cost)) numbers.try_emplace(*next, 0);
      }
    }
    order_.attacks.back().ends_round = true;
    for (const auto& [place, number] : numbers) {
      const int to_come = place.is_reply ? 0 : attacks;
      attack_of_turns_[{place.attacks + to_come, place.reactions}] = number;
      AttackOrder::Left left{place.attacks, place.reactions};
      for (const PerSide<int>& cost : attack_costs) {
        const auto next = following(place, cost);
        const auto known = next ? numbers.find(*next) : numbers.end();
        left.next[number_of_cost(cost)] = known == numbers.end() ? order_.again : known->second;
      }
      order_.left.push_back(left);
    }
  }

  /// What attacks can cost, whatever is chosen; one that the rules do not allow is just made.
  static std::vector<PerSide<int>> costs_of(Side by, const PerSide<const Unit*>& units,
                                            const Situation& situation) requires
      HasActions<System> {
    const PerSide<const Unit*> roles = in_roles(units, by);
    const Standing fresh{{}, true};
    std::vector<PerSide<int>> costs;
    try {
      for (const int a : System::choices(Side::attacker, roles, situation, fresh)) {
        for (const int b : System::choices(Side::defender, roles, situation, fresh)) {
          Situation chosen = situation;
          chosen.*System::choice_key.attacker = a;
          chosen.*System::choice_key.defender = b;
          const PerSide<int> cost = System::spent(chosen);
          if (std::find(costs.begin(), costs.end(), cost) == costs.end()) costs.push_back(cost);
        }
      }
    } catch (const NoAnswer&) {
      return {{1, 0}};
    }
    return costs;
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
    for (int made = 0; made < attacks;) {
      auto attack = left.pay(by, unit, *situation);
      if (!attack) return;
      if (!attack->is_free) ++made;
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
    if (order_.depends_on_costs()) {
      const bool is_reply = order_.attacks[attack].by != order_.attacks.front().by;
      return order_.left[attack].attacks + (is_reply ? 0 : order_.left.front().attacks);
    }
    const auto here = order_.attacks.begin() + static_cast<std::ptrdiff_t>(attack);
    const auto end = std::find_if(here, order_.attacks.end(),
                                  [](const RoundAttack& one) { return one.ends_round; });
    return static_cast<int>(end - here) + 1;
  }

  /// The same attack in the last round.
  std::pair<int, int> in_last_round(const PerSide<int>& turns_left) const {
    return {(turns_left.attacker - 1) % attacks_in_round() + 1, turns_left.defender};
  }

  Choices choices_;
  AttackOrder order_;
  std::vector<Situation> situations_;
  std::map<std::pair<int, int>, std::size_t> attack_of_turns_;  ///< left in the last round
};

}  // namespace warodds
