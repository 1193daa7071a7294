// What a combat system must define, on one page; the engines and everything above them know a
// system only through this page and its traits. A system is a struct without data. What only some
// games have is a trait: a concept of its own in traits/, asked for where it matters with
// `if constexpr (AttacksBack<System>)`. A system that has none of it says nothing.
//
//   traits/attacks_back.h       the defender attacks back, with attacks of its own
//   traits/retreat.h            a side can move away
//   traits/roles.h              the sides change roles from round to round
//   traits/actions.h            attacks and reactions are paid for with actions
//   traits/turn_end.h           damage that downs nobody is gone when a turn ends
//   traits/break_off.h          units tire, which breaks a battle off
//   traits/joined_fights.h      several units of a side may be in one fight
//   traits/capped_damage.h      damage is never more than the target has left
//   traits/order_cost.h         attacks are paid for, and rated by what is paid
//   traits/assigned_damage.h    owners choose who falls
//   traits/attack_profiles.h    a unit has several attacks, with choices of their own
//   traits/choice_in_words.h    choices read as something to do
//   traits/independent_sides.h  a side's blows alone decide what it deals (for speed)
//   traits/lost_dice.h          losses take dice and nothing else (for speed)
//
// tests/conformance_test.cpp checks what a compiler cannot.
#pragma once

#include <concepts>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/fields/field.h"
#include "core/rules/chance.h"
#include "core/rules/choice.h"
#include "core/rules/explanation.h"
#include "core/rules/fight.h"
#include "core/rules/report.h"
#include "core/rules/round_so_far.h"

namespace warodds {

template <class System>
concept CombatSystem = requires(const typename System::Unit unit,
                                const typename System::Group group,
                                const typename System::Situation situation,
                                const typename System::Fight fight, const Standing standing,
                                const PerSide<const typename System::Unit*> units, const Side side,
                                const RoundSoFar so_far, Explanation* why) {
  // Its names, in rosters and for people; what rosters call a group of a unit's figures ("": units
  // have no groups), and whether groups are figures, so that kills can be told apart by them.
  { System::name } -> std::convertible_to<std::string_view>;
  { System::title } -> std::convertible_to<std::string_view>;
  { System::group_word } -> std::convertible_to<std::string_view>;
  { System::groups_are_figures } -> std::convertible_to<bool>;

  // What the players bring and how they meet: plain data, with a table of its fields each.
  { unit.name } -> std::convertible_to<std::string>;
  { unit.groups } -> std::convertible_to<std::vector<typename System::Group>>;
  { unit.points } -> std::convertible_to<int>;
  { group.name } -> std::convertible_to<std::string>;
  { System::unit_fields() } -> std::same_as<const Fields<typename System::Unit>&>;
  { System::group_fields() } -> std::same_as<const Fields<typename System::Group>&>;
  { System::situation_fields() } -> std::same_as<const Fields<typename System::Situation>&>;

  // A fight: all dice counts and target numbers. prepare() makes it of units, situation and the
  // damage taken before (opening() where nothing else is said) and explains itself when asked;
  // amounts have been rolled by then (core/play/rolled.h).
  requires std::derived_from<typename System::Fight, FightFacts>;
  requires std::equality_comparable<typename System::Fight>;
  requires std::same_as<typename System::Fight::System, System>;
  { System::prepare(unit, unit, situation, why) } -> std::same_as<typename System::Fight>;
  { System::prepare(unit, unit, situation, standing, why) } -> std::same_as<typename System::Fight>;
  { System::opening(unit, unit, situation) } -> std::same_as<PerSide<int>>;
  // Who falls on a side, whatever it meets.
  { System::figures(side, unit, situation, standing) } -> std::same_as<Figures>;
  // What is rolled, in a few lines.
  { System::summary(fight) } -> std::same_as<Summary>;

  // The stages in the order of play, for any Chance, and what they report besides damage and kills.
  {
    System::template tracks<Vocabulary>(fight)
    } -> std::same_as<std::vector<Track<Vocabulary, typename System::Fight>>>;
  { System::reports.size() } -> std::convertible_to<std::size_t>;
  { System::reports[0] } -> std::convertible_to<ReportSpec>;

  // A round of a battle, with one unit a side or several: whose unit acts next; nobody: the round
  // is over. Who of those waiting acts, and at whom, is chosen in core/play/round.h; what
  // acting is follows from the traits.
  { System::next_to_act(situation, so_far) } -> std::same_as<std::optional<Side>>;

  // What the rules leave to the players: the keys of the situation that attacker and defender of an
  // attack choose (null: nothing), what these may be, and what is played for (first: the default).
  { System::choice_key } -> std::convertible_to<PerSide<int System::Situation::*>>;
  { System::choices(side, units, situation, standing) } -> std::same_as<std::vector<int>>;
  { System::payoffs() } -> std::same_as<const std::vector<NamedPayoff>&>;
  // What a side does in its role in an attack, in words, of all that the rules leave to it.
  { System::play_in_words(side, units, situation) } -> std::same_as<std::vector<PlayInWords>>;
};

}  // namespace warodds
