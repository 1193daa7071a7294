// Battles of sides of several units with dice, against the exact engine, and against themselves.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "core/answer/agreement.h"
#include "core/numbers/chi_square.h"
#include "core/play/army_battle.h"
#include "core/text/error.h"
#include "exact/army/army.h"
#include "exact/battle/battle.h"
#include "sim/army.h"
#include "sim/simulate.h"
#include "tests/support/random_battle.h"
#include "tests/support/random_matchup.h"
#include "tests/support/system_types.h"

namespace warodds {
namespace {

template <class System>
class ArmySimulator : public ::testing::Test {};
TYPED_TEST_SUITE(ArmySimulator, testing::EverySystem, testing::SystemName);

/// Random sides of one to three units, of which some are alike, in a random situation.
template <class System>
class RandomArmies {
 public:
  explicit RandomArmies(unsigned seed) : random_(seed), matchups_(testing::Size::handful, seed) {}

  /// The next that the rules allow.
  ArmyBattle<System> next() {
    for (;;) {
      const testing::Matchup<System> first = matchups_.next();
      try {
        return ArmyBattle<System>(
            {army("A", first.units.attacker), army("B", first.units.defender)}, first.situation);
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

TYPED_TEST(ArmySimulator, AgreesWithTheExactEngine) {
  using System = TypeParam;
  constexpr int wanted = 40, most_comparisons = wanted * 12;
  const double level = sidak_level(1e-6, most_comparisons);
  RandomArmies<System> armies(20260101);
  int battles = 0, comparisons = 0;
  for (std::uint64_t drawn = 1; battles < wanted && drawn < 2000; ++drawn) {
    const ArmyBattleQuestion question{armies.next(), static_cast<int>(drawn % 4)};
    if (exact::predicted_seconds(question) > 0.1) continue;
    ++battles;
    sim::Options options;
    options.trials = 20'000;
    options.seed = drawn;
    const BattleAnswer simulation =
        sim::simulate_army_battle(question.battle, question.rounds, options);
    ASSERT_EQ(simulation.origin.trials, options.trials);
    const BattleAnswer law = exact::army_battle(question, {});
    for (const AgreementTest& test : compare(law, simulation).tests) {
      ++comparisons;
      ASSERT_EQ(test.impossible, -1)
          << "battle " << drawn << ": " << test.side << ' ' << test.quantity << " is impossible";
      ASSERT_GE(test.p_value, level)
          << "battle " << drawn << ": " << test.side << ' ' << test.quantity << ", chi-square "
          << test.statistic << " with " << test.degrees << " degrees of freedom";
    }
    // What units have left after each round: half-widths are those of 99 %, and these are more than
    // twice as wide.
    for (const Side side : both_sides) {
      ASSERT_EQ(law.units[side].size(), simulation.units[side].size());
      for (std::size_t unit = 0; unit < law.units[side].size(); ++unit) {
        const auto& exactly = law.units[side][unit].by_round;
        const auto& seen = simulation.units[side][unit].by_round;
        for (std::size_t round = 0; round < std::min(exactly.size(), seen.size()); ++round) {
          const Estimate& mean = seen[round].mean_hit_points;
          EXPECT_NEAR(mean.value, exactly[round].mean_hit_points.value, 2.5 * *mean.half_width)
              << "battle " << drawn << ", round " << round + 1;
        }
      }
    }
  }
  EXPECT_EQ(battles, wanted);
  EXPECT_LE(comparisons, most_comparisons);
}

TYPED_TEST(ArmySimulator, GivesTheSameForAnyNumberOfThreads) {
  using System = TypeParam;
  RandomArmies<System> armies(7);
  for (int drawn = 0; drawn < 3; ++drawn) {
    const AnyArmyBattle battle = armies.next();
    sim::Options options;
    options.trials = 30'000;
    options.threads = 1;
    const BattleAnswer alone = sim::simulate_army_battle(battle, 5, options);
    options.threads = 3;
    const BattleAnswer together = sim::simulate_army_battle(battle, 5, options);
    EXPECT_EQ(alone.ends.counts(), together.ends.counts());
    EXPECT_EQ(alone.rounds.counts(), together.rounds.counts());
    for (const Side side : both_sides) {
      for (std::size_t unit = 0; unit < alone.units[side].size(); ++unit) {
        EXPECT_EQ(alone.units[side][unit].survivors.counts(),
                  together.units[side][unit].survivors.counts());
      }
    }
  }
}

TYPED_TEST(ArmySimulator, FightsWithOneUnitASideWhatABattleIs) {
  using System = TypeParam;
  constexpr int wanted = 15, most_comparisons = wanted * 8;
  const double level = sidak_level(1e-6, most_comparisons);
  testing::RandomBattles<System> battles(99);
  for (int fought = 0; fought < wanted;) {
    const auto [matchup, battle] = battles.next();
    if (exact::predicted_seconds(AnyBattle(battle)) > 0.1) continue;
    // What is said of the unit's attacks alone is what holds for them anyway: still a battle of
    // sides of several units, as far as anybody can see.
    Army<System> attacker{{{matchup.units.attacker, {}}}, {}};
    for (const auto& field : System::situation_fields()) {
      if (!ArmyBattle<System>::with_takes(Side::attacker, field)) continue;
      if (field.text && field.get(matchup.situation).empty()) continue;
      attacker.units.front().with.set(field, {{field.get(matchup.situation), 1}}, "with");
      break;
    }
    std::vector<ArmyBattle<System>> alone;
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
    const BattleAnswer simulation = sim::simulate_army_battle(alone.front(), rounds, options);
    exact::BattleOptions of_battle;
    of_battle.rounds = rounds;
    const BattleAnswer law = exact::battle(AnyBattle(battle), of_battle);
    for (const AgreementTest& test : compare(law, simulation).tests) {
      ASSERT_EQ(test.impossible, -1) << test.side << ' ' << test.quantity;
      ASSERT_GE(test.p_value, level) << test.side << ' ' << test.quantity;
    }
  }
}

}  // namespace
}  // namespace warodds
