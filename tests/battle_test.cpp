// Whole battles: the check values of the rulings, both engines against each other, and what must
// hold of every battle.
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <optional>
#include <thread>

#include "core/answer/agreement.h"
#include "core/numbers/chi_square.h"
#include "core/play/battle.h"
#include "core/text/error.h"
#include "core/threads/parallel.h"
#include "exact/fight/fight.h"
#include "exact/solve/solve.h"
#include "sim/battle.h"
#include "tests/support/answers.h"
#include "tests/support/attacks_of.h"
#include "tests/support/battle_with_settings.h"
#include "tests/support/matchup_of.h"
#include "tests/support/system_types.h"
#include "tests/support/work.h"

namespace warodds {
namespace {

template <class System>
Battle<System> battle_of(const std::string& attacker, const std::string& defender,
                         const std::string& situation = "") {
  const auto matchup = testing::matchup_of<System>(attacker, defender, situation);
  return Battle<System>(matchup.units.attacker, matchup.units.defender, matchup.situation);
}

template <class System>
Answer fight_out(const Battle<System>& battle, int rounds = 0) {
  return exact::battle({battle, rounds}, {});
}

// The check of the rulings, to all digits of a double.
TEST(Battle, SixAgainstSixOnD6) {
  const std::string unit = "figures=6;hp=1;cd=1;as=4;db=0;arm=5;str=0";
  const Answer outcome = fight_out(battle_of<RaidersOfArcana>(unit, unit, "die=6"));
  EXPECT_NEAR(outcome.win(Side::attacker).value, 0.496765161564308, 1e-15);
  EXPECT_NEAR(outcome.win(Side::defender).value, 0.496765161564308, 1e-15);
  EXPECT_NEAR(outcome.end(BattleEnd::both_destroyed).value, 0.006469676871383975, 1e-16);
  EXPECT_NEAR(outcome.mean_rounds.value, 8.708079158571847, 1e-13);
  EXPECT_EQ(outcome.end(BattleEnd::undecided).value, 0);
}

// The same of unequal figures, who wound with 3/10 and 5/10: with probability 35/100 nothing
// happens in a round, and so a round is as the one before times that.
TEST(Battle, OneAgainstAnotherByHand) {
  const Answer outcome = fight_out(battle_of<RaidersOfArcana>(
      "figures=1;cd=1;arm=6", "figures=1;cd=1;arm=8", "attacker-attack=all;defender-attack=all"));
  const double a_wins = 0.3 * 0.5, b_wins = 0.7 * 0.5, both_fall = 0.3 * 0.5, nothing = 0.35;
  EXPECT_NEAR(outcome.win(Side::attacker).value, a_wins / (1 - nothing), 1e-15);
  EXPECT_NEAR(outcome.win(Side::defender).value, b_wins / (1 - nothing), 1e-15);
  EXPECT_NEAR(outcome.end(BattleEnd::both_destroyed).value, both_fall / (1 - nothing), 1e-15);
  double before = 1;  // probability that a round is fought
  ASSERT_GE(outcome.by_round.size(), 20U);
  for (std::size_t round = 1; round <= outcome.by_round.size(); ++round) {
    EXPECT_NEAR(outcome.rounds.probability(static_cast<int>(round)), before * (1 - nothing),
                1e-13 * before);
    before *= nothing;
    const RoundAnswer& after = outcome.by_round[round - 1];
    const double share = (1 - before) / (1 - nothing);  // ... of all that will happen
    EXPECT_NEAR(after.destroyed.attacker.value, (b_wins + both_fall) * share, 1e-14);
    EXPECT_NEAR(after.destroyed.defender.value, (a_wins + both_fall) * share, 1e-14);
    EXPECT_NEAR(after.mean_left.attacker.value, 1 - (b_wins + both_fall) * share, 1e-14);
  }
}

// One figure each, one die each to attack: every round each side dies with 1/2. Worked by hand:
// A wins 1/3, B wins 1/3, both fall 1/3, and a round ends it with 3/4: 4/3 rounds.
TEST(Battle, OneAgainstOneByHand) {
  const std::string unit = "figures=1;cd=1;arm=6";
  const Answer outcome =
      fight_out(battle_of<RaidersOfArcana>(unit, unit, "attacker-attack=all;defender-attack=all"));
  EXPECT_NEAR(outcome.win(Side::attacker).value, 1.0 / 3, 1e-15);
  EXPECT_NEAR(outcome.win(Side::defender).value, 1.0 / 3, 1e-15);
  EXPECT_NEAR(outcome.end(BattleEnd::both_destroyed).value, 1.0 / 3, 1e-15);
  EXPECT_NEAR(outcome.mean_rounds.value, 4.0 / 3, 1e-14);
  EXPECT_NEAR(outcome.rounds.probability(1), 0.75, 1e-15);
  EXPECT_NEAR(outcome.rounds.probability(2), 0.25 * 0.75, 1e-15);
  EXPECT_NEAR(testing::survivors_of(outcome).attacker.probability(1), 1.0 / 3, 1e-15);
  ASSERT_GE(outcome.by_round.size(), 2U);
  EXPECT_NEAR(outcome.by_round[0].destroyed.attacker.value, 0.5, 1e-15);
  EXPECT_NEAR(outcome.by_round[0].mean_left.defender.value, 0.5, 1e-15);
}

// A13: a figure of two hit points cannot be worn down by one hit a turn, but two attacks in a turn
// share their damage.
TEST(Battle, DamageShortOfLethalIsGoneAtTheEndOfTheTurn) {
  const std::string attacker = "red=1;hp=1";
  const std::string defender = "hp=2";
  const std::string one = "turns=attacker-only";
  const Answer never = fight_out(battle_of<ArcaneLegions>(attacker, defender, one));
  EXPECT_EQ(never.end(BattleEnd::undecided).value, 1);
  EXPECT_EQ(never.mean_rounds.value, 0);
  // Two dice against the phantom, each hits with 4/6.
  const Answer twice =
      fight_out(battle_of<ArcaneLegions>(attacker, defender, one + ";attacks-per-turn=2"));
  EXPECT_NEAR(twice.win(Side::attacker).value, 1, 1e-15);
  EXPECT_NEAR(twice.mean_rounds.value, 9.0 / 4, 1e-14);
}

// The checks of the rulings (A11): a leader with three men, struck first by one figure.
TEST(Battle, WhoFallsDecidesWhetherALeaderWithThreeMenWins) {
  const std::string figure = "hp=6;red=4";
  const std::string band = "red=0 | name=Leader;hp=4;red=6 | name=Men;count=3;hp=1;red=1";
  const auto wins = [&](const std::string& losses) {
    return fight_out(battle_of<ArcaneLegions>(figure, band, losses)).win(Side::defender).value;
  };
  EXPECT_NEAR(wins("defender-losses=fewest"), 0.7241381067741205, 1e-14);
  EXPECT_NEAR(wins("defender-losses=cheapest"), 0.4790516768515465, 1e-14);
  EXPECT_NEAR(wins("defender-losses=free"), 0.9870558040653874, 1e-14);
  EXPECT_EQ(wins(""), wins("defender-losses=free"));
}

// A13: one attack each a round, one die each, both figures with 2 hit points. With a turn for each
// side nobody ever falls. With a turn for the round the attacker is struck back by a unit that may
// have one damage; only damage of one and the same round adds up, and each is struck once. A
// defender of 2 hit points that strikes back is hit by white dice as well.
TEST(Battle, ATurnOfTheWholeRoundKeepsTheDamageOfBothOrders) {
  const std::string plain = "red=1;hp=2";
  const std::string white = "red=1;white=1;hp=2";
  const Answer apart = fight_out(battle_of<ArcaneLegions>(plain, white));
  EXPECT_EQ(apart.end(BattleEnd::undecided).value, 1);
  // The attacker can be hit twice a round: by the white die (5/12) and by the red die (4/6, for it
  // has no white dice). The defender is hit at most once, so it wins in the end.
  const Answer together = fight_out(battle_of<ArcaneLegions>(plain, white, "turn=round"));
  EXPECT_NEAR(together.win(Side::defender).value, 1, 1e-15);
  EXPECT_NEAR(together.mean_rounds.value, 1 / (5.0 / 12 * 4 / 6), 1e-13);
  EXPECT_NEAR(together.rounds.probability(1), 5.0 / 12 * 4 / 6, 1e-15);
}

// Two groups of one hit point each, struck by one die a turn (4/6 against no white dice), that
// cannot strike back: the later group falls first, whatever the order of the dice.
TEST(Battle, ByChoiceEndsAsOnPaper) {
  const std::string pair = "red=0 | name=A | name=B";
  const Answer outcome =
      fight_out(battle_of<ArcaneLegions>("red=1;hp=1", pair, "turns=attacker-only"));
  EXPECT_NEAR(outcome.win(Side::attacker).value, 1, 1e-15);
  EXPECT_NEAR(outcome.mean_rounds.value, 3, 1e-14);
  EXPECT_NEAR(outcome.rounds.probability(2), 4.0 / 9, 1e-15);
}

// In the defender's turn the roles are swapped.
TEST(Battle, TheDefenderStrikesBackInItsTurn) {
  // A cannot be hit in its own turn (no white dice); B strikes back with 4/6 if it stands.
  const std::string unit = "red=1;hp=1";
  const Answer outcome = fight_out(battle_of<ArcaneLegions>(unit, unit));
  // A wins 2/3 + 1/3 * 1/3 * (the same again): 2/3 / (1 - 1/9) = 3/4.
  EXPECT_NEAR(outcome.win(Side::attacker).value, 0.75, 1e-15);
  EXPECT_NEAR(outcome.win(Side::defender).value, 0.25, 1e-15);
  EXPECT_NEAR(outcome.mean_rounds.value, 9.0 / 8, 1e-14);
}

// C8: two markers a round; limit 5 is reached in the third.
TEST(Battle, FatigueBreaksTheBattleOff) {
  const std::string rested = "figures=3;cd=1;arm=6";
  const Answer outcome =
      fight_out(battle_of<RaidersOfArcana>(rested + ";fatigue=5", rested + ";fatigue=8"));
  EXPECT_EQ(outcome.rounds.max(), 3);
  EXPECT_GT(outcome.end(BattleEnd::undecided).value, 0);
  const Answer three = fight_out(battle_of<RaidersOfArcana>(rested, rested), 3);
  EXPECT_NEAR(outcome.end(BattleEnd::undecided).value, three.end(BattleEnd::undecided).value,
              1e-15);
}

// A number of dice asked for is what is left later, but must be there at first (C2).
TEST(Battle, DiceAskedForAreCappedLater) {
  const std::string unit = "figures=3;cd=1;arm=6";
  EXPECT_THROW(battle_of<RaidersOfArcana>(unit, unit, "attacker-attack=4"), InputError);
  const Answer three = fight_out(battle_of<RaidersOfArcana>(unit, unit, "attacker-attack=3"));
  const Answer all = fight_out(battle_of<RaidersOfArcana>(unit, unit, "attacker-attack=all"));
  EXPECT_EQ(three.win(Side::attacker).value, all.win(Side::attacker).value);
  EXPECT_EQ(three.mean_rounds.value, all.mean_rounds.value);
}

TEST(Battle, AFighterWithoutAnAttackIsOnlyBeaten) {
  const Answer outcome =
      fight_out(battle_of<Magewinds>("power=2;precision=3;toughness=1", "toughness=2"));
  EXPECT_NEAR(outcome.win(Side::attacker).value, 1, 1e-15);
  EXPECT_EQ(outcome.win(Side::defender).value, 0);
}

// Eight dice that all must show a one, in either attack: the number of rounds is geometric.
TEST(Battle, RoundsBeyondThoseThatAreSteppedCount) {
  const std::string fighter = "toughness=1;armour=7;power=8;precision=1";
  const Answer answer = fight_out(battle_of<Magewinds>(fighter, fighter));
  const double hit = std::pow(1.0 / 6, 8);
  const double goes_on = (1 - hit) * (1 - hit);
  EXPECT_GT(answer.rounds_cut_off, 0.5);
  EXPECT_NEAR(answer.mean_rounds.value * (1 - goes_on), 1, 1e-9);
  EXPECT_NEAR(answer.rounds.sd() * (1 - goes_on) / std::sqrt(goes_on), 1, 1e-6);
  EXPECT_NEAR(answer.rounds.at_least(1), 1, 1e-9);
  EXPECT_NEAR(answer.rounds.at_least(1000), std::pow(goes_on, 999), 1e-9);
  EXPECT_NEAR(answer.rounds.quantile(0.9) * std::log(goes_on) / std::log(0.1), 1, 1e-5);
}

TEST(Battle, NonsenseIsRefusedBeforeTheFirstRound) {
  const std::string split = "light.power=1;light.precision=3;heavy.power=2;heavy.precision=3";
  EXPECT_THROW(battle_of<Magewinds>(split, split, "attack=Bow"), InputError);
  EXPECT_THROW(battle_of<ArcaneLegions>("hp=2", "hp=2"), NoAnswer);
}

TEST(Battle, OfTooManyStatesIsRefused) {
  const std::string horde = "figures=10000;hp=10;cd=1";
  EXPECT_THROW(exact::battle({battle_of<RaidersOfArcana>(horde, horde)}, {}), TooLarge);
}

template <class System>
class EveryBattle : public ::testing::Test {};
TYPED_TEST_SUITE(EveryBattle, testing::EverySystem, testing::SystemName);

TYPED_TEST(EveryBattle, AddsUpAndBeginsWithAFight) {
  using System = TypeParam;
  testing::BattlesWithSettings<System> battles(3);
  for (int drawn = 0; drawn < 200; ++drawn) {
    const auto one = battles.next();
    const auto& [matchup, battle, said] = one;
    const Answer outcome = fight_out(battle);
    ASSERT_LE(testing::ends_of(outcome).defect(), 1e-12) << testing::describe(one);
    ASSERT_NEAR(outcome.is_ahead(Ahead::attacker).value + outcome.is_ahead(Ahead::defender).value +
                    outcome.is_ahead(Ahead::even).value,
                outcome.end(BattleEnd::undecided).value, 1e-13)
        << testing::describe(one);
    ASSERT_LE(outcome.rounds.defect(), 1e-11) << testing::describe(matchup);
    for (const Side side : both_sides) {
      ASSERT_LE(testing::survivors_of(outcome)[side].defect(), 1e-11) << testing::describe(matchup);
      // Nobody is left exactly of the beaten.
      ASSERT_NEAR(testing::survivors_of(outcome)[side].probability(0),
                  outcome.win(enemy_of(side)).value + outcome.end(BattleEnd::both_destroyed).value,
                  1e-12)
          << testing::describe(matchup);
    }
    // Rounds only take away.
    RoundAnswer before{0, {{0}, {0}}, {{1e9}, {1e9}}};
    for (const RoundAnswer& round : outcome.by_round) {
      for (const Side side : both_sides) {
        ASSERT_GE(round.destroyed[side].value, before.destroyed[side].value - 1e-13);
        ASSERT_LE(round.mean_left[side].value, before.mean_left[side].value + 1e-11);
      }
      before = round;
    }
    // One round by the side that strikes first is a fight.
    if (testing::attacks_of(battle).size() > 1 || outcome.by_round.empty()) continue;
    const Answer fight = exact::fight(testing::prepare(matchup));
    ASSERT_NEAR(outcome.by_round.front().destroyed.defender.value,
                testing::deals_of(fight, Side::attacker).destroyed.value, 1e-13)
        << testing::describe(matchup);
    ASSERT_NEAR(outcome.by_round.front().destroyed.attacker.value,
                testing::deals_of(fight, Side::defender).destroyed.value, 1e-13)
        << testing::describe(matchup);
  }
}

/// Broken off, it stands where the full battle stood then.
template <class System>
void expect_parts_of_the_whole(const Battle<System>& battle) {
  const Answer full = fight_out(battle);
  for (const int last : {2, 15, 16, 17, 40}) {
    SCOPED_TRACE("after round " + std::to_string(last));
    const Answer cut = fight_out(battle, last);
    ASSERT_LE(cut.rounds.max(), last);
    const std::size_t rounds =
        std::min<std::size_t>(static_cast<std::size_t>(last), full.by_round.size());
    ASSERT_EQ(cut.by_round.size(), rounds);
    for (std::size_t i = 0; i < rounds; ++i) {
      for (const Side side : both_sides) {
        const RoundAnswer& then = full.by_round[i];
        // Added up in another order, where other rounds are stepped together.
        ASSERT_NEAR(cut.by_round[i].destroyed[side].value, then.destroyed[side].value,
                    1e-13 * then.destroyed[side].value);
        ASSERT_NEAR(cut.by_round[i].mean_left[side].value, then.mean_left[side].value,
                    1e-13 * then.mean_left[side].value);
      }
    }
    if (rounds == 0) continue;
    for (const Side side : both_sides) {
      ASSERT_NEAR(testing::survivors_of(cut)[side].mean(),
                  cut.by_round.back().mean_left[side].value, 1e-11);
      ASSERT_NEAR(testing::survivors_of(cut)[side].probability(0),
                  cut.by_round.back().destroyed[side].value, 1e-11);
    }
  }
}

TYPED_TEST(EveryBattle, BrokenOffStandsWhereTheFullBattleStood) {
  testing::BattlesWithSettings<TypeParam> battles(4);
  for (int drawn = 0; drawn < 50; ++drawn) {
    const auto [matchup, battle, said] = battles.next();
    SCOPED_TRACE(testing::describe(matchup));
    expect_parts_of_the_whole(battle);
    ASSERT_FALSE(this->HasFatalFailure());
  }
}

// Stepped in blocks of sixteen turns, of one round each, and of two.
TEST(Battle, OfManyStatesBrokenOffStandsWhereItStood) {
  expect_parts_of_the_whole(
      battle_of<RaidersOfArcana>("figures=20;hp=2;cd=2", "figures=18;hp=2;cd=2;as=4"));
  expect_parts_of_the_whole(
      battle_of<DwethiaSkirmish>("models=12;wounds=3", "models=11;wounds=3", "roles=alternate"));
}

/// Its rounds are stepped in blocks of turns, each by one thread, and its visits are counted in
/// several parts, which threads share. How it ends in the long run is worked out from the visits.
template <class System>
void expect_that_many_rounds_are_the_long_run(const Battle<System>& battle) {
  const ThreadsInUse one(1);
  const Answer end = fight_out(battle), rounds = fight_out(battle, 2000);
  for (const Side side : both_sides) {
    EXPECT_NEAR(rounds.win(side).value, end.win(side).value, 1e-12);
    EXPECT_NEAR(testing::survivors_of(rounds)[side].mean(), testing::survivors_of(end)[side].mean(),
                1e-10);
  }
  EXPECT_NEAR(rounds.mean_rounds.value, end.mean_rounds.value, 1e-10);
  for (const int threads : {2, 3}) {
    const ThreadsInUse some(threads);
    const Answer together = fight_out(battle);
    EXPECT_EQ(together.mean_rounds.value, end.mean_rounds.value);
    ASSERT_EQ(together.by_round.size(), end.by_round.size());
    for (const Side side : both_sides) {
      EXPECT_EQ(together.win(side).value, end.win(side).value);
      EXPECT_TRUE(std::ranges::equal(testing::survivors_of(together)[side].pmf(),
                                     testing::survivors_of(end)[side].pmf()));
      for (std::size_t i = 0; i < end.by_round.size(); ++i) {
        ASSERT_EQ(together.by_round[i].destroyed[side].value,
                  end.by_round[i].destroyed[side].value);
        ASSERT_EQ(together.by_round[i].mean_left[side].value,
                  end.by_round[i].mean_left[side].value);
      }
    }
  }
}

TEST(Battle, OfManyStatesEndsAfterManyRoundsAsItEndsInTheLongRun) {
  expect_that_many_rounds_are_the_long_run(battle_of<RaidersOfArcana>(
      "figures=40;hp=2;cd=2;as=5;db=1;arm=5", "figures=36;hp=2;cd=2;as=4;db=2;arm=5"));
}

// Two attacks a round, and in the other the damage of a turn is gone when it ends.
TEST(Battle, OfManyStatesAndSeveralAttacksEndsSo) {
  expect_that_many_rounds_are_the_long_run(battle_of<DwethiaSkirmish>(
      "models=24;wounds=3", "models=22;wounds=3", "roles=alternate;order=attacker-first"));
  expect_that_many_rounds_are_the_long_run(battle_of<ArcaneLegions>(
      "figures=30;hp=2;red=1;white=1", "figures=30;hp=2;red=1", "attacks-per-turn=2"));
}

// Either the attacker hits, or the defender hits twice and the attacker goes berserk: one damage a
// turn, which is gone after it. Together they would down the figure.
TEST(Battle, InWhichNoTurnCanDownAnybodyDoesNotGoOn) {
  const auto battle =
      battle_of<ArcaneLegions>("figures=2;hp=3;red=1;attack-result=4;toughness=1;berserker=1",
                               "hp=2;white=2;berserker=1", "phantom=0");
  constexpr int most_rounds = 30;
  EXPECT_EQ(exact::battle({battle, most_rounds}, {}).rounds.max(), 0);
  sim::Options options;
  options.trials = 100;
  EXPECT_EQ(sim::simulate(BattleQuestion{battle, most_rounds}, options).rounds.max(), 0);
}

TYPED_TEST(EveryBattle, IsFoughtAlikeByBothEngines) {
  using System = TypeParam;
  constexpr int wanted = 150;
  const double level = sidak_level(1e-6, wanted * 5);
  testing::BattlesWithSettings<System> battles(5, testing::Amounts::rolled);
  for (int drawn = 0; drawn < wanted; ++drawn) {
    const auto one = battles.next();
    const auto& [matchup, battle, said] = one;
    const std::string who = testing::describe(one);
    constexpr int most_rounds = 60;
    const Answer outcome = fight_out(battle, most_rounds);
    sim::Options options;
    options.trials = 20'000;
    options.seed = static_cast<std::uint64_t>(drawn) + 1;
    const Answer simulation = sim::simulate(BattleQuestion{battle, most_rounds}, options);
    ASSERT_EQ(simulation.origin.trials, options.trials);
    for (const AgreementTest& test : compare(outcome, simulation).tests) {
      ASSERT_EQ(test.impossible, -1) << test.quantity << "; " << who;
      ASSERT_GE(test.p_value, level) << test.quantity << ": chi-square " << test.statistic
                                     << " with " << test.degrees << "; " << who;
    }
    // After each round: the mean of figures left is as near as Bernstein's inequality has it, which
    // holds for rare events, too. (Numbers from 0 to m of mean x have a variance of x (m - x) or
    // less.)
    for (std::size_t i = 0; i < std::min(outcome.by_round.size(), simulation.by_round.size());
         ++i) {
      for (const Side side : both_sides) {
        const double seen = simulation.by_round[i].mean_left[side].value;
        const double mean = outcome.by_round[i].mean_left[side].value;
        const double most = testing::standing_at_opening(battle)[side];
        const double variance = std::max(mean * (most - mean), 0.0);
        constexpr double trials = 20'000;
        const double of_level = std::log(2 / 1e-9);
        const double linear = of_level * most / (3 * trials);
        const double near =
            linear + std::sqrt(linear * linear + 2 * of_level * variance / trials) + 1e-9;
        ASSERT_NEAR(seen, mean, near) << "after round " << i + 1 << "; " << who;
      }
    }
  }
}

TEST(SimulatedBattle, IsTheSameOnAnyNumberOfThreads) {
  const std::string unit = "figures=6;cd=2;arm=5;hp=2";
  const AnyBattle battle = battle_of<RaidersOfArcana>(unit, unit);
  sim::Options options;
  options.trials = 300'000;
  options.threads = 1;
  const Answer one = sim::simulate(BattleQuestion{battle, 0}, options);
  for (const int threads : {2, 5}) {
    options.threads = threads;
    const Answer many = sim::simulate(BattleQuestion{battle, 0}, options);
    EXPECT_EQ(testing::ends_of(many), testing::ends_of(one));
    EXPECT_EQ(many.rounds, one.rounds);
    EXPECT_EQ(testing::survivors_of(many), testing::survivors_of(one));
    ASSERT_EQ(many.by_round.size(), one.by_round.size());
    for (std::size_t i = 0; i < one.by_round.size(); ++i) {
      EXPECT_EQ(many.by_round[i].mean_left.attacker.value,
                one.by_round[i].mean_left.attacker.value);
    }
  }
}

TEST(SimulatedBattle, IsAsPreciseAsAsked) {
  const std::string unit = "figures=2;cd=1;arm=5";
  const AnyBattle battle = battle_of<RaidersOfArcana>(unit, unit);
  sim::Options options;
  options.precision = 0.005;
  const Answer result = sim::simulate(BattleQuestion{battle, 0}, options);
  EXPECT_FALSE(result.origin.partial);
  EXPECT_GT(result.origin.trials, 10'000U);
  EXPECT_LT(result.origin.trials, 200'000U);
}

// On one thread: with others it is up to the system how often the one that asked gets to say so.
TEST(Battle, SaysHowFarItsRoundsAreAndCanBeEnded) {
  const ThreadsInUse one(1);
  // Of short rows and many rounds, and of long ones.
  for (const char* unit : {"hp=100;arm=9", "figures=40"}) {
    const AnyBattle battle = battle_of<RaidersOfArcana>(unit, unit);
    std::vector<double> shares;
    exact::SolveOptions options;
    options.progress = [&](double share) { shares.push_back(share); };
    exact::battle({battle}, options);
    EXPECT_TRUE(std::is_sorted(shares.begin(), shares.end())) << unit;
    ASSERT_GE(shares.size(), 3U) << unit;
    EXPECT_GT(shares.back(), 0.7) << unit;
    EXPECT_LE(shares.back(), 1) << unit;
    struct Stopped {};
    options.progress = [](double share) {
      if (share > 0.6) throw Stopped();
    };
    EXPECT_THROW(exact::battle({battle}, options), Stopped) << unit;
  }
}

TEST(Battle, OfManyStatesSaysHowFarItIsInOrderAndEndsOnSeveralThreads) {
  const ThreadsInUse some(3);
  const std::thread::id asking = std::this_thread::get_id();
  const AnyBattle battle = battle_of<RaidersOfArcana>("figures=40", "figures=40");
  std::vector<double> shares;
  exact::SolveOptions options;
  options.progress = [&](double share) {
    ASSERT_EQ(std::this_thread::get_id(), asking);
    shares.push_back(share);
  };
  exact::battle({battle}, options);
  // While rows are worked out more are found, so what is told of them may go back.
  const auto rounds = std::find_if(shares.begin(), shares.end(), [](double s) { return s > 0.5; });
  EXPECT_TRUE(std::is_sorted(rounds, shares.end()));
  ASSERT_FALSE(shares.empty());
  EXPECT_GE(*std::min_element(shares.begin(), shares.end()), 0);
  EXPECT_LE(*std::max_element(shares.begin(), shares.end()), 1);
  struct Stopped {};
  for (const double last : {0.0, 0.3, 0.5, 0.7}) {
    bool told = false;
    bool stopped = false;
    options.progress = [&](double share) {
      EXPECT_FALSE(told);
      told = share >= last;
      if (told) throw Stopped();
    };
    try {
      exact::battle({battle}, options);
    } catch (const Stopped&) {
      stopped = true;
    }
    EXPECT_EQ(stopped, told) << last;
  }
}

TEST(Battle, OfTwoWhoStandForLongIsMoreWork) {
  const auto takes_more_than = [](double seconds, const char* unit) {
    return testing::takes_more_than(
        seconds, [&] { exact::battle({battle_of<RaidersOfArcana>(unit, unit)}, {}); });
  };
  EXPECT_FALSE(takes_more_than(0.05, "hp=10;arm=10;as=3"));
  EXPECT_TRUE(takes_more_than(0.2, "hp=1000;arm=10;as=3"));
}

TEST(SimulatedBattle, EndsWhenToldAndSaysSo) {
  const std::string unit = "figures=50;cd=2;arm=9;hp=2";
  const AnyBattle battle = battle_of<RaidersOfArcana>(unit, unit);
  std::atomic<bool> stop = false;
  sim::Options options;
  options.trials = 1'000'000'000;
  options.stop = &stop;
  options.progress = [&](std::uint64_t, std::uint64_t) { stop = true; };  // when some are done
  const Answer result = sim::simulate(BattleQuestion{battle, 0}, options);
  EXPECT_TRUE(result.origin.partial);
  EXPECT_GT(result.origin.trials, 0U);
  EXPECT_LT(result.origin.trials, options.trials);
  EXPECT_EQ(result.rounds.trials(), result.origin.trials);
}

// Of a battle that takes very long nothing can be told before some of it have been fought.
TEST(SimulatedBattle, OfWhichNothingIsDoneInTimeHasNoAnswer) {
  const std::string unit = "toughness=100000;power=1;precision=1";
  const AnyBattle battle = battle_of<Magewinds>(unit, unit);
  sim::Options options;
  options.time_limit = 0.001;
  EXPECT_THROW(sim::simulate(BattleQuestion{battle, 0}, options), NoAnswer);
  const std::atomic<bool> stop = true;
  options.time_limit = 0;
  options.stop = &stop;
  EXPECT_THROW(sim::simulate(BattleQuestion{battle, 0}, options), NoAnswer);
}

// One attack die in a hundred gets through a hundred. Nobody has asked for an end, and how such a
// battle ends nobody has seen.
TEST(SimulatedBattle, ThatHardlyEverEndsHasNoAnswerUnlessItIsToBeBrokenOff) {
  const std::string unit = "figures=1;hp=1000;cd=1;arm=100";
  const AnyBattle battle =
      battle_of<RaidersOfArcana>(unit, unit, "die=100;attacker-attack=all;defender-attack=all");
  sim::Options options;
  options.trials = 50;
  options.time_limit = 0.05;
  EXPECT_THROW(sim::simulate(BattleQuestion{battle, 0}, options), NoAnswer);
  options.time_limit = 0;
  const Answer result = sim::simulate(BattleQuestion{battle, 100}, options);
  EXPECT_EQ(result.end(BattleEnd::undecided).value, 1);
  EXPECT_EQ(result.rounds.max(), 100);
}

// Both engines see at once that nothing can happen.
TEST(SimulatedBattle, ThatCannotGoOnIsUndecidedAtOnce) {
  const std::string wall = "power=6;precision=6;barrier=6;toughness=3";
  const AnyBattle battle = battle_of<Magewinds>(wall, wall);
  const Answer simulated = sim::simulate(BattleQuestion{battle, 0}, {});
  EXPECT_EQ(simulated.end(BattleEnd::undecided).value, 1);
  EXPECT_EQ(simulated.rounds.max(), 0);
  const Answer outcome = exact::battle({battle}, {});
  EXPECT_EQ(outcome.end(BattleEnd::undecided).value, 1);
  EXPECT_EQ(outcome.rounds.max(), 0);
}

}  // namespace
}  // namespace warodds
