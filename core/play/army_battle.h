// A battle of sides of several units: who stands where, in which situation each unit makes its
// attacks in each round, and how both sides play. How a round goes is said in army_round.h.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/fields/break_points.h"
#include "core/play/army.h"
#include "core/play/battle.h"
#include "core/play/course.h"
#include "core/play/rolled.h"
#include "core/play/side_states.h"
#include "core/rules/fight.h"
#include "core/rules/unit_set.h"
#include "core/systems/systems.h"
#include "core/systems/traits/actions.h"
#include "core/systems/traits/attack_profiles.h"
#include "core/systems/traits/attacks_back.h"
#include "core/systems/traits/joined_fights.h"
#include "core/systems/traits/roles.h"
#include "core/systems/traits/turn_end.h"
#include "core/text/error.h"

namespace warodds {

struct ArmyState;
template <class System>
class ArmyRound;

template <class System>
class ArmyBattle {
 public:
  using Unit = typename System::Unit;
  using Situation = typename System::Situation;
  using Fights = Mixture<typename System::Fight>;

  /// `situation`: of the attacker's attacks in the first round. Throws InputError where something
  /// makes no sense, NoAnswer where a unit has nobody left.
  ArmyBattle(PerSide<Army<System>> armies, Situation situation, Course<System> course = {})
      : armies_(std::move(armies)), situation_(std::move(situation)), course_(std::move(course)) {
    require_sense();
    for (const Side side : both_sides) {
      std::vector<std::string> names;
      for (const auto& one : armies_[side].units) names.push_back(one.unit.name);
      names_[side] = numbered(names);
    }
    for (const Side side : both_sides) find_pins(side);
    lay_out_phases();
    for (const Side side : both_sides) {
      for (int unit = 0; unit < size(side); ++unit)
        states_[side].push_back(states_at_first(side, unit));
    }
    for (const Side side : both_sides) why_no_attack_[side] = reason_without_attack(side);
  }

  /// Whether a unit's `with` takes a key: what an attack back has of its own; where a round has
  /// fights of both sides at once, what the unit's side chooses in them (E12).
  static bool with_takes(Side side, const Field<Situation>& field) {
    if (field.holds_for != HoldsFor::attack || !has_use(UsedIn::armies, field.used_in))
      return false;
    if constexpr (AttacksBack<System> || JoinsFights<System>) return true;
    return field.number != nullptr && field.number == System::choice_key[side];
  }

  int size(Side side) const { return static_cast<int>(armies_[side].units.size()); }
  const Unit& unit(Side side, int number) const { return one(side, number).unit; }
  /// Numbered where several units of the side have the same name.
  const std::string& name(Side side, int unit) const {
    return names_[side][static_cast<std::size_t>(unit)];
  }
  UnitSet all(Side side) const {
    UnitSet units;
    for (int number = 0; number < size(side); ++number) units.add(number);
    return units;
  }
  /// The units that are called so: by the name that tells one apart, or the one that several have.
  UnitSet called(Side side, const std::string& wanted) const {
    for (const bool exactly : {true, false}) {
      const auto matches = [&](const std::string& name) {
        return exactly ? name == wanted : lower(name) == lower(wanted);
      };
      UnitSet found;
      for (int number = 0; number < size(side); ++number) {
        if (matches(name(side, number))) return UnitSet::of(number);
        if (matches(unit(side, number).name)) found.add(number);
      }
      if (!found.empty()) return found;
    }
    throw UnknownUnit(fmt::format("the {}'s side: {}", to_string(side),
                                  unknown_name("unit", wanted, names_[side])));
  }

  const Conduct& conduct(Side side) const { return armies_[side].conduct; }
  const PerSide<Army<System>>& armies() const { return armies_; }
  /// The enemies that a unit attacks before any policy; empty where it has none.
  UnitSet pinned(Side side, int unit) const { return pins_[side][static_cast<std::size_t>(unit)]; }

  /// One unit a side and nothing said of one of them alone: a battle of two units (E1).
  bool is_of_two_units() const {
    return size(Side::attacker) == 1 && size(Side::defender) == 1 &&
           armies_.attacker.units.front().with.empty() &&
           armies_.defender.units.front().with.empty();
  }
  Battle<System> of_two_units() const {
    Battle<System> battle(unit(Side::attacker, 0), unit(Side::defender, 0), situation_, course_);
    if (until_of_two_) battle.fight_until(until_of_two_);
    return battle;
  }

