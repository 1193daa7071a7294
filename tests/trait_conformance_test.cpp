// What a system that has a trait (core/systems/traits) must do, and what must hold of one that has
// it not. A new system passes all of this as soon as it is in the list of systems.
#include <gtest/gtest.h>

#include <cctype>
#include <map>
#include <set>
#include <string>
#include <type_traits>

#include "core/text/error.h"
#include "exact/answers.h"
#include "tests/support/answers.h"
#include "tests/support/attacks_of.h"
#include "tests/support/battle_with_settings.h"
#include "tests/support/matchup_of.h"
#include "tests/support/system_types.h"

namespace warodds {
namespace {

using testing::Amounts;

template <class System>
class EveryTrait : public ::testing::Test {
 protected:
  /// Calls f(matchup, fight) for random fights that the rules allow.
  template <class F>
  static void for_fights(int count, std::uint64_t seed, F&& f) {
    testing::RandomMatchups<System> matchups(testing::Size::handful, seed);
    for (int found = 0, drawn = 0; found < count && drawn < 50 * count; ++drawn) {
      const testing::Matchup<System> matchup = matchups.next();
      try {
        const typename System::Fight fight = testing::prepare(matchup);
        ++found;
        f(matchup, fight);
      } catch (const NoAnswer&) {
      } catch (const InputError&) {
      }
    }
  }
  /// Calls f(matchup, rounds) for the attacks of random battles.
  template <class F>
  static void for_rounds(int count, std::uint64_t seed, F&& f) {
    testing::BattlesWithSettings<System> battles(seed);
    for (int i = 0; i < count; ++i) {
      const auto drawn = battles.next();
      const auto& [attacker, defender] = drawn.matchup.units;
      f(drawn.matchup, testing::rounds_of(Battle<System>(
                           attacker, defender, drawn.matchup.situation, drawn.matchup.course)));
    }
  }
};
TYPED_TEST_SUITE(EveryTrait, testing::EverySystem, testing::SystemName);

TYPED_TEST(EveryTrait, LetsEveryUnitActAtMostOnceInARoundOfAnySize) {
  using System = TypeParam;
  TestFixture::for_fights(40, 31, [](const auto& matchup, const auto&) {
    for (const Side first : both_sides) {
      for (int attackers = 0; attackers < 4; ++attackers) {
        for (int defenders = 0; defenders < 4; ++defenders) {
          RoundSoFar so_far{first, {attackers, defenders}};
          int acted = 0;
          while (const auto side = System::next_to_act(matchup.situation, so_far)) {
            ASSERT_GT(so_far.waiting[*side], 0);
            ASSERT_LE(++acted, attackers + defenders);
            so_far.activate(*side);
          }
          // A side that acts at all leaves nobody out.
          for (const Side side : both_sides) {
            const int all = side == Side::attacker ? attackers : defenders;
            EXPECT_TRUE(so_far.waiting[side] == 0 || so_far.waiting[side] == all);
          }
          EXPECT_EQ(so_far.waiting.attacker, 0);
        }
      }
    }
  });
}

TYPED_TEST(EveryTrait, SaysOfAFightThatTheTargetWithdrawsWhereItRetreats) {
  using System = TypeParam;
  TestFixture::for_fights(200, 33, [](const auto& matchup, const auto& fight) {
    EXPECT_EQ(fight.withdraws, retreats<System>(matchup.situation));
    EXPECT_TRUE(CanRetreat<System> || !fight.withdraws);
  });
}

TYPED_TEST(EveryTrait, SpendsNoMoreActionsThanThereAre) {
  using System = TypeParam;
  if constexpr (HasActions<System>) {
    TestFixture::for_rounds(200, 34, [](const auto& matchup, const auto& rounds) {
      for (const auto& round : rounds) {
        PerSide<int> spent;
        for (const auto& attack : round) {
          const Side by = attack.by;
          const auto& situation = attack.situation;
          if (!System::is_allowed(matchup.units[by], situation)) continue;
          const PerSide<int> cost = System::spent(situation);
          EXPECT_GE(cost.attacker, 0);
          EXPECT_GE(cost.defender, 0);
          spent[by] += cost.attacker;
          spent[enemy_of(by)] += cost.defender;
        }
        for (const Side side : both_sides) {
          if (round.empty()) continue;
          EXPECT_LE(spent[side], System::actions_in_round(round.front().situation));
        }
      }
    });
    TestFixture::for_fights(200, 35, [](const auto& matchup, const auto&) {
      EXPECT_TRUE(System::is_allowed(matchup.units.attacker, matchup.situation));
      auto without = matchup.situation;
      System::without_reaction(without);
      EXPECT_EQ(System::spent(without).defender, 0);
      EXPECT_EQ(System::worth(without, System::spent(without)), 0);
    });
  } else {
    // Nobody is ever short of anything.
    typename System::Situation situation;
    auto left = ActionsLeft<System>::in_sequence(situation);
    for (int i = 0; i < 1000; ++i) {
      const auto paid = left.pay(Side::attacker, {}, situation);
      ASSERT_TRUE(paid && paid->as_told);
    }
  }
}

template <class System>
struct WithActions : std::bool_constant<HasActions<System>> {};
template <class System>
class EveryTraitOfActions : public EveryTrait<System> {};
TYPED_TEST_SUITE(EveryTraitOfActions, testing::EverySystemOf<WithActions>, testing::SystemName);

TYPED_TEST(EveryTraitOfActions, RefusesWhatIsNotAllowedWhereItSaysSo) {
  using System = TypeParam;
  testing::RandomMatchups<System> matchups(testing::Size::handful, 36);
  int refused = 0;
  for (int drawn = 0; drawn < 500; ++drawn) {
    const testing::Matchup<System> matchup = matchups.next();
    try {
      if (System::is_allowed(matchup.units.attacker, matchup.situation)) continue;
    } catch (const InputError&) {
      continue;
    }
    ++refused;
    EXPECT_THROW(testing::prepare(matchup), NoAnswer) << testing::describe(matchup);
  }
  EXPECT_GT(refused, 20);
}

TYPED_TEST(EveryTrait, DealsNoMoreThanIsThereWhereDamageIsCapped) {
  using System = TypeParam;
  int beyond = 0;
  TestFixture::for_fights(200, 38, [&](const auto&, const auto& fight) {
    const Answer answer = exact::fight(fight);
    for (const Side side : both_sides) {
      const int left = fight.casualties[enemy_of(side)].left();
      if (testing::deals_of(answer, side).damage.max() > left) ++beyond;
    }
  });
  if (CapsDamage<System>) {
    EXPECT_EQ(beyond, 0);
  } else {
    EXPECT_GT(beyond, 0);
  }
}

TYPED_TEST(EveryTrait, BreaksBattlesOffByARule) {
  using System = TypeParam;
  if constexpr (BreaksOff<System>) {
    const std::string when = System::breaks_off;
    ASSERT_NE(when.rfind('('), std::string::npos) << when;
    EXPECT_NE(std::isupper(static_cast<unsigned char>(when[when.rfind('(') + 1])), 0) << when;
    TestFixture::for_fights(100, 40, [](const auto& matchup, const auto&) {
      const auto& [attacker, defender] = matchup.units;
      EXPECT_GE(most_rounds<System>(attacker, defender, matchup.situation), 0);
      // Where nothing is said of one side only, it is the same from both.
      const typename System::Situation same;
      EXPECT_EQ(most_rounds<System>(attacker, defender, same),
                most_rounds<System>(defender, attacker, same));
    });
  } else {
    EXPECT_EQ(most_rounds<System>({}, {}, {}), 0);
  }
}

template <class System>
struct WithIndependentSides : std::bool_constant<HasIndependentSides<System>> {};
template <class System>
class EveryTraitOfIndependentSides : public EveryTrait<System> {};
TYPED_TEST_SUITE(EveryTraitOfIndependentSides, testing::EverySystemOf<WithIndependentSides>,
                 testing::SystemName);

TYPED_TEST(EveryTraitOfIndependentSides, DealsByItsOwnBlowsWhereSidesAreIndependent) {
  using System = TypeParam;
  using Blows = std::decay_t<decltype(System::blows(typename System::Fight{}, Side::attacker))>;
  std::map<Blows, Distribution> known;
  int met_again = 0;
  TestFixture::for_fights(300, 41, [&](const auto& matchup, const auto& fight) {
    EXPECT_EQ(System::template tracks<Vocabulary>(fight).size(), 2U);
    const Answer answer = exact::fight(fight);
    for (const Side side : both_sides) {
      const Distribution damage = testing::deals_of(answer, side).damage;
      const auto [place, is_new] = known.try_emplace(System::blows(fight, side), damage);
      if (is_new) continue;
      ++met_again;
      ASSERT_EQ(place->second.max(), damage.max()) << testing::describe(matchup);
      for (int k = 0; k <= damage.max(); ++k) {
        EXPECT_EQ(place->second.probability(k), damage.probability(k));
      }
    }
  });
  EXPECT_GT(met_again, 20);
}

template <class System>
struct WithLostDice : std::bool_constant<LosesOnlyDice<System>> {};
template <class System>
class EveryTraitOfLostDice : public EveryTrait<System> {};
TYPED_TEST_SUITE(EveryTraitOfLostDice, testing::EverySystemOf<WithLostDice>, testing::SystemName);

TYPED_TEST(EveryTraitOfLostDice, ChangesNothingButDiceByLossesWhereItSaysSo) {
  using System = TypeParam;
  TestFixture::for_fights(200, 42, [](const auto& matchup, const auto& fresh) {
    const auto& [attacker, defender] = matchup.units;
    for (int taken = 1; taken < 6; ++taken) {
      Standing standing{System::opening(attacker, defender, matchup.situation), true};
      standing.taken.attacker += taken;
      standing.taken.defender += taken / 2;
      std::optional<typename System::Fight> fight;
      try {
        fight = System::prepare(attacker, defender, matchup.situation, standing);
      } catch (const NoAnswer&) {
        return;
      }
      bool same_dice = true;
      for (const Side side : both_sides) {
        same_dice = same_dice && System::pool_size(*fight, side) == System::pool_size(fresh, side);
      }
      if (!same_dice) continue;
      const Answer now = exact::fight(*fight);
      const Answer before = exact::fight(fresh);
      EXPECT_TRUE(now.joint_damage->pmf() == before.joint_damage->pmf())
          << testing::describe(matchup) << " after " << taken;
    }
  });
}

TYPED_TEST(EveryTrait, LeavesWhoFallsToTheOwnerWhereDamageIsAssigned) {
  using System = TypeParam;
  if constexpr (AssignsDamage<System>) {
    for (const Side side : both_sides) ASSERT_NE(System::choice_key[side], nullptr);
    int chosen = 0;
    TestFixture::for_fights(200, 43, [&](const auto& matchup, const auto& fight) {
      for (const Side side : both_sides) chosen += fight.casualties[side].chosen() ? 1 : 0;
      const auto& [attacker, defender] = matchup.units;
      for (const Side side : both_sides) {
        const Standing standing{System::opening(attacker, defender, matchup.situation)};
        EXPECT_FALSE(
            System::choices(side, {&attacker, &defender}, matchup.situation, standing).empty());
      }
    });
    EXPECT_GT(chosen, 20);
  } else {
    TestFixture::for_fights(200, 43, [](const auto&, const auto& fight) {
      for (const Side side : both_sides) {
        const Casualties& casualties = fight.casualties[side];
        EXPECT_FALSE(casualties.chosen() && casualties.falling().how == Falling::How::freely);
      }
    });
  }
}

TYPED_TEST(EveryTrait, SaysWhatAnAttackCostsWhereItIsPaidFor) {
  using System = TypeParam;
  EXPECT_EQ(rate_of<System>().name.empty(), !PaysForAttacks<System>);
  EXPECT_EQ(rate_of<System>().paid.empty(), !PaysForAttacks<System>);
  TestFixture::for_fights(100, 44, [](const auto&, const auto& fight) {
    EXPECT_EQ(fight.cost.has_value(), PaysForAttacks<System>);
    EXPECT_GE(fight.cost.value_or(0), 0);
  });
}

template <class System>
struct WithChoiceOfAttacks : std::bool_constant<ChoosesAmongAttacks<System>> {};
template <class System>
class EveryTraitOfChoiceOfAttacks : public EveryTrait<System> {};
TYPED_TEST_SUITE(EveryTraitOfChoiceOfAttacks, testing::EverySystemOf<WithChoiceOfAttacks>,
                 testing::SystemName);

TYPED_TEST(EveryTraitOfChoiceOfAttacks, ClearsChoicesThatTheAttackLacks) {
  using System = TypeParam;
  testing::RandomMatchups<System> matchups(testing::Size::handful, 45);
  const auto key = System::choice_key.attacker;
  int cleared = 0;
  for (int drawn = 0; drawn < 3000; ++drawn) {
    const testing::Matchup<System> matchup = matchups.next();
    auto situation = matchup.situation;
    try {
      System::clear_missing_choices(situation, matchup.units.attacker);
    } catch (const InputError&) {
      continue;
    }
    auto again = situation;
    System::clear_missing_choices(again, matchup.units.attacker);
    for (const auto& field : System::situation_fields()) {
      EXPECT_TRUE(is_same(field, situation, again)) << field.name;
      if (field.number == key) continue;
      EXPECT_TRUE(is_same(field, situation, matchup.situation)) << field.name;
    }
    if (situation.*key == matchup.situation.*key) continue;
    ++cleared;
    EXPECT_THROW(testing::prepare(matchup), NoAnswer) << testing::describe(matchup);
  }
  EXPECT_GT(cleared, 20);
}

TYPED_TEST(EveryTrait, NamesChoicesSoThatTheyCanBeToldApart) {
  using System = TypeParam;
  TestFixture::for_fights(100, 46, [](const auto& matchup, const auto&) {
    const auto& [attacker, defender] = matchup.units;
    const PerSide<const typename System::Unit*> units{&attacker, &defender};
    const Standing standing{System::opening(attacker, defender, matchup.situation)};
    for (const Side side : both_sides) {
      const auto all = System::choices(side, units, matchup.situation, standing);
      ASSERT_FALSE(all.empty());
      std::set<std::string> names, words;
      for (const int choice : all) {
        if constexpr (ChoosesAmongAttacks<System>) {
          EXPECT_TRUE(System::is_meant(side, choice, choice) || choice >= 3) << choice;
          const std::string name = System::choice_name(side, choice, units, all);
          EXPECT_TRUE(name.empty() || names.insert(name).second) << name;
        }
        if constexpr (SaysChoices<System>) {
          const std::string in_words = System::in_words(side, choice, all);
          EXPECT_FALSE(in_words.empty());
          EXPECT_TRUE(words.insert(in_words).second) << in_words;
        }
      }
    }
  });
}

}  // namespace
}  // namespace warodds
