// Laws of several facts of one outcome of a battle of sides of several units: against the second
// statement of such battles in exact fractions, and one engine against the other.
#include "core/answer/battle_outcome.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "core/answer/luck.h"
#include "core/numbers/chi_square.h"
#include "core/text/error.h"
#include "exact/solve/solve.h"
#include "sim/battle.h"
#include "tests/support/drawn_armies.h"
#include "tests/support/random_event.h"
#include "tests/support/system_types.h"
#include "tests/support/work.h"

namespace warodds {
namespace {

using testing::FactsByName;
using testing::RandomEvent;
using testing::RandomEvents;

constexpr double tolerance = 1e-12;

template <class System>
class ArmyOutcomes : public ::testing::Test {};
TYPED_TEST_SUITE(ArmyOutcomes, testing::DrawnSystems, testing::SystemName);

OutcomeFact fact_called(const std::string& name) { return parse_fact(name, OutcomeOf::battle); }

PerSide<std::vector<std::string>> names_of(const BattleQuestion& question) {
  PerSide<std::vector<std::string>> names;
  std::visit(
      [&](const auto& battle) {
        for (const Side side : both_sides) {
          for (int unit = 0; unit < battle.size(side); ++unit) {
            names[side].push_back(battle.name(side, unit));
          }
        }
      },
      question.battle);
  return names;
}

/// An outcome by the names that events have for its facts.
FactsByName told(const reference::ArmyBattle::Outcome& outcome,
                 const reference::ArmyBattle::Outcome& at_first,
                 const PerSide<std::vector<std::string>>& names) {
  FactsByName facts;
  if (outcome.rounds >= 0) facts["rounds"] = outcome.rounds;
  for (const Side side : both_sides) {
    const int s = side == Side::attacker ? 0 : 1;
    const std::string own = to_string(side), enemy = to_string(enemy_of(side));
    const auto sum = [](const std::vector<int>& of) {
      return std::accumulate(of.begin(), of.end(), 0);
    };
    const int left = sum(outcome.figures[s]);
    facts[own + ".survivors"] = left;
    facts[own + ".destroyed"] = left == 0 ? 1 : 0;
    facts[own + ".hit-points-left"] = sum(outcome.hit_points[s]);
    facts[enemy + ".kills"] = sum(at_first.figures[s]) - left;
    for (std::size_t unit = 0; unit < names[side].size(); ++unit) {
      const std::string& name = names[side][unit];
      const int of_unit = outcome.figures[s][unit];
      facts[fmt::format("{}[{}].survivors", own, name)] = of_unit;
      facts[fmt::format("{}[{}].destroyed", own, name)] = of_unit == 0 ? 1 : 0;
      facts[fmt::format("{}[{}].hit-points-left", own, name)] = outcome.hit_points[s][unit];
      facts[fmt::format("{}.kills[{}]", enemy, name)] = at_first.figures[s][unit] - of_unit;
    }
  }
  for (const char* end : {"win", "lose", "both_destroyed", "retreated", "undecided"}) {
    facts[end] = outcome.end == end ? 1 : 0;
  }
  for (const char* ahead : {"ahead", "behind", "even"}) facts[ahead] = outcome.ahead == ahead;
  return facts;
}

/// Everything that a battle may come to, and how likely it is.
using Told = std::vector<std::pair<FactsByName, double>>;

Told all_told(const reference::ArmyBattle& battle, const BattleQuestion& question,
              const PerSide<std::vector<std::string>>& names) {
  reference::ArmyBattle::Outcome at_first;
  std::visit(
      [&](const auto& of) {
        for (const Side side : both_sides) {
          for (const SideStates& states : of.states()[side]) {
            at_first.figures[side == Side::attacker ? 0 : 1].push_back(
                states.standing(states.opening()));
          }
        }
      },
      question.battle);
  Told all;
  for (const auto& [outcome, p] : battle.outcomes) {
    all.emplace_back(told(outcome, at_first, names), reference::as_double(p));
  }
  return all;
}

double probability(const Told& all, const RandomEvent& event) {
  double p = 0;
  for (const auto& [facts, of_facts] : all) p += event.holds(facts) ? of_facts : 0;
  return p;
}

/// What a battle may come to if the event holds, and how likely it is then.
std::vector<std::pair<const FactsByName*, double>> told_under(const Told& all,
                                                              const RandomEvent& event, double p) {
  std::vector<std::pair<const FactsByName*, double>> under;
  for (const auto& [facts, of_facts] : all) {
    if (event.holds(facts)) under.emplace_back(&facts, of_facts / p);
  }
  return under;
}

/// Both statements have rounding of their own, which a rare event makes larger.
double allowed(double p) { return tolerance / p; }

void expect_law(const Distribution& found, const std::map<int, double>& should, double p,
                const std::string& what) {
  double sum = 0;
  for (const auto& [value, of_value] : should) {
    ASSERT_NEAR(found.probability(value), of_value, allowed(p)) << what << ' ' << value;
    sum += found.probability(value);
  }
  ASSERT_NEAR(sum, 1, allowed(p)) << what;
}

void expect_under(const BattleAnswer& answer, const Told& all, const RandomEvent& event, double p,
                  bool with_rounds) {
  const auto under = told_under(all, event, p);
  const auto law = [&](const std::string& name) {
    std::map<int, double> law_of_fact;
    for (const auto& [facts, of_facts] : under) law_of_fact[facts->at(name)] += of_facts;
    return law_of_fact;
  };
  const auto is_so = [&](const std::string& name) { return law(name)[1]; };
  ASSERT_NEAR(answer.win(Side::attacker).value, is_so("win"), allowed(p));
  ASSERT_NEAR(answer.win(Side::defender).value, is_so("lose"), allowed(p));
  ASSERT_NEAR(answer.end(BattleEnd::retreated).value, is_so("retreated"), allowed(p));
  ASSERT_NEAR(answer.is_ahead(Ahead::attacker).value, is_so("ahead"), allowed(p));
  ASSERT_NEAR(answer.is_ahead(Ahead::even).value, is_so("even"), allowed(p));
  if (with_rounds) expect_law(answer.rounds, law("rounds"), p, "rounds");
  EXPECT_TRUE(answer.by_round.empty());
  for (const Side side : both_sides) {
    const std::string own = to_string(side);
    expect_law(answer.survivors[side], law(own + ".survivors"), p, own);
    for (const UnitAnswer& unit : answer.units[side]) {
      const std::string name = fmt::format("{}[{}].", own, unit.name);
      expect_law(unit.survivors, law(name + "survivors"), p, name);
      ASSERT_NEAR(unit.destroyed.value, is_so(name + "destroyed"), allowed(p)) << name;
      double mean = 0;
      for (const auto& [points, of_points] : law(name + "hit-points-left")) {
        mean += points * of_points;
      }
      ASSERT_NEAR(unit.mean_hit_points.value, mean, 20 * allowed(p)) << name;
      EXPECT_TRUE(unit.by_round.empty());
    }
  }
}

/// How lucky the likeliest of the outcomes in which the event holds was, in two facts of it.
/// `joint`: the law of these facts, under it.
void expect_luck(const OutcomeLaw& joint, const std::string& one, const std::string& other,
                 const Told& all, const RandomEvent& event, double p) {
  const auto under = told_under(all, event, p);
  const FactsByName& happened =
      *std::max_element(under.begin(), under.end(), [](const auto& a, const auto& b) {
         return a.second < b.second;
       })->first;
  const std::string text =
      fmt::format("{}={}, {}={}", one, happened.at(one), other, happened.at(other));
  const LuckOfOutcome luck = luck_of(parse_observed(text, OutcomeOf::battle), joint);
  for (const Luck& found : luck.facts) {
    const std::string& name = &found == &luck.facts.front() ? one : other;
    EXPECT_EQ(found.fact, name);
    double mean = 0, so_low = 0, so_high = 0;
    for (const auto& [facts, of_facts] : under) {
      mean += facts->at(name) * of_facts;
      if (facts->at(name) <= happened.at(name)) so_low += of_facts;
      if (facts->at(name) >= happened.at(name)) so_high += of_facts;
    }
    ASSERT_NEAR(found.expected.value, mean, 20 * allowed(p)) << text;
    ASSERT_NEAR(found.at_most.value, so_low, allowed(p)) << text;
    ASSERT_NEAR(found.at_least.value, so_high, allowed(p)) << text;
    ASSERT_NEAR(found.percentile.value, (so_low + 1 - so_high) / 2, allowed(p)) << text;
  }
}

/// A random event of which something may be said besides how it ends.
RandomEvent next_event(RandomEvents& events, testing::Draw& draw) {
  RandomEvent event = events.next();
  if (!draw.one_in(3)) return event;
  const std::string end = draw.one_of({"win", "lose", "undecided", "behind", "even"});
  return {fmt::format("({}) or {}", event.text, end),
          [holds = event.holds, end](const FactsByName& facts) {
            return holds(facts) || facts.at(end) == 1;
          }};
}

TYPED_TEST(ArmyOutcomes, AreThoseOfTheSecondStatement) {
  constexpr testing::ArmySystem system = testing::system_of<TypeParam>();
  constexpr int wanted = 200, of_battle = 5;
  testing::Draw draw(411);
  int compared = 0, conditional = 0, lucky = 0;
  for (int number = 0; compared < wanted; ++number) {
    const bool many = system != testing::ArmySystem::dwethia_skirmish && number % 5 == 4;
    const testing::Drawn drawn = draw.battle(system, many ? 3 : 2);
    if (testing::is_of_two_units<TypeParam>(drawn)) continue;
    BattleQuestion question = testing::question_of<TypeParam>(drawn);
    SCOPED_TRACE(testing::in_words(drawn));
    const reference::ArmyBattle should = reference::army_battle(
        system, drawn.attacker, drawn.defender, drawn.situation, drawn.cap, 0);
    // Facts by name are slow; of the many battles some are small enough.
    constexpr std::size_t most_outcomes = 400;
    if (should.outcomes.size() > most_outcomes) continue;
    const PerSide<std::vector<std::string>> names = names_of(question);
    const Told all = all_told(should, question, names);
    std::vector<std::string> facts;
    for (const auto& [name, value] : all.front().first) {
      // How it ends is no number.
      if (name == "rounds" || name.find('.') != std::string::npos) facts.push_back(name);
    }
    RandomEvents events(facts, static_cast<std::uint64_t>(number));
    std::vector<RandomEvent> asked;
    const std::string one_fact = draw.one_of(facts);
    std::vector<std::string> another;
    std::size_t number_of_event = 0;
    for (int i = 0; i < of_battle; ++i) {
      asked.push_back(next_event(events, draw));
      constexpr int redraws = 20;  // most are sure or impossible
      for (int again = 0; again < redraws; ++again) {
        const double p = probability(all, asked.back());
        if (p > 1e-9 && p < 1 - 1e-9) break;
        asked.back() = next_event(events, draw);
      }
      const Event event(asked.back().text, OutcomeOf::battle);
      another.push_back(draw.one_of(facts));
      question.asked.besides.push_back(
          OutcomeColumns{event, fact_called(one_fact), fact_called(another.back())});
      question.asked.besides.push_back(
          {{fact_called(one_fact), fact_called(another.back())}, event});
    }
    const BattleAnswer answer = exact::battle(question, {});
    for (const RandomEvent& one : asked) {
      SCOPED_TRACE(one.text);
      ++compared;
      const Event event(one.text, OutcomeOf::battle);
      const double p = probability(all, one);
      const OutcomeColumns with_event{event, fact_called(one_fact),
                                      fact_called(another[number_of_event++])};
      const OutcomeLaw& joint = law_of(with_event, answer.laws);
      ASSERT_NEAR(joint.probability().value, p, tolerance);
      std::map<std::vector<double>, double> should_be;
      for (const auto& [values, of_values] : all) {
        should_be[{one.holds(values) ? 1.0 : 0.0, 1.0 * values.at(one_fact),
                   1.0 * values.at(another[number_of_event - 1])}] += of_values;
      }
      for (const auto& [values, of_values] : joint.sums()) {
        ASSERT_NEAR(of_values, should_be[values], tolerance);
      }
      BattleQuestion given = question;
      given.asked = LawsAsked({}, event);
      if (p < 1e-9) {
        EXPECT_THROW(exact::battle(given, {}), NoAnswer);
        continue;
      }
      const std::string& other_fact = another[number_of_event - 1];
      if (one_fact != other_fact) {
        ++lucky;
        const AskedLaw of_both{{fact_called(one_fact), fact_called(other_fact)}, event};
        expect_luck(law_of(of_both, answer.laws), one_fact, other_fact, all, one, p);
      }
      const BattleAnswer under = exact::battle(given, {});
      ASSERT_NEAR(under.condition->p.value, p, tolerance);
      if (p > 1 - 1e-9) continue;
      ++conditional;
      expect_under(under, all, one, p, drawn.cap > 0);
      if (this->HasFatalFailure()) return;
    }
  }
  EXPECT_GT(conditional, wanted / 4);
  EXPECT_GT(lucky, wanted / 4);
}

/// All values of some columns as one list, and how often each was seen.
void expect_seen(const OutcomeLaw& law, const OutcomeLaw& seen, double level) {
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
  ASSERT_EQ(test.impossible, -1);
  ASSERT_GE(test.p_value, level) << "chi-square " << test.statistic << " with " << test.degrees;
}

TYPED_TEST(ArmyOutcomes, AddUpAndAreThoseOfDice) {
  constexpr int wanted = 30, most_rounds = 30;
  const double level = sidak_level(1e-6, 2 * wanted);
  testing::Draw draw(412);
  for (int compared = 0; compared < wanted;) {
    const testing::Drawn drawn = draw.battle(testing::system_of<TypeParam>(), 3);
    if (testing::is_of_two_units<TypeParam>(drawn)) continue;
    BattleQuestion question = testing::question_of<TypeParam>(drawn);
    if (question.rounds == 0) question.rounds = most_rounds;
    if (testing::takes_more_than(0.02, [&] { exact::battle(question, {}); })) {
      continue;
    }
    SCOPED_TRACE(testing::in_words(drawn));
    const PerSide<std::vector<std::string>> names = names_of(question);
    const std::string last = fmt::format("defender[{}].survivors", names.defender.back());
    const std::string first = fmt::format("attacker[{}].hit-points-left", names.attacker.front());
    const Event event(fmt::format("{} = 0 or rounds < 3 and not lose", last), OutcomeOf::battle);
    question.asked.besides = {OutcomeColumns{event, fact_called("rounds"), fact_called(first)},
                              OutcomeColumns{fact_called(last), fact_called("attacker.kills")},
                              {event},
                              OutcomeColumns{event, fact_called("rounds")}};
    const BattleAnswer answer = exact::battle(question, {});
    const BattleAnswer plain = exact::battle({question.battle, question.rounds}, {});
    EXPECT_EQ(answer.ends, plain.ends);
    EXPECT_EQ(answer.rounds, plain.rounds);
    // Of the whole event, by parts of it.
    double sum = 0, total = 0;
    for (const auto& [values, p] : law_of(question.asked.besides[0], answer.laws).sums()) {
      sum += p;
      total += values[0] != 0 ? p : 0;
    }
    ASSERT_NEAR(sum, 1, 1e-12);
    const double whole = answer.laws[2].probability().value;
    ASSERT_NEAR(total, whole, 1e-13);
    double by_rounds = 0;
    const Distribution rounds = *answer.laws[3].of(1);
    for (int k = 0; k <= rounds.max(); ++k) {
      double of_k = 0, of_event = 0;
      for (const auto& [values, p] : law_of(question.asked.besides[3], answer.laws).sums()) {
        if (values[1] != k) continue;
        of_k += p;
        of_event += values[0] != 0 ? p : 0;
      }
      if (of_k > 0) by_rounds += of_event / of_k * rounds.probability(k);
    }
    ASSERT_NEAR(by_rounds, whole, 1e-13);
    sim::Options options;
    options.trials = 5'000;
    options.seed = static_cast<std::uint64_t>(++compared);
    const BattleAnswer seen =
        sim::simulate_battle(question.battle, question.rounds, options, question.asked.besides);
    for (std::size_t law = 0; law < 2; ++law) {
      expect_seen(answer.laws[law], seen.laws[law], level);
      if (this->HasFatalFailure()) return;
    }
  }
}

/// Two Raiders of one name, and one more, against three.
BattleQuestion raiders(int rounds) {
  const auto unit = [](const char* name, const char* figures) {
    const reference::Unit said{{{"figures", figures}, {"cd", "2"}, {"as", "6"}, {"arm", "4"}}, {}};
    return ArmyUnit<RaidersOfArcana>{testing::unit_of<RaidersOfArcana>(name, said), {}};
  };
  Army<RaidersOfArcana> attacker{{unit("Guard", "1"), unit("Guard", "1"), unit("Old", "2")}, {}};
  Army<RaidersOfArcana> defender{{unit("Mob", "3"), unit("Guard", "1")}, {}};
  return {Battle<RaidersOfArcana>({attacker, defender}, {}), rounds};
}

TEST(ArmyOutcomesByName, OfUnitsOfOneNameAreOfOneOrOfAll) {
  BattleQuestion question = raiders(0);
  const auto law = [](const char* text) { return OutcomeColumns{Event(text, OutcomeOf::battle)}; };
  question.asked.besides = {
      law("attacker[guard 1].destroyed and attacker[Guard 2].destroyed"),
      law("attacker[Guard].destroyed"), law("attacker[Guard].survivors = 1"),
      law("attacker[Guard 1].survivors = 1 and attacker[Guard 2].survivors = 0 or "
          "attacker[Guard 1].survivors = 0 and attacker[Guard 2].survivors = 1")};
  const BattleAnswer answer = exact::battle(question, {});
  const auto p = [&](std::size_t i) { return answer.laws[i].probability().value; };
  EXPECT_GT(p(0), 0.01);
  EXPECT_EQ(p(0), p(1));
  EXPECT_GT(p(2), 0.01);
  EXPECT_EQ(p(2), p(3));
  question.asked.besides = {law("attacker[Mob].destroyed")};
  EXPECT_THROW(exact::battle(question, {}), NoAnswer);
  EXPECT_THROW(sim::simulate_battle(question.battle, 0, {}, question.asked.besides), NoAnswer);
}

TEST(ArmyConditions, ThatAreSureChangeNothing) {
  BattleQuestion question = raiders(0);
  const Event sure("attacker.survivors <= 4 and rounds >= 0", OutcomeOf::battle);
  const BattleAnswer plain = exact::battle(question, {});
  question.asked.given = sure;
  const BattleAnswer answer = exact::battle(question, {});
  const auto near = [](const Distribution& x, const Distribution& y) {
    EXPECT_THAT(x.pmf(), ::testing::Pointwise(::testing::DoubleNear(1e-14), y.pmf()));
  };
  near(answer.ends, plain.ends);
  EXPECT_NEAR(answer.mean_rounds.value, plain.mean_rounds.value, 1e-12);
  EXPECT_GE(answer.by_round.size(), plain.by_round.size());
  for (const Side side : both_sides) {
    near(answer.survivors[side], plain.survivors[side]);
    for (std::size_t unit = 0; unit < plain.units[side].size(); ++unit) {
      near(answer.units[side][unit].survivors, plain.units[side][unit].survivors);
      EXPECT_NEAR(answer.units[side][unit].mean_hit_points.value,
                  plain.units[side][unit].mean_hit_points.value, 1e-13);
    }
  }
}

// A battle to the end that is left by less than 1e-12 goes on for the laws of rounds alone.
TEST(ArmyConditions, OfManyRoundsAreFollowedBeyondWhatIsShown) {
  BattleQuestion question = raiders(0);
  const int shown = exact::battle(question, {}).rounds.max();
  question.asked.besides = {{fact_called("rounds")}};
  const BattleAnswer answer = exact::battle(question, {});
  const Distribution rounds = *law_of(question.asked.besides[0], answer.laws).of(0);
  EXPECT_GT(rounds.max(), shown);
  EXPECT_GT(rounds.probability(shown + 1), 0);
  // What is left falls by the same share from round to round.
  const double ratio = rounds.probability(shown + 1) / rounds.probability(shown);
  EXPECT_NEAR(rounds.probability(shown + 2) / rounds.probability(shown + 1), ratio, 1e-2);
}

TEST(ArmyConditions, OfASimulationHaveTheWidthsOfItsTrials) {
  BattleQuestion question = raiders(0);
  const Event event("attacker[Guard 1].destroyed", OutcomeOf::battle);
  sim::Options options;
  options.trials = 20'000;
  const BattleAnswer plain = sim::simulate_battle(question.battle, 0, options);
  const std::uint64_t destroyed = plain.units.attacker[0].survivors.counts()[0];
  const double all = *plain.units.attacker[2].destroyed.half_width;
  const BattleAnswer answer = sim::simulate_battle(question.battle, 0, options, {{}, event});
  EXPECT_EQ(answer.condition->trials, destroyed);
  EXPECT_EQ(answer.units.attacker[0].destroyed.value, 1);
  EXPECT_EQ(answer.survivors.attacker.trials(), destroyed);
  EXPECT_GT(*answer.units.attacker[2].destroyed.half_width, all / 2);
}

TEST(ArmyWork, OfFightsThatTakeLongIsKnownBeforeTheyAreWorkedOut) {
  const auto unit = [](const reference::Unit& said) {
    return ArmyUnit<ArcaneLegions>{testing::unit_of<ArcaneLegions>("Unit", said), {}};
  };
  const reference::Unit many{
      {{"red", "1"}, {"extra-attack", "2000"}, {"force-defence-reroll", "2"}}, {}};
  const reference::Unit few{{{"red", "1"}, {"white", "5"}, {"force-attack-reroll", "1"}}, {}};
  const Army<ArcaneLegions> attacker{{unit(many), unit(many)}, {}}, defender{{unit(few)}, {}};
  const BattleQuestion question{Battle<ArcaneLegions>({attacker, defender}, {}), 0};
  EXPECT_TRUE(testing::takes_more_than(60, [&] { exact::battle(question, {}); }));
}

TEST(ArmyWork, IsOfWhatIsAsked) {
  BattleQuestion question = raiders(10);
  const auto seconds = [&] { return testing::seconds_of([&] { exact::battle(question, {}); }); };
  const double plain = seconds();
  question.asked.given = Event("rounds > 2", OutcomeOf::battle);
  const double more = seconds();
  EXPECT_GT(more, plain);
  question.asked.besides = {{fact_called("rounds")}};
  EXPECT_GT(seconds(), more);
}

}  // namespace
}  // namespace warodds
