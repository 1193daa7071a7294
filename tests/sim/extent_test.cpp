// What the simulator knows of a fight before it starts.
#include "sim/run/extent.h"

#include <gtest/gtest.h>

#include <stdexcept>

#include "sim/run/plan.h"
#include "tests/sim/small_fights.h"

namespace warodds::sim {
namespace {

testing::Chain::Fight chain(int dice) {
  testing::Chain::Fight fight;
  fight.dice = dice;
  fight.hit = at_least(4, 6);
  fight.wound = at_least(4, 6);
  fight.saves.places = {{20, at_least(5, 6), {}}};
  return fight;
}

TEST(Extent, tells_what_a_fight_can_bring) {
  const Extent extent = extent_of(chain(30));
  EXPECT_EQ(extent.most_damage.attacker, 20);
  EXPECT_EQ(extent.most_damage.defender, 0);
  EXPECT_EQ(extent.most_reported.attacker.at(testing::Chain::reported_hits), 30);
  EXPECT_EQ(extent.most_reported.attacker.at(testing::Chain::reported_wounds), 30);
  EXPECT_TRUE(extent.most_reported.defender.empty());
  EXPECT_EQ(extent.peak, 30);
  EXPECT_EQ(extent.dice, 120);
}

TEST(Extent, byte_lanes_are_taken_only_where_no_count_can_exceed_them) {
  EXPECT_EQ(make_plan(chain(255)).plays.index(), 0u);
  EXPECT_EQ(make_plan(chain(256)).plays.index(), 1u);

  testing::Duel::Fight duel;
  duel.lineup.attack.dice = 254;
  EXPECT_EQ(make_plan(duel).plays.index(), 0u);  // 254 hits and a critical one
  duel.lineup.critical.bonus = 2;
  EXPECT_EQ(make_plan(duel).plays.index(), 1u);

  testing::Chain::Fight answered = chain(10);
  answered.answer = {3, 2, 256};  // a table can be large where the counts are not
  EXPECT_EQ(make_plan(answered).plays.index(), 1u);
}

TEST(Extent, more_reports_than_there_is_room_for_are_a_fault_of_the_rule) {
  ExtentListener listener;
  listener.reported(Side::attacker, 7, 1);
  EXPECT_THROW(listener.reported(Side::attacker, 8, 1), std::logic_error);
}

}  // namespace
}  // namespace warodds::sim