  /// Ends the battle after each round after which `until` holds of a state between rounds, and of
  /// one of two units, `of_two`.
  using Until = std::function<bool(const ArmyRound<System>&, const ArmyState&)>;
  void fight_until(Until until, typename Battle<System>::Until of_two = {}) {
    until_ = std::move(until);
    until_of_two_ = std::move(of_two);
  }
  const Until& until() const { return until_; }
  /// Whether it can end after a round although both sides stand and may go on.
  bool can_halt() const { return until_ || until_of_two_ || can_break(); }
  bool can_break() const { return break_points_of(situation_) != PerSide<int>{}; }
  /// The most figures, of all units of a side, with which it is beaten; -1: while none stands.
  int beaten_at(Side side) const {
    int at_first = 0;
    for (const SideStates& states : states_[side]) at_first += states.standing(states.opening());
    return warodds::beaten_at(break_points_of(situation_)[side], at_first);
  }

  /// Rounds in which settings differ; a round is of one of these phases, the first of phase 0.
  int phases() const { return static_cast<int>(phases_.size()); }
  int after(int phase) const { return phase + 1 < phases() ? phase + 1 : again_; }
  /// Phases from this one on come again and again.
  int again() const { return again_; }
  /// Which side begins.
  Side first(int phase) const { return at(phase).first; }
  /// What holds for both sides.
  const Situation& rules(int phase) const { return at(phase).rules; }
  /// Of a unit's attacks, or of the fights that it selects.
  const Situation& situation(int phase, Side side, int unit) const {
    return at(phase).situations[side][static_cast<std::size_t>(unit)];
  }

  /// What a fight of one unit of each side may turn out to be; throws NoAnswer where the rules do
  /// not allow it. `by`: whose attack it is, or who selected it. `standing` is of the battle's
  /// sides. `as_told` false: the target cannot do its part, having spent all it has.
  Fights fight(int phase, Side by, const PerSide<int>& units, Standing standing,
               bool as_told = true) const {
    Situation situation = this->situation(phase, by, units[by]);
    if constexpr (AttacksBack<System>) {
      if constexpr (HasActions<System>) {
        if (!as_told) System::without_reaction(situation);
      }
    } else if constexpr (!JoinsFights<System>) {
      // An exchange, in which each side does what is said of its unit.
      const Side enemy = enemy_of(by);
      const auto key = System::choice_key[enemy];
      if (key != nullptr) situation.*key = this->situation(phase, enemy, units[enemy]).*key;
    }
    return rolled_fights<System>(unit(by, units[by]), unit(enemy_of(by), units[enemy_of(by)]),
                                 situation, in_roles(std::move(standing), by));
  }

  /// The states of each unit. Whoever walks through the battle takes a copy.
  const PerSide<std::vector<SideStates>>& states() const { return states_; }

  /// Why none of a side's units can attack as the battle begins, or "".
  const std::string& why_no_attack(Side side) const { return why_no_attack_[side]; }

 private:
  struct Phase {
    Side first = Side::attacker;
    Situation rules;
    PerSide<std::vector<Situation>> situations;
  };

  const ArmyUnit<System>& one(Side side, int number) const {
    return armies_[side].units[static_cast<std::size_t>(number)];
  }
  const Phase& at(int phase) const { return phases_[static_cast<std::size_t>(phase)]; }

  void require_sense() const {
    for (const Side side : both_sides) {
      const auto& units = armies_[side].units;
      if (units.empty()) throw Missing(fmt::format("the {}'s side has no unit", to_string(side)));
      if (units.size() > most_units) {
        throw NotInRange(fmt::format("the {}'s side has {} units; the most is {}", to_string(side),
                                     units.size(), most_units));
      }
      for (const auto& one : units) {
        one.with.for_each([&, side = side](const Field<Situation>& field, const Schedule&) {
          if (with_takes(side, field)) return;
          throw NotTogether(fmt::format("{} with {}: that is not said of one unit's attacks",
                                        one.unit.name, field.name));
        });
      }
    }
    if (is_of_two_units()) return;
    for (const Field<Situation>& field : System::situation_fields()) {
      if (field.name != "attacker-damage" && field.name != "defender-damage") continue;
      if (field.is_default(situation_)) continue;
      throw NotTogether(fmt::format(
          "{} says nothing of sides of several units: say of a unit what it has lost", field.name));
    }
    if constexpr (JoinsFights<System>) {
      for (int round = 1; round <= course_.settled(); ++round) {
        System::require_battle_of_several(course_.attack(situation_, round));
      }
    }
  }

