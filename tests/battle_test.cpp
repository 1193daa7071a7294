// Whole battles: the check values of the rulings, both engines against each other, and what must
// hold of every battle.
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <thread>

#include "core/answer/agreement.h"
#include "core/numbers/chi_square.h"
#include "core/play/battle.h"
#include "core/text/error.h"
#include "core/threads/parallel.h"
#include "exact/answers.h"
#include "sim/simulate.h"
#include "tests/support/answers.h"
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
  const std::string horde = "figures=1000;hp=10;cd=1";
  EXPECT_THROW(exact::battle({battle_of<RaidersOfArcana>(horde, horde)}, {}), TooLarge);
}

template <class System>
class EveryBattle : public ::testing::Test {};
TYPED_TEST_SUITE(EveryBattle, testing::EverySystem, testing::SystemName);

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
    exact::Options options;
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
  exact::Options options;
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

}  // namespace
}  // namespace warodds
