// Battles that end while both sides stand: fought until something holds, or because a side breaks.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <random>
#include <string>
#include <variant>

#include "core/answer/fight_until.h"
#include "core/fields/break_points.h"
#include "core/text/error.h"
#include "exact/answers.h"
#include "sim/simulate.h"
#include "tests/reference/best_play.h"
#include "tests/support/answers.h"
#include "tests/support/battle_of.h"
#include "tests/support/game_of.h"
#include "tests/support/matchup_of.h"
#include "tests/support/random_battle.h"
#include "tests/support/random_matchup.h"
#include "tests/support/to_reference.h"

namespace warodds {
namespace {

TEST(Halts, WhereTheyNeverHoldChangeNoBit) {
  const auto plain = testing::said_battle<RaidersOfArcana>("figures=4;as=5", "figures=3;as=6", "");
  AnyBattle never(plain);
  fight_until(Event("attacker.survivors > 4", OutcomeOf::battle), never);
  const Answer a = exact::battle({plain}, {}), b = exact::battle({never}, {});
  EXPECT_EQ(testing::ends_of(a), testing::ends_of(b));
  EXPECT_EQ(a.rounds, b.rounds);
  EXPECT_EQ(testing::survivors_of(a), testing::survivors_of(b));
}

TEST(Halts, AreOfWhatIsLeft) {
  AnyBattle battle(testing::said_battle<RaidersOfArcana>("figures=4", "figures=3", ""));
  for (const char* event : {"rounds >= 3", "win", "attacker.survivors = 1 and not lose"}) {
    EXPECT_THROW(fight_until(Event(event, OutcomeOf::battle), battle), InputError) << event;
  }
  EXPECT_THROW(fight_until(Event("swing > 0", OutcomeOf::battle), battle), NoAnswer);
}

// ---- Best play that knows when a battle ends ----

/// Draws when battles end. `number`: of the draw.
struct DrawnHalts {
  std::string until;  ///< an event, or nothing
  std::map<std::string, std::string> for_reference;

