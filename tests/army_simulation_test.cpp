// Battles of sides of several units with dice, against the exact engine, and against themselves.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <random>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "core/answer/agreement.h"
#include "core/numbers/chi_square.h"
#include "core/play/battle.h"
#include "core/text/error.h"
#include "exact/solve/solve.h"
#include "sim/battle.h"
#include "sim/simulate.h"
#include "tests/support/answers.h"
#include "tests/support/matchup_of.h"
#include "tests/support/random_battle.h"
#include "tests/support/random_matchup.h"
#include "tests/support/system_types.h"
#include "tests/support/work.h"

namespace warodds {
namespace {

template <class System>
class ArmySimulator : public ::testing::Test {};
TYPED_TEST_SUITE(ArmySimulator, testing::EverySystem, testing::SystemName);

/// Random sides of one to three units, of which some are alike, in a random situation.
template <class System>
class RandomArmies {
 public:
  RandomArmies(unsigned seed, testing::Size size) : random_(seed), matchups_(size, seed) {}

  /// The next that the rules allow.
  Battle<System> next() {
    for (;;) {
      const testing::Matchup<System> first = matchups_.next();
      try {
        return Battle<System>({army("A", first.units.attacker), army("B", first.units.defender)},
                              first.situation);
      } catch (const NoAnswer&) {
        continue;
      } catch (const InputError&) {
        continue;
      }
    }
  }

 private:
  int below(int n) { return static_cast<int>(random_() % static_cast<unsigned>(n)); }

  Army<System> army(const std::string& name, typename System::Unit unit) {
    Army<System> army;
    const int units = 1 + below(3);
    for (int i = 0; i < units; ++i) {
      if (i > 0 && below(2) == 0) unit = matchups_.next().units.attacker;
      unit.name = name;
      army.units.push_back({unit, {}});
    }
    constexpr Activation orders[] = {Activation::listed, Activation::weakest, Activation::strongest,
                                     Activation::random};
    constexpr Targeting targets[] = {Targeting::weakest, Targeting::strongest, Targeting::listed,
                                     Targeting::spread, Targeting::random};
    army.conduct.activate = orders[below(4)];
    army.conduct.targets = targets[below(5)];
    return army;
  }

  std::mt19937 random_;
  testing::RandomMatchups<System> matchups_;
};

/// Those are battles of two units for both engines.
bool is_of_two_units(const BattleQuestion& question) {
  return std::visit([](const auto& battle) { return battle.is_of_two_units(); }, question.battle);
}

/// Chi-square on all that is reported of battles, at one level for all of them together.
class Comparison {
 public:
  explicit Comparison(int battles) : level_(sidak_level(1e-6, battles * 12)) {}

  void add(const BattleQuestion& question, std::uint64_t seed, const std::string& words) {
    sim::Options options;
    options.trials = 5'000;
    options.seed = seed;
    const Answer seen = sim::simulate(BattleQuestion{question.battle, question.rounds}, options);
    ASSERT_EQ(seen.origin.trials, options.trials);
    const Answer law = exact::battle(question, {});
    for (const AgreementTest& test : compare(law, seen).tests) {
      ASSERT_EQ(test.impossible, -1) << test.side << ' ' << test.quantity << "; " << words;
      ASSERT_GE(test.p_value, level_)
          << test.side << ' ' << test.quantity << ", chi-square " << test.statistic << " with "
          << test.degrees << " degrees of freedom; " << words;
    }
    // What units have left after each round: half-widths are those of 99 %, and these are more than
    // twice as wide.
    for (const Side side : both_sides) {
      ASSERT_EQ(law.units[side].size(), seen.units[side].size());
      for (std::size_t unit = 0; unit < law.units[side].size(); ++unit) {
        const auto& exactly = law.units[side][unit].by_round;
        const auto& counted = seen.units[side][unit].by_round;
        for (std::size_t round = 0; round < std::min(exactly.size(), counted.size()); ++round) {
          const Estimate& mean = counted[round].mean_hit_points;
          EXPECT_NEAR(mean.value, exactly[round].mean_hit_points.value,
                      2.5 * *mean.half_width + 1e-9)
              << "after round " << round + 1 << "; " << words;
        }
      }
    }
  }

