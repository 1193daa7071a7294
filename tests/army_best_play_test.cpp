// Best play of sides of several units: against the second statement, against all policies there
// are, and what must hold of it.
#include <gtest/gtest.h>

#include <stdexcept>
#include <vector>

#include "core/answer/engine.h"
#include "exact/answers.h"
#include "exact/solve/bent.h"
#include "tests/reference/armies.h"
#include "tests/support/cases.h"
#include "tests/support/drawn_armies.h"
#include "tests/support/game_of.h"

namespace warodds {
namespace {

using exact::Bent;
using reference::as_double;
using testing::ArmySystem;
using testing::Draw;
using testing::Drawn;

/// Odds of the attacker's side, a draw of any kind counting one half.
template <class System>
class BestPlayOfArmiesIn : public ::testing::Test {
 public:
  static constexpr ArmySystem system = testing::system_of<System>();
  static constexpr double exactness = 1e-11;

  static void play_best(reference::Army& army, Draw& draw) {
    army.conduct.activate = draw.one_in(3) ? army.conduct.activate : "best";
    army.conduct.targets = draw.one_in(4) ? army.conduct.targets : "best";
  }
  static reference::Rational value_of(const Drawn& drawn) {
    return reference::army_value(system, drawn.attacker, drawn.defender, drawn.with_halts(),
                                 drawn.cap);
  }
};
TYPED_TEST_SUITE(BestPlayOfArmiesIn, testing::DrawnSystems);

TYPED_TEST(BestPlayOfArmiesIn, FractionsAreTheSame) {
  Draw draw(90125);
  int compared = 0;
  constexpr bool is_slow = TestFixture::system == ArmySystem::dwethia_skirmish;
  const int without_halts = testing::cases(is_slow ? 3 : 10, is_slow ? 14 : 40);
  const int battles = without_halts * 2;  // those behind end while both sides stand
  for (int number = 0; number < battles; ++number) {
    Drawn drawn = draw.battle(this->system, 2);
    if (number >= without_halts) drawn.halts = draw.halts();
    this->play_best(drawn.attacker, draw);
    if (draw.one_in(2)) this->play_best(drawn.defender, draw);
    SCOPED_TRACE(testing::in_words(drawn));
    if (testing::is_of_two_units<TypeParam>(drawn)) continue;
    const auto question = testing::question_of<TypeParam>(drawn);
    const Answer answer = exact::battle(question, {});
    const double should = as_double(this->value_of(drawn));
    ASSERT_NEAR(testing::worth(answer), should, 1e-10);
    if (!answer.best) continue;  // neither side was drawn to
    ASSERT_NEAR(answer.best->value, should, this->exactness);
    // What may be chosen first, and what each of it is worth.
    const auto choices = reference::army_first_choices(this->system, drawn.attacker, drawn.defender,
                                                       drawn.with_halts(), drawn.cap);
    const std::vector<FirstChoice>& told = answer.best->choices;
    ASSERT_EQ(told.size(), choices.size());
    for (std::size_t i = 0; i < choices.size(); ++i) {
      EXPECT_EQ(told[i].unit, choices[i].unit);
      EXPECT_EQ(told[i].target, choices[i].target);
      ASSERT_NEAR(told[i].value, as_double(choices[i].value), this->exactness);
    }
    // Played, it is worth that.
    const reference::ArmyBattle played = reference::army_battle(
        this->system, drawn.attacker, drawn.defender, drawn.with_halts(), drawn.cap, 3);
    ASSERT_NEAR(answer.win(Side::attacker).value, as_double(played.attacker_wins), 1e-10);
    ASSERT_NEAR(answer.win(Side::defender).value, as_double(played.defender_wins), 1e-10);
    ASSERT_NEAR(answer.end(BattleEnd::undecided).value, as_double(played.undecided), 1e-10);
    ++compared;
  }
  EXPECT_GE(compared, battles / 2);
}

TYPED_TEST(BestPlayOfArmiesIn, IsThatOfAllPoliciesThereAre) {
  Draw draw(77);
  int compared = 0;
  for (int number = 0; number < 300 && compared < 15; ++number) {
    Drawn drawn = draw.battle(this->system, 2);
    drawn.attacker.conduct.activate = drawn.attacker.conduct.targets = "best";
    if (draw.one_in(2)) drawn.defender.conduct.activate = drawn.defender.conduct.targets = "best";
    drawn.cap = 1;
    if (draw.one_in(3)) drawn.halts = draw.halts();
    SCOPED_TRACE(testing::in_words(drawn));
    if (testing::is_of_two_units<TypeParam>(drawn)) continue;
    const auto question = testing::question_of<TypeParam>(drawn);
    try {
      constexpr long most = 5000;
      const auto should = reference::army_value_of_all_policies(
          this->system, drawn.attacker, drawn.defender, drawn.with_halts(), drawn.cap, most);
      ASSERT_NEAR(exact::battle(question, {}).best->value, as_double(should), this->exactness);
      ++compared;
    } catch (const std::length_error&) {
      continue;  // too many of them
    }
  }
  EXPECT_EQ(compared, 15);
}

TEST(Bent, MaximaBendWhereTheyCross) {
  // max(x, 1/4 + x / 2) bends at 1/2.
  Bent rising(0.25, 0.5);
  rising.add(Bent(), 0.5);
  const Bent most = Bent::better(Bent(), rising, true);
  EXPECT_DOUBLE_EQ(most.at(0), 0.25);
  EXPECT_DOUBLE_EQ(most.at(0.5), 0.5);
  EXPECT_DOUBLE_EQ(most.at(0.25), 0.375);
  EXPECT_DOUBLE_EQ(most.at(0.75), 0.75);
  const Bent least = Bent::better(Bent(), rising, false);
  EXPECT_DOUBLE_EQ(least.at(0.25), 0.25);
  EXPECT_DOUBLE_EQ(least.at(0.75), 0.625);
}

TEST(Bent, GoesToTheNearestPlaceWhereItStays) {
  // 0.4 + 0.5 x stays at 0.8; with at least x it stays anywhere above.
  Bent function(0.4, 0.5);
  function.add(Bent(), 0.5);
  EXPECT_NEAR(function.limit_from(0.5), 0.8, 1e-14);
  EXPECT_NEAR(Bent::better(function, Bent(), true).limit_from(0.5), 0.8, 1e-14);
  EXPECT_DOUBLE_EQ(Bent::better(function, Bent(), false).limit_from(0.5), 0.5);
  Bent falling(0.1, 0.5);
  falling.add(Bent(), 0.5);
  EXPECT_NEAR(falling.limit_from(0.5), 0.2, 1e-14);
  EXPECT_DOUBLE_EQ(Bent().limit_from(0.5), 0.5);
}

TEST(Bent, IsTheBetterOfTwoEverywhere) {
  const Bent bent = Bent::better(Bent(0, 0.5), Bent(0.25), true);  // max(x / 2, 1/4)
  EXPECT_DOUBLE_EQ(bent.at(0.2), 0.25);
  EXPECT_DOUBLE_EQ(bent.at(0.5), 0.25);
  EXPECT_DOUBLE_EQ(bent.at(1), 0.5);
  EXPECT_DOUBLE_EQ(bent.at(0.75), 0.375);
}

// What hardly ever leaves: with 3e-14 to a win, with 1e-14 to a defeat.
TEST(Bent, KeepsTheDigitsOfWhatHardlyEverHappens) {
  EXPECT_NEAR(Bent(3e-14, 4e-14).limit_from(0.5), 0.75, 1e-14);
}

}  // namespace
}  // namespace warodds
