// The page that says what a combat system is: all that one must define, all that one may define
// and what holds if it does not. A system is a struct without data that inherits the defaults and
// hides those that it answers differently; `CombatSystem` checks that nothing is missing. The
// engines and everything above them know a system only through this page.
//
// A system defines
//
//   Unit, Group, Situation   what the players bring and how they meet; plain data. A unit has a
//                            `name`, its `groups` and its `points`, a group its `name`
//   unit_fields()            the tables of all their fields (core/fields/field.h)
//   group_fields()
//   situation_fields()
//   Fight                    a resolved matchup: all dice counts and target numbers; inherits
//                            FightFacts and names its `System`
//   prepare(…)               from units and situation to the fight; explains itself when asked.
//                            Amounts have been rolled by then (core/play/rolled.h)
//   opening(…)               damage that the units have taken before the first attack
//   figures(…)               who falls on a side, whatever it meets
//   round(units, situations, number)   the attacks of a battle's round
//   tracks<Chance>(fight)    the stages, in the order of play
//   reports                  what a fight tells besides damage and kills
//   choice_key, choices(…)   what the rules leave to the players, and what it may be
//   payoffs()                what the players play for; the first is the default
//   summary(fight)           what is rolled, in a few lines
#pragma once

#include <concepts>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/fields/field.h"
#include "core/rules/choice.h"
#include "core/rules/explanation.h"
#include "core/rules/fight.h"
#include "core/rules/report.h"
#include "core/rules/vocabulary.h"

namespace warodds {

/// What holds of a system that says nothing else.
struct SystemDefaults {
  // Units

  /// What rosters call a group of a unit's figures; "": units have no groups.
  static constexpr const char* group_word = "";
  /// Whether groups are figures, so that kills can be told apart by them.
  static constexpr bool groups_are_figures = false;

  // Reports

  /// What is reported for each point of FightFacts::cost; without a name: nothing.
  static constexpr RateSpec rate{};

  // Sequences: several attackers, one target

  /// Whether damage beyond what the target has left counts as dealt.
  static constexpr bool counts_overkill = true;
  /// Whether a target that still stands after this attack has moved away, in battles as well.
  template <class Situation>
  static bool retreats(const Situation&) {
    return false;
  }
  /// Pays for what the target does in a step, if it can: `spent` counts what it has paid in all.
  /// Where it cannot, the step goes on without that; then returns false.
  template <class Situation>
  static bool target_pays(Situation& /*step*/, int& /*spent*/) {
    return true;
  }

  // Battles

  /// Whether damage that downs nobody is still there in the next turn.
  static constexpr bool damage_lasts = true;

  /// Whether the defender attacks back with an attack of its own, whose situation `reply.` sets.
  /// Otherwise a round is one exchange of both sides.
  static constexpr bool has_reply = false;
  /// What of the situation of the attack back follows from that of the attack, unless it is set.
  /// `reply` is as it is without that.
  template <class Situation, class Unit>
  static void follow(const Situation& /*attack*/, const Unit& /*replying*/, Situation& /*reply*/) {}
  /// The attacks of rounds differ in turn: so many rounds until they are the same again.
  template <class Situation>
  static int rounds_in_turn(const Situation&) {
    return 1;
  }
  /// Whether a side can move away, which ends a battle.
  static constexpr bool can_withdraw = false;

  /// A key of the situation that another one has taken the place of, or "".
  static std::string_view renamed(std::string_view /*key*/) { return ""; }

  /// Rounds after which the rules break a battle off; 0: never.
  template <class Unit, class Situation>
  static int most_rounds(const Unit& /*attacker*/, const Unit& /*defender*/, const Situation&) {
    return 0;
  }

  /// When that is, for people: "when a unit is tired out (C8)".
  static constexpr const char* breaks_off = "";

  // Shortcuts

  /// Whether a fight has one track for each side, and a side's blows alone decide what it deals.
  /// Then fights in which a side's blows are equal are worked out once.
  static constexpr bool sides_are_independent = false;

  /// What decides the damage that a side deals; any value that can be ordered.
  struct Blows {
    auto operator<=>(const Blows&) const = default;
  };
  template <class Fight>
  static Blows blows(const Fight&, Side) {
    return {};
  }

  /// Whether losses change nothing of an attack but how many dice each side rolls, each its own;
  /// and that number. Battles of very many states are then worked out by numbers of dice.
  static constexpr bool losses_change_own_dice_only = false;
  template <class Fight>
  static int pool_size(const Fight&, Side) {
    return 0;
  }

  // Many units in one situation

  /// Takes back what is said of a choice that a unit does not have.
  template <class Situation, class Unit>
  static void keep_possible_choices(Situation&, const Unit& /*attacker*/) {}

  // Best play

  /// Whether what is chosen is who falls, by the rule of core/rules/assignment.h. choice_key then
  /// names the rules by which owners can assign damage who do not choose anew each time.
  static constexpr bool assigns_damage = false;

  /// Throws InputError where best play of whole battles is not found in this situation.
  template <class Situation>
  static void require_plannable(const Situation&) {}

