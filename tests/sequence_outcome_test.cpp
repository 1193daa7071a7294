// Laws of several facts of one outcome of a sequence: against every face of every die of every
// step, dice on paper, and one engine against the other.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "core/answer/sequence_outcome.h"
#include "core/numbers/chi_square.h"
#include "core/text/error.h"
#include "exact/sequence/sequence.h"
#include "sim/sequence.h"
#include "tests/support/matchup_of.h"
#include "tests/support/naive_dice.h"
#include "tests/support/random_event.h"
#include "tests/support/random_sequence.h"
#include "tests/support/system_types.h"
#include "tests/support/work.h"

namespace warodds {
namespace {

using testing::FactsByName;
using testing::RandomEvent;
using testing::RandomEvents;

constexpr double tolerance = 1e-12;

template <class System>
class SequenceOutcomesOf : public ::testing::Test {};
TYPED_TEST_SUITE(SequenceOutcomesOf, testing::EverySystem, testing::SystemName);

constexpr int price_of_target = 5;
constexpr int price_in_first_step = 2;  ///< and 1 more in each that follows

template <class Unit>
int figures_of(const Unit& unit) {
  int figures = 0;
  if constexpr (requires { unit.groups.front().own_points; }) {
    for (const auto& group : unit.groups) figures += group.count;
  }
  if (figures > 0) return figures;
  if constexpr (requires { unit.figures; }) return unit.figures;
  if constexpr (requires { unit.models; }) return unit.models;
  return 1;
}

/// Every figure of one unit costs the same. Whether both sides have any points then: abilities have
/// none.
template <class System>
bool give_points(testing::SequenceParts<System>& parts) {
  parts.target.points = price_of_target * figures_of(parts.target);
  int price = price_in_first_step;
  bool any = false;
  for (auto& step : parts.steps) {
    if (auto* attack = std::get_if<typename Sequence<System>::Attack>(&step)) {
      attack->unit.points = price * figures_of(attack->unit);
      any = true;
    }
    ++price;
  }
  return any;
}

OutcomeFact fact_named(const std::string& name) { return parse_fact(name, OutcomeOf::sequence); }

template <class System>
class EveryFaceOf {
 public:
  /// How a sequence may go: the facts of each outcome by name, and how likely it is.
  using Told = std::map<FactsByName, long double>;

  explicit EveryFaceOf(const Sequence<System>& sequence)
      : sequence_(sequence), target_(sequence.target()) {}

  /// Nothing where there are too many.
  std::optional<Told> told() {
    std::map<State, long double> now{{State{target_.opening(), false, {}}, 1.0L}};
    for (const PlannedStep& planned : sequence_.planned_steps(sequence_.given_order())) {
      std::map<State, long double> next;
      for (const auto& [state, p] : now) {
        if (!step(planned, state, p, next)) return std::nullopt;
      }
      constexpr std::size_t most = 3'000;
      if (next.size() > most) return std::nullopt;
      now = std::move(next);
    }
    Told told;
    for (auto& [state, p] : now) {
      FactsByName facts = state.facts;
      const int last = static_cast<int>(sequence_.size());
      facts["survivors"] = facts[fmt::format("step[{}].survivors", last)];
      facts["destroyed"] = facts[fmt::format("step[{}].destroyed", last)];
      facts["retreated"] = state.away ? 1 : 0;
      told[facts] += p;
    }
    return told;
  }

 private:
  struct State {
    int state;
    bool away;
    FactsByName facts;
    bool operator<(const State& other) const {
      return std::tie(state, away, facts) < std::tie(other.state, other.away, other.facts);
    }
  };
  using Stories = std::map<testing::Story, long double>;

