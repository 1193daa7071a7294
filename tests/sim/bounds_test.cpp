// Bounds hold every value a count can take; too narrow ones would let byte lanes overflow.
#include "sim/run/bounds.h"

#include <gtest/gtest.h>

#include <limits>
#include <stdexcept>

#include "sim/run/plan.h"
#include "tests/sim/small_fights.h"

namespace warodds::sim {
namespace {

TEST(Bounds, every_operation_holds_all_its_results_and_no_others_at_the_ends) {
  const std::vector<int> table{4, 0, 7, 7, 2, 9};
  for (int a = 0; a < 5; ++a) {
    for (int to_a = a; to_a < 7; ++to_a) {
      for (int b = 0; b < 5; ++b) {
        for (int to_b = b; to_b < 7; ++to_b) {
          const Bounds x(a, to_a, 0), y(b, to_b, 0);
          const auto check = [&](const Bounds& bounds, auto operation) {
            int least = std::numeric_limits<int>::max(), most = -1;
            for (int i = a; i <= to_a; ++i) {
              for (int j = b; j <= to_b; ++j) {
                least = std::min(least, operation(i, j));
                most = std::max(most, operation(i, j));
              }
            }
            ASSERT_EQ(bounds.least(), least);
            ASSERT_EQ(bounds.most(), most);
            ASSERT_GE(bounds.peak(), std::max(to_a, most));
          };
          check(x + y, [](int i, int j) { return i + j; });
          check(x * y, [](int i, int j) { return i * j; });
          check(smaller(x, y), [](int i, int j) { return std::min(i, j); });
          check(larger(x, y), [](int i, int j) { return std::max(i, j); });
          check(minus(x, y), [](int i, int j) { return std::max(i - j, 0); });
          check(look_up(table, x), [&](int i, int) { return look_up(table, i); });
        }
      }
    }
  }
}

TEST(Bounds, do_not_overflow) {
  Bounds x(std::numeric_limits<int>::max());
  for (int i = 0; i < 10; ++i) x = x * x + x;
  EXPECT_EQ(x.most(), Bounds::enough);
  EXPECT_EQ(minus(x, x).peak(), Bounds::enough);
}

TEST(Bounds, a_count_below_0_is_a_fault_of_the_rule) { EXPECT_THROW(Bounds(-1), std::logic_error); }

testing::Chain::Fight chain(int dice) {
  testing::Chain::Fight fight;
  fight.dice = dice;
  fight.hit = at_least(4, 6);
  fight.wound = at_least(4, 6);
  fight.saves.places = {{20, at_least(5, 6), {}}};
  return fight;
}

TEST(Bounds, tell_what_a_fight_can_bring) {
  const Extent extent = extent_of(chain(30));
  EXPECT_EQ(extent.most_damage.attacker, 20);
  EXPECT_EQ(extent.most_damage.defender, 0);
  EXPECT_EQ(extent.most_reported.attacker.at(testing::Chain::reported_hits), 30);
  EXPECT_EQ(extent.most_reported.attacker.at(testing::Chain::reported_wounds), 30);
  EXPECT_TRUE(extent.most_reported.defender.empty());
  EXPECT_EQ(extent.peak, 30);
  EXPECT_EQ(extent.dice, 120);
}

TEST(Bounds, byte_lanes_are_taken_only_where_no_count_can_exceed_them) {
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

}  // namespace
}  // namespace warodds::sim
