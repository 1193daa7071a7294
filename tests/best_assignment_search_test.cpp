// Best assignment of damage (A11b) against a search through all policies, and what it says of its
// decisions.
#include <gtest/gtest.h>

#include <numeric>
#include <stdexcept>

#include "exact/answers.h"
#include "tests/reference/best_play.h"
#include "tests/support/cases.h"
#include "tests/support/game_of.h"
#include "tests/support/to_reference.h"

namespace warodds {
namespace {

using testing::solve_to_win;
using Legions = testing::Matchup<ArcaneLegions>;

/// A unit of so few figures that all its policies can be tried.
void make_tiny(ArcaneLegions::Unit& unit, int most_figures) {
  unit.hp = std::min(unit.hp, 2);
  unit.figures = std::min(unit.figures, most_figures);
  int figures = 0;
  for (ArcaneLegions::Group& group : unit.groups) {
    group.hp = std::min(group.hp, 2);
    group.count = std::clamp(most_figures - figures, 1, group.count);
    figures += group.count;
  }
}

// One side chooses, the other keeps to a rule that is known.
TEST(BestAssignmentReference, IsTheBestOfAllPolicies) {
  testing::RandomMatchups<ArcaneLegions> matchups(testing::Size::handful, 1101);
  const int wanted = testing::cases(30, 140);
  int tried = 0;
  int better_than_free = 0;
  while (tried < wanted) {
    Legions m = matchups.next();
    const Side chooser = tried % 2 == 0 ? Side::defender : Side::attacker;
    if (m.units[chooser].groups.size() < 2) continue;
    make_tiny(m.units[chooser], 3);
    make_tiny(m.units[enemy_of(chooser)], 2);
    ArcaneLegions::Situation& with = m.situation;
    with.attacker_side = with.defender_side = ArcaneLegions::good;
    with.firing_into_melee = with.hindered = 0;
    with.distance = ArcaneLegions::unset;
    with.attacker_damage = with.defender_damage = 0;
    with.attacker_losses = with.defender_losses =
        tried % 3 == 0 ? ArcaneLegions::cheapest : ArcaneLegions::free;
    SCOPED_TRACE(testing::describe(m));
    auto fields = testing::texts(ArcaneLegions::situation_fields(), with);
    fields[chooser == Side::attacker ? "attacker-losses" : "defender-losses"] = "best";
    double should = 0;
    try {
      should = reference::arcane_best_of_all_policies(
                   testing::to_reference<ArcaneLegions>(m.units.attacker),
                   testing::to_reference<ArcaneLegions>(m.units.defender), fields)
                   .convert_to<double>();
    } catch (const std::invalid_argument&) {
      continue;  // forbidden, or too many policies
    }
    PerSide<bool> known;
    known[enemy_of(chooser)] = true;
    const Solution solution = solve_to_win(m, 0, known);
    ASSERT_NEAR(solution.value(), should, 1e-12);
    ++tried;
    for (const PlainPlan& plan : solution.plain) {
      EXPECT_EQ(plan.side, chooser);
      const double sign = chooser == Side::attacker ? 1 : -1;
      EXPECT_LE(sign * plan.against_best, sign * should + 1e-12) << plan.name;
      better_than_free += plan.name == "free" && sign * (should - plan.against_best) > 1e-9;
    }
  }
  EXPECT_GE(better_than_free, wanted / 25);
}

// On paper. The attacker's die hits with 2/3, the striker's likewise. The first hit has to fell the
// flag, whose blue icons strike nobody: if the striker falls the battle is lost. The battle comes
// to that with 2/3 + 1/3 1/3 2/3 + ... = 3/4. Then the striker strikes back and, if it fails, is in
// a duel that the attacker begins and wins with 3/4: worth 1/3 3/4 = 1/4 to the attacker, not 1.
TEST(BestAssignment, SaysHowMuchDependsOnADecision) {
  const auto matchup = testing::matchup_of<ArcaneLegions>(
      "hp=1;red=1", "red=0 | name=Striker;red=1 | name=Flag;blue=3");
  const Solution solution = solve_to_win(matchup);
  EXPECT_NEAR(solution.value(), 3.0 / 16, 1e-15);
  const auto decisions = solution.assignments->decisions();
  ASSERT_EQ(decisions.size(), 1U);
  const AssignmentDecision& only = decisions.front();
  EXPECT_EQ(only.side, Side::defender);
  EXPECT_EQ(only.attack, 0U);
  EXPECT_EQ(only.suffered, (PerSide<int>{0, 1}));
  EXPECT_NEAR(only.met, 0.75, 1e-15);
  EXPECT_NEAR(only.stake, 0.75, 1e-15);
  ASSERT_EQ(only.chosen.size(), 1U);
  const SideStates& states = solution.assignments->sides().defender;
  EXPECT_EQ(states.remains(only.chosen.front().value).figures, (std::vector<int>{1, 0}));
  // Of two rounds: the same in both, met with 2/3 and with 1/3 1/3 2/3. What is undecided in the
  // end counts one half: in the last round the striker's fall is worth that.
  const auto of_two = solve_to_win(matchup, 2).assignments->decisions();
  ASSERT_EQ(of_two.size(), 2U);
  EXPECT_EQ(of_two[0].rounds_left, 2);
  EXPECT_EQ(of_two[1].rounds_left, 1);
  EXPECT_NEAR(of_two[0].met, 2.0 / 3, 1e-15);
  EXPECT_NEAR(of_two[1].met, 2.0 / 27, 1e-15);
  EXPECT_NEAR(of_two[1].stake, 0.5 - 1.0 / 6, 1e-15);
}

}  // namespace
}  // namespace warodds
