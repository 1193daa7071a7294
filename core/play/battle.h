// A battle: attack after attack until a side is gone, or nothing more can happen.
#pragma once

#include <algorithm>
#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "core/fields/break_points.h"
#include "core/play/assignment_policy.h"
#include "core/play/course.h"
#include "core/play/ending.h"
#include "core/play/rolled.h"
#include "core/play/side_states.h"
#include "core/play/timeline.h"
#include "core/rules/choice.h"
#include "core/rules/fight.h"
#include "core/systems/systems.h"
#include "core/systems/traits/actions.h"
#include "core/systems/traits/break_off.h"
#include "core/systems/traits/turn_end.h"
#include "core/text/error.h"

namespace warodds {

/// Two units and what they do to each other, round after round. What becomes of each is up to its
/// SideStates.
template <class System>
class Battle {
 public:
  using Unit = typename System::Unit;
  using Situation = typename System::Situation;
  using Fights = Mixture<typename System::Fight>;

  /// `situation`: of the first attack. Throws what System::prepare throws when that is not
  /// possible, or InputError when a later one makes no sense.
  Battle(Unit attacker, Unit defender, Situation situation, const Course<System>& course = {})
      : units_{std::move(attacker), std::move(defender)},
        situation_(std::move(situation)),
        first_(first_facts<System>(units_.attacker, units_.defender, situation_)),
        casualties_(first_.casualties),
        course_(course),
        timeline_({&units_.attacker, &units_.defender}, situation_, course) {
    for (const Side side : both_sides) {
      sides_[side] = SideStates(casualties_[side], damage_lasts());
    }
    std::optional<PerSide<std::vector<std::string>>> kinds;
    bool alike = true;
    for (std::size_t number = 0; number < attacks().size(); ++number) {
      const Side by = attacks()[number].by;
      try {
        const Fights fights = allowed_attack(number, standing_of(sides_, opening()));
        alike = alike && falls_as_first(fights, by, kinds);
      } catch (const NoAnswer& error) {
        if (number == first_attack(by)) why_no_attack_[by] = error.what();
      }
    }
    if (!alike) find_ways();
  }

  /// The attacks of all rounds.
  const AttackOrder& order() const { return timeline_.order(); }
  const std::vector<RoundAttack>& attacks() const { return order().attacks; }
  /// The first attack of a side, if it makes any.
  std::optional<std::size_t> first_attack(Side by) const {
    for (std::size_t number = 0; number < attacks().size(); ++number) {
      if (attacks()[number].by == by) return number;
    }
    return std::nullopt;
  }

  /// Rounds, from where it begins, after which the battle is broken off by the rules; 0: never.
  int most_rounds() const {
    const int most = warodds::most_rounds<System>(units_.attacker, units_.defender, situation_);
    return most == 0 ? 0 : most - rounds_before_;
  }
  /// When that is, for people.
  static const char* breaks_off() {
    if constexpr (BreaksOff<System>) return System::breaks_off;
    return "";
  }

  /// Begins it in these states of `sides`, which are its own or as many more as have been found,
  /// after `rounds` rounds. What is lost, and who is ahead, is still counted from the first one.
  void begin_at(PerSide<SideStates> sides, const PerSide<int>& states, int rounds) {
    sides_ = std::move(sides);
    begins_ = states;
    rounds_before_ = rounds;
    for (const Side by : both_sides) {
      why_no_attack_[by].clear();
      const auto number = first_attack(by);
      try {
        if (number) allowed_attack(*number, standing_of(sides_, opening()));
      } catch (const NoAnswer& error) {
        why_no_attack_[by] = error.what();
      }
    }
  }
  /// Rounds fought before it begins.
  int rounds_before() const { return rounds_before_; }

  /// Lets a side choose by a policy, whose standpoints count the attacks left as the attacker's
  /// turns, instead of as the situation says. The battle then lasts `rounds` rounds at most.
  void follow(Side side, std::shared_ptr<const Policy> policy, int rounds) {
    policies_[side] = std::move(policy);
    planned_rounds_ = rounds;
    timeline_ = Timeline<System>({&units_.attacker, &units_.defender}, situation_, course_,
                                 Choices::made_later);
  }
  /// Lets a side assign damage by a policy (A11b), which knows how many rounds there are.
  void follow(Side side, std::shared_ptr<const AssignmentPolicy> policy) {
    // Both sides' states are now those of the policy.
    sides_ = policy->sides();
    for (const Side each : both_sides) sides_[each].assign_by(casualties_[each]);
    planned_rounds_ = policy->rounds();
    assignments_[side] = std::move(policy);
  }
  bool assigns_by_policy() const { return assignments_.attacker || assignments_.defender; }
  /// The states that an attack may lead to, with their probabilities. `number`: of the attack in
  /// its round; `suffered`: by each side, made known to `sides`.
  PerSide<MixedStrategy> assigned(const PerSide<SideStates>& sides, int rounds_left,
                                  std::size_t number, const PerSide<int>& states,
                                  const PerSide<int>& suffered) const {
    PerSide<MixedStrategy> result;
    for (const Side side : both_sides) {
      if (assignments_[side]) {
        result[side] = assignments_[side]->at(rounds_left, number, states, suffered)[side];
      } else {
        result[side] = {{sides[side].after(states[side], suffered[side]), 1.0}};
      }
    }
    return result;
  }
  /// Whether what the sides do depends on the rounds that are left.
  bool changes_by_round() const {
    return follows_policy() || (assigns_by_policy() && planned_rounds_ > 0);
  }

