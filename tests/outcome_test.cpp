// Laws of several facts of one outcome: against every face of every die, the second statement of
// the rules, dice on paper, and one engine against the other.
#include "core/answer/outcome.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "core/answer/luck.h"
#include "core/numbers/chi_square.h"
#include "core/text/error.h"
#include "exact/fight/fight.h"
#include "exact/solve/solve.h"
#include "sim/battle.h"
#include "sim/simulate.h"
#include "tests/support/battle_of.h"
#include "tests/support/matchup_of.h"
#include "tests/support/naive_dice.h"
#include "tests/support/random_battle.h"
#include "tests/support/random_event.h"
#include "tests/support/system_types.h"
#include "tests/support/to_reference.h"
#include "tests/support/work.h"

namespace warodds {
namespace {

using testing::FactsByName;
using testing::RandomEvent;
using testing::RandomEvents;

constexpr double tolerance = 1e-12;

template <class System>
class Outcomes : public ::testing::Test {};
TYPED_TEST_SUITE(Outcomes, testing::EverySystem, testing::SystemName);

/// What is known of an outcome of a fight, and how likely it is.
using Told = std::map<FactsByName, long double>;

std::vector<std::string> names_in_fights(std::span<const ReportSpec> reports) {
  std::vector<std::string> names;
  for (const char* side : {"attacker.", "defender."}) {
    for (const char* name : {"damage", "kills"}) names.push_back(side + std::string(name));
    for (const ReportSpec& report : reports) {
      if (report.kind == ReportKind::count) names.push_back(side + std::string(report.name));
    }
  }
  return names;
}

/// Every way in which the dice of a fight can fall; nothing if there are too many.
template <class Fight>
std::optional<Told> every_outcome(const Fight& fight) {
  using testing::EveryFace, testing::NaiveDice, testing::Story, testing::fallen;
  constexpr long most_ways = 3'000;
  constexpr std::size_t most_stories = 3'000;
  std::map<Story, long double> all{{Story{}, 1.0L}};
  for (const auto& track : Fight::System::template tracks<NaiveDice>(fight)) {
    std::map<Story, long double> of_track;
    EveryFace die;
    long ways = 0;
    do {
      if (++ways > most_ways) return std::nullopt;
      NaiveDice dice(die);
      Exchange<int> exchange;
      for (const auto& stage : track) stage.play(dice, fight, stage, exchange);
      dice.story.attacker_damage = exchange.damage.attacker;
      dice.story.defender_damage = exchange.damage.defender;
      of_track[dice.story] += 1.0L / static_cast<long double>(die.one_in());
    } while (die.turn());
    std::map<Story, long double> both;
    for (const auto& [before, p] : all) {
      for (const auto& [more, q] : of_track) {
        Story story = before;
        story.attacker_damage += more.attacker_damage;
        story.defender_damage += more.defender_damage;
        story.reports.insert(story.reports.end(), more.reports.begin(), more.reports.end());
        both[story] += p * q;
      }
      if (both.size() > most_stories) return std::nullopt;
    }
    all = std::move(both);
  }
  Told told;
  for (const auto& [story, p] : all) {
    FactsByName facts;
    for (const std::string& name : names_in_fights(Fight::System::reports)) facts[name] = 0;
    for (const Story::Report& report : story.reports) {
      const ReportSpec& spec = Fight::System::reports[static_cast<std::size_t>(report.what)];
      facts[fmt::format("{}.{}", to_string(report.side), spec.name)] = report.value;
    }
    for (const Side side : both_sides) {
      const Casualties& target = fight.casualties[enemy_of(side)];
      const int damage = side == Side::attacker ? story.attacker_damage : story.defender_damage;
      facts[fmt::format("{}.damage", to_string(side))] = target.amount(damage);
      facts[fmt::format("{}.kills", to_string(side))] = fallen(target, damage).figures;
    }
    told[facts] += p;
  }
  return told;
}

long double probability(const Told& told, const RandomEvent& event) {
  long double p = 0;
  for (const auto& [facts, of_facts] : told) p += event.holds(facts) ? of_facts : 0.0L;
  return p;
}

/// The law of a fact among the outcomes in which an event holds.
std::vector<double> law_under(const Told& told, const RandomEvent& event, const std::string& fact) {
  std::vector<long double> sums;
  for (const auto& [facts, p] : told) {
    if (!event.holds(facts)) continue;
    const auto place = static_cast<std::size_t>(facts.at(fact));
    if (sums.size() <= place) sums.resize(place + 1, 0);
    sums[place] += p;
  }
  const long double all = probability(told, event);
  std::vector<double> law;
  for (const long double sum : sums) law.push_back(static_cast<double>(sum / all));
  return law;
}

void expect_law(const Distribution& ours, const std::vector<double>& theirs,
                const std::string& what) {
  for (int k = 0; k <= std::max(ours.max(), static_cast<int>(theirs.size()) - 1); ++k) {
    const auto place = static_cast<std::size_t>(k);
    ASSERT_NEAR(ours.probability(k), place < theirs.size() ? theirs[place] : 0.0, tolerance)
        << what << ", " << k;
  }
}

/// An answer under an event has the laws that every way of the dice gives.
void expect_under(const FightAnswer& answer, const Told& told, const RandomEvent& event) {
  for (const Side side : both_sides) {
    const std::string who = std::string(to_string(side)) + ".";
    const Deals& deals = answer.deals[side];
    expect_law(deals.damage, law_under(told, event, who + "damage"), event.text + ": damage");
    expect_law(deals.kills, law_under(told, event, who + "kills"), event.text + ": kills");
    for (std::size_t i = 0; i < answer.reports.size(); ++i) {
      const ReportSpec& report = answer.reports[i];
      if (report.kind != ReportKind::count) continue;
      const std::string name(report.name);
      expect_law(deals.reported[i], law_under(told, event, who + name), event.text + ": " + name);
    }
  }
}

/// The next match-up that the rules allow.
template <class System>
std::pair<testing::Matchup<System>, typename System::Fight> next_fight(
    testing::RandomMatchups<System>& matchups) {
  for (;;) {
    testing::Matchup<System> matchup = matchups.next();
    try {
      typename System::Fight fight = testing::prepare(matchup);
      return {std::move(matchup), std::move(fight)};
    } catch (const NoAnswer&) {
      continue;
    } catch (const InputError&) {
      continue;
    }
  }
}

TYPED_TEST(Outcomes, OfFightsAreThoseOfEveryWayOfTheDice) {
  using System = TypeParam;
  constexpr int wanted = 200;
  testing::RandomMatchups<System> matchups(testing::Size::handful, 36);
  RandomEvents events(names_in_fights(System::reports), 360);
  int compared = 0, conditional = 0;
  for (int drawn = 0; drawn < 8 * wanted && compared < wanted; ++drawn) {
    const auto [matchup, fight] = next_fight(matchups);
    const std::optional<Told> told = every_outcome(fight);
    if (!told) continue;
    ++compared;
    RandomEvent event = events.next();
    auto p = static_cast<double>(probability(*told, event));
    constexpr int redraws = 20;  // most are sure or impossible
    for (int again = 0; again < redraws && (p < 1e-9 || p > 1 - 1e-9); ++again) {
      event = events.next();
      p = static_cast<double>(probability(*told, event));
    }
    SCOPED_TRACE(event.text + "; " + testing::describe(matchup));
    const Event asked(event.text, OutcomeOf::fight);
    const FightQuestion question(fight, {{}, asked});
    if (p < 1e-9) {
      EXPECT_THROW(exact::fight(question), NoAnswer);
      continue;
    }
    const FightAnswer answer = exact::fight(question);
    ASSERT_NEAR(answer.condition->p.value, p, tolerance);
    expect_under(answer, *told, event);
    conditional += p < 1 - 1e-9 ? 1 : 0;
  }
  EXPECT_EQ(compared, wanted);
  EXPECT_GT(conditional, 30);  // in Magewinds the defender deals nothing
}

// Damage of both sides, as the second statement of the rules has it.
TYPED_TEST(Outcomes, OfDamageAreThoseOfTheSecondStatement) {
  using System = TypeParam;
  constexpr int wanted = 200;
  testing::RandomMatchups<System> matchups(testing::Size::handful, 37);
  RandomEvents events({"attacker.damage", "defender.damage"}, 370);
  int compared = 0;
  for (int drawn = 0; drawn < 8 * wanted && compared < wanted; ++drawn) {
    const auto [matchup, fight] = next_fight(matchups);
    const reference::Result should = testing::play_reference(matchup);
    if (!should.legal) continue;
    ++compared;
    const RandomEvent event = events.next();
    double p = 0;
    for (std::size_t row = 0; row < should.joint_damage.size(); ++row) {
      for (std::size_t column = 0; column < should.joint_damage[row].size(); ++column) {
        const FactsByName facts{{"attacker.damage", static_cast<int>(row)},
                                {"defender.damage", static_cast<int>(column)}};
        if (event.holds(facts)) p += should.joint_damage[row][column];
      }
    }
    const FightAnswer answer =
        exact::fight({fight, {{OutcomeColumn(Event(event.text, OutcomeOf::fight))}}});
    ASSERT_NEAR(answer.laws.front().probability().value, p, tolerance)
        << event.text << "; " << testing::describe(matchup);
  }
  EXPECT_EQ(compared, wanted);
}

/// Among all outcomes: P(at most), P(at least), P(less) + P(equal) / 2 and the mean of a number.
struct Placed {
  long double at_most = 0, at_least = 0, percentile = 0, mean = 0;
};
template <class NumberOf>
Placed placed(const Told& told, const FactsByName& seen, const NumberOf& number_of) {
  Placed place;
  const int happened = number_of(seen);
  for (const auto& [facts, p] : told) {
    const int number = number_of(facts);
    place.at_most += number <= happened ? p : 0.0L;
    place.at_least += number >= happened ? p : 0.0L;
    place.percentile += number < happened ? p : number == happened ? p / 2 : 0.0L;
    place.mean += p * static_cast<long double>(number);
  }
  return place;
}

void expect_luck(const Luck& ours, const Placed& theirs) {
  const auto near = [](const Estimate& estimate, long double should) {
    EXPECT_NEAR(estimate.value, static_cast<double>(should),
                estimate.half_width.value_or(tolerance));
  };
  near(ours.at_most, theirs.at_most);
  near(ours.at_least, theirs.at_least);
  near(ours.percentile, theirs.percentile);
  near(ours.expected, theirs.mean);
}

TYPED_TEST(Outcomes, LuckOfFightsIsThatOfEveryWayOfTheDice) {
  using System = TypeParam;
  constexpr int wanted = 60;
  testing::RandomMatchups<System> matchups(testing::Size::handful, 41);
  testing::RandomNumbers random(410);
  const std::vector<std::string> names{"attacker.kills", "defender.kills", "attacker.hits"};
  int compared = 0;
  for (int drawn = 0; drawn < 8 * wanted && compared < wanted; ++drawn) {
    const auto [matchup, fight] = next_fight(matchups);
    const std::optional<Told> told = every_outcome(fight);
    if (!told) continue;
    ++compared;
    const int place = random.between(0, static_cast<int>(told->size()) - 1);
    const FactsByName& seen = std::next(told->begin(), place)->first;
    std::string text;
    for (const std::string& name : names) {
      text += fmt::format("{}{}={}", text.empty() ? "" : ",", name, seen.at(name));
    }
    SCOPED_TRACE(text + "; " + testing::describe(matchup));
    const auto observed = parse_observed(text, OutcomeOf::fight);
    // Of kills alone there is a sum of whole numbers.
    const std::vector<ObservedFact> kills(observed.begin(), observed.begin() + 2);
    const FightQuestion question(fight, {{columns_of(observed), columns_of(kills)}});
    sim::Options options;
    options.trials = 10'000;
    options.confidence = 0.99999999;
    options.seed = static_cast<std::uint64_t>(compared);
    const auto net_kills = [](const FactsByName& facts) {
      return facts.at("attacker.kills") - facts.at("defender.kills");
    };
    for (const FightAnswer& answer : {exact::fight(question), sim::simulate(question, options)}) {
      const LuckOfOutcome luck = luck_of(observed, answer.laws[0]);
      ASSERT_EQ(luck.facts.size(), names.size());
      for (std::size_t i = 0; i < names.size(); ++i) {
        expect_luck(luck.facts[i],
                    placed(*told, seen, [&](const auto& facts) { return facts.at(names[i]); }));
      }
      const LuckOfOutcome of_kills = luck_of(kills, answer.laws[1]);
      ASSERT_TRUE(of_kills.sum && !of_kills.in_deviations);
      expect_luck(*of_kills.sum, placed(*told, seen, net_kills));
    }
  }
  EXPECT_EQ(compared, wanted);
}

/// All values of some columns as one list, and how often each was seen.
void expect_alike(const OutcomeLaw& law, const OutcomeLaw& seen, double level,
                  const std::string& what) {
  std::map<std::vector<double>, std::pair<double, std::uint64_t>> cells;
  for (const auto& [values, p] : law.sums()) cells[values].first = p;
  for (const auto& [values, trials] : seen.counts()) cells[values].second = trials;
  Eigen::ArrayXd pmf(static_cast<Eigen::Index>(cells.size()));
  std::vector<std::uint64_t> counts;
  for (const auto& [values, cell] : cells) {
    pmf[static_cast<Eigen::Index>(counts.size())] = cell.first;
    counts.push_back(cell.second);
  }
  const ChiSquare test = chi_square(pmf, counts);
  ASSERT_EQ(test.impossible, -1) << what;
  ASSERT_GE(test.p_value, level) << what << ": chi-square " << test.statistic << " with "
                                 << test.degrees;
}

TYPED_TEST(Outcomes, AreThoseOfDiceInFights) {
  using System = TypeParam;
  constexpr int wanted = 60;
  const double level = sidak_level(1e-6, 2 * wanted);
  testing::RandomMatchups<System> matchups(testing::Size::tableful, 38);
  RandomEvents events(names_in_fights(System::reports), 380);
  int compared = 0;
  while (compared < wanted) {
    const auto [matchup, fight] = next_fight(matchups);
    const Event event(events.next().text, OutcomeOf::fight);
    const OutcomeColumns damage{event, parse_fact("attacker.damage", OutcomeOf::fight)};
    const OutcomeColumns hits{parse_fact("attacker.hits", OutcomeOf::fight),
                              parse_fact("defender.kills", OutcomeOf::fight)};
    const FightQuestion question(fight, {{damage, hits}});
    if (testing::takes_more_than(0.05, [&] { exact::fight(question); })) continue;
    sim::Options options;
    options.trials = 20'000;
    options.seed = static_cast<std::uint64_t>(compared) + 1;
    const FightAnswer law = exact::fight(question);
    const FightAnswer seen = sim::simulate(question, options);
    const std::string what = event.text() + "; " + testing::describe(matchup);
    for (std::size_t i = 0; i < 2; ++i) expect_alike(law.laws[i], seen.laws[i], level, what);
    ++compared;
  }
}

const std::vector<std::string> names_in_battles{"attacker.survivors", "defender.survivors",
                                                "attacker.kills", "defender.kills", "rounds"};

TYPED_TEST(Outcomes, OfBattlesAddUpAndAreThoseOfDice) {
  using System = TypeParam;
  constexpr int wanted = 100, most_rounds = 40;
  const double level = sidak_level(1e-6, wanted);
  testing::RandomBattles<System> battles(39);
  RandomEvents events(names_in_battles, 390);
  for (int drawn = 0; drawn < wanted; ++drawn) {
    const auto [matchup, battle] = battles.next();
    const Event event(events.next().text, OutcomeOf::battle);
    SCOPED_TRACE(event.text() + "; " + testing::describe(matchup));
    const auto fact = [](const char* name) { return parse_fact(name, OutcomeOf::battle); };
    const OutcomeColumns all{Event("win", OutcomeOf::battle), event, fact("attacker.survivors"),
                             fact("defender.survivors"), fact("rounds")};
    const std::vector<AskedLaw> asked{
        all, {event}, OutcomeColumns{event, fact("rounds")}, {{fact("rounds")}, event}};
    const BattleAnswer answer = exact::battle({battle, most_rounds, asked}, {});
    const OutcomeLaw& law = answer.laws[0];
    // Its marginals are what the answer says.
    double sum = 0, p = 0;
    for (const auto& [values, of_values] : law.sums()) {
      sum += of_values;
      p += values[1] != 0 ? of_values : 0;
    }
    ASSERT_NEAR(sum, 1, 1e-12);
    ASSERT_NEAR(law.probability(0).value, answer.win(Side::attacker).value, tolerance);
    expect_law(*law.of(2),
               {answer.survivors.attacker.pmf().begin(), answer.survivors.attacker.pmf().end()},
               "survivors");
    expect_law(*law.of(4), {answer.rounds.pmf().begin(), answer.rounds.pmf().end()}, "rounds");
    // The law of total probability, over the rounds.
    ASSERT_NEAR(answer.laws[1].probability().value, p, 1e-13);
    double total = 0;
    for (int k = 0; k <= most_rounds; ++k) {
      const Distribution rounds = *answer.laws[2].of(1);
      const auto under = answer.laws[3].of();
      if (under) total += under->probability(k) * answer.laws[2].probability(0).value;
      ASSERT_LE(under ? under->probability(k) * p : 0, rounds.probability(k) + 1e-15);
    }
    ASSERT_NEAR(total, p, 1e-13);
    sim::Options options;
    options.trials = 20'000;
    options.seed = static_cast<std::uint64_t>(drawn) + 1;
    const BattleAnswer seen = sim::simulate_battle(battle, most_rounds, options, asked);
    expect_alike(law, seen.laws[0], level, "battle");
  }
}

// One Raider each, all dice to attack: the attacker wounds with 3/10, the defender with 5/10. Of
// the rounds in which something happens 15 of 65 end with the attacker alone.
TEST(OutcomesByHand, OfABattleOfTwoRaiders) {
  const auto battle = testing::said_battle<RaidersOfArcana>(
      "figures=1;hp=1;cd=1;as=10;db=0;arm=8;fatigue=0",
      "figures=1;hp=1;cd=1;as=10;db=0;arm=6;fatigue=0", "attacker-attack=all;defender-attack=all");
  const auto odds = [&](const std::string& event, const std::string& given = "") {
    AskedLaw law{Event(event, OutcomeOf::battle)};
    if (!given.empty()) law.given = Event(given, OutcomeOf::battle);
    return exact::battle({battle, 0, {{law}}}, {}).laws[0].probability().value;
  };
  const double a = odds("win and rounds = 1"), both = odds("both_destroyed and rounds = 1"),
               d = odds("lose and rounds = 1");
  const double goes_on = 1 - a - both - d;
  // The rounds are alike: what happens in the second is what happens in the first.
  EXPECT_NEAR(odds("win and rounds <= 2"), a * (1 + goes_on), 1e-15);
  EXPECT_NEAR(odds("win"), a / (1 - goes_on), 1e-14);
  EXPECT_NEAR(odds("win", "rounds = 3"), a / (1 - goes_on), 1e-14);
  EXPECT_NEAR(odds("rounds = 1", "win"), 1 - goes_on, 1e-14);
  EXPECT_NEAR(odds("attacker.survivors = 1 and defender.kills = 0", "win"), 1, 1e-15);
  EXPECT_NEAR(odds("defender.kills = 1"), (both + d) / (1 - goes_on), 1e-14);
}

TEST(OutcomesByHand, OfFiguresByGroup) {
  // Two figures of one hit point, of which the owner gives up the Man first.
  const auto battle = testing::said_battle<ArcaneLegions>(
      "figures=1;red=1", "points=0 | name=Chief;hp=1;red=1;white=1 | name=Man;hp=1",
      "turns=attacker-only");
  const auto fact = [](const char* name) { return parse_fact(name, OutcomeOf::battle); };
  const OutcomeColumns both{fact("defender[Chief].survivors"), fact("attacker.kills[man]")};
  const BattleAnswer answer = exact::battle({battle, 0, {{both}}}, {});
  // The Chief never falls before the Man.
  for (const auto& [values, p] : answer.laws[0].sums()) {
    EXPECT_TRUE(p == 0 || values[0] == 1 || values[1] == 1);
  }
  EXPECT_THROW(exact::battle({battle, 0, {{OutcomeColumn(fact("attacker[Chief].survivors"))}}}, {}),
               NoAnswer);
}

TEST(Conditions, ThatAreSureChangeNothing) {
  const auto fight = testing::prepare<RaidersOfArcana>("figures=4;as=5", "figures=3;as=6", "");
  const Event sure("attacker.kills >= 0", OutcomeOf::fight);
  const FightAnswer under = exact::fight({fight, {{}, sure}});
  const auto given = testing::quantities(under);
  const auto plain_fight = testing::quantities(exact::fight(fight));
  ASSERT_EQ(given.size(), plain_fight.size());
  for (const auto& [name, law] : plain_fight) {
    EXPECT_THAT(given.at(name), ::testing::Pointwise(::testing::DoubleNear(1e-15), law)) << name;
  }
  const auto battle = testing::said_battle<RaidersOfArcana>("figures=4;as=5", "figures=3;as=6", "");
  const Event sure_too("attacker.survivors <= 4", OutcomeOf::battle);
  const BattleAnswer answer = exact::battle({battle, 0, {{}, sure_too}}, {});
  const BattleAnswer plain = exact::battle({battle}, {});
  EXPECT_GE(answer.by_round.size(), plain.by_round.size());
  const auto near = [](const Distribution& x, const Distribution& y) {
    EXPECT_THAT(x.pmf(), ::testing::Pointwise(::testing::DoubleNear(1e-14), y.pmf()));
  };
  near(answer.survivors.attacker, plain.survivors.attacker);
  near(answer.ends, plain.ends);
}

TEST(Conditions, OfASimulationHaveTheWidthsOfItsTrials) {
  const auto fight =
      testing::prepare<RaidersOfArcana>("figures=4;as=5", "figures=3;as=6", "attacker-attack=all");
  const Event event("attacker.kills >= 2", OutcomeOf::fight);
  sim::Options options;
  options.trials = 50'000;
  const FightAnswer answer = sim::simulate({fight, {{}, event}}, options);
  const Distribution all = sim::simulate(AnyFight(fight), options).deals.attacker.kills;
  const Condition condition = *answer.condition;
  EXPECT_EQ(condition.trials, answer.deals.attacker.kills.trials());
  ASSERT_EQ(all.max(), 3);
  EXPECT_EQ(condition.trials, all.counts()[2] + all.counts()[3]);
  EXPECT_EQ(answer.deals.attacker.kills.counts()[2], all.counts()[2]);
  EXPECT_GT(*answer.deals.attacker.kills.estimate(2).half_width, *all.estimate(2).half_width);
  options.trials = 64;
  const Event rare("attacker.kills >= 3 and defender.kills >= 4", OutcomeOf::fight);
  EXPECT_THROW(sim::simulate({fight, {{}, rare}}, options), NoAnswer);
}

}  // namespace
}  // namespace warodds