 private:
  double level_;
};

/// Of battles that are refused, too.
bool takes_more_than(double seconds, const BattleQuestion& question) {
  try {
    return testing::takes_more_than(seconds, [&] { exact::battle(question, {}); });
  } catch (const InputError&) {  // in a situation that is not worked out for several units
    return true;
  }
}

TYPED_TEST(ArmySimulator, AgreesWithTheExactEngineOnLargerBattles) {
  using System = TypeParam;
  constexpr int wanted = 12, most_drawn = 2000;
  RandomArmies<System> armies(20260101, testing::Size::tableful);
  Comparison comparison(wanted);
  int battles = 0;
  for (int drawn = 1; battles < wanted && drawn < most_drawn; ++drawn) {
    const BattleQuestion question{armies.next(), 1 + drawn % 4};
    if (is_of_two_units(question)) continue;
    if (takes_more_than(0.2, question) || !takes_more_than(0.001, question)) continue;
    comparison.add(question, static_cast<std::uint64_t>(++battles), std::to_string(drawn));
    if (this->HasFatalFailure()) return;
  }
  EXPECT_EQ(battles, wanted);
}

TYPED_TEST(ArmySimulator, GivesTheSameForAnyNumberOfThreads) {
  using System = TypeParam;
  RandomArmies<System> armies(7, testing::Size::handful);
  for (int drawn = 0; drawn < 3; ++drawn) {
    Battle<System> next = armies.next();
    while (next.is_of_two_units()) next = armies.next();
    const AnyBattle battle = next;
    sim::Options options;
    options.trials = 30'000;
    options.threads = 1;
    const Answer alone = sim::simulate(BattleQuestion{battle, 5}, options);
    options.threads = 3;
    const Answer together = sim::simulate(BattleQuestion{battle, 5}, options);
    EXPECT_EQ(testing::ends_of(alone).counts(), testing::ends_of(together).counts());
    EXPECT_EQ(alone.rounds.counts(), together.rounds.counts());
    for (const Side side : both_sides) {
      for (std::size_t unit = 0; unit < alone.units[side].size(); ++unit) {
        EXPECT_EQ(testing::survivors_of(alone, side, unit).counts(),
                  testing::survivors_of(together, side, unit).counts());
      }
    }
  }
}

TYPED_TEST(ArmySimulator, FightsWithOneUnitASideWhatABattleIs) {
  using System = TypeParam;
  const auto& said = System::situation_fields();
  if (std::none_of(said.begin(), said.end(), [](const auto& field) {
        return Battle<System>::with_takes(Side::attacker, field);
      })) {
    // Then one unit a side is a battle of two units, whatever is said.
    EXPECT_TRUE(testing::RandomBattles<System>(99).next().second.is_of_two_units());
    return;
  }
  constexpr int wanted = 15, most_comparisons = wanted * 8;
  const double level = sidak_level(1e-6, most_comparisons);
  testing::RandomBattles<System> battles(99);
  for (int fought = 0; fought < wanted;) {
    auto [matchup, drawn_battle] = battles.next();
    // A unit that cannot do what it is told to does nothing in a battle of two, and what it can
    // among several.
    if (const auto key = System::choice_key.defender; key != nullptr) {
      matchup.situation.*key = typename System::Situation{}.*key;
    }
    std::vector<Battle<System>> two;
    try {
      two.emplace_back(matchup.units.attacker, matchup.units.defender, matchup.situation);
    } catch (const NoAnswer&) {
      continue;
    }
    const Battle<System>& battle = two.front();
    if (testing::takes_more_than(0.1, [&] { exact::battle({battle}, {}); })) continue;
    // What is said of the unit's attacks alone is what holds for them anyway: still a battle of
    // sides of several units, as far as anybody can see.
    Army<System> attacker{{{matchup.units.attacker, {}}}, {}};
    for (const auto& field : System::situation_fields()) {
      if (!Battle<System>::with_takes(Side::attacker, field)) continue;
      if (field.text && field.get(matchup.situation).empty()) continue;
      attacker.units.front().with.set(field, {{field.get(matchup.situation), 1}}, "with");
      break;
    }
    std::vector<Battle<System>> alone;
    try {
      alone.emplace_back(PerSide<Army<System>>{attacker, {{{matchup.units.defender, {}}}, {}}},
                         matchup.situation);
    } catch (const NoAnswer&) {
      continue;
    } catch (const InputError&) {
      continue;
    }
    ASSERT_FALSE(alone.front().is_of_two_units());
    ++fought;
    constexpr int rounds = 6;
    sim::Options options;
    options.trials = 20'000;
    const Answer simulation = sim::simulate(BattleQuestion{alone.front(), rounds}, options);
    const Answer law = exact::battle({battle, rounds}, {});
    for (const AgreementTest& test : compare(law, simulation).tests) {
      ASSERT_EQ(test.impossible, -1)
          << test.side << ' ' << test.quantity << "; " << testing::describe(matchup);
      ASSERT_GE(test.p_value, level)
          << test.side << ' ' << test.quantity << "; " << testing::describe(matchup);
    }
  }
}

/// Two cohorts against a wall that is weak and hard to hit, and a guard that does all the damage.
Battle<ArcaneLegions> wall_and_guard(Targeting targets) {
  const auto side_of = [](const std::vector<std::string>& units, Targeting policy) {
    Army<ArcaneLegions> side;
    for (const std::string& unit : units) {
      side.units.push_back({testing::unit_of<ArcaneLegions>(unit)});
    }
    side.conduct.targets = policy;
    return side;
  };
  return Battle<ArcaneLegions>(
      {side_of({"red=4;white=2;hp=3", "red=4;white=2;hp=3"}, targets),
       side_of({"red=1;white=6;hp=2", "red=7;white=1;hp=3"}, Targeting::weakest)},
      {});
}

TEST(TriedOut, DoesBetterThanTheWeakestAndNoBetterThanBestPlay) {
  sim::Options options;
  options.trials = 4000;
  const double tried = sim::simulate(BattleQuestion{wall_and_guard(Targeting::rollout), 0}, options)
                           .win(Side::attacker)
                           .value;
  const double weakest =
      exact::battle({wall_and_guard(Targeting::weakest)}, {}).win(Side::attacker).value;
  const double best =
      exact::battle({wall_and_guard(Targeting::best)}, {}).win(Side::attacker).value;
  ASSERT_GT(best, weakest + 0.1);
  // Of trials as many as these the share is nearly never further off than this (Hoeffding).
  const double off = std::sqrt(std::log(2 / 1e-9) / (2 * 4000));
  EXPECT_GT(tried, weakest + off);
  EXPECT_LT(tried, best + off);
  EXPECT_THROW(exact::battle({wall_and_guard(Targeting::rollout)}, {}), NoAnswer);
}

TEST(TriedOut, GivesTheSameForAnyNumberOfThreads) {
  const auto on = [](int threads) {
    sim::Options options;
    options.trials = 500;
    options.threads = threads;
    return sim::simulate(BattleQuestion{wall_and_guard(Targeting::rollout), 0}, options);
  };
  const Answer one = on(1), three = on(3);
  EXPECT_EQ(testing::ends_of(one), testing::ends_of(three));
  EXPECT_EQ(one.rounds, three.rounds);
  EXPECT_EQ(testing::survivors_of(one).defender, testing::survivors_of(three).defender);
}

}  // namespace
}  // namespace warodds
