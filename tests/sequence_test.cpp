// Sequences: worked by hand, against single fights, and engine against engine.
#include <gtest/gtest.h>

#include "exact/fight/fight.h"
#include "exact/sequence/sequence.h"
#include "sim/run/outcome_counts.h"
#include "sim/sequence.h"
#include "tests/support/answers.h"
#include "tests/support/matchup_of.h"
#include "tests/support/random_sequence.h"
#include "tests/support/system_types.h"

namespace warodds {
namespace {

using testing::unit_of;

template <class System>
using Steps = std::vector<typename Sequence<System>::Step>;

template <class System>
typename Sequence<System>::Attack attack(const std::string& unit, const std::string& situation) {
  auto matchup = testing::matchup_of<System>(unit, "", situation);
  return {matchup.units.attacker, matchup.situation};
}

template <class System>
Sequence<System> sequence(const std::string& target, const std::string& situation,
                          Steps<System> steps) {
  auto all = testing::matchup_of<System>("", target, situation);
  return {all.units.defender, all.situation, std::move(steps)};
}

template <class System>
Answer answer(const Sequence<System>& sequence, bool orders = false) {
  return exact::sequence({sequence, orders}, {});
}

TEST(OutcomeCounts, CountNothingWhereTheirLawsHaveNotTheSameTrials) {
  const auto counts = [](std::uint64_t one, std::uint64_t other, std::uint64_t not_given) {
    sim::OutcomeCounts all;
    all.laws.resize(2);
    all.laws[0].add(std::vector{2.0}, 10);
    all.laws[1].add(std::vector{0.0}, one);
    all.laws[1].add(std::vector{1.0}, other);
    all.laws[1].add_not_given(not_given);
    return all;
  };
  EXPECT_TRUE(sim::fits(counts(4, 6, 0), 10));
  EXPECT_TRUE(sim::fits(counts(4, 1, 5), 10));
  EXPECT_FALSE(sim::fits(counts(4, 5, 0), 10));
  EXPECT_FALSE(sim::fits(counts(4, 6, 1), 10));
}

TEST(Sequence, OfAbilitiesAddsUpTheirDamage) {
  // Two figures of two hit points, one wound, then 1d6: 1 or 2 leave one figure, 3 or more none.
  const auto outcome =
      answer(sequence<RaidersOfArcana>("figures=2;hp=2", "", {Amount(1), Amount(1, 6, 0)}));
  EXPECT_EQ(testing::step_of(outcome, 1).left.probability(2), 1);
  EXPECT_NEAR(testing::left_of_target(outcome, 2).probability(0), 4.0 / 6, 1e-15);
  EXPECT_NEAR(testing::step_of(outcome, 2).left.mean(), 2.0 / 6, 1e-15);
  EXPECT_EQ(testing::step_of(outcome, 2).needed, 1);
  EXPECT_NEAR(testing::step_of(outcome, 2).deals->damage.mean(), 3.5, 1e-15);
  EXPECT_EQ(testing::step_of(outcome, 2).losses.max(), 0);
}

TEST(Sequence, NeedsAStepForCertainWhereNothingCanHaveDestroyedTheTarget) {
  // Six figures with a die each cannot fell twelve in an attack.
  const auto humans = attack<RaidersOfArcana>("figures=6;hp=2;cd=2;as=5;db=2;arm=5", "");
  const auto outcome = answer(
      sequence<RaidersOfArcana>("figures=12;hp=1;cd=1;as=6;arm=4", "", {humans, humans, humans}));
  EXPECT_EQ(testing::step_of(outcome, 1).left.probability(0), 0);
  EXPECT_EQ(testing::step_of(outcome, 2).needed, 1);
  EXPECT_GT(testing::step_of(outcome, 2).left.probability(0), 0);
  EXPECT_LT(testing::step_of(outcome, 3).needed, 1);
}

TEST(Sequence, IsOneTurnSoThatAnInjuredFigureIsFilledFirst) {
  // A11: a point that downs nobody lies on the leader, and there the next ones follow it.
  const std::string leader = "| name=Leader;hp=4 | name=Man;count=3;hp=1";
  const Steps<ArcaneLegions> four{Amount(1), Amount(1), Amount(1), Amount(1)};
  const auto free = answer(sequence<ArcaneLegions>(leader, "", four));
  for (int step = 1; step <= 3; ++step) {
    EXPECT_EQ(testing::left_of_target(free, step).probability(4), 1) << step;
  }
  EXPECT_EQ(testing::step_of(free, 4).left.probability(3), 1);
  EXPECT_EQ(testing::step_of(free, 4).deals->kills_by_group[0].second.probability(1), 1);
  const auto cheapest = answer(sequence<ArcaneLegions>(leader, "defender-losses=cheapest", four));
  for (int step = 1; step <= 3; ++step) {
    EXPECT_EQ(testing::left_of_target(cheapest, step).probability(4 - step), 1) << step;
  }
  EXPECT_EQ(testing::step_of(cheapest, 4).left.probability(1), 1);
}

TEST(Sequence, LetsTheTargetReactAsOftenAsItHasActions) {
  // B7: the first two that ask for it are dodged, the third is not.
  const std::string target = "toughness=99;evasion=1;dodge=3";
  const auto dodged = attack<Magewinds>("power=4;precision=6", "reaction=dodge");
  const auto plain = attack<Magewinds>("power=4;precision=6", "");
  const auto damage = [&](const std::string& actions, int step) {
    const auto outcome = answer(
        sequence<Magewinds>(target, "target-actions=" + actions, {dodged, plain, dodged, dodged}));
    return testing::step_of(outcome, step).deals->damage.mean();
  };
  const double hit = 4 * 5.0 / 6;
  const double dodging = 4 * 2.0 / 6;
  // The situation of the attacks says how many actions there are, too.
  auto of = [&](int actions, int step) {
    auto one = dodged;
    one.situation.target_actions = actions;
    const auto outcome = answer(sequence<Magewinds>(
        target, "target-actions=" + std::to_string(actions), {one, plain, one, one}));
    return testing::step_of(outcome, step).deals->damage.mean();
  };
  EXPECT_NEAR(damage("2", 1), dodging, 1e-12);
  EXPECT_NEAR(damage("2", 2), hit, 1e-12);
  EXPECT_NEAR(damage("2", 3), dodging, 1e-12);
  EXPECT_NEAR(damage("2", 4), hit, 1e-12);
  EXPECT_NEAR(of(1, 3), hit, 1e-12);
  EXPECT_NEAR(of(0, 1), hit, 1e-12);
}

TEST(Sequence, EndsWhenTheTargetRetreats) {
  const std::string band = "models=2;aggression=2;martial=4;strength=4";
  const auto drive_off = attack<DwethiaSkirmish>(band, "response=retreat");
  const auto outcome = answer(sequence<DwethiaSkirmish>(
      "models=9;wounds=3", "", {drive_off, attack<DwethiaSkirmish>(band, ""), Amount(50)}));
  EXPECT_EQ(testing::step_of(outcome, 1).needed, 1);
  EXPECT_EQ(testing::step_of(outcome, 2).needed, 0);
  EXPECT_FALSE(testing::step_of(outcome, 2).deals);
  EXPECT_NEAR(testing::retreated_in(outcome), 1, 1e-14);
  EXPECT_EQ(testing::left_of_target(outcome, 3).probability(0), 0);
}

TEST(Sequence, CountsNoMoreDamageThanIsTakenWhereDamageIsWhatIsTaken) {
  const auto outcome = answer(sequence<DwethiaSkirmish>("models=2", "", {Amount(1), Amount(9)}));
  EXPECT_EQ(testing::step_of(outcome, 2).deals->damage.probability(1), 1);
}

TEST(Sequence, LeavesOutAnAttackThatWhatIsLeftDoesNotAllow) {
  // D4b: when the only engaged model has fallen and nobody steps up, nobody can be fought.
  const std::string target = "| name=front;wounds=1 | name=back;count=2;wounds=1;engaged=0";
  const std::string band = "models=2;aggression=2;martial=4;strength=4";
  const auto outcome = answer(sequence<DwethiaSkirmish>(
      target, "step-up=no", {Amount(1), attack<DwethiaSkirmish>(band, "step-up=no")}));
  EXPECT_EQ(testing::step_of(outcome, 2).needed, 1);
  EXPECT_EQ(testing::step_of(outcome, 2).takes_place, 0);
  EXPECT_EQ(testing::step_of(outcome, 2).left.probability(2), 1);
}

TEST(Sequence, SaysHowOftenAStepThatIsNeededTakesPlace) {
  // One wound in four of the first attack (4+, then 4+) downs who is engaged.
  const std::string target = "| name=front | name=back;engaged=0";
  const auto one = attack<DwethiaSkirmish>("models=1", "step-up=no");
  const auto outcome = answer(sequence<DwethiaSkirmish>(target, "step-up=no", {one, one}));
  EXPECT_NEAR(testing::step_of(outcome, 2).needed, 1, 1e-15);
  EXPECT_NEAR(testing::step_of(outcome, 2).takes_place, 0.75, 1e-15);
}

TEST(Sequence, IsNotStoppedByAModelThatIsGone) {
  // Nothing can hurt the saint, but once an ability has taken it the man behind it is alone: D10.
  const std::string target = "| name=saint;ignore=1 | name=man";
  const auto stab = attack<DwethiaSkirmish>("aggression=1", "mode=opportunity");
  const auto outcome = answer(sequence<DwethiaSkirmish>(target, "", {stab, Amount(1), stab}));
  EXPECT_EQ(testing::step_of(outcome, 1).left.probability(2), 1);
  EXPECT_NEAR(testing::left_of_target(outcome, 3).probability(0), 1.0 / 6, 1e-15);
}

TEST(Sequence, CountsHitPointsOfTheFallenAsLostWhereOthersHeal) {
  // One white die against one red: the attacker is hit with 15/36 (A3, A4). Its figure has two hit
  // points, so the damage is gone after the turn (A13).
  const auto lost = [](const std::string& hp) {
    const auto one = sequence<ArcaneLegions>("white=1;figures=9", "",
                                             {attack<ArcaneLegions>("red=1;hp=" + hp, "")});
    return answer(one, true).orders.front().share_lost.value;
  };
  EXPECT_NEAR(lost("1"), 15.0 / 36, 1e-15);
  EXPECT_EQ(lost("2"), 0);
  const auto wounded = sequence<RaidersOfArcana>(
      "figures=4;cd=2;arm=0", "defender-attack=all;attacker-attack=all",
      {attack<RaidersOfArcana>("figures=3;hp=4;wounds=2;arm=0",
                               "defender-attack=all;attacker-attack=all")});
  EXPECT_NEAR(answer(wounded, true).orders.front().share_lost.value, 8.0 / 10, 1e-15);
}

TEST(Sequence, HasEveryOrderOnceAlsoWhereStepsAreTheSame) {
  const auto twin = attack<RaidersOfArcana>("figures=2", "");
  const auto three = sequence<RaidersOfArcana>("figures=4", "", {twin, Amount(1), twin});
  const std::vector<std::vector<std::size_t>> all{{0, 2, 1}, {0, 1, 2}, {1, 0, 2}};
  EXPECT_EQ(three.orders(), all);
  EXPECT_EQ(answer(three, true).orders.size(), 3U);
}

TEST(Sequence, RanksWhatIsSurerThenCheaperThenShorter) {
  std::vector<RankedOrder> orders{{{0, 1, 2}, {0.5}, {0.2}, {2}},
                                  {{0, 2, 1}, {0.5 + 1e-15}, {0.1}, {3}},
                                  {{1, 0, 2}, {0.5}, {0.1}, {1}},
                                  {{1, 2, 0}, {0.6}, {0.9}, {3}}};
  rank(orders);
  std::vector<std::vector<std::size_t>> sorted;
  for (const RankedOrder& one : orders) sorted.push_back(one.order);
  EXPECT_EQ(sorted,
            (std::vector<std::vector<std::size_t>>{{1, 2, 0}, {1, 0, 2}, {0, 2, 1}, {0, 1, 2}}));
}

TEST(Sequence, SaysWhichStepIsNotPossible) {
  const auto archers = attack<ArcaneLegions>("blue=3", "mode=ranged");
  const auto charge = attack<ArcaneLegions>("blue=3", "");
  try {
    sequence<ArcaneLegions>("hp=2", "", {archers, charge});
    FAIL() << "an attack without an icon";
  } catch (const NoAnswer& error) {
    EXPECT_EQ(std::string(error.what()),
              "step 2: no close combat attack: the attacker has no red icon (A2)");
  }
  EXPECT_THROW(sequence<RaidersOfArcana>("hp=2;wounds=2", "", {Amount(1)}), NoAnswer);
  EXPECT_THROW(sequence<RaidersOfArcana>("hp=2", "", {}), InputError);
}

template <class System>
class EverySequence : public ::testing::Test {};
TYPED_TEST_SUITE(EverySequence, testing::EverySystem, testing::SystemName);

void expect_same(const testing::Deals& deals, const testing::Deals& of_fight) {
  EXPECT_EQ(deals.damage, of_fight.damage);
  EXPECT_EQ(deals.kills, of_fight.kills);
  EXPECT_EQ(deals.reported, of_fight.reported);
  EXPECT_EQ(deals.kills_by_group, of_fight.kills_by_group);
  EXPECT_EQ(deals.destroyed.value, of_fight.destroyed.value);
}

TYPED_TEST(EverySequence, OfOneStepIsTheFightToTheLastBit) {
  using System = TypeParam;
  testing::RandomMatchups<System> matchups(testing::Size::tableful, 7, testing::Amounts::rolled);
  int compared = 0;
  while (compared < 150) {
    auto matchup = matchups.next();
    if constexpr (std::is_same_v<System, Magewinds>) matchup.situation.target_actions = -1;
    std::optional<AnyFight> fight;
    try {
      fight = AnyFight(testing::fights_of(matchup));
    } catch (const NoAnswer&) {
      continue;
    } catch (const InputError&) {
      continue;
    }
    ++compared;
    SCOPED_TRACE(testing::describe(matchup));
    const Answer of_fight = exact::fight(*fight);
    const Sequence<System> one(
        matchup.units.defender, matchup.situation,
        {typename Sequence<System>::Attack{matchup.units.attacker, matchup.situation}});
    const Answer outcome = answer(one);
    using Kind = OutcomeFact::Kind;
    const testing::Deals deals = testing::deals_of(of_fight, Side::attacker);
    const testing::Deals back = testing::deals_of(of_fight, Side::defender);
    expect_same(testing::deals_of(outcome, Side::attacker, 1), deals);
    EXPECT_EQ(outcome.of({Kind::kills, Side::defender, {}, {}, 1}), back.kills);
    EXPECT_EQ(outcome.probability({Kind::destroyed, Side::attacker, {}, {}, 1}).value,
              back.destroyed.value);
    EXPECT_EQ(testing::left_of_target(outcome, 1).estimate(0).value, deals.destroyed.value);
    ASSERT_FALSE(::testing::Test::HasFailure());
  }
}

TYPED_TEST(EverySequence, IsTheSameOnAnyNumberOfThreads) {
  using System = TypeParam;
  testing::RandomSequences<System> sequences(5);
  for (int drawn = 0; drawn < 5; ++drawn) {
    const Sequence<System> sequence = testing::sequence_of(sequences.next());
    sim::Options options;
    options.trials = 100'000;
    options.threads = 1;
    const Answer alone = sim::simulate(SequenceQuestion{sequence}, options);
    options.threads = 3;
    const Answer together = sim::simulate(SequenceQuestion{sequence}, options);
    const int last = static_cast<int>(sequence.size());
    EXPECT_EQ(testing::left_of_target(alone, last), testing::left_of_target(together, last));
    EXPECT_EQ(testing::deals_of(alone, Side::attacker, 1).damage,
              testing::deals_of(together, Side::attacker, 1).damage);
  }
}

TYPED_TEST(EverySequence, HasOrdersThatBothEnginesAgreeOn) {
  using System = TypeParam;
  testing::RandomSequences<System> sequences(6);
  for (int drawn = 0; drawn < 6; ++drawn) {
    const testing::SequenceParts<System> parts = sequences.next(3);
    SCOPED_TRACE(testing::describe(parts));
    const Sequence<System> sequence = testing::sequence_of(parts);
    sim::Options options;
    options.trials = 40'000;
    options.confidence = 1 - 1e-7;
    const Answer law = answer(sequence, true);
    const Answer seen = sim::simulate(SequenceQuestion{sequence, true}, options);
    ASSERT_EQ(seen.orders.size(), law.orders.size());
    for (const RankedOrder& one : seen.orders) {
      const auto same = std::find_if(law.orders.begin(), law.orders.end(),
                                     [&](const auto& other) { return other.order == one.order; });
      ASSERT_NE(same, law.orders.end());
      EXPECT_NEAR(one.destroyed.value, same->destroyed.value, *one.destroyed.half_width);
      EXPECT_NEAR(one.share_lost.value, same->share_lost.value, *one.share_lost.half_width);
      EXPECT_NEAR(one.steps.value, same->steps.value, *one.steps.half_width);
    }
  }
}

}  // namespace
}  // namespace warodds
