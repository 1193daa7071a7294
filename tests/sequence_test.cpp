// Sequences: worked by hand, against single fights, and engine against engine.
#include <gtest/gtest.h>

#include "exact/answers.h"
#include "sim/run/outcome_counts.h"
#include "sim/simulate.h"
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