  bool step(const PlannedStep& planned, const State& from, long double p,
            std::map<State, long double>& next) {
    const std::string name = fmt::format("step[{}].", planned.step + 1);
    FactsByName own;
    for (const char* of : {"damage", "kills", "losses", "hits", "attacker.points-lost",
                           "defender.points-lost", "swing"}) {
      own[of] = 0;
    }
    const bool needed = !from.away && !target_.gone(from.state);
    const auto arrive = [&](int state, bool takes_place, long double weight) {
      State then{state, from.away, from.facts};
      then.away =
          from.away || (takes_place && sequence_.ends(planned.step) && !target_.gone(state));
      own["attacker.points-lost"] =
          (price_in_first_step + static_cast<int>(planned.step)) * own["losses"];
      own["defender.points-lost"] = price_of_target * own["kills"];
      own["swing"] = own["defender.points-lost"] - own["attacker.points-lost"];
      for (const auto& [of, value] : own) {
        then.facts[name + of] = value;
        then.facts[of] += value;
      }
      then.facts[name + "needed"] = needed ? 1 : 0;
      then.facts[name + "takes_place"] = takes_place ? 1 : 0;
      then.facts[name + "survivors"] = target_.standing(state);
      then.facts[name + "destroyed"] = target_.gone(state) ? 1 : 0;
      next[std::move(then)] += p * weight;
    };
    if (!needed) {
      arrive(from.state, false, 1);
      return true;
    }
    const auto suffer = [&](int damage) {
      const std::size_t way = sequence_.way(planned.step);
      target_.find(from.state, damage, way);
      return target_.after(from.state, damage, way);
    };
    if (const Amount* amount = sequence_.ability(planned.step)) {
      const Figures target = sequence_.target_in(target_, from.state);
      int rolled = amount->least();
      for (const double of_rolled : amount->law()) {
        own["damage"] = sequence_.counted(rolled++, target_, from.state);
        own["kills"] = testing::fallen(target.casualties, own["damage"]).figures;
        arrive(suffer(own["damage"]), true, of_rolled);
      }
      return true;
    }
    const auto fights = sequence_.fight(planned, target_, from.state);
    if (!fights) {
      arrive(from.state, false, 1);
      return true;
    }
    for (std::size_t i = 0; i < fights->fights().size(); ++i) {
      const auto& fight = fights->fights()[i];
      const std::optional<Stories> stories = every_story(fight);
      if (!stories) return false;
      for (const auto& [story, of_story] : *stories) {
        own["hits"] = 0;
        for (const testing::Story::Report& report : story.reports) {
          const bool is_hits =
              System::reports[static_cast<std::size_t>(report.what)].name == "hits";
          if (is_hits && report.side == Side::attacker) own["hits"] += report.value;
        }
        own["damage"] = fight.casualties.defender.amount(story.attacker_damage);
        own["kills"] = testing::fallen(fight.casualties.defender, story.attacker_damage).figures;
        own["losses"] = testing::fallen(fight.casualties.attacker, story.defender_damage).figures;
        arrive(suffer(story.attacker_damage), true, fights->weight(i) * of_story);
      }
    }
    return true;
  }

  template <class Fight>
  std::optional<Stories> every_story(const Fight& fight) const {
    constexpr long most_ways = 1'000;
    Stories all{{testing::Story{}, 1.0L}};
    for (const auto& track : Fight::System::template tracks<testing::NaiveDice>(fight)) {
      Stories of_track;
      testing::EveryFace die;
      long ways = 0;
      do {
        if (++ways > most_ways) return std::nullopt;
        testing::NaiveDice dice(die);
        Exchange<int> exchange;
        for (const auto& stage : track) stage.play(dice, fight, stage, exchange);
        dice.story.attacker_damage = exchange.damage.attacker;
        dice.story.defender_damage = exchange.damage.defender;
        of_track[dice.story] += 1.0L / static_cast<long double>(die.one_in());
      } while (die.turn());
      Stories both;
      for (const auto& [before, p] : all) {
        for (const auto& [more, q] : of_track) {
          testing::Story story = before;
          story.attacker_damage += more.attacker_damage;
          story.defender_damage += more.defender_damage;
          story.reports.insert(story.reports.end(), more.reports.begin(), more.reports.end());
          both[story] += p * q;
        }
      }
      all = std::move(both);
    }
    return all;
  }

