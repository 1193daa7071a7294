// Battles that end while both sides stand: fought until something holds, or because a side breaks.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <random>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "core/answer/fight_until.h"
#include "core/fields/break_points.h"
#include "core/numbers/chi_square.h"
#include "core/text/error.h"
#include "exact/solve/best_play.h"
#include "exact/solve/solve.h"
#include "sim/battle.h"
#include "sim/play_game.h"
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

/// Figures left of both sides, with their probabilities.
using Left = std::map<std::pair<int, int>, double>;

/// A battle of figures of one hit point, in which a round depends on nothing but how many stand.
template <class System>
struct Simple {
  std::string attacker, defender;  ///< {} stands for the figures
  std::string situation;

  Battle<System> battle(int attackers, int defenders, const std::string& more = "") const {
    std::string with = situation;
    if (!more.empty()) with += (with.empty() ? "" : ";") + more;
    return testing::said_battle<System>(fmt::format(fmt::runtime(attacker), attackers),
                                        fmt::format(fmt::runtime(defender), defenders), with);
  }
  /// What a round leaves of so many.
  Left after_round(int attackers, int defenders) const {
    const OutcomeColumns both{parse_fact("attacker.survivors", OutcomeOf::battle),
                              parse_fact("defender.survivors", OutcomeOf::battle)};
    const Answer answer = exact::battle({battle(attackers, defenders), 1, {{both}}}, {});
    Left left;
    for (const auto& [values, p] : answer.laws.front().sums()) {
      left[{static_cast<int>(values[0]), static_cast<int>(values[1])}] += p;
    }
    return left;
  }
};

/// How battles end of which `halts(attackers, defenders)` says after each round whether they do.
struct Expected {
  Left ended;
  std::vector<double> rounds{0};
};
template <class System, class Halts>
Expected expected(const Simple<System>& simple, int attackers, int defenders, const Halts& halts) {
  Expected result;
  std::map<std::pair<int, int>, Left> rows;
  Left now{{{attackers, defenders}, 1.0}};
  constexpr int most_rounds = 3000;
  for (int round = 1; !now.empty() && round <= most_rounds; ++round) {
    Left next;
    double over = 0;
    for (const auto& [state, p] : now) {
      if (!rows.contains(state)) rows[state] = simple.after_round(state.first, state.second);
      for (const auto& [to, q] : rows[state]) {
        if (to.first == 0 || to.second == 0 || halts(to.first, to.second)) {
          result.ended[to] += p * q;
          over += p * q;
        } else if (p * q > 1e-18) {
          next[to] += p * q;
        }
      }
    }
    result.rounds.push_back(over);
    now = std::move(next);
  }
  return result;
}

/// Against both engines. `beaten`: whether a side is beaten with so many left; 0 always.
template <class Beaten>
void expect_ends(const AnyBattle& battle, const Expected& should, const PerSide<int>& at_first,
                 const Beaten& beaten, const std::string& what) {
  SCOPED_TRACE(what);
  std::vector<double> ends(kinds_of_end, 0), ahead(kinds_of_ahead, 0);
  PerSide<std::vector<double>> left;
  for (const Side side : both_sides) {
    left[side].resize(static_cast<std::size_t>(at_first[side]) + 1);
  }
  for (const auto& [state, p] : should.ended) {
    const bool a = beaten(Side::attacker, state.first, state.second);
    const bool b = beaten(Side::defender, state.second, state.first);
    const BattleEnd end = a && b ? BattleEnd::both_destroyed
                          : b    ? BattleEnd::attacker_wins
                          : a    ? BattleEnd::defender_wins
                                 : BattleEnd::undecided;
    ends[static_cast<std::size_t>(end)] += p;
    const int x = state.first * at_first.defender, y = state.second * at_first.attacker;
    const Ahead who = end != BattleEnd::undecided ? Ahead::decided
                      : x > y                     ? Ahead::attacker
                      : x < y                     ? Ahead::defender
                                                  : Ahead::even;
    ahead[static_cast<std::size_t>(who)] += p;
    left.attacker[static_cast<std::size_t>(state.first)] += p;
    left.defender[static_cast<std::size_t>(state.second)] += p;
  }
  const auto expect = [](const Distribution& ours, const std::vector<double>& theirs,
                         const char* name) {
    for (std::size_t k = 0; k < theirs.size(); ++k) {
      EXPECT_NEAR(ours.probability(static_cast<int>(k)), theirs[k], 1e-11) << name << ' ' << k;
    }
  };
  const Answer exactly = exact::battle({battle}, {});
  expect(testing::ends_of(exactly), ends, "end");
  expect(testing::ahead_in(exactly), ahead, "ahead");
  expect(exactly.rounds, should.rounds, "rounds");
  for (const Side side : both_sides)
    expect(testing::survivors_of(exactly)[side], left[side], to_string(side));
  sim::Options options;
  options.trials = 40'000;
  const Answer seen = sim::simulate(BattleQuestion{battle, 3000}, options);
  const auto alike = [&](const Distribution& law, const Distribution& counts) {
    std::vector<std::uint64_t> all(counts.counts());
    const auto places = std::max<std::size_t>(all.size(), law.pmf().size());
    all.resize(places, 0);
    Eigen::ArrayXd pmf = Eigen::ArrayXd::Zero(static_cast<Eigen::Index>(places));
    for (std::size_t k = 0; k < law.pmf().size(); ++k) {
      pmf[static_cast<Eigen::Index>(k)] = law.pmf()[k];
    }
    const ChiSquare test = chi_square(pmf, all);
    EXPECT_EQ(test.impossible, -1);
    EXPECT_GE(test.p_value, 1e-8);
  };
  alike(testing::ends_of(exactly), testing::ends_of(seen));
  alike(exactly.rounds, seen.rounds);
  for (const Side side : both_sides)
    alike(testing::survivors_of(exactly)[side], testing::survivors_of(seen)[side]);
}

