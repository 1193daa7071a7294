// What must be the same numbers, in every system: the first round of a battle and the fight; and
// the same doubles: a schedule of equal values and the constant.
#include <gtest/gtest.h>

#include <cstddef>
#include <optional>
#include <string>
#include <type_traits>

#include "core/fields/schedule.h"
#include "core/play/battle.h"
#include "core/systems/traits/attacks_back.h"
#include "exact/fight/fight.h"
#include "exact/solve/solve.h"
#include "tests/support/answers.h"
#include "tests/support/attacks_of.h"
#include "tests/support/matchup_of.h"
#include "tests/support/random_matchup.h"
#include "tests/support/system_types.h"

namespace warodds {
namespace {

/// Settings in which the first round has one attack, or none that hurts the same side again.
template <class System>
void let_one_attack_decide(typename System::Situation& situation) {
  if constexpr (std::is_same_v<System, ArcaneLegions>) {
    situation.turns = ArcaneLegions::attacker_only;
    situation.attacks_per_turn = 1;
  }
  if constexpr (std::is_same_v<System, Magewinds>) {
    situation.attacks_per_round = 1;
    situation.actions_per_round = Magewinds::unset;
  }
}

template <class System>
class SameBits : public ::testing::Test {};
TYPED_TEST_SUITE(SameBits, testing::EverySystem, testing::SystemName);

/// But for the order in which it was added up.
void expect_same(double value, double other) { EXPECT_NEAR(value, other, 1e-14 * other); }

void expect_same(const testing::Deals& deals, Side target, int standing, const Answer& one_round,
                 const Answer& to_the_end) {
  const Distribution left = testing::survivors_of(one_round)[target];
  for (int fallen = 0; fallen <= standing; ++fallen) {
    expect_same(left.probability(standing - fallen), deals.kills.probability(fallen));
  }
  for (const Answer* answer : {&one_round, &to_the_end}) {
    const RoundAnswer& first = answer->by_round.front();
    expect_same(first.destroyed[target].value, deals.destroyed.value);
    expect_same(first.mean_left[target].value, left.mean());
  }
}

TYPED_TEST(SameBits, OfTheFirstRoundAndTheFight) {
  using System = TypeParam;
  testing::RandomMatchups<System> matchups(testing::Size::handful, 11, testing::Amounts::rolled);
  int compared = 0;
  int deadly = 0;
  while (compared < 200) {
    auto matchup = matchups.next();
    let_one_attack_decide<System>(matchup.situation);
    if constexpr (std::is_same_v<System, DwethiaSkirmish>) {
      // Where wounds fall in two orders a battle adds up over other states than a fight (D10).
      if (matchup.situation.retreat_opportunity != 0 && matchup.situation.opportunity_saves == 0) {
        continue;
      }
    }
    SCOPED_TRACE(testing::describe(matchup));
    std::optional<Answer> fight;
    std::optional<Battle<System>> battle;
    try {
      fight = exact::fight(AnyFight(testing::fights_of(matchup)));
      battle.emplace(matchup.units.attacker, matchup.units.defender, matchup.situation);
    } catch (const NoAnswer&) {
      continue;
    } catch (const InputError&) {
      continue;
    }
    ++compared;
    const Answer one_round = exact::battle({*battle, 1}, {});
    const Answer to_the_end = exact::battle({*battle, 0}, {});
    if (one_round.by_round.empty()) {  // nothing can happen, not even later
      EXPECT_EQ(testing::deals_of(*fight, Side::attacker).destroyed.value, 0);
      EXPECT_EQ(testing::deals_of(*fight, Side::defender).destroyed.value, 0);
      continue;
    }
    const PerSide<int> standing = testing::standing_at_opening(*battle);
    expect_same(testing::deals_of(*fight, Side::attacker), Side::defender, standing.defender,
                one_round, to_the_end);
    if (!std::is_same_v<System, Magewinds>) {  // who is attacked back there
      expect_same(testing::deals_of(*fight, Side::defender), Side::attacker, standing.attacker,
                  one_round, to_the_end);
    }
    deadly += testing::deals_of(*fight, Side::attacker).destroyed.value > 0;
    ASSERT_FALSE(this->HasFailure());
  }
  EXPECT_GT(deadly, 15);
}

/// Says every setting of a battle as a schedule that never changes it, and of the attack back as
/// one, or once for good.
template <class System>
Course<System> course_of(const typename System::Situation& situation, bool as_schedules) {
  Course<System> course;
  for (const Field<typename System::Situation>& field : System::situation_fields()) {
    if (!has_use(UsedIn::battles, field.used_in) || field.holds_for == HoldsFor::battle) continue;
    const std::string value = field.get(situation);
    const Schedule equal{{value, 2}, {value, 3}, {value, 1}};
    if (as_schedules) course.set(field, equal, "test");
    if (!AttacksBack<System> || field.holds_for != HoldsFor::attack || field.text) continue;
    course.set_reply(field, as_schedules ? equal : Schedule{{value, 1}}, "test");
  }
  return course;
}

TYPED_TEST(SameBits, OfAScheduleOfEqualValuesAndTheConstant) {
  using System = TypeParam;
  testing::RandomMatchups<System> matchups(testing::Size::handful, 12);
  for (int compared = 0; compared < 60;) {
    const auto matchup = matchups.next();
    SCOPED_TRACE(testing::describe(matchup));
    PerSide<Answer> answers;
    try {
      for (const Side side : both_sides) {
        const auto course = course_of<System>(matchup.situation, side == Side::attacker);
        answers[side] =
            exact::battle({Battle<System>(matchup.units.attacker, matchup.units.defender,
                                          matchup.situation, course)},
                          {});
      }
    } catch (const NoAnswer&) {
      continue;
    } catch (const InputError&) {
      continue;
    }
    ++compared;
    const auto& [schedules, constants] = answers;
    EXPECT_EQ(testing::ends_of(schedules), testing::ends_of(constants));
    EXPECT_EQ(testing::ahead_in(schedules), testing::ahead_in(constants));
    EXPECT_EQ(schedules.rounds, constants.rounds);
    EXPECT_EQ(schedules.mean_rounds.value, constants.mean_rounds.value);
    for (const Side side : both_sides) {
      EXPECT_EQ(testing::survivors_of(schedules)[side], testing::survivors_of(constants)[side]);
    }
    ASSERT_EQ(schedules.by_round.size(), constants.by_round.size());
    for (std::size_t i = 0; i < schedules.by_round.size(); ++i) {
      const RoundAnswer& one = schedules.by_round[i];
      for (const Side side : both_sides) {
        EXPECT_EQ(one.destroyed[side].value, constants.by_round[i].destroyed[side].value);
        EXPECT_EQ(one.mean_left[side].value, constants.by_round[i].mean_left[side].value);
      }
    }
    ASSERT_FALSE(this->HasFailure());
  }
}

}  // namespace
}  // namespace warodds