  /// Ends the battle after each round after which `until` holds of the states of both sides.
  using Until = std::function<bool(const PerSide<SideStates>&, const PerSide<int>&)>;
  void fight_until(Until until) { until_ = std::move(until); }
  /// Whether it can end after a round although both sides stand and may go on.
  bool can_halt() const { return until_ || can_break(); }
  bool can_break() const { return break_points_of(situation_) != PerSide<int>{}; }
  /// Whether it does, after a round with which the sides have come to these states of theirs.
  Halt halt_after_round(const PerSide<SideStates>& sides, const PerSide<int>& states) const {
    if (!can_halt() || sides.attacker.gone(states.attacker) || sides.defender.gone(states.defender))
      return Halt::none;
    const PerSide<int> points = break_points_of(situation_);
    const bool a_breaks = breaks(sides.attacker, states.attacker, points.attacker);
    const bool b_breaks = breaks(sides.defender, states.defender, points.defender);
    if (a_breaks || b_breaks) {
      return !b_breaks   ? Halt::attacker_breaks
             : !a_breaks ? Halt::defender_breaks
                         : Halt::both_break;
    }
    return until_ && until_(sides, states) ? Halt::condition : Halt::none;
  }

  bool follows_policy() const { return policies_.attacker || policies_.defender; }
  /// The rounds a policy has been made for; 0 without one.
  int planned_rounds() const { return planned_rounds_; }

  /// The states of each side. An engine that walks through the battle takes a copy.
  const PerSide<SideStates>& sides() const { return sides_; }
  /// The states in which the battle begins.
  PerSide<int> opening() const {
    return begins_.value_or(PerSide<int>{sides_.attacker.opening(), sides_.defender.opening()});
  }

  /// The figures (models, fighters) of each side that stand then.
  PerSide<int> standing_at_opening() const {
    const PerSide<int> states = opening();
    return {sides_.attacker.standing(states.attacker), sides_.defender.standing(states.defender)};
  }

  /// What each side does in an attack; empty: as the situation says. `rounds_left`: that can be
  /// fought, this one included. Throws NoAnswer where a battle that begins later stands as no play
  /// that was planned from the start can leave it.
  PerSide<MixedStrategy> mixes(int rounds_left, std::size_t number,
                               const PerSide<int>& states) const {
    const Standpoint at{timeline_.turns_left(rounds_left, number), states};
    PerSide<MixedStrategy> mixes;
    for (const Side side : both_sides) {
      if (!policies_[side]) continue;
      const auto planned = policies_[side]->find(at);
      if (planned == policies_[side]->end()) {
        throw NoAnswer("best play is planned from the start, and not for where this battle stands");
      }
      mixes[side] = planned->second[side];
    }
    return mixes;
  }

  /// The attacks that differ in more than in what has been spent before.
  std::vector<std::size_t> different_attacks() const {
    std::vector<std::size_t> numbers;
    for (std::size_t number = 0; number < attacks().size(); ++number) {
      const bool as_before = number > 0 && order().depends_on_costs() &&
                             attacks()[number].by == attacks()[number - 1].by;
      if (!as_before) numbers.push_back(number);
    }
    return numbers;
  }

  /// Everything a side could choose for an attack as things stand.
  std::vector<int> all_choices(Side side, std::size_t number, const Standing& standing) const {
    const Side by = attacks()[number].by;
    const PerSide<const Unit*> units{&units_.attacker, &units_.defender};
    try {
      return System::choices(in_role(side, by), in_roles(units, by), timeline_.situation(number),
                             in_roles(standing, by));
    } catch (const NoAnswer&) {
      return {0};  // the attack does not take place
    }
  }

  /// What sides choose that do not do as the situation says.
  using Chosen = PerSide<std::optional<int>>;

  /// What an attack may turn out to be as things stand, or nothing if the rules do not allow it
  /// now. `number`: its place among all attacks. In the result the side that attacks is the
  /// attacker.
  std::optional<Fights> attack(std::size_t number, const Standing& standing,
                               const Chosen& chosen = {}) const {
    try {
      return allowed_attack(number, standing, chosen);
    } catch (const NoAnswer&) {
      // No icon left, out of range, nobody engaged: this attack does not take place.
      return std::nullopt;
    }
  }

