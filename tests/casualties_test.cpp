// Who falls to a given damage: core/rules/casualties.h (A11, C6, B4, D6).
#include "core/rules/casualties.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <random>

#include "core/play/side_states.h"
#include "tests/support/every_assignment.h"
#include "tests/support/naive_dice.h"

namespace warodds {
namespace {

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

// A11: two figures have damage on them: a leader of 4 hit points and a champion of 3, 2 on each.
TEST(Assignment, OfTwoInjuredTheOneWithMoreDamageIsFilledFirst) {
  const std::vector<Rank> ranks{{1, 4, 6, 0}, {1, 3, 2, 1}, {2, 1, 1, 2}};
  const Remains equal{{1, 1, 2}, 0, 2, {{1, 2}}};
  const auto after = [&](const Remains& from, int damage) {
    return after_free_assignment(ranks, from, damage);
  };
  EXPECT_EQ(left(ranks, equal), 5);
  // The owner chooses who is filled first: the leader, who does not fall to it.
  EXPECT_EQ(after(equal, 1), (Remains{{1, 1, 2}, 0, 3, {{1, 2}}}));
  // Two down the leader, or the champion, with one more on the leader: fewer icons.
  EXPECT_EQ(after(equal, 2), (Remains{{1, 0, 2}, 0, 3}));
  // Both are filled before a man gets any.
  EXPECT_EQ(after(equal, 3), (Remains{{0, 0, 2}, -1, 0}));
  EXPECT_EQ(after(equal, 4), (Remains{{0, 0, 1}, -1, 0}));
  // With more on the champion he is first, whatever it costs.
  const Remains champion{{1, 1, 2}, 1, 2, {{0, 1}}};
  EXPECT_EQ(after(champion, 1), (Remains{{1, 0, 2}, 0, 1}));
  EXPECT_EQ(after(champion, 3), (Remains{{1, 0, 2}, 0, 3}));
  // All that is allowed: who of the two is filled first.
  EXPECT_THAT(allowed_remains(ranks, equal, 1),
              ::testing::UnorderedElementsAre(Remains{{1, 1, 2}, 0, 3, {{1, 2}}},
                                              Remains{{1, 0, 2}, 0, 2}));
  // In a fixed order, the champion before the leader among equals.
  EXPECT_EQ(after_in_order(ranks, {1, 0, 2}, equal, 1), (Remains{{1, 0, 2}, 0, 2}));
  EXPECT_EQ(after_in_order(ranks, {0, 1, 2}, equal, 1), (Remains{{1, 1, 2}, 0, 3, {{1, 2}}}));
  EXPECT_EQ(healed(equal), whole(ranks));
}

// D10: wounds that fall in one order and then in another, and both told as one number.
TEST(Falling, MayFollowAnotherOrder) {
  const std::vector<Rank> kinds{{1, 1, 0, 0}, {2, 2, 0, 1}};  // a chief, and two men of two wounds
  const Falling falling{Falling::How::wounded, {1, 0}, {}, {0, 1}};
  const auto after = [&](int first, int more) {
    return after_damage(kinds, falling, whole(kinds), pursued(first, more, 5));
  };
  EXPECT_EQ(after(1, 0), (Remains{{1, 2}, 1, 1}));
  EXPECT_EQ(after(0, 1), (Remains{{0, 2}, -1, 0}));
  EXPECT_EQ(after(1, 2), (Remains{{0, 1}, -1, 0}));
  EXPECT_EQ(after(4, 1), (Remains{{0, 0}, -1, 0}));
  const Casualties unit(kinds, whole(kinds), falling);
  EXPECT_EQ(unit.amount(pursued(1, 2, 5)), 3);
  EXPECT_EQ(unit.kills(pursued(1, 2, 5)), 2);
  EXPECT_EQ(unit.kills(pursued(3, 0, 5)), 1);
  EXPECT_TRUE(unit.destroyed(pursued(4, 1, 5)));
  EXPECT_FALSE(unit.destroyed(pursued(4, 0, 5)));
  // As worked out at once for all numbers.
  const std::vector<Remains> all = after_each_damage(kinds, falling, whole(kinds), unit.greatest());
  for (int number = 0; number <= unit.greatest(); ++number) {
    EXPECT_EQ(all[static_cast<std::size_t>(number)],
              after_damage(kinds, falling, whole(kinds), number))
        << number;
  }
  // Spread: one wound each in turn, and then who has lost most first.
  const Falling spread{Falling::How::wounded, {1, 0}, {0, 1}};
  EXPECT_EQ(after_damage(kinds, spread, whole(kinds), 2), (Remains{{1, 2}, 1, 1, {{1, 1}}}));
  EXPECT_EQ(after_damage(kinds, {Falling::How::wounded, {0, 1}}, {{1, 2}, 1, 1, {{1, 1}}}, 2),
            (Remains{{0, 1}, 1, 1}));
}

TEST(Assignment, FreeIsTheBestOfEverythingThatIsAllowed) {
  std::mt19937_64 random(11);
  const auto draw = [&](int least, int most) {
    return least + static_cast<int>(random() % static_cast<std::uint64_t>(most - least + 1));
  };
  for (int trial = 0; trial < 400; ++trial) {
    std::vector<Rank> ranks;
    const int kinds = draw(1, 4);
    for (int i = 0; i < kinds; ++i) ranks.push_back({draw(1, 3), draw(1, 5), draw(0, 3), i});
    Remains remains = whole(ranks);
    for (int& figures : remains.figures) figures = draw(0, figures);
    const auto on = static_cast<std::size_t>(draw(0, kinds - 1));
    if (remains.figures[on] > 0 && ranks[on].hit_points > 1 && draw(0, 1) == 1) {
      remains.injured = static_cast<int>(on);
      remains.damage = draw(1, ranks[on].hit_points - 1);
    }
    const int most = left(ranks, remains) + 2;
    const auto standing = Casualties(ranks, remains).survivors_of_each(most);
    for (int damage = 0; damage <= most; ++damage) {
      const Remains should = testing::freely_assigned(ranks, remains, damage);
      EXPECT_EQ(after_free_assignment(ranks, remains, damage), should) << trial << ": " << damage;
      EXPECT_EQ(standing[static_cast<std::size_t>(damage)], should.figures)
          << trial << ": " << damage;
    }
  }
}

// The states of a battle lead where assigning anew would lead.
TEST(SideStates, AreFoundAsDamageLeadsToThem) {
  const std::vector<Rank> ranks{{2, 3, 2, 0}, {2, 2, 1, 1}, {3, 1, 1, 2}};
  for (const DamageLasts lasts : {DamageLasts::turn, DamageLasts::attack}) {
    SideStates states(Casualties(ranks, whole(ranks)), lasts);
    int state = states.opening();
    Remains remains = whole(ranks);
    for (const int damage : {2, 3, 0, 4, 1, 3, 9}) {
      states.find(state, damage);
      state = states.after(state, damage);
      remains = testing::freely_assigned(ranks, remains, damage);
      if (lasts == DamageLasts::attack) remains = healed(remains);
      Standing told;
      states.tell(state, Side::defender, told);
      EXPECT_EQ(told.remains.defender, remains) << damage;
      EXPECT_EQ(states.standing(state), standing(remains));
      EXPECT_EQ(states.left(state), left(ranks, remains));
      EXPECT_EQ(states.gone(state), standing(remains) == 0);
    }
    EXPECT_TRUE(states.gone(state));
  }
}

}  // namespace
}  // namespace warodds
