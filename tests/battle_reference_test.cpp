// Whole battles against their second statement in exact fractions.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "core/systems/traits/attacks_back.h"
#include "exact/answers.h"
#include "tests/reference/battle.h"
#include "tests/reference/statements.h"
#include "tests/support/answers.h"
#include "tests/support/battle_with_settings.h"
#include "tests/support/exactness.h"
#include "tests/support/system_types.h"
#include "tests/support/to_reference.h"

namespace warodds {
namespace {

/// All that is said of a battle, as texts.
template <class System>
reference::Fields settings(const testing::DrawnBattle<System>& drawn) {
  reference::Fields fields = testing::texts(System::situation_fields(), drawn.matchup.situation);
  for (const auto& [key, value] : drawn.said) fields[key] = value;
  return fields;
}

template <class System>
reference::Battle fight_out(const testing::DrawnBattle<System>& drawn, int cap, int horizon) {
  const auto& units = drawn.matchup.units;
  return reference::statement_of(System::name)
      .battle(testing::to_reference<System>(units.attacker),
              testing::to_reference<System>(units.defender), settings(drawn), cap, horizon);
}

/// Whether any amount of a battle has to be rolled.
template <class System>
bool has_amounts(const testing::DrawnBattle<System>& drawn) {
  auto of = drawn.matchup;
  std::vector<Amount*> random;
  for (const Side side : both_sides) find_random(System::unit_fields(), of.units[side], random);
  find_random(System::situation_fields(), of.situation, random);
  return !random.empty();
}

void expect_equal(const Distribution& distribution, const std::vector<reference::Rational>& should,
                  const std::string& what) {
  for (std::size_t k = 0; k < should.size(); ++k) {
    ASSERT_NEAR(distribution.probability(static_cast<int>(k)), reference::as_double(should[k]),
                testing::exactness)
        << what << ' ' << k;
  }
}

template <class System>
class BattleReference : public ::testing::Test {};
TYPED_TEST_SUITE(BattleReference, testing::EverySystem, testing::SystemName);

template <class System>
void expect_agreement(const testing::DrawnBattle<System>& drawn, int cap) {
  constexpr int horizon = 6;
  const Answer outcome = exact::battle({drawn.battle, cap}, {});
  const reference::Battle should = fight_out(drawn, cap, horizon);
  ASSERT_TRUE(should.legal) << should.why;
  const auto near = [](const Estimate& number, const reference::Rational& fraction,
                       const char* what) {
    ASSERT_NEAR(number.value, reference::as_double(fraction), testing::exactness) << what;
  };
  near(outcome.win(Side::attacker), should.attacker_wins, "attacker wins");
  near(outcome.win(Side::defender), should.defender_wins, "defender wins");
  near(outcome.end(BattleEnd::both_destroyed), should.both_destroyed, "both destroyed");
  near(outcome.end(BattleEnd::undecided), should.undecided, "undecided");
  near(outcome.end(BattleEnd::retreated), should.retreated, "retreated");
  near(outcome.is_ahead(Ahead::attacker), should.ahead_attacker, "attacker ahead");
  near(outcome.is_ahead(Ahead::defender), should.ahead_defender, "defender ahead");
  near(outcome.is_ahead(Ahead::even), should.ahead_even, "even");
  const double rounds = reference::as_double(should.mean_rounds);
  ASSERT_NEAR(outcome.mean_rounds.value, rounds, testing::exactness * std::max(1.0, rounds));
  expect_equal(outcome.rounds, should.rounds, "rounds");
  expect_equal(testing::survivors_of(outcome).attacker, should.attacker_survivors,
               "attacker's survivors");
  expect_equal(testing::survivors_of(outcome).defender, should.defender_survivors,
               "defender's survivors");
  ASSERT_LE(should.by_round.size(), std::max<std::size_t>(outcome.by_round.size(), horizon));
  for (std::size_t i = 0; i < std::min(should.by_round.size(), outcome.by_round.size()); ++i) {
    const RoundAnswer& round = outcome.by_round[i];
    const reference::Battle::Round& expected = should.by_round[i];
    near(round.destroyed.attacker, expected.attacker_destroyed, "attacker destroyed by now");
    near(round.destroyed.defender, expected.defender_destroyed, "defender destroyed by now");
    ASSERT_NEAR(round.mean_left.attacker.value, reference::as_double(expected.attacker_mean_left),
                testing::exactness * 10);
    ASSERT_NEAR(round.mean_left.defender.value, reference::as_double(expected.defender_mean_left),
                testing::exactness * 10);
  }
}

TYPED_TEST(BattleReference, AgreesOnTwoHundredBattlesWithSettings) {
  using System = TypeParam;
  testing::BattlesWithSettings<System> battles(20261121, testing::Amounts::rolled);
  int changing = 0;
  int with_reply = 0;
  int with_groups = 0;
  int with_amounts = 0;
  for (int number = 0; number < 240; ++number) {
    const testing::DrawnBattle<System> drawn = battles.next();
    SCOPED_TRACE(testing::describe(drawn));
    expect_agreement(drawn, number % 3 == 0 ? 3 : 0);
    if (this->HasFatalFailure()) return;
    changing += drawn.matchup.course.settled() > 1;
    with_reply += std::any_of(drawn.said.begin(), drawn.said.end(), [](const auto& setting) {
      return setting.first.rfind("reply.", 0) == 0;
    });
    with_groups += !drawn.matchup.units.attacker.groups.empty();
    with_amounts += has_amounts(drawn);
  }
  // As far as the system has any: a draw changes a key in one of ten battles.
  constexpr std::size_t many_keys = 4;
  EXPECT_GE(changing, System::situation_fields().size() < many_keys ? 1 : 30);
  const auto& stats = System::unit_fields();
  const bool takes_amounts = std::any_of(stats.begin(), stats.end(),
                                         [](const auto& field) { return field.amount != nullptr; });
  EXPECT_GE(with_amounts, takes_amounts ? 20 : 0);
  EXPECT_GE(with_reply, AttacksBack<System> ? 80 : 0);
  EXPECT_GE(with_groups, testing::has_groups<System> ? 60 : 0);
}

// The second statement itself: one against one, each hit falls, and each hits half the time.
TEST(BattleReferenceItself, IsRightByHand) {
  const reference::Fields unit{
      {"figures", "1"}, {"hp", "1"},  {"cd", "1"},      {"as", "5"},     {"db", "0"},
      {"str", "0"},     {"arm", "6"}, {"fatigue", "0"}, {"wounds", "0"}, {"shield-wall", "no"}};
  const reference::Fields situation{
      {"die", "10"}, {"attacker-attack", "all"}, {"defender-attack", "all"}, {"round-up", "no"}};
  const reference::Battle battle =
      reference::raiders_battle({unit, {}}, {unit, {}}, situation, 0, 3);
  EXPECT_EQ(battle.attacker_wins, reference::Rational(1, 3));
  EXPECT_EQ(battle.both_destroyed, reference::Rational(1, 3));
  EXPECT_EQ(battle.mean_rounds, reference::Rational(4, 3));
  EXPECT_EQ(battle.rounds.at(2), reference::Rational(3, 16));
}

}  // namespace
}  // namespace warodds