  /// What such an attack costs both roles, where that matters for what follows; one that the rules
  /// do not allow is just made.
  PerSide<int> cost(std::size_t number, const Chosen& chosen, bool is_allowed) const {
    if constexpr (HasActions<System>) {
      if (order().depends_on_costs() && is_allowed) {
        return System::spent(situation(number, chosen));
      }
    }
    return {1, 0};
  }

  /// Why a side cannot attack as the battle begins, or "".
  const std::string& why_no_attack(Side by) const { return why_no_attack_[by]; }

  /// How the damage of an attack falls on each side: its way in SideStates::after.
  PerSide<std::size_t> ways(std::size_t number) const {
    return ways_.empty() ? PerSide<std::size_t>{} : ways_[number];
  }

  /// How long damage that downs nobody stays.
  DamageLasts damage_lasts() const {
    if constexpr (!ClearsDamage<System>) return DamageLasts::battle;
    const bool each = std::all_of(attacks().begin(), attacks().end(),
                                  [](const RoundAttack& attack) { return attack.ends_turn; });
    return each ? DamageLasts::attack : DamageLasts::turn;
  }
  const PerSide<Casualties>& casualties() const { return casualties_; }
  /// The names of the kinds of figures of each side, as in FightFacts.
  const PerSide<std::vector<std::string>>& kinds() const { return first_.kinds; }

 private:
  static bool breaks(const SideStates& side, int state, int break_point) {
    return side.standing(state) <= beaten_at(break_point, side.standing(side.opening()));
  }

  /// Whether an attack has figures fall in the order of the first. `kinds`: of each side in the
  /// first, or nothing yet.
  bool falls_as_first(const Fights& fights, Side by,
                      std::optional<PerSide<std::vector<std::string>>>& kinds) const {
    const typename System::Fight& fight = fights.any();
    if (!kinds) kinds = in_roles(fight.kinds, by);
    return std::all_of(both_sides.begin(), both_sides.end(), [&](Side side) {
      const Side role = in_role(side, by);
      return fight.casualties[role].ranks() == casualties_[side].ranks() &&
             fight.casualties[role].falling() == casualties_[side].falling() &&
             fight.kinds[role] == (*kinds)[side];
    });
  }

  /// States are what is left of each side, and each attack has its way of falling.
  void find_ways() {
    Standing changing = standing_of(sides_, opening());
    changing.changing = true;
    PerSide<std::vector<Falling>> ways;
    for (std::size_t number = 0; number < attacks().size(); ++number) {
      const Side by = attacks()[number].by;
      PerSide<std::size_t>& ways_now = ways_.emplace_back();
      std::optional<Fights> fights;
      try {
        fights = allowed_attack(number, changing);
      } catch (const NoAnswer&) {
        continue;  // nor is it allowed later
      }
      for (const Side side : both_sides) {
        const Casualties& now = fights->any().casualties[in_role(side, by)];
        if (number == 0) casualties_[side] = now;
        const auto known = std::find(ways[side].begin(), ways[side].end(), now.falling());
        ways_now[side] = static_cast<std::size_t>(known - ways[side].begin());
        if (known == ways[side].end()) ways[side].push_back(now.falling());
      }
    }
    for (const Side side : both_sides) {
      sides_[side] = SideStates(casualties_[side], damage_lasts(), ways[side]);
    }
  }

  Fights allowed_attack(std::size_t number, Standing standing, const Chosen& chosen = {}) const {
    const Side by = attacks()[number].by;
    const Unit& attacker = units_[by];
    const Unit& defender = units_[enemy_of(by)];
    standing = in_roles(std::move(standing), by);
    if (!chosen.attacker && !chosen.defender) {
      return rolled_fights<System>(attacker, defender, timeline_.situation(number), standing);
    }
    return rolled_fights<System>(attacker, defender, situation(number, chosen), standing);
  }

  Situation situation(std::size_t number, const Chosen& chosen) const {
    Situation situation = timeline_.situation(number);
    for (const Side side : both_sides) {
      const auto key = System::choice_key[in_role(side, attacks()[number].by)];
      if (chosen[side] && key != nullptr) situation.*key = *chosen[side];
    }
    return situation;
  }

  PerSide<Unit> units_;
  Situation situation_;             ///< of the first attack
  FightFacts first_;                ///< of the first attack
  PerSide<Casualties> casualties_;  ///< as the battle begins
  Course<System> course_;
  Timeline<System> timeline_;
  PerSide<SideStates> sides_;
  std::optional<PerSide<int>> begins_;  ///< in these; nothing: in the openings of sides_
  int rounds_before_ = 0;
  std::vector<PerSide<std::size_t>> ways_;  ///< by attack; empty where there is only one
  PerSide<std::string> why_no_attack_;
  PerSide<std::shared_ptr<const Policy>> policies_;
  PerSide<std::shared_ptr<const AssignmentPolicy>> assignments_;
  int planned_rounds_ = 0;
  Until until_;
};

/// A battle of any system.
using AnyBattle = Systems::AnyOf<Battle>;

}  // namespace warodds