  /// What each side can spend before the game ends; by default only the attacker's rounds. Of a
  /// battle whose attacks are made one by one, those are counted instead.
  template <class Situation>
  static PerSide<int> turns(const Situation&, int rounds) {
    return {rounds, 0};
  }
  /// Whether a side with so many turns left can choose this.
  static bool affordable(Side, int /*choice*/, int /*turns*/) { return true; }
  /// What a pair of choices, as the situation holds them, costs each side.
  template <class Situation>
  static PerSide<int> spent(const Situation&) {
    return {1, 0};
  }
  /// What the turns spent are worth to the attacker at once.
  template <class Situation>
  static double worth(const Situation&, const PerSide<int>& /*spent*/) {
    return 0;
  }
  /// Whether a choice is one that the value of the key in a situation means.
  static bool is_meant(Side, int choice, int said) { return choice == said; }
  /// What tells a choice apart from all others; "": its name in the table of the situation does.
  template <class Unit>
  static std::string choice_name(Side, int /*choice*/, const PerSide<const Unit*>& /*units*/,
                                 const std::vector<int>& /*choices*/) {
    return "";
  }
  /// A choice as something to do; "": its name says it.
  static std::string in_words(Side, int /*choice*/, const std::vector<int>& /*choices*/) {
    return "";
  }
};

/// Everything a system has, its own or by default. tests/conformance_test.cpp checks what a
/// compiler cannot.
template <class System>
concept CombatSystem = std::derived_from<System, SystemDefaults> &&
    requires(const typename System::Unit unit, const typename System::Group group,
             const typename System::Situation situation, const typename System::Fight fight,
             const Standing standing, const PerSide<const typename System::Unit*> units,
             const PerSide<typename System::Situation> situations, typename System::Situation reply,
             const Side side, const PerSide<int> turns, const std::string_view name,
             Explanation* why, typename System::Situation step, int spent) {
  // Names
  { System::name } -> std::convertible_to<std::string_view>;
  { System::title } -> std::convertible_to<std::string_view>;
  { System::group_word } -> std::convertible_to<std::string_view>;
  { System::groups_are_figures } -> std::convertible_to<bool>;

  // Units and situation
  { unit.name } -> std::convertible_to<std::string>;
  { unit.groups } -> std::convertible_to<std::vector<typename System::Group>>;
  { unit.points } -> std::convertible_to<int>;
  { group.name } -> std::convertible_to<std::string>;
  { System::unit_fields() } -> std::same_as<const Fields<typename System::Unit>&>;
  { System::group_fields() } -> std::same_as<const Fields<typename System::Group>&>;
  { System::situation_fields() } -> std::same_as<const Fields<typename System::Situation>&>;

  // Fights
  requires std::derived_from<typename System::Fight, FightFacts>;
  requires std::equality_comparable<typename System::Fight>;
  requires std::same_as<typename System::Fight::System, System>;
  { System::prepare(unit, unit, situation, why) } -> std::same_as<typename System::Fight>;
  { System::prepare(unit, unit, situation, standing, why) } -> std::same_as<typename System::Fight>;
  { System::opening(unit, unit, situation) } -> std::same_as<PerSide<int>>;
  { System::figures(side, unit, situation, standing) } -> std::same_as<Figures>;
  { System::summary(fight) } -> std::same_as<Summary>;
  { System::reports.size() } -> std::convertible_to<std::size_t>;
  { System::reports[0] } -> std::convertible_to<ReportSpec>;
  { System::rate } -> std::convertible_to<RateSpec>;
  { System::sides_are_independent } -> std::convertible_to<bool>;
  { System::blows(fight, side) } -> std::totally_ordered;
  { System::losses_change_own_dice_only } -> std::convertible_to<bool>;
  { System::pool_size(fight, side) } -> std::same_as<int>;

  // Sequences
  { System::counts_overkill } -> std::convertible_to<bool>;
  { System::retreats(situation) } -> std::same_as<bool>;
  { System::target_pays(step, spent) } -> std::same_as<bool>;

  // Battles
  {
    System::round(units, situations, 1)
    } -> std::same_as<std::vector<OrderedAttack<typename System::Situation>>>;
  { System::damage_lasts } -> std::convertible_to<bool>;
  { System::most_rounds(unit, unit, situation) } -> std::same_as<int>;
  { System::has_reply } -> std::convertible_to<bool>;
  { System::can_withdraw } -> std::convertible_to<bool>;
  { System::rounds_in_turn(situation) } -> std::same_as<int>;
  { System::renamed(name) } -> std::convertible_to<std::string_view>;
  System::follow(situation, unit, reply);
  System::keep_possible_choices(reply, unit);

  // Best play
  { System::choice_key } -> std::convertible_to<PerSide<int System::Situation::*>>;
  { System::choices(side, units, situation, standing) } -> std::same_as<std::vector<int>>;
  { System::payoffs() } -> std::same_as<const std::vector<NamedPayoff>&>;
  { System::assigns_damage } -> std::convertible_to<bool>;
  System::require_plannable(situation);
  { System::turns(situation, 1) } -> std::same_as<PerSide<int>>;
  { System::affordable(side, 0, 0) } -> std::same_as<bool>;
  { System::spent(situation) } -> std::same_as<PerSide<int>>;
  { System::worth(situation, turns) } -> std::convertible_to<double>;
  { System::is_meant(side, 0, 0) } -> std::same_as<bool>;
  { System::choice_name(side, 0, units, std::vector<int>{}) } -> std::same_as<std::string>;
  { System::in_words(side, 0, std::vector<int>{}) } -> std::same_as<std::string>;
};

}  // namespace warodds
