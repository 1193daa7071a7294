// The actions that both sides have left, in a round of a battle or in a sequence, where a system
// has an economy of them. Where it has none, everything can be paid for.
#pragma once

#include <optional>
#include <utility>

#include "core/systems/traits/actions.h"

namespace warodds {

template <class System>
class ActionsLeft {
 public:
  using Unit = typename System::Unit;
  using Situation = typename System::Situation;

  /// As a round of a battle begins.
  static ActionsLeft in_round(const Situation& rules) {
    if constexpr (HasActions<System>) {
      const int each = System::actions_in_round(rules);
      return ActionsLeft({each, each});
    }
    return ActionsLeft({no_limit, no_limit});
  }
  /// As a sequence begins: the attackers are fresh, the target is the defender of all steps.
  static ActionsLeft in_sequence(const Situation& step) {
    if constexpr (HasActions<System>)
      return ActionsLeft({no_limit, System::actions_of_target(step)});
    return ActionsLeft({no_limit, no_limit});
  }

  /// Of the two units of an attack, in a round of several; no_limit where there is none.
  static ActionsLeft of(const PerSide<int>& left) { return ActionsLeft(left); }
  PerSide<int> left() const {
    PerSide<int> left = left_;
    for (const Side side : both_sides) {
      if (!limited_[side]) left[side] = no_limit;
    }
    return left;
  }

  /// An attack as it can be paid for.
  struct Paid {
    Situation situation;
    bool as_told = true;  ///< false: the target cannot do its part, having spent all it has
    /// It costs its maker nothing, and is none of the attacks that can be made (B6). Where the
    /// target's actions have no limit it is one, or it need never end.
    bool is_free = false;
    bool passes = false;  ///< it is none, and its maker makes no more
  };
  /// Pays for an attack; nothing where whoever makes it has no action left.
  std::optional<Paid> pay(Side by, const Unit& unit, Situation attack) {
    Paid paid{std::move(attack)};
    if constexpr (HasActions<System>) {
      if (left_[by] == 0) return std::nullopt;
      const Side target = enemy_of(by);
      paid.as_told = System::spent(paid.situation).defender <= left_[target];
      if (!paid.as_told) System::without_reaction(paid.situation);
      // An attack that the rules do not allow costs nobody anything; who chooses may make another.
      if (System::is_allowed(unit, paid.situation)) {
        const PerSide<int> cost = System::spent(paid.situation);
        paid.passes = System::passes(paid.situation);
        paid.is_free = cost.attacker == 0 && limited_[target] && !paid.passes;
        left_[by] -= cost.attacker;
        left_[target] -= cost.defender;
      }
    }
    return paid;
  }

 private:
  explicit ActionsLeft(const PerSide<int>& left)
      : left_(left), limited_{left.attacker != no_limit, left.defender != no_limit} {}

  PerSide<int> left_;
  PerSide<bool> limited_;
};

}  // namespace warodds
