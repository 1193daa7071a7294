// The order of attacks, as the rules of each game have it, written out by hand.
#include <gtest/gtest.h>

#include <optional>
#include <string>

#include "core/play/battle_scenario.h"
#include "core/systems/systems.h"
#include "tests/support/attacks_of.h"
#include "tests/support/matchup_of.h"

namespace warodds {
namespace {

template <class System>
Battle<System> battle_of(const testing::Matchup<System>& matchup, const Course<System>& course = {},
                         std::optional<OpenPlay> open = {}) {
  return {matchup.units.attacker, matchup.units.defender, matchup.situation, course, open};
}

/// "AA/DD/|": attacks by attacker and defender, the ends of turns at which damage is cleared and of
/// rounds; '(' is where they come again from.
template <class System>
std::string order_of(const std::string& attacker, const std::string& defender,
                     const std::string& situation, const Course<System>& course = {}) {
  const auto battle = battle_of(testing::matchup_of<System>(attacker, defender, situation), course);
  std::string text;
  int phase = 0;
  for (const auto& round : testing::rounds_of(battle)) {
    if (phase++ == battle.again()) text += '(';
    for (const auto& attack : round) {
      text += attack.by == Side::attacker ? 'A' : 'D';
      if (attack.ends_turn) text += '/';
    }
    text += '|';
  }
  return text;
}

TEST(OrderOfAttacks, OfArcaneLegionsGivesEachSideItsTurn) {
  const auto order = [](const std::string& situation) {
    return order_of<ArcaneLegions>("red=3", "red=3", situation);
  };
  EXPECT_EQ(order(""), "(A/D/|");
  EXPECT_EQ(order("attacks-per-turn=2"), "(AA/DD/|");
  EXPECT_EQ(order("attacks-per-turn=2;turn=round"), "(AADD/|");
  EXPECT_EQ(order("attacks-per-turn=2;turns=attacker-only"), "(AA/|");
  EXPECT_EQ(order("attacks-per-turn=2;turns=attacker-only;turn=round"), "(AA/|");
}

TEST(OrderOfAttacks, OfMagewindsGoesOnWhileThereAreActions) {
  const auto order = [](const std::string& situation) {
    return order_of<Magewinds>("power=3;precision=4", "power=3;precision=4", situation);
  };
  EXPECT_EQ(order(""), "(AD|");
  EXPECT_EQ(order("attacks-per-round=2"), "(AADD|");
  EXPECT_EQ(order("attacks-per-round=3"), "(AADD|");
  // B7: each reaction takes one of the defender's two actions.
  EXPECT_EQ(order("attacks-per-round=2;reaction=dodge"), "(AA|");
  EXPECT_EQ(order("attacks-per-round=2;reaction=dodge;actions-per-round=3"), "(AAD|");
  EXPECT_EQ(order("attacks-per-round=2;reaction=dodge;actions-per-round=none"), "(AADD|");
}

TEST(OrderOfAttacks, TakesAReactionAwayThatNobodyCanPay) {
  const auto attacks = [](const std::string& situation) {
    const auto matchup =
        testing::matchup_of<Magewinds>("power=3;precision=4", "power=3;precision=4", situation);
    Course<Magewinds> course;
    course.set_reply(*find_field(Magewinds::situation_fields(), "reaction"), {{"deflect", 1}}, "");
    return testing::rounds_of(battle_of(matchup, course)).front();
  };
  // The defender dodges three times and has nothing left to strike back with.
  EXPECT_EQ(attacks("attacks-per-round=3;actions-per-round=3;reaction=dodge").size(), 3U);
  const auto two = attacks("attacks-per-round=3;actions-per-round=2;reaction=dodge");
  ASSERT_EQ(two.size(), 2U);  // the attacker has two actions as well
  EXPECT_EQ(two[1].situation.reaction, Magewinds::dodge);
  // It strikes back with what it has left, and the attacker has nothing left to deflect that with.
  const auto one = attacks("attacks-per-round=1;actions-per-round=1");
  ASSERT_EQ(one.size(), 2U);
  EXPECT_EQ(one[1].situation.reaction, Magewinds::no_reaction);
}

/// Goes on as both choose so; with nobody hurt.
template <class System>
Scenario::State after(BattleScenario<System>& scenario, Scenario::State state,
                      const PerSide<int>& chosen) {
  state.marks = scenario.chosen_fight(state, chosen).marks;
  state.marks = scenario.fought(state, false).marks;
  while (scenario.next(state).kind == Scenario::Next::Kind::goes_on) {
    state.marks = scenario.chosen(state, 0);
  }
  return state;
}
template <class System>
Scenario::State first_of(BattleScenario<System>& scenario) {
  Scenario::State state = scenario.opening();
  state.marks = scenario.chosen(state, 0);
  return state;
}

// One attack each within two actions each.
TEST(OrderOfAttacks, GoesByWhatChoicesHaveCost) {
  const std::string split = "light.power=3;light.precision=6;heavy.power=5;heavy.precision=5";
  const auto battle = battle_of(testing::matchup_of<Magewinds>(split, split), {}, OpenPlay{});
  BattleScenario<Magewinds> scenario(battle);
  const auto turns = [&](const Scenario::State& state, int rounds_left) {
    return scenario.standpoint(state, rounds_left).turns;
  };
  constexpr int light = Magewinds::light, feint = Magewinds::feint;
  constexpr int none = Magewinds::no_reaction, dodge = Magewinds::dodge;
  const Scenario::State first = first_of(scenario);
  EXPECT_EQ(turns(first, 2), (PerSide<int>{4, 2}));
  // The attack back, against which the attacker has an action left.
  const Scenario::State replied = after(scenario, first, {light, none});
  EXPECT_EQ(scenario.due(replied).by, Side::defender);
  EXPECT_EQ(turns(replied, 2), (PerSide<int>{3, 1}));
  // Who has reacted once may strike back, too.
  EXPECT_EQ(turns(after(scenario, first, {light, dodge}), 2), (PerSide<int>{3, 1}));
  // A feint that is reacted to is free (B6).
  const Scenario::State again = after(scenario, first, {feint, dodge});
  EXPECT_EQ(scenario.due(again).by, Side::attacker);
  EXPECT_EQ(turns(again, 2), (PerSide<int>{4, 1}));
  // Both actions are spent: no attack back.
  EXPECT_EQ(turns(after(scenario, again, {light, dodge}), 1), (PerSide<int>{2, 2}));
  const Scenario::State spent = after(scenario, again, {feint, dodge});
  EXPECT_EQ(turns(spent, 2), (PerSide<int>{4, 0}));
  EXPECT_EQ(scenario.next(spent).choices.defender, std::vector<int>{none});
  EXPECT_EQ(turns(after(scenario, spent, {light, none}), 1), (PerSide<int>{2, 2}));
}

// B7b: a pass costs nobody anything, whatever the target had chosen, and no other attack follows.
TEST(OrderOfAttacks, GoesOnWithTheOtherSideAfterAPass) {
  const std::string split = "light.power=3;light.precision=6;heavy.power=5;heavy.precision=5";
  const auto battle = battle_of(testing::matchup_of<Magewinds>(split, split, "attacks-per-round=2"),
                                {}, OpenPlay{});
  BattleScenario<Magewinds> scenario(battle);
  const Scenario::State first = first_of(scenario);
  EXPECT_EQ(scenario.standpoint(first, 1).turns, (PerSide<int>{4, 2}));
  for (const int reaction : {Magewinds::no_reaction, Magewinds::dodge}) {
    const Scenario::State passed = after(scenario, first, {Magewinds::pass, reaction});
    EXPECT_EQ(scenario.due(passed).by, Side::defender);
    EXPECT_EQ(scenario.standpoint(passed, 1).turns, (PerSide<int>{2, 2}));
  }
}

TEST(OrderOfAttacks, OfExchangesHasOneARound) {
  EXPECT_EQ(order_of<RaidersOfArcana>("cd=2", "cd=2", ""), "(A|");
  EXPECT_EQ(order_of<DwethiaSkirmish>("", "", ""), "(A|");
  EXPECT_EQ(order_of<DwethiaSkirmish>("", "", "roles=alternate"), "(A|D|");
}

TEST(OrderOfAttacks, ComesAgainWhenNoSettingChangesAnyMore) {
  Course<ArcaneLegions> course;
  const auto* kind = find_field(ArcaneLegions::situation_fields(), "mode");
  course.set(*kind, {{"ranged", 2}, {"close", 1}}, "");
  EXPECT_EQ(order_of<ArcaneLegions>("red=3;blue=3", "red=3;blue=3", "mode=ranged", course),
            "A/D/|A/D/|(A/D/|");
  const auto matchup =
      testing::matchup_of<ArcaneLegions>("red=3;blue=3", "red=3;blue=3", "mode=ranged");
  const auto rounds = testing::rounds_of(battle_of(matchup, course));
  ASSERT_EQ(rounds.size(), 3U);
  for (std::size_t round = 0; round < 3; ++round) {
    for (const auto& attack : rounds[round]) {  // the attack back is of the same kind
      EXPECT_EQ(attack.situation.mode, round < 2 ? ArcaneLegions::ranged : ArcaneLegions::close);
    }
  }
}

TEST(OrderOfAttacks, CountsTheAttacksThatAreLeft) {
  const auto battle =
      battle_of(testing::matchup_of<ArcaneLegions>("red=3", "red=3", "attacks-per-turn=2"));
  BattleScenario<ArcaneLegions> scenario(battle);
  Scenario::State state = first_of(scenario);
  for (int made = 0; made < 12; ++made) {
    EXPECT_EQ(scenario.standpoint(state, 3 - made / 4).turns, (PerSide<int>{12 - made, 0}));
    EXPECT_EQ(scenario.attack_due(state.marks).second, static_cast<std::size_t>(made % 4));
    state = after(scenario, state, nothing_chosen);
  }
}

// Rounds in which more attacks are made than in others are counted as such.
TEST(OrderOfAttacks, CountsThemWhereTheyChangeFromRoundToRound) {
  Course<ArcaneLegions> course;
  course.set(*find_field(ArcaneLegions::situation_fields(), "attacks-per-turn"),
             {{"1", 1}, {"3", 1}}, "");
  const auto battle =
      battle_of(testing::matchup_of<ArcaneLegions>("red=3", "red=3", "attacks-per-turn=1"), course);
  BattleScenario<ArcaneLegions> scenario(battle);
  Scenario::State state = first_of(scenario);
  for (int left = 8; left > 0; --left) {  // 2, then 6
    EXPECT_EQ(scenario.standpoint(state, left > 6 ? 2 : 1).turns.attacker, left);
    state = after(scenario, state, nothing_chosen);
  }
}

/// Who acts when each side has several units: "AADD".
template <class Next>
std::string acting(Next next, RoundSoFar so_far) {
  std::string text;
  while (const auto side = next(so_far)) {
    text += *side == Side::attacker ? 'A' : 'D';
    so_far.activate(*side);
  }
  return text;
}

TEST(RoundOfSeveralUnits, is_that_of_one_side_and_then_of_the_other_or_alternates) {
  EXPECT_EQ(acting(sides_in_turn, {Side::attacker, {3, 2}}), "AAADD");
  EXPECT_EQ(acting(sides_in_turn, {Side::defender, {3, 2}}), "DDAAA");
  EXPECT_EQ(acting(units_in_turn, {Side::attacker, {3, 2}}), "ADADA");
  EXPECT_EQ(acting(units_in_turn, {Side::attacker, {1, 3}}), "ADDD");
  EXPECT_EQ(acting(units_in_turn, {Side::defender, {2, 0}}), "AA");
  EXPECT_EQ(acting(units_in_turn, {Side::defender, {2, 2}}), "DADA");
}

}  // namespace
}  // namespace warodds