  const Sequence<System>& sequence_;
  SideStates target_;
};

/// The law of a fact where some outcomes hold.
template <class Told, class Holds>
std::vector<double> law_where(const Told& told, const std::string& fact, const Holds& holds) {
  std::vector<long double> sums;
  long double all = 0;
  for (const auto& [facts, p] : told) {
    if (!holds(facts)) continue;
    const auto place = static_cast<std::size_t>(facts.at(fact));
    if (sums.size() <= place) sums.resize(place + 1, 0);
    sums[place] += p;
    all += p;
  }
  std::vector<double> law;
  for (const long double sum : sums) law.push_back(static_cast<double>(sum / all));
  return law;
}

void expect_is(const Distribution& ours, const std::vector<double>& theirs, double p,
               const std::string& what) {
  for (int k = 0; k <= std::max(ours.max(), static_cast<int>(theirs.size()) - 1); ++k) {
    const auto place = static_cast<std::size_t>(k);
    ASSERT_NEAR(ours.probability(k), place < theirs.size() ? theirs[place] : 0.0, tolerance / p)
        << what << ", " << k;
  }
}

void expect_points(const NumberLaw& ours, const std::string& fact, const auto& told,
                   const auto& holds, double p) {
  std::map<double, long double> theirs;
  for (const auto& [facts, of_facts] : told) {
    if (holds(facts)) theirs[facts.at(fact)] += of_facts / p;
  }
  double sum = 0;
  for (const NumberLaw::Value& one : ours.values()) {
    ASSERT_NEAR(one.p, static_cast<double>(theirs[one.value]), tolerance / p)
        << fact << ' ' << one.value;
    sum += one.p;
  }
  ASSERT_NEAR(sum, 1, tolerance / p) << fact;
}

void expect_points(const PointsAnswer& points, const auto& told, const auto& holds, double p) {
  expect_points(points.lost.attacker, "attacker.points-lost", told, holds, p);
  expect_points(points.lost.defender, "defender.points-lost", told, holds, p);
  ASSERT_TRUE(points.swing);
  expect_points(*points.swing, "swing", told, holds, p);
}

template <class Told>
void expect_steps_under(const SequenceAnswer& answer, const Told& told, const RandomEvent& event,
                        double p) {
  for (std::size_t i = 0; i < answer.steps.size(); ++i) {
    const std::string name = fmt::format("step[{}].", i + 1);
    const StepAnswer& step = answer.steps[i];
    const auto law = [&](const char* of) { return law_where(told, name + of, event.holds); };
    expect_is(step.needed, law("needed"), p, name + "needed");
    expect_is(step.left, law("survivors"), p, name + "survivors");
    expect_is(step.losses, law("losses"), p, name + "losses");
    const std::vector<double> takes_place = law("takes_place");
    const double taken = takes_place.size() > 1 ? takes_place[1] : 0;
    ASSERT_NEAR(step.takes_place.value, taken, tolerance / p);
    if (p * taken < 1e-9) continue;
    ASSERT_TRUE(step.fight);
    const auto if_taken = [&](const FactsByName& facts) {
      return event.holds(facts) && facts.at(name + "takes_place") == 1;
    };
    const Deals& deals = step.fight->deals.attacker;
    const double both = p * taken;
    expect_is(deals.damage, law_where(told, name + "damage", if_taken), both, name + "damage");
    expect_is(deals.kills, law_where(told, name + "kills", if_taken), both, name + "kills");
    expect_is(deals.reported[0], law_where(told, name + "hits", if_taken), both, name + "hits");
  }
  expect_is(answer.target_survivors, law_where(told, "survivors", event.holds), p, "survivors");
}

TYPED_TEST(SequenceOutcomesOf, EventsAreThoseOfEveryWayOfTheDice) {
  using System = TypeParam;
  constexpr int wanted = 100, of_sequence = 2;
  testing::RandomSequences<System> sequences(421);
  int compared = 0, conditional = 0;
  for (std::uint64_t drawn = 0; drawn < 2000 && compared < wanted; ++drawn) {
    auto parts = sequences.next(3);
    if (!give_points(parts)) continue;
    const Sequence<System> sequence = testing::sequence_of(parts);
    const auto told = EveryFaceOf<System>(sequence).told();
    if (!told) continue;
    SCOPED_TRACE(testing::describe(parts));
    std::vector<std::string> names;
    for (const auto& [name, value] : told->begin()->first) names.push_back(name);
    RandomEvents events(names, drawn);
    for (int i = 0; i < of_sequence; ++i) {
      ++compared;
      RandomEvent event = events.next();
      const auto probability = [&] {
        long double sum = 0;
        for (const auto& [facts, p] : *told) sum += event.holds(facts) ? p : 0.0L;
        return static_cast<double>(sum);
      };
      double p = probability();
      constexpr int redraws = 60;  // most are sure or impossible
      for (int again = 0; again < redraws && (p < 1e-9 || p > 1 - 1e-9); ++again) {
        event = events.next();
        p = probability();
      }
      SCOPED_TRACE(event.text);
      const Event asked(event.text, OutcomeOf::sequence);
      const OutcomeColumns several{asked, fact_named("kills"), fact_named("step[1].damage")};
      SequenceQuestion question{AnySequence(sequence), false, {{several}, {}, true}};
      const SequenceAnswer plain = exact::sequence(question, {});
      std::map<std::vector<double>, long double> joint;
      for (const auto& [facts, of_facts] : *told) {
        joint[{event.holds(facts) ? 1.0 : 0.0, 1.0 * facts.at("kills"),
               1.0 * facts.at("step[1].damage")}] += of_facts;
      }
      for (const auto& [values, of_values] : plain.laws.back().sums()) {
        ASSERT_NEAR(of_values, static_cast<double>(joint[values]), tolerance);
      }
      ASSERT_TRUE(plain.points);
      expect_points(
          *plain.points, *told, [](const FactsByName&) { return true; }, 1);
      question.asked = LawsAsked({}, asked, true);
      if (p < 1e-9) {
        EXPECT_THROW(exact::sequence(question, {}), NoAnswer);
        continue;
      }
      const SequenceAnswer answer = exact::sequence(question, {});
      ASSERT_NEAR(answer.condition->p.value, p, tolerance);
      if (p > 1 - 1e-9) continue;
      ++conditional;
      expect_points(*answer.points, *told, event.holds, p);
      expect_steps_under(answer, *told, event, p);
      if (this->HasFatalFailure()) return;
    }
  }
  EXPECT_GE(compared, wanted);
  EXPECT_GT(conditional, wanted / 4);
}

TYPED_TEST(SequenceOutcomesOf, EventsAreThoseOfDice) {
  using System = TypeParam;
  constexpr int wanted = 40;
  const double level = sidak_level(1e-6, 3 * wanted);
  testing::RandomSequences<System> sequences(422);
  for (std::uint64_t compared = 0; compared < wanted;) {
    auto parts = sequences.next(4);
    if (!give_points(parts)) continue;
    const Sequence<System> sequence = testing::sequence_of(parts);
    SequenceQuestion question{AnySequence(sequence), false, {}};
    question.asked.besides = {
        OutcomeColumns{Event("step[1].kills >= 1 or survivors <= 1", OutcomeOf::sequence),
                       fact_named("damage"), fact_named("losses")},
        OutcomeColumns{fact_named("hits"), fact_named("survivors"), fact_named("step[1].hits")},
        OutcomeColumns{fact_named("attacker.points-lost"), fact_named("swing"),
                       fact_named("step[1].swing")}};
    if (testing::takes_more_than(0.05, [&] { exact::sequence(question, {}); })) continue;
    SCOPED_TRACE(testing::describe(parts));
    sim::Options options;
    options.trials = 10'000;
    options.seed = ++compared;
    const SequenceAnswer law = exact::sequence(question, {});
    const SequenceAnswer seen = sim::simulate_sequence(question, options);
    for (std::size_t i = 0; i < question.asked.besides.size(); ++i) {
      std::map<std::vector<double>, std::pair<double, std::uint64_t>> cells;
      for (const auto& [values, p] : law.laws[i].sums()) cells[values].first = p;
      for (const auto& [values, trials] : seen.laws[i].counts()) cells[values].second = trials;
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
    // That laws are asked for changes nothing else.
    const SequenceAnswer plain = sim::simulate_sequence({AnySequence(sequence)}, options);
    for (std::size_t step = 0; step < sequence.size(); ++step) {
      ASSERT_EQ(seen.steps[step].left, plain.steps[step].left);
      ASSERT_EQ(seen.steps[step].losses, plain.steps[step].losses);
    }
  }
}

/// Two figures of two hit points, one wound, then 1d6: 1 or 2 leave one figure, 3 or more none.
SequenceQuestion two_abilities() {
  const auto all = testing::matchup_of<RaidersOfArcana>("", "figures=2;hp=2", "");
  return {AnySequence(
      Sequence<RaidersOfArcana>(all.units.defender, all.situation, {Amount(1), Amount(1, 6, 0)}))};
}

TEST(SequenceOutcomesByHand, OfTwoAbilities) {
  const auto odds = [](const char* text, const char* given) {
    SequenceQuestion question = two_abilities();
    question.asked.besides = {
        {{Event(text, OutcomeOf::sequence)}, Event(given, OutcomeOf::sequence)}};
    return exact::sequence(question, {}).laws[0].probability().value;
  };
  EXPECT_NEAR(odds("destroyed", "step[1].damage = 1"), 4.0 / 6, 1e-15);
  EXPECT_NEAR(odds("step[2].damage = 5", "destroyed"), 1.0 / 4, 1e-15);
  EXPECT_NEAR(odds("damage = 2", "not destroyed"), 1.0 / 2, 1e-15);
  EXPECT_NEAR(odds("step[2].kills = 2", "kills = 2"), 1, 1e-15);
  EXPECT_NEAR(odds("step[2].needed and step[2].takes_place", "survivors = 1"), 1, 1e-15);
  EXPECT_THROW(odds("step[3].kills = 2", "destroyed"), InputError);
}

// Groups that cost different points, and an attacker that has none: what the target loses is what
// its groups' figures cost.
TEST(SequencePoints, OfGroupsAreTheirOwn) {
  const auto all = testing::matchup_of<ArcaneLegions>(
      "red=3", "red=0;points=32 | name=Chief;red=1;hp=2;points=25 | name=Man;count=3;red=1;hp=1",
      "");
  using Attack = Sequence<ArcaneLegions>::Attack;
  const Sequence<ArcaneLegions> sequence(all.units.defender, all.situation,
                                         {Attack{all.units.attacker, all.situation}, Amount(1),
                                          Attack{all.units.attacker, all.situation}});
  SequenceQuestion question{AnySequence(sequence), false, {{}, {}, true}};
  question.asked.besides.push_back(
      OutcomeColumns{fact_named("defender.points-lost"), fact_named("kills[Chief]"),
                     fact_named("kills[Man]"), fact_named("step[1].defender.points-lost"),
                     fact_named("step[1].kills[Chief]"), fact_named("step[1].kills[Man]")});
  SequenceAnswer answer = exact::sequence(question, {});
  double mean = 0;
  for (const auto& [values, p] : answer.laws[0].sums()) {
    EXPECT_NEAR(values[0], 25 * values[1] + 7.0 / 3 * values[2], 1e-12);
    EXPECT_NEAR(values[3], 25 * values[4] + 7.0 / 3 * values[5], 1e-12);
    mean += p * values[0];
  }
  EXPECT_GT(answer.laws[0].sums().size(), 5U);
  EXPECT_NEAR(answer.points->lost.defender.mean().value, mean, 1e-12);
  EXPECT_NEAR(answer.points->swing->mean().value, mean, 1e-12);
  EXPECT_EQ(answer.points->lost.attacker.mean().value, 0);
  EXPECT_EQ(answer.points->cost.defender, 32);
  EXPECT_FALSE(answer.points->destroyed_per_point(Side::attacker));
  question.asked.besides = {{fact_named("attacker.points-lost")}};
  EXPECT_THROW(exact::sequence(question, {}), NoAnswer);
}

TEST(SequencePoints, AreNoneWhereNobodyHasAny) {
  SequenceQuestion question = two_abilities();
  question.asked.points = true;
  EXPECT_FALSE(exact::sequence(question, {}).points);
  question.asked.besides = {{Event("swing > 0", OutcomeOf::sequence)}};
  EXPECT_THROW(exact::sequence(question, {}), NoAnswer);
}

// Attackers that can lose more different sums than anybody reads: they are told no points, rather
// than that the sequence takes too long.
TEST(SequencePoints, OfVeryManySumsAreLeftOut) {
  std::vector<Sequence<RaidersOfArcana>::Step> steps;
  const auto add = [&](int points) {
    const auto one = testing::matchup_of<RaidersOfArcana>(
        fmt::format("figures=2;hp=1;points={}", points), "figures=9;hp=1", "");
    steps.push_back(Sequence<RaidersOfArcana>::Attack{one.units.attacker, one.situation});
    return one;
  };
  auto one = add(1001);
  for (const int points : {3, 9, 27, 81, 243, 729, 2187}) one = add(points);
  const auto has_points = [&](const std::vector<Sequence<RaidersOfArcana>::Step>& some) {
    const Sequence<RaidersOfArcana> sequence(one.units.defender, one.situation, some);
    const SequenceQuestion question{AnySequence(sequence), false, {{}, {}, true}};
    return exact::sequence(question, {}).points.has_value();
  };
  EXPECT_TRUE(has_points({steps[0], steps[1]}));
  for (const int points : {6561, 19683}) one = add(points);
  EXPECT_FALSE(has_points(steps));
}

TEST(SequenceConditions, ThatAreSureChangeNoBit) {
  SequenceQuestion question = two_abilities();
  const SequenceAnswer plain = exact::sequence(question, {});
  const Event sure("step[1].damage = 1", OutcomeOf::sequence);
  question.asked.given = sure;
  const SequenceAnswer answer = exact::sequence(question, {});
  EXPECT_NEAR(answer.condition->p.value, 1, 1e-15);
  for (std::size_t step = 0; step < plain.steps.size(); ++step) {
    EXPECT_EQ(answer.steps[step].left, plain.steps[step].left);
    EXPECT_EQ(answer.steps[step].fight->deals.attacker.damage,
              plain.steps[step].fight->deals.attacker.damage);
  }
}

}  // namespace
}  // namespace warodds
