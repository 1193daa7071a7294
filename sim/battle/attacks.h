// The states and attacks of a battle, made ready for the simulator as they come up.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <tuple>
#include <utility>

#include "core/play/battle.h"
#include "sim/run/plan.h"

namespace warodds::sim {

/// The states of both sides, and what has ended the battle there while both stand.
struct State {
  int attacker = 0;
  int defender = 0;
  Halt halt = Halt::none;

  auto operator<=>(const State&) const = default;
};
/// What sides choose that do not do as the situation says.
using Chosen = PerSide<std::optional<int>>;

inline PerSide<int> pair_of(const State& state) { return {state.attacker, state.defender}; }

/// The attacks of a battle made ready for the simulator, as they come up. Each thread has its own:
/// they are asked for so often that threads would wait for each other.
template <class System>
class Attacks {
 public:
  explicit Attacks(const Battle<System>& battle) : battle_(battle), sides_(battle.sides()) {}

  const PerSide<SideStates>& sides() const { return sides_; }

  /// The state of a side after damage by such an attack.
  int after(std::size_t number, Side side, int state, int damage) {
    const std::size_t way = battle_.ways(number)[side];
    sides_[side].find(state, 2 * damage, way);  // so that more damage will often be known
    return sides_[side].after(state, damage, way);
  }
  /// What is left of the states at the end of a turn.
  State lasting(const State& state) const {
    return {sides_.attacker.lasting(state.attacker), sides_.defender.lasting(state.defender),
            state.halt};
  }

  /// An attack made ready.
  struct Ready {
    Plan plan;
    bool withdraws;  ///< whoever is left of its target moves away
  };
  /// `number`: of the attack; null where the rules allow none.
  const Ready* plan(std::size_t number, const State& state, const Chosen& chosen) {
    const Key key{number, state, {chosen.attacker, chosen.defender}};
    const auto known = plans_.find(key);
    if (known != plans_.end()) return known->second ? &*known->second : nullptr;
    std::optional<Ready> plan;
    if (const auto fight = battle_.attack(number, standing_of(sides_, pair_of(state)), chosen))
      plan = Ready{make_plan(*fight), fight->any().withdraws};
    const auto& kept = plans_.try_emplace(key, std::move(plan)).first->second;
    return kept ? &*kept : nullptr;
  }

  /// Whether nothing can change any more from this attack on, the first of a round, however the
  /// dice fall and whatever is chosen.
  bool stuck(std::size_t number, const State& state) {
    const auto [place, is_new] = stuck_.try_emplace({number, state}, false);
    if (is_new) place->second = judge(number, state);
    return place->second;
  }

  /// The states that an attack leads to, with their probabilities.
  PerSide<MixedStrategy> assigned(int rounds_left, std::size_t number, const State& from,
                                  const PerSide<int>& suffered) {
    for (const Side side : both_sides) sides_[side].find(pair_of(from)[side], suffered[side]);
    return battle_.assigned(sides_, rounds_left, number, pair_of(from), suffered);
  }

 private:
  struct Key {
    std::size_t number;
    State state;
    std::pair<std::optional<int>, std::optional<int>> chosen;
    bool operator<(const Key& other) const {
      return std::tie(number, state, chosen) < std::tie(other.number, other.state, other.chosen);
    }
  };

  /// Whether no damage of a whole round leads anywhere, as the sides assign it.
  bool judge_assigned(const State& state) {
    std::set<State> now{state};
    for (std::size_t number = 0; number < battle_.attacks().size(); ++number) {
      const RoundAttack& attack = battle_.attacks()[number];
      std::set<State> next;
      for (const State& from : now) {
        const auto fight = battle_.attack(number, standing_of(sides_, pair_of(from)));
        const PerSide<int> most = fight ? most_damage_of(*fight) : PerSide<int>{};
        PerSide<int> suffered;
        int& dealt = suffered[enemy_of(attack.by)];
        int& back = suffered[attack.by];
        for (dealt = 0; dealt <= most.attacker; ++dealt) {
          for (back = 0; back <= most.defender; ++back) {
            const PerSide<MixedStrategy> to = assigned(0, number, from, suffered);
            for (const WeightedChoice& a : to.attacker) {
              for (const WeightedChoice& b : to.defender) {
                const State reached{a.value, b.value};
                next.insert(attack.ends_turn ? lasting(reached) : reached);
              }
            }
          }
        }
      }
      now = std::move(next);
      for (const State& reached : now) {
        if (!(lasting(reached) == lasting(state))) return false;
      }
    }
    return true;
  }

  /// Whether nothing comes of an attack, whatever is chosen.
  bool harmless(std::size_t number, const Standing& standing) const {
    for (const int a : battle_.all_choices(Side::attacker, number, standing)) {
      for (const int b : battle_.all_choices(Side::defender, number, standing)) {
        const auto fight = battle_.attack(number, standing, {a, b});
        if (!fight) continue;
        if (fight->any().withdraws || !(most_damage_of(*fight) == PerSide<int>{})) return false;
      }
    }
    return true;
  }

  bool judge(std::size_t number, const State& state) {
    // A side that is to break after the round does so, too, where nobody can be hurt.
    if (battle_.halt_after_round(sides_, pair_of(state)) != Halt::none) return false;
    if (battle_.assigns_by_policy()) {
      return !battle_.changes_by_round() && judge_assigned(state);
    }
    if (battle_.follows_policy()) {
      for (const std::size_t attack : battle_.different_attacks()) {
        if (!harmless(attack, standing_of(sides_, pair_of(state)))) return false;
      }
      return true;
    }
    // The damage of a turn adds up; whether it lasts shows at the end of the turn. As long as
    // nobody falls, all attacks are those of the state the turn began with. Once through all that
    // are to come is enough.
    PerSide<int> now = pair_of(state);
    const AttackOrder& order = battle_.order();
    const std::size_t last = order.attacks.size();
    for (std::size_t left = last - std::min(number, order.again); left > 0; --left) {
      const RoundAttack& attack = order.attacks[number];
      if (const auto fight = battle_.attack(number, standing_of(sides_, now))) {
        if (fight->any().withdraws) return false;
        const PerSide<int> most = most_damage_of(*fight);
        const Side other = enemy_of(attack.by);
        now[other] = after(number, other, now[other], most.attacker);
        now[attack.by] = after(number, attack.by, now[attack.by], most.defender);
        for (const Side side : both_sides) {
          const int before = sides_[side].standing(pair_of(state)[side]);
          if (sides_[side].standing(now[side]) < before) return false;
        }
      }
      if (attack.ends_turn) now = pair_of(lasting({now.attacker, now.defender}));
      number = order.after(number);
    }
    // That damage of the opening is gone after a turn is nothing that happens.
    return State{now.attacker, now.defender} == lasting(state);
  }

  const Battle<System>& battle_;
  PerSide<SideStates> sides_;
  std::map<Key, std::optional<Ready>> plans_;
  std::map<std::pair<std::size_t, State>, bool> stuck_;
};

}  // namespace warodds::sim