  void find_pins(Side side) {
    pins_[side].assign(armies_[side].units.size(), {});
    for (const Pin& pin : conduct(side).pins) {
      const UnitSet enemies = called(enemy_of(side), pin.enemy);
      for (const int unit : called(side, pin.unit)) {
        pins_[side][static_cast<std::size_t>(unit)] = enemies;
      }
    }
  }

  void lay_out_phases() {
    int settled = course_.settled();
    for (const Side side : both_sides) {
      for (const auto& one : armies_[side].units) settled = std::max(settled, one.with.settled());
    }
    const int until_same = rounds_until_same<System>(situation_);
    for (int round = 1; round < settled + until_same; ++round) {
      Phase phase;
      if (until_same == 2 && round % 2 == 0) phase.first = Side::defender;
      phase.rules = course_.attack(situation_, round);
      for (const Side side : both_sides) {
        for (int number = 0; number < size(side); ++number) {
          phase.situations[side].push_back(situation_of(side, number, round));
        }
      }
      phases_.push_back(std::move(phase));
    }
    again_ = settled - 1;
  }

  /// What the side's attacks are like, then what is said of this unit alone; what a unit cannot
  /// obey holds for those that can (E1b).
  Situation situation_of(Side side, int number, int round) const {
    const Unit& unit = this->unit(side, number);
    const bool replies = AttacksBack<System> && side == Side::defender;
    Situation situation =
        replies ? course_.reply(situation_, unit, round) : course_.attack(situation_, round);
    leave_out_what_is_missing(situation, unit);
    one(side, number).with.apply(round, situation);
    leave_out_what_is_missing(situation, unit);
    return situation;
  }
  static void leave_out_what_is_missing(Situation& situation, const Unit& unit) {
    if constexpr (ChoosesAmongAttacks<System>) {
      System::clear_missing_attack(situation, unit);
      System::clear_missing_choices(situation, unit);
    }
  }

  SideStates states_at_first(Side side, int number) const {
    const Unit& unit = this->unit(side, number);
    const Situation& rules = this->rules(0);
    const PerSide<int> taken = System::opening(unit, unit, rules);
    Standing standing;
    standing.taken = {taken.attacker, taken.attacker};
    const SideStates states(System::figures(side, unit, rules, standing).casualties,
                            ClearsDamage<System> ? DamageLasts::turn : DamageLasts::battle);
    if (states.gone(states.opening())) throw Forbidden(name(side, number) + " has nobody left");
    return states;
  }

  /// Prepares what may come first, so that what is wrong is said before the battle begins.
  std::string reason_without_attack(Side side) const {
    std::string reason;
    bool any = false;
    const Side enemy = enemy_of(side);
    for (int phase = 0; phase < phases(); ++phase) {
      for (int unit = 0; unit < size(side); ++unit) {
        for (int target = 0; target < size(enemy); ++target) {
          PerSide<int> units;
          units[side] = unit;
          units[enemy] = target;
          Standing standing{{}, true};
          for (const Side each : both_sides) {
            const SideStates& states = states_[each][static_cast<std::size_t>(units[each])];
            states.tell(states.opening(), each, standing);
          }
          try {
            fight(phase, AttacksBack<System> || JoinsFights<System> ? side : Side::attacker, units,
                  standing);
            any = true;
          } catch (const NoAnswer& error) {
            if (reason.empty()) reason = fmt::format("{}: {}", name(side, unit), error.what());
          }
        }
      }
    }
    return any ? "" : reason;
  }
  PerSide<Army<System>> armies_;
  Situation situation_;
  Course<System> course_;
  PerSide<std::vector<std::string>> names_;
  PerSide<std::vector<UnitSet>> pins_;
  std::vector<Phase> phases_;
  int again_ = 0;
  PerSide<std::vector<SideStates>> states_;
  PerSide<std::string> why_no_attack_;
  Until until_;
  typename Battle<System>::Until until_of_two_;
};

/// A battle of sides of several units, of any system.
using AnyArmyBattle = Systems::AnyOf<ArmyBattle>;

}  // namespace warodds
