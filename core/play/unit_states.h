// The states of one unit of a battle as a scenario numbers them, and what a fight looks at of them.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <tuple>
#include <unordered_map>
#include <vector>

#include "core/play/round.h"
#include "core/systems/traits/lost_dice.h"

namespace warodds {

struct UnitState {
  int losses = 0;   ///< a state of the unit's SideStates
  int lasting = 0;  ///< the number of what is left of it when damage is cleared
  int kind = 0;     ///< what its unit may attack; 0: nobody is left
};

template <class System>
class UnitStates {
 public:
  /// The round must outlive it; it finds states there.
  UnitStates(Round<System>& round, Side side, int unit)
      : round_(&round), side_(side), unit_(unit), alike_(round.battle().first_alike(side, unit)) {}

  int size() const { return static_cast<int>(states_.size()); }
  const UnitState& at(int state) const { return states_[static_cast<std::size_t>(state)]; }
  /// The number of a state that has been found.
  int known(int losses) const { return numbers_.at(losses); }
  /// The first unit of its side that fights as this one does in every round.
  int alike() const { return alike_; }

  /// Numbers all states that the unit may come to, by rising lasting losses.
  void find_all() {
    const Battle<System>& battle = round_->battle();
    SideStates& states = round_->states(side_, unit_);
    std::vector<int> found;
    std::unordered_map<int, int> seen;
    const auto add = [&](int one) {
      if (seen.try_emplace(one, 0).second) found.push_back(one);
    };
    if (battle.assigns_by_policy()) {
      for (std::size_t one = 0; one < states.found(); ++one) add(static_cast<int>(one));
    }
    add(battle.opening()[side_][static_cast<std::size_t>(unit_)]);
    const std::size_t ways = battle.assigns_by_policy() ? 0 : battle.ways_of_falling(side_);
    for (std::size_t i = 0; i < found.size(); ++i) {
      const int from = found[i];
      add(states.lasting(from));
      for (std::size_t way = 0; way < ways; ++way) {
        const int most = states.greatest(from, way);
        spend_on_damages(most);
        states.find(from, most, way);
        for (int damage = 1; damage <= most; ++damage) add(states.after(from, damage, way));
      }
    }
    const auto key = [&](int one) {
      const int lasting = states.lasting(one);
      return std::tuple(states.taken(lasting), lasting, states.taken(one), one);
    };
    std::sort(found.begin(), found.end(), [&](int x, int y) { return key(x) < key(y); });
    for (const int one : found) number(one);
  }
  /// The number of a state of SideStates, which it is given where it is new.
  int number(int losses) {
    const auto known = numbers_.find(losses);
    if (known != numbers_.end()) return known->second;
    const SideStates& states = round_->states(side_, unit_);
    const int lasting = states.lasting(losses);
    const int of_lasting = lasting == losses ? size() : number(lasting);
    UnitState next{losses, of_lasting, 0};
    if (!states.gone(losses)) {
      std::vector<std::uint64_t> allowed;  // in each phase
      for (int phase = 0; phase < round_->battle().phases(); ++phase) {
        round_->set_phase(phase);
        allowed.push_back(round_->allowed(side_, unit_, losses).bits());
      }
      next.kind = 1 + kinds_.try_emplace(allowed, static_cast<int>(kinds_.size())).first->second;
    }
    const int number = size();
    numbers_[losses] = number;
    states_.push_back(next);
    return number;
  }

  /// What a fight looks at of the unit: the dice that it rolls against each enemy, numbered; the
  /// state itself where that is not all. `as`: twice the phase, and one more if it is attacked.
  int dice(int state, int as) {
    const auto role = static_cast<std::size_t>(as), place = static_cast<std::size_t>(state);
    if (roles_.size() <= role) roles_.resize(role + 1);
    OfRole& of = roles_[role];
    if (of.dice.size() <= place) of.dice.resize(std::max(place + 1, states_.size()), -1);
    if (of.dice[place] < 0) {
      const int next = static_cast<int>(of.numbers.size());
      of.dice[place] = of.numbers.try_emplace(rolled(state, as), next).first->second;
    }
    return of.dice[place];
  }

 private:
  /// What the unit rolls in a state, against each enemy.
  std::vector<int> rolled(int state, int as) {
    const Side enemy_side = enemy_of(side_);
    const bool attacks = as % 2 == 0;
    if (at(state).kind == 0) return {-1};
    std::vector<int> rolled;
    BattleState one = round_->opening();
    one.losses[side_][static_cast<std::size_t>(unit_)] = at(state).losses;
    round_->set_phase(as / 2);
    for (int enemy = 0; enemy < round_->battle().size(enemy_side); ++enemy) {
      Combat combat;
      combat.by = attacks ? side_ : enemy_side;
      combat.units[side_] = UnitSet::of(unit_);
      combat.units[enemy_side] = UnitSet::of(enemy);
      combat.by_unit = attacks ? unit_ : enemy;
      const auto fights = round_->fights(combat, one);
      if (!fights) rolled.push_back(-2);
      if (!fights) continue;
      for (const auto& fight : fights->fights()) {
        if (!loses_only_dice<System>(fight)) return {-3, state};
        rolled.push_back(pool_size<System>(fight, attacks ? Side::attacker : Side::defender));
      }
    }
    return rolled;
  }

  struct OfRole {
    std::vector<int> dice;  ///< by state; -1: not yet known
    std::map<std::vector<int>, int> numbers;
  };

  Round<System>* round_;
  Side side_;
  int unit_;
  int alike_;
  std::vector<UnitState> states_;
  std::unordered_map<int, int> numbers_;  ///< of SideStates' states
  std::map<std::vector<std::uint64_t>, int> kinds_;
  std::vector<OfRole> roles_;  ///< by phase and role
};

}  // namespace warodds
