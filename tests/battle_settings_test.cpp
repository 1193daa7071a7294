// What may be said of a battle, and for how long. What is refused: cli/right_answers/battles.txt.
// What comes of settings that hold is in battle_reference_test.cpp.
#include <gtest/gtest.h>

#include "tests/support/attacks_of.h"
#include "tests/support/battle_of.h"

namespace warodds {
namespace {

using testing::said_battle;

// The name of an attack may have commas and asterisks; only a number of rounds makes a schedule.
TEST(BattleSettings, LeaveTheNamesOfAttacksAlone) {
  const auto battle = said_battle<Magewinds>(
      "| name=Claw, left;power=1;precision=6 | name=Bite*;power=2;precision=6", "toughness=9",
      "attack=Claw, left");
  EXPECT_EQ(testing::attacks_of(battle).front().fights->any().power, 1);
  EXPECT_EQ(battle.phases(), 1);
}

}  // namespace
}  // namespace warodds
