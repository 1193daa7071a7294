// Whole battles against their second statement in exact fractions.
#include <gtest/gtest.h>

#include <set>
#include <string>

#include "exact/battle/battle.h"
#include "tests/reference/battle.h"
#include "tests/support/random_battle.h"
#include "tests/support/system_types.h"
#include "tests/support/to_reference.h"

namespace warodds {
namespace {

constexpr double tolerance = 1e-12;

double as_double(const reference::Rational& fraction) { return fraction.convert_to<double>(); }

/// The situation, and that of the attack back as core has it: the two statements are compared on
/// how a battle is fought, not on what the attack back is like unless somebody says so. Keys that
/// hold for both sides are left out.
template <class System>
reference::Fields settings(const testing::Matchup<System>& m,
                           const std::set<std::string>& of_both) {
  reference::Fields fields = testing::texts(System::situation_fields(), m.situation);
  const auto reply = System::reply(m.situation, m.units.defender);
  if (!reply) return fields;
  for (const auto& [key, value] : testing::texts(System::situation_fields(), *reply)) {
    if (!of_both.contains(key)) fields["reply." + key] = value;
  }
  return fields;
}

reference::Battle fight_out(const testing::Matchup<ArcaneLegions>& m, int cap, int horizon) {
  const auto fields =
      settings(m, {"phantom", "critical", "critical-per", "critical-count", "critical-bonus",
                   "turn", "turns", "attacks-per-turn", "attacker-losses", "defender-losses",
                   "attacker-damage", "defender-damage"});
  return reference::arcane_battle(testing::to_reference<ArcaneLegions>(m.units.attacker),
                                  testing::to_reference<ArcaneLegions>(m.units.defender), fields,
                                  cap, horizon);
}
reference::Battle fight_out(const testing::Matchup<Magewinds>& m, int cap, int horizon) {
  auto fields =
      settings(m, {"attacks-per-round", "defender-damage", "defender-choice", "attacker-reaction",
                   "attacker-actions", "defender-actions", "reaction-value"});
  fields["actions-per-round"] = "none";  // core has no budget of actions in battles
  return reference::magewinds_battle(testing::to_reference<Magewinds>(m.units.attacker),
                                     testing::to_reference<Magewinds>(m.units.defender), fields,
                                     cap, horizon);
}
reference::Battle fight_out(const testing::Matchup<RaidersOfArcana>& m, int cap, int horizon) {
  return reference::raiders_battle(testing::to_reference<RaidersOfArcana>(m.units.attacker),
                                   testing::to_reference<RaidersOfArcana>(m.units.defender),
                                   testing::texts(RaidersOfArcana::situation_fields(), m.situation),
                                   cap, horizon);
}
reference::Battle fight_out(const testing::Matchup<DwethiaSkirmish>& m, int cap, int horizon) {
  return reference::dwethia_battle(testing::to_reference<DwethiaSkirmish>(m.units.attacker),
                                   testing::to_reference<DwethiaSkirmish>(m.units.defender),
                                   testing::texts(DwethiaSkirmish::situation_fields(), m.situation),
                                   cap, horizon);
}

/// What core does not know of battles yet: that a retreat ends them (D8).
bool is_beyond_core(const testing::Matchup<DwethiaSkirmish>& m) {
  return m.situation.mode == DwethiaSkirmish::fight &&
         m.situation.response == DwethiaSkirmish::retreat;
}
template <class Matchup>
bool is_beyond_core(const Matchup&) {
  return false;
}

void expect_equal(const Distribution& distribution, const std::vector<reference::Rational>& should,
                  const std::string& what) {
  for (std::size_t k = 0; k < should.size(); ++k) {
    ASSERT_NEAR(distribution.probability(static_cast<int>(k)), as_double(should[k]), tolerance)
        << what << ' ' << k;
  }
}

template <class System>
class BattleReference : public ::testing::Test {};
TYPED_TEST_SUITE(BattleReference, testing::EverySystem, testing::SystemName);

TYPED_TEST(BattleReference, AgreesOnTwoHundredRandomBattles) {
  using System = TypeParam;
  testing::RandomBattles<System> battles(20261121);
  for (int drawn = 0; drawn < 220;) {
    const auto [matchup, battle] = battles.next();
    if (is_beyond_core(matchup)) continue;
    ++drawn;
    SCOPED_TRACE(testing::describe(matchup));
    const int cap = drawn % 3 == 0 ? 3 : 0;
    constexpr int horizon = 5;
    const BattleAnswer outcome = exact::battle(battle, {cap, {}});
    const reference::Battle should = fight_out(matchup, cap, horizon);
    ASSERT_TRUE(should.legal) << should.why;
    ASSERT_NEAR(outcome.win(Side::attacker).value, as_double(should.attacker_wins), tolerance);
    ASSERT_NEAR(outcome.win(Side::defender).value, as_double(should.defender_wins), tolerance);
    ASSERT_NEAR(outcome.end(BattleEnd::both_destroyed).value, as_double(should.both_destroyed),
                tolerance);
    ASSERT_NEAR(outcome.end(BattleEnd::undecided).value, as_double(should.undecided), tolerance);
    const double rounds = as_double(should.mean_rounds);
    ASSERT_NEAR(outcome.mean_rounds.value, rounds, tolerance * std::max(1.0, rounds));
    expect_equal(outcome.rounds, should.rounds, "rounds");
    expect_equal(outcome.survivors.attacker, should.attacker_survivors, "attacker's survivors");
    expect_equal(outcome.survivors.defender, should.defender_survivors, "defender's survivors");
    if (this->HasFatalFailure()) return;
    ASSERT_LE(should.by_round.size(), std::max<std::size_t>(outcome.by_round.size(), horizon));
    for (std::size_t i = 0; i < std::min(should.by_round.size(), outcome.by_round.size()); ++i) {
      const RoundAnswer& round = outcome.by_round[i];
      const reference::Battle::Round& expected = should.by_round[i];
      ASSERT_NEAR(round.destroyed.attacker.value, as_double(expected.attacker_destroyed),
                  tolerance);
      ASSERT_NEAR(round.destroyed.defender.value, as_double(expected.defender_destroyed),
                  tolerance);
      ASSERT_NEAR(round.mean_left.attacker.value, as_double(expected.attacker_mean_left),
                  tolerance * 10);
      ASSERT_NEAR(round.mean_left.defender.value, as_double(expected.defender_mean_left),
                  tolerance * 10);
    }
  }
}

// The second statement itself, against a battle worked by hand in tests/battle_test.cpp.
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
