// Best assignment of damage (A11b): the check of the rulings, battles worked by hand, what must
// hold of every solution, and the solution at the table.
#include <gtest/gtest.h>

#include <map>
#include <string>

#include "core/numbers/chi_square.h"
#include "exact/answers.h"
#include "sim/simulate.h"
#include "tests/reference/best_play.h"
#include "tests/support/battle_with_settings.h"
#include "tests/support/cases.h"
#include "tests/support/every_assignment.h"
#include "tests/support/game_of.h"
#include "tests/support/matchup_of.h"
#include "tests/support/random_battle.h"
#include "tests/support/to_reference.h"

namespace warodds {
namespace {

using testing::solve_to_win;
using Legions = testing::Matchup<ArcaneLegions>;

Battle<ArcaneLegions> battle_of(const Legions& m) {
  return Battle<ArcaneLegions>(m.units.attacker, m.units.defender, m.situation);
}

const PlainPlan& plan_of(const Solution& solution, Side side, const std::string& name) {
  for (const PlainPlan& plan : solution.plain) {
    if (plan.side == side && plan.name == name) return plan;
  }
  throw InputError("no plan " + name);
}

// The checks of the rulings.
TEST(BestAssignment, OfALeaderWithThreeMenIsThatOfTheRulings) {
  const auto matchup = testing::matchup_of<ArcaneLegions>(
      "hp=6;red=4", "red=0 | name=Leader;hp=4;red=6 | name=Men;count=3;hp=1;red=1");
  const Solution solution = solve_to_win(matchup);
  EXPECT_NEAR(1 - solution.value(), 0.9870558040653874, 1e-14);
  EXPECT_LE(solution.gap(), 1e-12);
  const auto answered = [&](const std::string& rule) {
    return 1 - plan_of(solution, Side::defender, rule).against_answer;
  };
  EXPECT_NEAR(answered("free"), 0.9870558040653874, 1e-14);
  EXPECT_NEAR(answered("fewest"), 0.7241381067741205, 1e-14);
  EXPECT_NEAR(answered("cheapest"), 0.4790516768515465, 1e-14);
  // A single figure has nothing to choose.
  for (const PlainPlan& plan : solution.plain) EXPECT_EQ(plan.side, Side::defender);
}

/// Random battles in which somebody has a choice.
Legions next_with_choice(testing::RandomBattles<ArcaneLegions>& battles) {
  for (;;) {
    auto [matchup, battle] = battles.next();
    const auto& [attacker, defender] = matchup.units;
    if (attacker.groups.size() < 2 && defender.groups.size() < 2) continue;
    try {
      solve_to_win(matchup, 1);
    } catch (const NoAnswer&) {
      continue;
    }
    return matchup;
  }
}

TEST(BestAssignment, FollowedInABattleWinsAsOftenAsTheGameSays) {
  testing::RandomBattles<ArcaneLegions> battles(1147);
  int better_than_free = 0;
  for (int drawn = 0; drawn < 30; ++drawn) {
    const Legions matchup = next_with_choice(battles);
    SCOPED_TRACE(testing::describe(matchup));
    const int rounds = drawn % 3 == 0 ? 3 : 0;
    const Solution solution = solve_to_win(matchup, rounds);
    EXPECT_NEAR(testing::worth(exact::battle({testing::played(matchup, solution), rounds}, {})),
                solution.value(), 1e-12);
    for (const PlainPlan& plan : solution.plain) {
      // Nobody does better alone than by best play.
      const double sign = plan.side == Side::attacker ? 1 : -1;
      EXPECT_LE(sign * plan.against_best, sign * solution.value() + 1e-12) << plan.name;
      EXPECT_LE(sign * plan.against_answer, sign * plan.against_best + 1e-12) << plan.name;
      if (plan.name == "free" && sign * plan.against_answer < sign * solution.value() - 1e-6) {
        ++better_than_free;
      }
      // A battle in which one side follows its rule and the other best play.
      auto ruled = matchup;
      auto& losses = plan.side == Side::attacker ? ruled.situation.attacker_losses
                                                 : ruled.situation.defender_losses;
      losses = plan.choice;
      auto against = battle_of(ruled);
      against.follow(enemy_of(plan.side), solution.assignments);
      // Damage that is already there may lie on another figure by that rule, but the solution is
      // about where it lies now.
      if (ruled.situation.attacker_damage > 0 || ruled.situation.defender_damage > 0) continue;
      EXPECT_NEAR(testing::worth(exact::battle({against, rounds}, {})), plan.against_best, 1e-12)
          << plan.name;
    }
  }
  EXPECT_GT(better_than_free, 0);
}

// Random games in exact fractions, by the second statement of the rules.
TEST(BestAssignmentReference, AgreesOnRandomGames) {
  testing::RandomMatchups<ArcaneLegions> matchups(testing::Size::handful, 11);
  const int wanted = testing::cases(80, 200);
  int with_choice = 0;
  while (with_choice < wanted) {
    Legions m = matchups.next();
    if (m.units.attacker.groups.size() < 2 && m.units.defender.groups.size() < 2) continue;
    if (with_choice >= wanted * 3 / 10) {  // smaller ones take less arithmetic
      for (auto* unit : {&m.units.attacker, &m.units.defender}) {
        unit->figures = std::min(unit->figures, 2);
        for (auto& group : unit->groups) {
          group.count = 1;
          group.hp = std::min(group.hp, 2);
        }
      }
    }
    // The attack back is as the attack: what else it may be is not what is compared here.
    m.situation.attacker_side = m.situation.defender_side = ArcaneLegions::good;
    m.situation.firing_into_melee = m.situation.hindered = 0;
    m.situation.distance = ArcaneLegions::unset;
    m.situation.attacker_losses = m.situation.defender_losses = ArcaneLegions::free;
    const int rounds = with_choice % 3 == 0 ? 2 : 0;
    std::map<std::string, std::string> of_reply;
    if (with_choice % 2 == 0) of_reply = testing::say_of_reply(matchups, m);
    Solution solution;
    try {
      solution = solve_to_win(m, rounds);
    } catch (const NoAnswer&) {
      continue;
    } catch (const InputError&) {
      continue;
    }
    ++with_choice;
    SCOPED_TRACE(testing::describe(m) + ::testing::PrintToString(of_reply));
    auto fields = testing::texts(ArcaneLegions::situation_fields(), m.situation);
    fields.insert(of_reply.begin(), of_reply.end());
    const auto should = [&](const std::string& attacker_losses,
                            const std::string& defender_losses) {
      fields["attacker-losses"] = attacker_losses;
      fields["defender-losses"] = defender_losses;
      return reference::arcane_best_play(testing::to_reference<ArcaneLegions>(m.units.attacker),
                                         testing::to_reference<ArcaneLegions>(m.units.defender),
                                         fields, rounds)
          .convert_to<double>();
    };
    ASSERT_NEAR(solution.value(), should("best", "best"), 1e-12);
    if (with_choice % 4 != 0 || m.situation.attacker_damage + m.situation.defender_damage > 0) {
      continue;  // damage that is there may lie elsewhere by another rule
    }
    for (const PlainPlan& plan : solution.plain) {
      const bool of_attacker = plan.side == Side::attacker;
      ASSERT_NEAR(plan.against_answer,
                  should(of_attacker ? plan.name : "best", of_attacker ? "best" : plan.name), 1e-12)
          << plan.name;
    }
  }
}

/// Of figures with the same damage those of the first rank first: which of them is named first is
/// the same state.
Remains in_order(Remains remains) {
  if (remains.injured < 0) return remains;
  remains.others.push_back({remains.injured, remains.damage});
  std::sort(remains.others.begin(), remains.others.end(), [](const Injury& a, const Injury& b) {
    return std::pair(-a.damage, a.rank) < std::pair(-b.damage, b.rank);
  });
  remains.injured = remains.others.front().rank;
  remains.damage = remains.others.front().damage;
  remains.others.erase(remains.others.begin());
  return remains;
}

std::vector<Remains> each_once(std::vector<Remains> all) {
  for (Remains& remains : all) remains = in_order(remains);
  std::sort(all.begin(), all.end());
  all.erase(std::unique(all.begin(), all.end()), all.end());
  return all;
}

// All that may be left is what trying every set of figures gives.
TEST(BestAssignment, MayLeaveWhateverTheRuleAllows) {
  const std::vector<Rank> ranks{{2, 3, 1, 0}, {1, 2, 0, 1}, {2, 1, 2, 2}};
  for (const Remains& from :
       {whole(ranks), Remains{{1, 1, 2}, 0, 2}, Remains{{2, 0, 1}, 0, 1},
        Remains{{1, 1, 2}, 0, 2, {{1, 1}}}, Remains{{2, 1, 2}, 0, 1, {{0, 1}, {1, 1}}}}) {
    for (int damage = 0; damage <= left(ranks, from) + 1; ++damage) {
      std::vector<Remains> should;
      testing::every_assignment(
          ranks, from, damage,
          [&](const std::vector<int>&, const Remains& left) { should.push_back(left); });
      EXPECT_EQ(each_once(allowed_remains(ranks, from, damage)), each_once(should)) << damage;
    }
  }
}

// Of one kind of figures nobody chooses who falls: who follows best play of that does as the rules
// say, and the battle ends, too, as soon as nothing can happen any more.
TEST(BestAssignment, WithoutAChoiceHasTheRoundsOfTheBattle) {
  const auto matchup = testing::matchup_of<ArcaneLegions>(
      "brutal=2;toughness=1 | name=a;count=2;hp=1;blue=1;white=1 | name=b;count=1;hp=3;red=2",
      "figures=5;hp=2;white=2;brutal=2");
  constexpr int rounds = 4;
  auto battle = battle_of(matchup);
  const Distribution plain = exact::battle({battle, rounds}, {}).rounds;
  battle.follow(Side::defender, solve_to_win(matchup, rounds).assignments);
  const Distribution followed = exact::battle({battle, rounds}, {}).rounds;
  ASSERT_EQ(followed.max(), plain.max());
  EXPECT_GT(plain.probability(1), 0.1);  // it may be over at once, though nobody is gone
  for (int round = 0; round <= plain.max(); ++round) {
    EXPECT_NEAR(followed.probability(round), plain.probability(round), 1e-13) << round;
  }
}

TEST(BestAssignment, HoldsAtTheTable) {
  const auto matchup = testing::matchup_of<ArcaneLegions>(
      "red=1 | name=Chief;hp=3;red=2 | name=Spear;count=2;red=1;white=1",
      "red=1 | name=Banner;hp=2;white=2 | name=Bow;count=2;blue=2 | name=Axe;red=2");
  const BestPlayQuestion game = testing::game_of(matchup, Payoff::win, 0);
  const Solution solution = exact::solve(game, {});
  const Strategy best{solution.policy, solution.assignments};
  sim::Options options;
  options.trials = 20'000;
  options.confidence = 1 - sidak_level(1e-6, static_cast<int>(solution.plain.size()) + 1);
  const PayoffEstimate played = sim::play_game({game, {best, best}}, options);
  EXPECT_NEAR(played.mean, solution.value(), played.half_width);
  ASSERT_EQ(solution.plain.size(), 8U);
  for (const PlainPlan& plan : solution.plain) {
    PerSide<Strategy> strategies{best, best};
    strategies[plan.side] = {nullptr, nullptr, plan.choice};
    const PayoffEstimate deviating = sim::play_game({game, strategies}, options);
    EXPECT_NEAR(deviating.mean, plan.against_best, deviating.half_width) << plan.name;
  }
}

}  // namespace
}  // namespace warodds
