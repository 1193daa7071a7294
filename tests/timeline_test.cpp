// The order of attacks, as the rules of each game have it, written out by hand.
#include "core/play/timeline.h"

#include <gtest/gtest.h>

#include <string>

#include "core/systems/systems.h"
#include "tests/support/matchup_of.h"

namespace warodds {
namespace {

/// "AA/DD/|": attacks by attacker and defender, the ends of turns and of rounds; '(' is where they
/// come again from.
template <class System>
std::string order_of(const std::string& attacker, const std::string& defender,
                     const std::string& situation, const Course<System>& course = {}) {
  const auto matchup = testing::matchup_of<System>(attacker, defender, situation);
  const Timeline<System> timeline({&matchup.units.attacker, &matchup.units.defender},
                                  matchup.situation, course);
  std::string text;
  for (std::size_t i = 0; i < timeline.order().attacks.size(); ++i) {
    const RoundAttack& attack = timeline.order().attacks[i];
    if (i == timeline.order().again) text += '(';
    text += attack.by == Side::attacker ? 'A' : 'D';
    if (attack.ends_turn) text += '/';
    if (attack.ends_round) text += '|';
  }
  return text;
}

TEST(Timeline, of_arcane_legions_gives_each_side_its_turn) {
  const auto order = [](const std::string& situation) {
    return order_of<ArcaneLegions>("red=3", "red=3", situation);
  };
  EXPECT_EQ(order(""), "(A/D/|");
  EXPECT_EQ(order("attacks-per-turn=2"), "(AA/DD/|");
  EXPECT_EQ(order("attacks-per-turn=2;turn=round"), "(AADD/|");
  EXPECT_EQ(order("attacks-per-turn=2;turns=attacker-only"), "(AA/|");
  EXPECT_EQ(order("attacks-per-turn=2;turns=attacker-only;turn=round"), "(AA/|");
}

TEST(Timeline, of_magewinds_goes_on_while_there_are_actions) {
  const auto order = [](const std::string& situation) {
    return order_of<Magewinds>("power=3;precision=4", "power=3;precision=4", situation);
  };
  EXPECT_EQ(order(""), "(A/D/|");
  EXPECT_EQ(order("attacks-per-round=2"), "(A/A/D/D/|");
  EXPECT_EQ(order("attacks-per-round=3"), "(A/A/D/D/|");
  // B7: each reaction takes one of the defender's two actions.
  EXPECT_EQ(order("attacks-per-round=2;reaction=dodge"), "(A/A/|");
  EXPECT_EQ(order("attacks-per-round=2;reaction=dodge;actions-per-round=3"), "(A/A/D/|");
  EXPECT_EQ(order("attacks-per-round=2;reaction=dodge;actions-per-round=none"), "(A/A/D/D/|");
}

TEST(Timeline, takes_a_reaction_away_that_nobody_can_pay) {
  const auto matchup =
      testing::matchup_of<Magewinds>("power=3;precision=4", "power=3;precision=4",
                                     "attacks-per-round=3;actions-per-round=3;reaction=dodge");
  Course<Magewinds> course;
  course.set_reply(*find_field(Magewinds::situation_fields(), "reaction"), {{"deflect", 1}}, "");
  const Timeline<Magewinds> timeline({&matchup.units.attacker, &matchup.units.defender},
                                     matchup.situation, course);
  // The defender dodges three times and has nothing left to strike back with.
  ASSERT_EQ(timeline.order().attacks.size(), 3U);
  const auto two =
      testing::matchup_of<Magewinds>("power=3;precision=4", "power=3;precision=4",
                                     "attacks-per-round=3;actions-per-round=2;reaction=dodge");
  const Timeline<Magewinds> short_one({&two.units.attacker, &two.units.defender}, two.situation,
                                      course);
  ASSERT_EQ(short_one.order().attacks.size(), 2U);  // the attacker has two actions as well
  EXPECT_EQ(short_one.situation(1).reaction, Magewinds::dodge);
}

// One attack each within two actions each. The attacker's: against two reactions that are left, one
// (after a feint) or none. The defender's: none if it has reacted twice, else against one reaction
// of the attacker, who has attacked, or none.
TEST(Timeline, lists_what_can_be_left_where_choices_are_made_later) {
  const std::string split = "light.power=3;light.precision=6;heavy.power=5;heavy.precision=5";
  const auto matchup = testing::matchup_of<Magewinds>(split, split, "reaction=dodge");
  const Timeline<Magewinds> timeline({&matchup.units.attacker, &matchup.units.defender},
                                     matchup.situation, {}, Choices::made_later);
  const AttackOrder& order = timeline.order();
  ASSERT_TRUE(order.depends_on_costs());
  ASSERT_EQ(order.attacks.size(), 5U);
  EXPECT_EQ(order.attacks[2].by, Side::attacker);
  EXPECT_EQ(order.left[2].reactions, 0);
  EXPECT_EQ(timeline.situation(1).reaction, Magewinds::dodge);
  EXPECT_EQ(timeline.situation(2).reaction, Magewinds::no_reaction);  // nobody could pay it
  EXPECT_EQ(order.after(0, {1, 0}), 3U);
  EXPECT_EQ(order.after(0, {1, 1}), 3U);
  EXPECT_EQ(order.after(0, {0, 1}), 1U);
  EXPECT_EQ(order.after(1, {1, 1}), 0U);  // both actions are spent: no attack back
  EXPECT_EQ(order.after(1, {0, 1}), 2U);
  EXPECT_EQ(order.after(2, {1, 0}), 0U);
  EXPECT_EQ(order.after(3, {0, 1}), 4U);
  EXPECT_EQ(order.after(4, {1, 0}), 0U);
  const PerSide<int> start = timeline.turns_left(2, 0);
  EXPECT_EQ(start, (PerSide<int>{4, 2}));
  EXPECT_EQ(timeline.turns_after(start, {1, 0}), (PerSide<int>{3, 1}));
  EXPECT_EQ(timeline.turns_after({4, 1}, {1, 1}), (PerSide<int>{2, 2}));  // the next round
  EXPECT_EQ(timeline.turns_after({1, 0}, {1, 0}), (PerSide<int>{0, 0}));
  // A plain attack is never free.
  const auto plain = testing::matchup_of<Magewinds>("power=3;precision=4", "power=3;precision=4");
  const Timeline<Magewinds> short_one({&plain.units.attacker, &plain.units.defender},
                                      plain.situation, {}, Choices::made_later);
  EXPECT_EQ(short_one.order().attacks.size(), 2U);
}

TEST(Timeline, of_exchanges_has_one_a_round) {
  EXPECT_EQ(order_of<RaidersOfArcana>("cd=2", "cd=2", ""), "(A/|");
  EXPECT_EQ(order_of<DwethiaSkirmish>("", "", ""), "(A/|");
  EXPECT_EQ(order_of<DwethiaSkirmish>("", "", "roles=alternate"), "(A/|D/|");
}

TEST(Timeline, comes_again_when_no_setting_changes_any_more) {
  Course<ArcaneLegions> course;
  const auto* kind = find_field(ArcaneLegions::situation_fields(), "mode");
  course.set(*kind, {{"ranged", 2}, {"close", 1}}, "");
  const auto matchup = testing::matchup_of<ArcaneLegions>("red=3;blue=3", "red=3", "mode=ranged");
  const Timeline<ArcaneLegions> timeline({&matchup.units.attacker, &matchup.units.defender},
                                         matchup.situation, course);
  EXPECT_EQ(order_of<ArcaneLegions>("red=3;blue=3", "red=3", "mode=ranged", course),
            "A/D/|A/D/|(A/D/|");
  for (std::size_t attack = 0; attack < 6; ++attack) {
    // The attack back is of the same kind.
    EXPECT_EQ(timeline.situation(attack).mode,
              attack < 4 ? ArcaneLegions::ranged : ArcaneLegions::close);
  }
}

TEST(Timeline, counts_the_attacks_that_are_left) {
  const auto matchup = testing::matchup_of<ArcaneLegions>("red=3", "red=3", "attacks-per-turn=2");
  const Timeline<ArcaneLegions> timeline({&matchup.units.attacker, &matchup.units.defender},
                                         matchup.situation, {});
  EXPECT_EQ(timeline.attacks_in_round(), 4);
  const int rounds = 3;
  for (int made = 0; made < 12; ++made) {
    const int left = 12 - made;
    const std::size_t attack = timeline.attack_at(rounds, {left, 0});
    EXPECT_EQ(attack, static_cast<std::size_t>(made % 4));
    EXPECT_EQ(timeline.turns_left(rounds - made / 4, attack), (PerSide<int>{left, 0}));
  }
}

/// Who acts when each side has several units: "AADD".
template <class Next>
std::string acting(Next next, RoundSoFar so_far) {
  std::string text;
  while (const auto side = next(so_far)) {
    text += *side == Side::attacker ? 'A' : 'D';
    so_far.activate(*side);
  }
  return text;
}

TEST(RoundOfSeveralUnits, is_that_of_one_side_and_then_of_the_other_or_alternates) {
  EXPECT_EQ(acting(sides_in_turn, {Side::attacker, {3, 2}}), "AAADD");
  EXPECT_EQ(acting(sides_in_turn, {Side::defender, {3, 2}}), "DDAAA");
  EXPECT_EQ(acting(units_in_turn, {Side::attacker, {3, 2}}), "ADADA");
  EXPECT_EQ(acting(units_in_turn, {Side::attacker, {1, 3}}), "ADDD");
  EXPECT_EQ(acting(units_in_turn, {Side::defender, {2, 0}}), "AA");
  EXPECT_EQ(acting(units_in_turn, {Side::defender, {2, 2}}), "DADA");
}

}  // namespace
}  // namespace warodds
