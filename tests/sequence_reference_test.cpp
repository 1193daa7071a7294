// Sequences against their second statement in exact fractions.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "exact/answers.h"
#include "tests/reference/sequence.h"
#include "tests/reference/statements.h"
#include "tests/support/answers.h"
#include "tests/support/exactness.h"
#include "tests/support/random_sequence.h"
#include "tests/support/system_types.h"
#include "tests/support/to_reference.h"

namespace warodds {
namespace {

using Kind = OutcomeFact::Kind;

template <class System>
std::vector<reference::SequenceStep> steps_of(const testing::SequenceParts<System>& parts) {
  std::vector<reference::SequenceStep> steps;
  for (const auto& step : parts.steps) {
    if (const auto* damage = std::get_if<Amount>(&step)) {
      steps.push_back({{}, {}, damage->text()});
      continue;
    }
    const auto& attack = std::get<typename Sequence<System>::Attack>(step);
    steps.push_back({testing::to_reference<System>(attack.unit),
                     testing::texts(System::situation_fields(), attack.situation), ""});
  }
  return steps;
}

/// `p` times the law, the rest of the probability on 0.
std::vector<double> whether_or_not(const Distribution& given, double p) {
  std::vector<double> law(given.pmf().begin(), given.pmf().end());
  for (double& of_value : law) of_value *= p;
  law[0] += 1 - p;
  return law;
}

void expect_equal(const std::vector<double>& ours, const std::vector<reference::Rational>& should,
                  const std::string& what) {
  for (std::size_t k = 0; k < std::max(ours.size(), should.size()); ++k) {
    ASSERT_NEAR(k < ours.size() ? ours[k] : 0,
                k < should.size() ? reference::as_double(should[k]) : 0, testing::exactness)
        << what << ' ' << k;
  }
}

/// What a step deals, whether or not it takes place.
void expect_equal_deals(const Answer& answer, int step, const reference::Sequence::Step& theirs) {
  const reference::DealsOf<reference::Rational>& should = theirs.deals;
  const double p = answer.probability({Kind::takes_place, Side::attacker, {}, {}, step}).value;
  if (p == 0) return;
  const testing::Deals deals = testing::deals_of(answer, Side::attacker, step);
  expect_equal(whether_or_not(deals.damage, p), should.damage, "damage");
  expect_equal(whether_or_not(deals.kills, p), should.kills, "kills");
  ASSERT_NEAR(p * deals.destroyed.value, reference::as_double(should.destroyed),
              testing::exactness);
  for (std::size_t i = 0; i < answer.reports.size(); ++i) {
    const std::string name(answer.reports[i].name);
    if (name == "knockback") {
      ASSERT_NEAR(p * deals.reported[i].at_least(1), reference::as_double(should.knockback),
                  testing::exactness);
      continue;
    }
    expect_equal(whether_or_not(deals.reported[i], p), name == "hits" ? should.hits : should.wounds,
                 name);
  }
  if (!answer.rate.name.empty()) {
    for (std::size_t group = 0; group < deals.kills_by_group.size(); ++group) {
      expect_equal(whether_or_not(deals.kills_by_group[group].second, p),
                   should.kills_by_group.at(group), "kills of group");
    }
    const auto rate = answer.rate_of(Side::attacker, deals.damage.estimate_mean(),
                                     static_cast<std::size_t>(step) - 1);
    ASSERT_EQ(rate.has_value(), theirs.order_points > 0);
    if (rate) {
      ASSERT_NEAR(rate->value * theirs.order_points, deals.damage.mean(), testing::exactness);
    }
  }
}

void expect_equal_steps(const Answer& answer, const reference::Sequence& should) {
  ASSERT_EQ(answer.paid.size(), should.steps.size());
  for (int step = 1; step <= static_cast<int>(should.steps.size()); ++step) {
    SCOPED_TRACE("step " + std::to_string(step));
    const reference::Sequence::Step& theirs = should.steps[static_cast<std::size_t>(step) - 1];
    const testing::Step ours = testing::step_of(answer, step);
    ASSERT_NEAR(ours.needed, reference::as_double(theirs.needed), testing::exactness);
    ASSERT_NEAR(ours.left.probability(0), reference::as_double(theirs.destroyed),
                testing::exactness);
    ASSERT_NEAR(ours.left.mean(), reference::as_double(theirs.target_mean_left),
                testing::exactness);
    expect_equal({ours.losses.pmf().begin(), ours.losses.pmf().end()}, theirs.losses, "losses");
    ASSERT_NEAR(ours.lost, reference::as_double(theirs.lost), testing::exactness);
    expect_equal_deals(answer, step, theirs);
  }
}

template <class System>
class SequenceReference : public ::testing::Test {};
TYPED_TEST_SUITE(SequenceReference, testing::EverySystem, testing::SystemName);

TYPED_TEST(SequenceReference, AgreesOnTwoHundredRandomSequences) {
  using System = TypeParam;
  testing::RandomSequences<System> sequences(20261122);
  int of_many_steps = 0;
  for (int drawn = 0; drawn < 220; ++drawn) {
    const testing::SequenceParts<System> parts = sequences.next();
    SCOPED_TRACE(testing::describe(parts));
    const Answer answer = exact::sequence({testing::sequence_of(parts)}, {});
    const reference::Sequence should =
        reference::statement_of(System::name)
            .sequence(testing::to_reference<System>(parts.target), steps_of(parts),
                      testing::texts(System::situation_fields(), parts.situation));
    ASSERT_TRUE(should.legal) << should.why;
    ASSERT_NO_FATAL_FAILURE(expect_equal_steps(answer, should));
    const Distribution left = testing::left_of_target(answer, static_cast<int>(parts.steps.size()));
    expect_equal({left.pmf().begin(), left.pmf().end()}, should.target_survivors, "survivors");
    ASSERT_NEAR(left.probability(0), reference::as_double(should.destroyed), testing::exactness);
    ASSERT_NEAR(testing::retreated_in(answer), reference::as_double(should.retreated),
                testing::exactness);
    of_many_steps += should.mean_steps > 2 ? 1 : 0;
  }
  EXPECT_GE(of_many_steps, 20);
}

TYPED_TEST(SequenceReference, RanksTheSameOrders) {
  using System = TypeParam;
  testing::RandomSequences<System> sequences(20261123);
  for (int ranked = 0; ranked < 40;) {
    const testing::SequenceParts<System> parts = sequences.next(3);
    const Sequence<System> sequence = testing::sequence_of(parts);
    const auto should = reference::ranked_orders(
        reference::statement_of(System::name).sequence, testing::to_reference<System>(parts.target),
        steps_of(parts), testing::texts(System::situation_fields(), parts.situation));
    if (sequence.orders().size() < should.size()) continue;  // two steps are the same
    ++ranked;
    SCOPED_TRACE(testing::describe(parts));
    const Answer answer = exact::sequence({sequence, true}, {});
    ASSERT_EQ(answer.orders.size(), should.size());
    for (std::size_t i = 0; i < should.size(); ++i) {
      const reference::Sequence& theirs = should[i].sequence;
      EXPECT_EQ(answer.orders[i].order, should[i].order);
      ASSERT_NEAR(answer.orders[i].destroyed.value, reference::as_double(theirs.destroyed),
                  testing::exactness);
      ASSERT_NEAR(answer.orders[i].share_lost.value,
                  reference::as_double(theirs.attackers_share_lost), testing::exactness);
      ASSERT_NEAR(answer.orders[i].steps.value, reference::as_double(theirs.mean_steps),
                  testing::exactness);
    }
  }
}

}  // namespace
}  // namespace warodds