  template <class Situation>
  DrawnHalts(std::mt19937& random, Situation& situation) {
    const auto below = [&](int n) { return static_cast<int>(random() % static_cast<unsigned>(n)); };
    for (const Side side : both_sides) {
      int& point = side == Side::attacker ? situation.attacker_breaks : situation.defender_breaks;
      const int kind = below(4);
      point = kind == 0 ? 1 + below(2) : kind == 1 ? -(30 + below(50)) : 0;
      if (below(3) > 0) continue;
      const int left = 1 + below(2);
      const std::string of = to_string(side);
      until += fmt::format("{}{}.survivors <= {}", until.empty() ? "" : " or ", of, left);
      for_reference["until-" + of + "-left"] = std::to_string(left);
    }
  }
};

/// What a game is worth, and that a battle which is fought as its solution says is worth the same,
/// by both engines.
template <class System>
double worth_played(const testing::Matchup<System>& matchup, int rounds, const std::string& until,
                    bool with_dice) {
  BestPlayQuestion game = testing::game_of(matchup, Payoff::win, rounds);
  if (!until.empty()) fight_until(Event(until, OutcomeOf::battle), game.battle);
  const Solution solution = exact::solve(game, {});
  EXPECT_LE(solution.gap(), 1e-11);
  AnyBattle any(testing::played(matchup, solution));
  if (!until.empty()) fight_until(Event(until, OutcomeOf::battle), any);
  EXPECT_NEAR(testing::worth(exact::battle({any, rounds}, {})), solution.value(), 1e-11);
  if (with_dice) {
    sim::Options options;
    options.trials = 20'000;
    EXPECT_NEAR(testing::worth(sim::simulate(BattleQuestion{any, rounds}, options)),
                solution.value(), 6 * 0.5 / std::sqrt(20'000.0));
    const Strategy best{solution.policy, solution.assignments};
    const PayoffEstimate played = sim::play_game({game, {best, best}}, options);
    EXPECT_NEAR(played.mean, solution.value(), 6 * 0.5 / std::sqrt(20'000.0));
  }
  // Against best play no plain plan does better.
  for (const PlainPlan& plan : solution.plain) {
    const double sign = plan.side == Side::attacker ? 1 : -1;
    EXPECT_LE(sign * plan.against_best, sign * solution.value() + 1e-11) << plan.name;
    EXPECT_LE(sign * plan.against_answer, sign * plan.against_best + 1e-11) << plan.name;
  }
  return solution.value();
}

TEST(BestPlayThatHalts, AgreesOnRaidersOfArcana) {
  testing::RandomBattles<RaidersOfArcana> battles(3631);
  std::mt19937 random(3631);
  int changed = 0;
  for (int drawn = 0; drawn < 40; ++drawn) {
    auto matchup = battles.next().first;
    for (auto* unit : {&matchup.units.attacker, &matchup.units.defender}) {
      unit->figures = std::min(unit->figures, 3);
      unit->hp = std::min(unit->hp, 2);
      unit->wounds = 0;
    }
    const DrawnHalts halts(random, matchup.situation);
    SCOPED_TRACE(testing::describe(matchup) + halts.until);
    constexpr int rounds = 3;
    auto with = testing::texts(RaidersOfArcana::situation_fields(), matchup.situation);
    with.insert(halts.for_reference.begin(), halts.for_reference.end());
    const auto should = [&](const reference::Situation& situation) {
      return reference::raiders_best_play(
                 testing::to_reference<RaidersOfArcana>(matchup.units.attacker),
                 testing::to_reference<RaidersOfArcana>(matchup.units.defender), situation,
                 reference::Payoff::win, rounds)
          .template convert_to<double>();
    };
    const double worth = worth_played(matchup, rounds, halts.until, drawn % 8 == 0);
    ASSERT_NEAR(worth, should(with), 1e-12);
    for (const char* key : {"attacker-breaks", "defender-breaks"}) with.erase(key);
    for (const auto& [key, value] : halts.for_reference) with.erase(key);
    changed += std::abs(worth - should(with)) > 1e-6;
  }
  EXPECT_GE(changed, 10);
}

TEST(BestPlayThatHalts, AgreesOnDwethiaSkirmish) {
  testing::RandomBattles<DwethiaSkirmish> battles(3634);
  std::mt19937 random(3634);
  int compared = 0;
  for (int drawn = 0; drawn < 80; ++drawn) {
    auto matchup = battles.next().first;
    matchup.situation.mode = DwethiaSkirmish::fight;
    if (drawn % 2 == 0) matchup.situation.roles = DwethiaSkirmish::alternate;
    const DrawnHalts halts(random, matchup.situation);
    SCOPED_TRACE(testing::describe(matchup) + halts.until);
    const int rounds = 1 + drawn % 4;
    double worth = 0;
    try {
      worth = worth_played(matchup, rounds, halts.until, drawn % 8 == 0);
    } catch (const NoAnswer&) {
      continue;  // nobody to fight with, or it is not known who stands
    }
    auto with = testing::texts(DwethiaSkirmish::situation_fields(), matchup.situation);
    with.insert(halts.for_reference.begin(), halts.for_reference.end());
    ASSERT_NEAR(worth,
                reference::dwethia_best_play(
                    testing::to_reference<DwethiaSkirmish>(matchup.units.attacker),
                    testing::to_reference<DwethiaSkirmish>(matchup.units.defender), with, rounds)
                    .template convert_to<double>(),
                1e-12);
    ++compared;
  }
  EXPECT_GE(compared, 30);
}

TEST(BestPlayThatHalts, AgreesOnArcaneLegions) {
  testing::RandomMatchups<ArcaneLegions> matchups(testing::Size::handful, 3611);
  std::mt19937 random(3611);
  int compared = 0;
  while (compared < 50) {
    auto matchup = matchups.next();
    if (matchup.units.attacker.groups.size() < 2 && matchup.units.defender.groups.size() < 2) {
      continue;
    }
    for (auto* unit : {&matchup.units.attacker, &matchup.units.defender}) {
      unit->figures = std::min(unit->figures, 2);
      for (auto& group : unit->groups) {
        group.count = std::min(group.count, 2);
        group.hp = std::min(group.hp, 2);
      }
    }
    auto& situation = matchup.situation;
    situation.attacker_side = situation.defender_side = ArcaneLegions::good;
    situation.firing_into_melee = situation.hindered = 0;
    situation.distance = ArcaneLegions::unset;
    situation.attacker_damage = situation.defender_damage = 0;
    situation.attacker_losses = situation.defender_losses = ArcaneLegions::free;
    const DrawnHalts halts(random, situation);
    const int rounds = compared % 2 == 0 ? 2 : 0;
    SCOPED_TRACE(testing::describe(matchup) + halts.until);
    double worth = 0;
    try {
      worth = worth_played(matchup, rounds, halts.until, compared % 8 == 0 && rounds > 0);
    } catch (const NoAnswer&) {
      continue;
    } catch (const InputError&) {
      continue;
    }
    auto with = testing::texts(ArcaneLegions::situation_fields(), situation);
    with.insert(halts.for_reference.begin(), halts.for_reference.end());
    with["attacker-losses"] = with["defender-losses"] = "best";
    ASSERT_NEAR(worth,
                reference::arcane_best_play(
                    testing::to_reference<ArcaneLegions>(matchup.units.attacker),
                    testing::to_reference<ArcaneLegions>(matchup.units.defender), with, rounds)
                    .template convert_to<double>(),
                1e-12);
    ++compared;
  }
}

// Of two fighters who break at once nobody wins but who takes the other down in the first round.
TEST(BestPlayThatHalts, IsPlayedInMagewinds) {
  const std::string wizard =
      "toughness=3;armour=1;deflect=2;evasion=1;dodge=3;light.power=3;light.precision=9;"
      "heavy.power=6;heavy.precision=5";
  for (const char* with : {"attacker-breaks=1", "defender-breaks=1", ""}) {
    const auto matchup = testing::matchup_of<Magewinds>(wizard, wizard, with);
    const std::string until = *with == '\0' ? "attacker.hit-points-left <= 1" : "";
    const double worth = worth_played(matchup, 4, until, true);
    const double to_the_end =
        worth_played(testing::matchup_of<Magewinds>(wizard, wizard), 4, "", false);
    EXPECT_GT(std::abs(worth - to_the_end), 1e-9) << with;
  }
}

// Who is to break is beaten after the first round, where nobody can be hurt, too.
TEST(Halts, OfWhoBreaksAtOnceNeedNoHits) {
  const AnyBattle battle = testing::said_battle<RaidersOfArcana>("figures=3;cd=0", "figures=3;cd=0",
                                                                 "attacker-breaks=3");
  for (const Answer& answer :
       {exact::battle({battle}, {}), sim::simulate(BattleQuestion{battle, 0}, {})}) {
    EXPECT_EQ(answer.end(BattleEnd::defender_wins).value, 1);
    EXPECT_EQ(answer.rounds.max(), 1);
  }
}

TEST(BreakPoints, AreNumbersOrShares) {
  EXPECT_EQ(beaten_at(0, 10), -1);
  EXPECT_EQ(beaten_at(3, 10), 3);
  EXPECT_EQ(beaten_at(-50, 10), 5);
  EXPECT_EQ(beaten_at(-50, 5), 2);
  EXPECT_EQ(beaten_at(-34, 3), 1);
  EXPECT_EQ(beaten_at(-33, 3), 0);
}

}  // namespace
}  // namespace warodds
