// The fights of a battle of sides of several units, made ready for the simulator as they come up.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

#include <boost/functional/hash.hpp>

#include "core/play/battle.h"
#include "core/play/round.h"
#include "core/play/side_states.h"
#include "core/systems/traits/turn_end.h"
#include "sim/run/extent.h"
#include "sim/run/plan.h"

namespace warodds::sim {

/// Whether two objects hold the same in all fields.
template <class T>
bool alike(const Fields<T>& fields, const T& a, const T& b) {
  return std::all_of(fields.begin(), fields.end(),
                     [&](const Field<T>& field) { return is_same(field, a, b); });
}

/// Whether two units are the same but for their names and what they cost.
template <class System>
bool units_alike(const typename System::Unit& a, const typename System::Unit& b) {
  const auto& fields = System::unit_fields();
  const bool same = std::all_of(fields.begin(), fields.end(), [&](const auto& field) {
    return field.name == "points" || is_same(field, a, b);
  });
  return same && std::equal(a.groups.begin(), a.groups.end(), b.groups.begin(), b.groups.end(),
                            [](const auto& x, const auto& y) {
                              return alike(System::group_fields(), x, y);
                            });
}

/// Fights made ready, one thread's. Fights of units that are alike are one.
template <class System>
class ArmyFights {
 public:
  explicit ArmyFights(const Battle<System>& battle) {
    for (const Side side : both_sides) {
      for (int unit = 0; unit < battle.size(side); ++unit) {
        kinds_[side].push_back(kind_of(battle, side, unit));
      }
    }
  }

  /// A fight made ready.
  struct Ready {
    std::optional<Plan> plan;  ///< nothing where the rules allow none
    bool withdraws = false;    ///< whoever is left of its defender moves away
    bool may_change = false;   ///< it can change something that lasts
  };
  /// The number of the fight that takes place in a state.
  std::size_t number(int phase, const Round<System>& round, const Combat& combat,
                     const BattleState& state) {
    std::size_t& number = place_of(phase, combat, state);
    if (number == unknown) {
      number = ready_.size();
      ready_.push_back(prepare(round, combat, state));
    }
    return number;
  }
  const Ready& ready(std::size_t number) const { return ready_[number]; }
  std::size_t size() const { return ready_.size(); }

 private:
  using Key = std::vector<std::uint32_t>;
  /// Numbers of fights, by the losses of the attacker's unit, then of the defender's.
  using OfPair = std::vector<std::vector<std::size_t>>;
  static constexpr std::size_t unknown = ~std::size_t{0};

  /// The first unit of the side that fights as this one does in every round.
  static int kind_of(const Battle<System>& battle, Side side, int unit) {
    for (int other = 0; other < unit; ++other) {
      // States of owners who choose have numbers of their own in each unit.
      if (battle.states()[side][static_cast<std::size_t>(unit)].chosen()) break;
      if (!units_alike<System>(battle.unit(side, other), battle.unit(side, unit))) continue;
      bool same = true;
      for (int phase = 0; phase < battle.phases() && same; ++phase) {
        same = alike(System::situation_fields(), battle.situation(phase, side, other),
                     battle.situation(phase, side, unit));
      }
      if (same) return other;
    }
    return unit;
  }

  /// Where the number of a fight stands.
  std::size_t& place_of(int phase, const Combat& combat, const BattleState& state) {
    const bool is_of_two = combat.units.attacker.is_one() && combat.units.defender.is_one();
    if (!is_of_two) {
      fill_key(phase, combat, state);
      return of_several_.try_emplace(key_, unknown).first->second;
    }
    auto pair = static_cast<std::size_t>(phase) << 2 | (combat.by == Side::attacker ? 2U : 0U) |
                (combat.as_told ? 1U : 0U);
    PerSide<std::size_t> losses;
    for (const Side side : both_sides) {
      const auto unit = static_cast<std::size_t>(combat.units[side].first());
      pair = pair * kinds_[side].size() + static_cast<std::size_t>(kinds_[side][unit]);
      losses[side] = static_cast<std::size_t>(state.losses[side][unit]);
    }
    OfPair& of_pair = with_place(of_two_, pair, {});
    return with_place(with_place(of_pair, losses.attacker, {}), losses.defender, unknown);
  }
  template <class T>
  static T& with_place(std::vector<T>& list, std::size_t place, const T& fresh) {
    if (list.size() <= place) list.resize(place + 1, fresh);
    return list[place];
  }

  void fill_key(int phase, const Combat& combat, const BattleState& state) {
    key_.clear();
    key_.push_back(static_cast<std::uint32_t>(phase) << 2 |
                   (combat.by == Side::attacker ? 1U : 0U) << 1 | (combat.as_told ? 1U : 0U));
    for (const Side side : both_sides) {
      for (const int unit : combat.units[side]) {
        const auto place = static_cast<std::size_t>(unit);
        const bool selected = state.marks.units[side][place].selected;
        key_.push_back(static_cast<std::uint32_t>(kinds_[side][place]) << 2 |
                       (selected ? 1U : 0U) << 1 | (side == Side::attacker ? 1U : 0U));
        key_.push_back(static_cast<std::uint32_t>(state.losses[side][place]));
      }
    }
  }

  static Ready prepare(const Round<System>& round, const Combat& combat, const BattleState& state) {
    Ready ready;
    const auto fights = round.fights(combat, state);
    if (!fights) return ready;
    ready.withdraws = ready.may_change = fights->any().withdraws;
    const PerSide<int> dealt = most_damage_of(*fights);
    for (const Side side : both_sides) {
      const int most = dealt[in_role(enemy_of(side), combat.by)];
      ready.may_change = ready.may_change || changes(round, combat, state, side, most);
    }
    ready.plan = make_plan(*fights);
    return ready;
  }

  /// Whether so much damage would be there when the turn has ended.
  static bool changes(const Round<System>& round, const Combat& combat, const BattleState& state,
                      Side side, int damage) {
    if (!ClearsDamage<System> || damage == 0) return damage > 0;
    const int unit = combat.units[side].first();
    const int losses = state.losses[side][static_cast<std::size_t>(unit)];
    SideStates states = round.states(side, unit);
    states.find(losses, damage);
    return states.lasting(states.after(losses, damage)) != states.lasting(losses);
  }

  PerSide<std::vector<int>> kinds_;  ///< of each unit
  std::vector<OfPair> of_two_;       ///< by the phase and the kinds of both units
  Key key_;
  std::unordered_map<Key, std::size_t, boost::hash<Key>> of_several_;
  std::vector<Ready> ready_;
};

}  // namespace warodds::sim
