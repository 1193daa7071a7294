// The attacks of a battle, made ready for the simulator as they come up.
#pragma once

#include <map>
#include <optional>
#include <utility>

#include "core/play/battle.h"
#include "sim/run/plan.h"

namespace warodds::sim {

/// The states of both sides.
using State = std::pair<int, int>;
/// What sides choose that do not do as the situation says.
using Chosen = PerSide<std::optional<int>>;

inline PerSide<int> pair_of(const State& state) { return {state.first, state.second}; }

/// The attacks of a battle made ready for the simulator, as they come up. Each thread has its own:
/// they are asked for so often that threads would wait for each other.
template <class System>
class Attacks {
 public:
  explicit Attacks(const Battle<System>& battle) : battle_(battle) {}

  /// Null where the rules allow no attack.
  const Plan* plan(Side by, const State& state, const Chosen& chosen) {
    const Key key{by, state, {chosen.attacker, chosen.defender}};
    const auto known = plans_.find(key);
    if (known != plans_.end()) return known->second ? &*known->second : nullptr;
    std::optional<Plan> plan;
    if (const auto fight = battle_.attack(by, pair_of(state), chosen)) plan = make_plan(*fight);
    const auto& kept = plans_.try_emplace(key, std::move(plan)).first->second;
    return kept ? &*kept : nullptr;
  }

  /// Whether a whole round can change nothing, however the dice fall and whatever is chosen.
  bool stuck(const State& state) {
    const auto known = stuck_.find(state);
    if (known != stuck_.end()) return known->second;
    return stuck_[state] = judge(state);
  }

 private:
  struct Key {
    Side by;
    State state;
    std::pair<std::optional<int>, std::optional<int>> chosen;
    auto operator<=>(const Key&) const = default;
  };

  bool judge(const State& state) const {
    if (battle_.follows_policy()) {
      const PerSide<int> pair = pair_of(state);
      for (const int a : battle_.all_choices(Side::attacker, pair)) {
        for (const int b : battle_.all_choices(Side::defender, pair)) {
          const auto fight = battle_.attack(Side::attacker, pair, {a, b});
          if (fight && !(most_damage_of(*fight) == PerSide<int>{})) return false;
        }
      }
      return true;
    }
    // The damage of a turn adds up; whether it lasts shows at the end of the turn. As long as
    // nobody falls, all attacks are those of the state the turn began with.
    const PerSide<SideStates>& sides = battle_.sides();
    PerSide<int> now = pair_of(state);
    for (const RoundAttack& attack : battle_.attacks()) {
      if (const auto fight = battle_.attack(attack.by, now)) {
        const PerSide<int> most = most_damage_of(*fight);
        const Side other = enemy_of(attack.by);
        now[other] = sides[other].after(now[other], most.attacker);
        now[attack.by] = sides[attack.by].after(now[attack.by], most.defender);
        for (const Side side : both_sides) {
          const int before = sides[side].standing(pair_of(state)[side]);
          if (sides[side].standing(now[side]) < before) return false;
        }
      }
      if (attack.ends_turn) now = lasting(now);
    }
    // That damage of the opening is gone after a turn is nothing that happens.
    return now == lasting(pair_of(state));
  }

  PerSide<int> lasting(const PerSide<int>& pair) const {
    return {battle_.sides().attacker.lasting(pair.attacker),
            battle_.sides().defender.lasting(pair.defender)};
  }

  const Battle<System>& battle_;
  std::map<Key, std::optional<Plan>> plans_;
  std::map<State, bool> stuck_;
};

}  // namespace warodds::sim