template <class System>
void expect_halts(const Simple<System>& simple, const PerSide<int>& figures) {
  // Until an event.
  struct Row {
    const char* event;
    bool (*holds)(int, int);
  };
  const std::vector<Row> rows{
      {"attacker.survivors <= 2", [](int a, int) { return a <= 2; }},
      {"defender.survivors <= 2 or attacker.survivors = 1",
       [](int a, int d) { return d <= 2 || a == 1; }},
      {"attacker.survivors > defender.survivors", [](int a, int d) { return a > d; }},
      {"attacker.kills >= 0", [](int, int) { return true; }},
  };
  const auto destroyed = [](Side, int left, int) { return left == 0; };
  for (const Row& row : rows) {
    AnyBattle battle(simple.battle(figures.attacker, figures.defender));
    fight_until(Event(row.event, OutcomeOf::battle), battle);
    expect_ends(battle, expected(simple, figures.attacker, figures.defender, row.holds), figures,
                destroyed, row.event);
  }
  // Sides that break. Who is destroyed loses, whatever the other would have done.
  struct Breaks {
    const char* with;
    int attacker, defender;
  };
  for (const Breaks& row :
       std::vector<Breaks>{{"attacker-breaks=2", 2, 0},
                           {"attacker-breaks=50%;defender-breaks=1", figures.attacker / 2, 1},
                           {"defender-breaks=34%", 0, figures.defender * 34 / 100}}) {
    const auto halts = [&](int a, int d) { return a <= row.attacker || d <= row.defender; };
    const auto beaten = [&](Side side, int left, int of_enemy) {
      const int at = side == Side::attacker ? row.attacker : row.defender;
      return left == 0 || (of_enemy > 0 && left <= at);
    };
    expect_ends(AnyBattle(simple.battle(figures.attacker, figures.defender, row.with)),
                expected(simple, figures.attacker, figures.defender, halts), figures, beaten,
                row.with);
  }
}

TEST(Halts, OfRaiders) {
  expect_halts<RaidersOfArcana>(
      {"figures={};hp=1;cd=1;as=6;db=1;arm=6;fatigue=0",
       "figures={};hp=1;cd=1;as=5;db=1;arm=7;fatigue=0", "attacker-attack=all;defender-attack=all"},
      {5, 6});
}

TEST(Halts, OfArcaneLegions) {
  expect_halts<ArcaneLegions>(
      {"figures={};hp=1;red=3;white=1", "figures={};hp=1;red=2;white=2", ""}, {4, 5});
}

TEST(Halts, OfDwethia) {
  expect_halts<DwethiaSkirmish>({"models={};aggression=1;martial=4", "models={};aggression=1", ""},
                                {4, 4});
}

TEST(Halts, OfMagewinds) {
  AnyBattle battle(testing::said_battle<Magewinds>("toughness=3;power=2;precision=3",
                                                   "toughness=3;power=2;precision=3", ""));
  const Answer to_the_end = exact::battle({battle}, {});
  fight_until(Event("attacker.survivors = 1", OutcomeOf::battle), battle);
  const Answer one_round = exact::battle({battle}, {});
  EXPECT_NEAR(one_round.rounds.probability(1), 1, 1e-15);
  EXPECT_GT(to_the_end.rounds.probability(2), 0.1);
}

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

double odds_of(const Answer& answer) {
  return answer.win(Side::attacker).value + answer.draw().value / 2;
}

/// What a game is worth, and that a battle which is fought as its solution says is worth the same,
/// by both engines.
template <class System>
double worth_played(const testing::Matchup<System>& matchup, int rounds, const std::string& until,
                    bool with_dice) {
  BestPlayQuestion game = testing::game_of(matchup, Payoff::win, rounds);
  AnyBattle any(Battle<System>(matchup.units.attacker, matchup.units.defender, matchup.situation,
                               matchup.course));
  if (!until.empty()) {
    const Event event(until, OutcomeOf::battle);
    fight_until(event, game.battle);
    fight_until(event, any);
  }
  const Solution solution = exact::solve(game, {});
  EXPECT_LE(solution.gap(), 1e-11);
  auto& battle = std::get<Battle<System>>(any);
  for (const Side side : both_sides) {
    if (solution.assignments) {
      battle.follow(side, solution.assignments);
    } else {
      battle.follow(side, solution.policy);
    }
  }
  EXPECT_NEAR(odds_of(exact::battle({any, rounds}, {})), solution.value(), 1e-11);
  if (with_dice) {
    sim::Options options;
    options.trials = 20'000;
    EXPECT_NEAR(odds_of(sim::simulate(BattleQuestion{any, rounds}, options)), solution.value(),
                6 * 0.5 / std::sqrt(20'000.0));
    PerSide<Strategy> best;
    for (const Side side : both_sides) {
      best[side].policy = solution.policy;
      best[side].assignments = solution.assignments;
    }
    const PayoffEstimate played = sim::play_game({game, best}, options);
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
