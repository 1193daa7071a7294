// How a round of several units goes: who may be activated, whom it may attack, who fights, and what
// that changes, step by step.
#include "core/play/round.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "core/play/rounds.h"
#include "core/systems/systems.h"

namespace warodds {
namespace {

using Next = Moment::Next;

UnitSet units(std::vector<int> places) {
  UnitSet set;
  for (const int place : places) set.add(place);
  return set;
}

template <class System>
Army<System> army(std::vector<typename System::Unit> units, Conduct conduct = {}) {
  Army<System> army;
  for (auto& unit : units) army.units.push_back({std::move(unit), {}});
  army.conduct = std::move(conduct);
  return army;
}

/// Plays a round by the sides' policies, which must leave nothing to chance; `damage` says what
/// each fight deals to both sides of the battle. Says in words what has happened.
template <class System, class Damage>
std::vector<std::string> play(Round<System>& round, BattleState& state, int phase,
                              Damage&& damage) {
  std::vector<std::string> said;
  const auto named = [&](Side side, UnitSet of) {
    std::string names;
    for (const int unit : of) {
      names += (names.empty() ? "" : " and ") + round.battle().name(side, unit);
    }
    return names;
  };
  round.begin(state, phase);
  for (Moment moment; (moment = round.next(state)).next != Next::round_over;) {
    if (moment.next == Next::fight) {
      const Combat combat = round.combat(state);
      const Side other = enemy_of(combat.by);
      said.push_back(named(combat.by, combat.units[combat.by]) + " at " +
                     named(other, combat.units[other]) + (combat.as_told ? "" : " untold"));
      const auto fights = round.fights(combat, state);
      round.dealt(state, combat, damage(said.size()), fights && fights->any().withdraws);
      continue;
    }
    EXPECT_TRUE(moment.options.is_one() || moment.picks == Picks::weakest ||
                moment.picks == Picks::strongest);
    const int unit = picked(round, state, moment);
    if (moment.next == Next::unit) {
      round.choose_unit(state, unit);
    } else {
      round.choose_target(state, unit);
    }
  }
  return said;
}
const auto nothing = [](std::size_t) { return PerSide<int>{0, 0}; };
using Said = std::vector<std::string>;

ArcaneLegions::Unit legion(std::string name, int hp, int red, int kind = ArcaneLegions::formation) {
  ArcaneLegions::Unit unit;
  unit.name = std::move(name);
  unit.hp = hp;
  unit.red = red;
  unit.kind = kind;
  return unit;
}
RaidersOfArcana::Unit raider(std::string name, int figures, int fatigue = 0) {
  RaidersOfArcana::Unit unit;
  unit.name = std::move(name);
  unit.figures = figures;
  unit.fatigue = fatigue;
  return unit;
}
Magewinds::Unit mage(std::string name, int toughness) {
  Magewinds::Unit unit;
  unit.name = std::move(name);
  unit.toughness = toughness;
  unit.power = 1;
  unit.precision = 4;
  return unit;
}
DwethiaSkirmish::Unit band(std::string name, int models) {
  DwethiaSkirmish::Unit unit;
  unit.name = std::move(name);
  unit.models = models;
  return unit;
}

TEST(ArmyRound, UnitsOfOneNameAreNumbered) {
  EXPECT_EQ(numbered({"A", "B", "A"}), (Said{"A 1", "B", "A 2"}));
}

TEST(ArmyRound, OfArcaneLegionsIsOneSidesTurnAfterTheOther) {
  const Battle<ArcaneLegions> battle(
      {army<ArcaneLegions>({legion("A", 2, 1), legion("Idle", 1, 0), legion("A", 3, 1)}),
       army<ArcaneLegions>({legion("B", 3, 1), legion("C", 2, 1)})},
      {});
  Round round(battle);
  BattleState state = round.opening();
  // One point on C is not there any more when the turn has ended; then B is hit.
  const auto said = play(round, state, 0, [](std::size_t fight) {
    return fight == 1 ? PerSide<int>{0, 1} : fight == 2 ? PerSide<int>{0, 2} : PerSide<int>{0, 0};
  });
  EXPECT_EQ(said, (Said{"A 1 at C", "A 2 at C", "B at Idle"}));
  EXPECT_FALSE(round.stands(state, Side::defender, 1));
  EXPECT_EQ(round.hit_points(state, Side::defender, 0), 3);
}

TEST(ArmyRound, OrdersArePaidForWhileThereArePoints) {
  ArcaneLegions::Situation situation;
  situation.order_points = 3;
  const Battle<ArcaneLegions> battle(
      {army<ArcaneLegions>(
           {legion("A", 2, 1), legion("B", 1, 1), legion("C", 1, 1, ArcaneLegions::sortie)}),
       army<ArcaneLegions>({legion("D", 3, 1)})},
      situation);
  Round round(battle);
  BattleState state = round.opening();
  EXPECT_EQ(play(round, state, 0, nothing), (Said{"A at D", "C at D", "D at B"}));
}

TEST(ArmyRound, OfMagewindsAlternatesAndReactionsCostActions) {
  Magewinds::Situation situation;
  situation.reaction = Magewinds::dodge;
  const Battle<Magewinds> battle({army<Magewinds>({mage("A", 3), mage("B", 3), mage("C", 3)}),
                                  army<Magewinds>({mage("D", 3)})},
                                 situation);
  Round round(battle);
  BattleState state = round.opening();
  // D dodges A, strikes back, and has nothing left to react with.
  EXPECT_EQ(play(round, state, 0, nothing),
            (Said{"A at D", "D at A", "B at D untold", "C at D untold"}));
  EXPECT_EQ(state.marks, round.opening().marks);
}

TEST(ArmyRound, OfRaidersActivatesOnlyWhoHasNotFought) {
  const Battle<RaidersOfArcana> battle(
      {army<RaidersOfArcana>({raider("A", 2), raider("B", 1)}, {Activation::strongest}),
       army<RaidersOfArcana>({raider("C", 2), raider("D", 1), raider("E", 3)})},
      {});
  Round round(battle);
  BattleState state = round.opening();
  EXPECT_EQ(play(round, state, 0, nothing), (Said{"A at D", "B at C", "B at E"}));
}

TEST(ArmyRound, TiredRaidersAreOut) {
  const Battle<RaidersOfArcana> battle(
      {army<RaidersOfArcana>({raider("A", 1), raider("B", 1)}),
       army<RaidersOfArcana>({raider("C", 2, 3), raider("D", 1, 3)})},
      {});
  Round round(battle);
  BattleState state = round.opening();
  // D takes two markers, then its third; then there is only C.
  EXPECT_EQ(play(round, state, 0, nothing), (Said{"A at D", "A at C", "B at D"}));
  EXPECT_EQ(round.on_field(state, Side::defender), units({0}));
  EXPECT_EQ(round.ending(state), std::nullopt);
  EXPECT_EQ(play(round, state, 0, nothing), (Said{"A at C"}));
  EXPECT_EQ(round.ending(state), BattleEnd::undecided);
}

TEST(ArmyRound, OfDwethiaFormsItsFightsFirst) {
  const Battle<DwethiaSkirmish> battle(
      {army<DwethiaSkirmish>({band("A", 1), band("B", 2), band("C", 3)},
                             {Activation::listed, Targeting::strongest, {{"C", "E"}}}),
       army<DwethiaSkirmish>({band("D", 4), band("E", 5)})},
      {});
  Round round(battle);
  BattleState state = round.opening();
  // A takes E, D takes the weakest of those left, C joins where it is pinned. E's wounds come off
  // first of one list, and so do those of A and C.
  EXPECT_EQ(play(round, state, 0,
                 [](std::size_t fight) {
                   return fight == 1 ? PerSide<int>{2, 1} : PerSide<int>{0, 0};
                 }),
            (Said{"A and C at E", "D at B"}));
  EXPECT_EQ(state.losses.attacker, (OfUnits<int>{1, 0, 1}));
  EXPECT_EQ(state.losses.defender, (OfUnits<int>{0, 1}));
}

TEST(ArmyRound, WhoRetreatsIsAwayAndTheBattleGoesOn) {
  Army<DwethiaSkirmish> attacker = army<DwethiaSkirmish>({band("A", 1), band("B", 1)});
  const auto* response = find_field(DwethiaSkirmish::situation_fields(), "response");
  attacker.units[0].with.set(*response, {{"retreat", 1}}, "with");
  const Battle<DwethiaSkirmish> battle(
      {attacker, army<DwethiaSkirmish>({band("C", 1), band("D", 1)})}, {});
  Round round(battle);
  BattleState state = round.opening();
  EXPECT_EQ(play(round, state, 0, nothing), (Said{"A at C", "D at B"}));
  EXPECT_EQ(round.on_field(state, Side::defender), units({1}));
  EXPECT_EQ(round.ending(state), std::nullopt);
  EXPECT_EQ(play(round, state, 0, nothing), (Said{"A and B at D"}));
  EXPECT_EQ(round.ending(state), BattleEnd::retreated);
}

TEST(ArmyRound, WhatIsUnknownIsBadInput) {
  using Legions = ArcaneLegions;
  const auto with_pin = [](Pin pin) {
    return Battle<Legions>({army<Legions>({legion("A", 1, 1)}, {{}, {}, {std::move(pin)}}),
                            army<Legions>({legion("B", 1, 1), legion("B", 1, 1)})},
                           {});
  };
  EXPECT_NO_THROW(with_pin({"A", "b"}));
  EXPECT_EQ(with_pin({"A", "B"}).pinned(Side::attacker, 0), units({0, 1}));
  EXPECT_EQ(with_pin({"A", "B 2"}).pinned(Side::attacker, 0), units({1}));
  EXPECT_THROW(with_pin({"A", "C"}), InputError);
  EXPECT_THROW(with_pin({"B", "A"}), InputError);
}

}  // namespace
}  // namespace warodds
