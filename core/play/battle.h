// A battle: attack after attack until a side is gone, or nothing more can happen.
#pragma once

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "core/matchup/rolled.h"
#include "core/play/assignment_policy.h"
#include "core/play/side_states.h"
#include "core/rules/choice.h"
#include "core/rules/error.h"
#include "core/rules/fight.h"
#include "core/systems/systems.h"

namespace warodds {

/// Two units and what they do to each other, round after round. What becomes of each is up to its
/// SideStates.
template <class System>
class Battle {
 public:
  using Unit = typename System::Unit;
  using Situation = typename System::Situation;
  using Fights = Mixture<typename System::Fight>;

  /// Throws what System::prepare throws when the first attack is not possible, or InputError when
  /// a later one makes no sense.
  Battle(Unit attacker, Unit defender, Situation situation)
      : units_{std::move(attacker), std::move(defender)}, situation_(std::move(situation)) {
    const Fights first = rolled_fights<System>(units_.attacker, units_.defender, situation_);
    casualties_ = first.any().casualties;
    attacks_ = System::round(situation_);
    for (const Side side : both_sides) {
      sides_[side] = SideStates(casualties_[side], damage_lasts());
    }
    for (const RoundAttack& attack : attacks_) {
      try {
        allowed_attack(attack.by, standing_of(sides_, opening()));
      } catch (const NoAnswer& error) {
        why_no_attack_[attack.by] = error.what();
      }
    }
  }

  /// The attacks of a round in order.
  const std::vector<RoundAttack>& attacks() const { return attacks_; }

  /// Rounds after which the battle is broken off by the rules; 0: never.
  int most_rounds() const {
    return System::most_rounds(units_.attacker, units_.defender, situation_);
  }

  static const char* breaks_off() { return System::breaks_off; }

  /// Lets a side choose by a policy, whose standpoints count the rounds left as the attacker's
  /// turns, instead of as the situation says. The battle then lasts `rounds` rounds at most.
  void follow(Side side, std::shared_ptr<const Policy> policy, int rounds) {
    policies_[side] = std::move(policy);
    planned_rounds_ = rounds;
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

  bool follows_policy() const { return policies_.attacker || policies_.defender; }
  /// The rounds a policy has been made for; 0 without one.
  int planned_rounds() const { return planned_rounds_; }

  /// The states of each side. An engine that walks through the battle takes a copy.
  const PerSide<SideStates>& sides() const { return sides_; }
  /// The states in which the battle begins.
  PerSide<int> opening() const { return {sides_.attacker.opening(), sides_.defender.opening()}; }

  /// The figures (models, fighters) of each side that stand then.
  PerSide<int> standing_at_opening() const {
    return {sides_.attacker.standing(sides_.attacker.opening()),
            sides_.defender.standing(sides_.defender.opening())};
  }

  /// What each side does when `rounds_left` rounds can still be fought; empty: as the situation
  /// says.
  PerSide<MixedStrategy> mixes(int rounds_left, const PerSide<int>& states) const {
    PerSide<MixedStrategy> mixes;
    for (const Side side : both_sides) {
      if (policies_[side]) mixes[side] = policies_[side]->at({{rounds_left, 0}, states})[side];
    }
    return mixes;
  }

  /// Everything a side could choose now.
  std::vector<int> all_choices(Side side, const Standing& standing) const {
    const PerSide<const Unit*> units{&units_.attacker, &units_.defender};
    return System::choices(side, units, situation_, standing);
  }

  /// What the attack that one side makes as things stand may turn out to be, or nothing if the
  /// rules do not allow it now. In the result the side that attacks is the attacker.
  std::optional<Fights> attack(Side by, const Standing& standing,
                               const PerSide<std::optional<int>>& chosen = {}) const {
    try {
      return allowed_attack(by, standing, chosen);
    } catch (const NoAnswer&) {
      // No icon left, out of range, nobody engaged: this attack does not take place.
      return std::nullopt;
    }
  }

  /// Why a side cannot attack as the battle begins, or "".
  const std::string& why_no_attack(Side by) const { return why_no_attack_[by]; }

  /// How long damage that downs nobody stays.
  DamageLasts damage_lasts() const {
    if (System::damage_lasts) return DamageLasts::battle;
    const bool each = std::all_of(attacks_.begin(), attacks_.end(),
                                  [](const RoundAttack& attack) { return attack.ends_turn; });
    return each ? DamageLasts::attack : DamageLasts::turn;
  }
  const PerSide<Casualties>& casualties() const { return casualties_; }

 private:
  std::optional<Fights> allowed_attack(Side by, Standing standing,
                                       const PerSide<std::optional<int>>& chosen = {}) const {
    if (by == Side::attacker) {
      Situation situation = situation_;
      for (const Side side : both_sides) {
        const auto key = System::choice_key[side];
        if (chosen[side] && key != nullptr) situation.*key = *chosen[side];
      }
      return rolled_fights<System>(units_.attacker, units_.defender, situation, standing);
    }
    const std::optional<Situation> reply = System::reply(situation_, units_.defender);
    if (!reply) return std::nullopt;
    std::swap(standing.taken.attacker, standing.taken.defender);
    std::swap(standing.remains.attacker, standing.remains.defender);
    return rolled_fights<System>(units_.defender, units_.attacker, *reply, standing);
  }

  PerSide<Unit> units_;
  Situation situation_;
  PerSide<Casualties> casualties_;  ///< as the battle begins
  PerSide<SideStates> sides_;
  std::vector<RoundAttack> attacks_;
  PerSide<std::string> why_no_attack_;
  PerSide<std::shared_ptr<const Policy>> policies_;
  PerSide<std::shared_ptr<const AssignmentPolicy>> assignments_;
  int planned_rounds_ = 0;
};

/// A battle of any system.
using AnyBattle = Systems::AnyOf<Battle>;

}  // namespace warodds
