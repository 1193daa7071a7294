// Who falls to a given damage: core/rules/casualties.h (A11, C6, B4, D6).
#include "core/rules/casualties.h"

#include <gtest/gtest.h>

#include "tests/support/naive_dice.h"

namespace warodds {
namespace {

using Survivors = std::vector<int>;

TEST(Casualties, SixWarriorsOfTwoHitPointsLoseTwoFiguresToFiveWounds) {
  const Casualties warriors({{6, 2}}, 0);
  EXPECT_EQ(warriors.kills(5), 2);
  EXPECT_EQ(Casualties({{6, 2}}, 5).kills(1), 1);
  EXPECT_EQ(Casualties({{6, 2}}, 5).standing(), 4);
}

TEST(Casualties, OneKindFallsAfterTheOther) {
  const Casualties unit({{2, 1}, {1, 3}, {2, 2}}, 0);
  EXPECT_EQ(unit.standing(), 5);
  EXPECT_EQ(unit.left(), 9);
  EXPECT_EQ(unit.survivors(0), (Survivors{2, 1, 2}));
  EXPECT_EQ(unit.survivors(4), (Survivors{0, 1, 2}));
  EXPECT_EQ(unit.survivors(5), (Survivors{0, 0, 2}));
  EXPECT_EQ(unit.survivors(7), (Survivors{0, 0, 1}));
  EXPECT_EQ(unit.survivors(99), (Survivors{0, 0, 0}));
}

TEST(Casualties, DamageShortOfAFigureDoesNotSkipToTheNextKind) {
  const Casualties unit({{1, 5}, {3, 1}}, 0);
  EXPECT_EQ(unit.kills(4), 0);
  EXPECT_EQ(unit.kills(5), 1);
  EXPECT_EQ(unit.kills(6), 2);
}

TEST(Casualties, OverkillIsLost) {
  const Casualties unit({{2, 2}}, 1);
  EXPECT_EQ(unit.kills(100), 2);
  EXPECT_EQ(unit.left(), 3);
  EXPECT_FALSE(unit.destroyed(2));
  EXPECT_TRUE(unit.destroyed(3));
  EXPECT_TRUE(unit.destroyed(1000000000));
}

TEST(Casualties, DamageBeyondTheUnitLeavesNothing) {
  const Casualties unit({{2, 2}}, 9);
  EXPECT_EQ(unit.standing(), 0);
  EXPECT_EQ(unit.left(), 0);
  EXPECT_EQ(unit.kills(1), 0);
}

TEST(Casualties, AgreeWithTakingOnePointOfDamageAfterTheOther) {
  for (const auto& order : {std::vector<Casualties::Rank>{{1, 1}},
                            {{3, 2}},
                            {{2, 3}, {1, 1}, {2, 2}},
                            {{1, 1}, {1, 4}, {3, 1}}}) {
    int total = 0;
    for (const Casualties::Rank& rank : order) total += rank.count * rank.hit_points;
    for (int taken = 0; taken <= total + 1; ++taken) {
      const Casualties unit(order, taken);
      for (int damage = 0; damage <= total + 2; ++damage) {
        const testing::Fallen fallen = testing::fallen(unit, damage);
        EXPECT_EQ(unit.kills(damage), fallen.figures) << taken << " + " << damage;
        EXPECT_EQ(unit.destroyed(damage), fallen.all) << taken << " + " << damage;
        EXPECT_EQ(damage >= unit.left(), fallen.all) << taken << " + " << damage;
        int standing = 0;
        for (const int figures : unit.survivors(damage)) standing += figures;
        EXPECT_EQ(unit.standing() - unit.kills(damage), standing) << taken << " + " << damage;
      }
    }
  }
}

}  // namespace
}  // namespace warodds
