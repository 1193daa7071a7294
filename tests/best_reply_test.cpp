// Best play against a choice that is known, and best play among several attacks.
#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

#include "core/text/error.h"
#include "tests/support/game_of.h"
#include "tests/support/matchup_of.h"

namespace warodds {
namespace {

using testing::game_of;
using testing::solve;

// What the reply to a known plan gets is what that plan gets if it is foreseen.
template <class System>
void expect_replies_to_plans(const testing::Matchup<System>& matchup, Payoff payoff, int rounds) {
  const Solution solution = solve(game_of(matchup, payoff, rounds));
  ASSERT_FALSE(solution.plain.empty());
  for (const PlainPlan& plan : solution.plain) {
    auto told = matchup;
    told.situation.*System::choice_key[plan.side] = plan.choice;
    PerSide<bool> known;
    known[plan.side] = true;
    const Solution reply = solve(game_of(told, payoff, rounds, known));
    EXPECT_NEAR(reply.value(), plan.against_answer, 1e-13) << plan.name;
    EXPECT_EQ(reply.choices[plan.side].size(), 1U) << plan.name;
    for (const PlainPlan& other : reply.plain) EXPECT_NE(other.side, plan.side);
    // Who knows it does at least as well as who does not.
    const double sign = plan.side == Side::attacker ? 1 : -1;
    EXPECT_LE(sign * reply.value(), sign * plan.against_best + 1e-12) << plan.name;
  }
}

TEST(BestReply, GetsWhatAForeseenPlanGets) {
  const auto raiders = testing::matchup_of<RaidersOfArcana>(
      testing::stoppable, "figures=2;hp=2;cd=2;as=4;arm=5", "die=8");
  for (const NamedPayoff& payoff : RaidersOfArcana::payoffs()) {
    expect_replies_to_plans(raiders, payoff.payoff, 5);
  }
  const std::string wizard =
      "toughness=6;armour=1;deflect=2;evasion=1;dodge=3;light.power=3;light.precision=9;"
      "heavy.power=6;heavy.precision=5";
  expect_replies_to_plans(testing::matchup_of<Magewinds>(wizard, wizard), Payoff::damage, 0);
  const auto legions = testing::matchup_of<ArcaneLegions>(
      "red=1 | name=Chief;hp=3;red=2 | name=Spear;count=2;red=1;white=1",
      "red=1 | name=Banner;hp=2;white=2 | name=Bow;count=2;blue=2 | name=Axe;red=2");
  expect_replies_to_plans(legions, Payoff::win, 0);
}

// Of a dodger, the check values of the rulings: light 325/216, heavy 15625/46656; a feint draws
// the reaction out, and then heavy is worth 2188/729.
TEST(BestReply, ToADodgerIsToFeintFirst) {
  const std::string wizard =
      "toughness=99;armour=1;deflect=2;evasion=1;dodge=3;light.power=3;light.precision=9;"
      "heavy.power=6;heavy.precision=5";
  const auto matchup = testing::matchup_of<Magewinds>(
      wizard, wizard, "attacker-actions=1;defender-actions=1;reaction=dodge");
  const Solution reply = solve(game_of(matchup, Payoff::damage, 20, {false, true}));
  EXPECT_NEAR(reply.value(), 2188.0 / 729, 1e-13);
  ASSERT_EQ(reply.matrix.cols(), 1);
  EXPECT_NEAR(reply.matrix(0, 0), 325.0 / 216, 1e-13);
  EXPECT_NEAR(reply.matrix(1, 0), 15625.0 / 46656, 1e-13);
  EXPECT_EQ(reply.first.attacker[2], 1);
}

// Two attacks: a knife near by, a bow from afar, which leaves no choice.
TEST(BestPlay, LooksAtEveryAttackInRange) {
  const std::string archer =
      "toughness=5 | name=Knife;max-range=1;light.power=3;light.precision=9;heavy.power=5;"
      "heavy.precision=4 | name=Bow;min-range=1;max-range=9;power=4;precision=5";
  const auto names = [&](const std::string& situation) {
    const auto game = game_of(
        testing::matchup_of<Magewinds>(archer, "toughness=6;power=1", situation), Payoff::damage);
    std::vector<std::string> all;
    for (const auto& [choice, name] : testing::choices_at_first(game, Side::attacker)) {
      all.push_back(name);
    }
    return all;
  };
  using Names = std::vector<std::string>;
  EXPECT_EQ(names(""), (Names{"Knife: light", "Knife: heavy", "Knife: feint", "Bow"}));
  EXPECT_EQ(names("distance=1"), names(""));
  EXPECT_EQ(names("distance=0"), (Names{"light", "heavy", "feint"}));
  EXPECT_EQ(names("distance=5"), (Names{"Bow"}));
  EXPECT_EQ(names("attack=Knife"), (Names{"light", "heavy", "feint"}));
  EXPECT_THROW(names("distance=10"), NoAnswer);
  EXPECT_THROW(names("distance=5;attack=Knife"), NoAnswer);
  // The bow is worth 4 * 5/6 on somebody in the open.
  const auto far = testing::matchup_of<Magewinds>(archer, "toughness=99;power=1",
                                                  "distance=5;attacker-actions=2");
  EXPECT_NEAR(solve(game_of(far, Payoff::damage)).value(), 2 * 4 * 5.0 / 6, 1e-13);
}

TEST(BestPlay, TellsAttacksOfOneNameApart) {
  const auto matchup = testing::matchup_of<Magewinds>(
      "toughness=5 | name=Claw;power=3;precision=5 | name=Claw;power=4;precision=4 | "
      "power=1;precision=6",
      "toughness=6;power=1");
  const auto game = game_of(matchup, Payoff::damage);
  std::set<std::string> names;
  for (const auto& [choice, name] : testing::choices_at_first(game, Side::attacker)) {
    names.insert(name);
  }
  EXPECT_EQ(names, (std::set<std::string>{"Claw, attack 1", "Claw, attack 2", "attack 3"}));
}

}  // namespace
}  // namespace warodds
