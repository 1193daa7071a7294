// Bounds hold every value a count can take; too narrow ones would let byte lanes overflow and laws
// run out of their tables.
#include "core/rules/bounds.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <set>
#include <stdexcept>
#include <utility>

#include "tests/support/naive_dice.h"
#include "tests/support/random_matchup.h"

namespace warodds {
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

/// The least and the greatest that comes of a step, over every face of every die.
template <class Play>
std::pair<int, int> ends_of(Play play) {
  testing::EveryFace die;
  int least = std::numeric_limits<int>::max(), most = -1;
  do {
    testing::NaiveDice dice(die);
    const int count = play(dice);
    least = std::min(least, count);
    most = std::max(most, count);
  } while (die.turn());
  return {least, most};
}

Pool random_pool(testing::RandomNumbers& random) {
  Pool pool;
  pool.dice = random.between(0, 3);
  pool.forced_rerolls = random.happens(30) ? random.between(0, 1) : 0;
  pool.own_rerolls = random.happens(30) ? random.between(0, 1) : 0;
  pool.reroll_below = random.between(1, 7);
  pool.adjustment = random.between(-7, 3);
  pool.cap = random.happens(50) ? random.between(0, 7) : Pool::no_cap;
  return pool;
}

TEST(Bounds, of_a_lineup_are_the_ends_of_what_its_dice_can_do) {
  testing::RandomNumbers random(51);
  int harmless = 0;
  for (int drawn = 0; drawn < 150; ++drawn) {
    Lineup lineup;
    lineup.attack = random_pool(random);
    lineup.defence = random_pool(random);
    if (lineup.attack.dice + lineup.defence.dice > 4) continue;
    lineup.phantom = random.between(0, 7);
    lineup.critical = {random.happens(50) ? Critical::Judged::final : Critical::Judged::natural,
                       random.happens(50), random.between(1, 3), random.between(0, 2)};
    lineup.defence_hits = random.happens(70);
    BoundsChance chance;
    const LineupHits<Bounds> bounds = chance.lineup(lineup);
    const auto attack = ends_of([&](auto& dice) { return dice.lineup(lineup).attack; });
    const auto defence = ends_of([&](auto& dice) { return dice.lineup(lineup).defence; });
    // Nothing lies beyond; and where nothing can happen that is known.
    EXPECT_LE(bounds.attack.least(), attack.first);
    EXPECT_GE(bounds.attack.most(), attack.second);
    EXPECT_LE(bounds.defence.least(), defence.first);
    EXPECT_GE(bounds.defence.most(), defence.second);
    EXPECT_EQ(bounds.attack.most() == 0, attack.second == 0) << drawn;
    EXPECT_EQ(bounds.defence.most() == 0, defence.second == 0) << drawn;
    harmless += attack.second == 0 && lineup.attack.dice > 0 ? 1 : 0;
  }
  EXPECT_GT(harmless, 5);
}

TEST(Bounds, of_saves_are_the_ends_of_what_the_dice_can_do) {
  testing::RandomNumbers random(52);
  for (int drawn = 0; drawn < 150; ++drawn) {
    SaveQueue queue;
    for (int place = random.between(1, 3); place > 0; --place) {
      queue.places.push_back({random.between(0, 2), at_least(random.between(1, 8), 6),
                              at_least(random.between(1, 8), 6)});
    }
    const int n = random.between(0, 3);
    const int before = random.between(0, 2);
    BoundsChance chance;
    const Bounds felt = chance.saves(n, queue);
    const auto ends = ends_of([&](auto& dice) { return dice.saves(n, queue); });
    EXPECT_EQ(felt.least(), 0);
    EXPECT_EQ(felt.most(), ends.second) << drawn;
    const Bounds later = chance.saves_after(before, n, queue);
    const auto ends_later = ends_of([&](auto& dice) { return dice.saves_after(before, n, queue); });
    EXPECT_EQ(later.most(), ends_later.second) << drawn;
    // Wherever between 0 and `before` the wounds may have got to.
    std::int64_t most = 0;
    for (int wounds = 0; wounds <= before; ++wounds) {
      most = std::max(most, chance.saves_after(wounds, n, queue).most());
    }
    EXPECT_EQ(chance.saves_after(Bounds(0, before, before), n, queue).most(), most) << drawn;
  }
}

TEST(Bounds, of_dice_are_certain_where_no_face_or_every_face_succeeds) {
  BoundsChance chance;
  for (int faces = 0; faces <= 6; ++faces) {
    const Bounds count = chance.successes(Bounds(2, 5, 5), {6, faces});
    EXPECT_EQ(count.least(), faces == 6 ? 2 : 0);
    EXPECT_EQ(count.most(), faces == 0 ? 0 : 5);
  }
}

TEST(Bounds, by_ends_know_that_no_pair_of_dice_is_a_hit_of_both_sides) {
  Lineup lineup;
  lineup.attack.dice = 2;
  lineup.defence.dice = 3;
  BoundsChance ends(nullptr, BoundsChance::Gives::ends);
  std::set<std::pair<std::int64_t, std::int64_t>> seen;
  do {
    const LineupHits<Bounds> hits = ends.lineup(lineup);
    seen.emplace(hits.attack.most(), hits.defence.most());
  } while (ends.next());
  EXPECT_EQ(seen,
            (std::set<std::pair<std::int64_t, std::int64_t>>{{0, 0}, {0, 3}, {1, 2}, {2, 1}}));
}

TEST(Bounds, by_ends_know_which_counts_are_the_same) {
  // All points of damage are negated, though a range less a range is a range.
  const Target always{6, 6};
  BoundsChance ranges;
  const Bounds points = ranges.successes(4, {6, 3});
  EXPECT_EQ(minus(points, ranges.successes(points, always)).most(), 4);
  BoundsChance ends(nullptr, BoundsChance::Gives::ends);
  int played = 0;
  do {
    const Bounds some = ends.successes(4, {6, 3});
    EXPECT_EQ(some.least(), played == 0 ? 0 : 4);
    EXPECT_EQ(minus(some, ends.successes(some, always)).most(), 0);
    ++played;
  } while (ends.next());
  EXPECT_EQ(played, 2);
}

}  // namespace
}  // namespace warodds
