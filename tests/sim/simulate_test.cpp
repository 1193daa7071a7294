// The simulator as a whole: the same counts whatever the threads, ends in good order, nothing lost.
#include "sim/simulate.h"

#include <gtest/gtest.h>

#include <cmath>
#include <stdexcept>

#include "core/numbers/intervals.h"
#include "core/numbers/limits.h"
#include "core/text/error.h"
#include "sim/run/plan.h"
#include "tests/sim/small_fights.h"
#include "tests/support/answers.h"

namespace warodds::sim {
namespace {

using testing::Chain;
using testing::Duel;

Duel::Fight duel() {
  Duel::Fight fight;
  fight.lineup.attack = {8, 1, 2, 4, 0, Pool::no_cap};
  fight.lineup.defence = {6, 0, 1, 7, 1, 6};
  fight.each = 3;
  fight.hit = at_least(8, 10);
  return fight;
}

Chain::Fight chain_of(int dice) {
  Chain::Fight fight;
  fight.dice = dice;
  fight.hit = at_least(3, 6);
  fight.wound = at_most(55, 100);
  fight.saves.places = {
      {5, at_least(4, 6), at_least(5, 6)}, {dice, at_least(6, 6), {}}, {3, {}, {}}};
  fight.answer = {9, 7, 4, 4, 2, 0};
  return fight;
}

void expect_same(const Answer& a, const Answer& b) {
  EXPECT_EQ(a.origin.trials, b.origin.trials);
  for (const Side side : both_sides) {
    EXPECT_EQ(testing::deals_of(a, side).damage, testing::deals_of(b, side).damage);
    EXPECT_EQ(testing::deals_of(a, side).reported, testing::deals_of(b, side).reported);
  }
  ASSERT_EQ(a.joint_damage.has_value(), b.joint_damage.has_value());
  if (a.joint_damage) {
    EXPECT_EQ(a.joint_damage->counts(), b.joint_damage->counts());
  }
}

/// Everything that was counted adds up to the trials.
void expect_complete(const Answer& simulation) {
  for (const Side side : both_sides) {
    EXPECT_EQ(testing::deals_of(simulation, side).damage.trials(), simulation.origin.trials);
    const testing::Deals deals = testing::deals_of(simulation, side);
    for (const Distribution& reported : deals.reported) {
      EXPECT_EQ(reported.trials(), simulation.origin.trials);
    }
  }
  if (!simulation.joint_damage) return;
  const JointDistribution::Counts& joint = simulation.joint_damage->counts();
  PerSide<std::vector<std::uint64_t>> sums;
  sums.attacker.resize(static_cast<std::size_t>(joint.rows()));
  sums.defender.resize(static_cast<std::size_t>(joint.cols()));
  for (std::ptrdiff_t row = 0; row < joint.rows(); ++row) {
    for (std::ptrdiff_t column = 0; column < joint.cols(); ++column) {
      sums.attacker[static_cast<std::size_t>(row)] += joint(row, column);
      sums.defender[static_cast<std::size_t>(column)] += joint(row, column);
    }
  }
  for (const Side side : both_sides) {
    EXPECT_EQ(sums[side], testing::deals_of(simulation, side).damage.counts());
  }
}

TEST(Simulate, numbers_of_trials_that_do_not_fill_the_lanes_are_exact) {
  for (const std::uint64_t trials : {1u, 2u, 63u, 64u, 65u, 65'535u, 65'536u, 65'537u, 131'073u}) {
    Options options;
    options.trials = trials;
    const Answer simulation = simulate(make_plan(duel()), options);
    EXPECT_EQ(simulation.origin.trials, trials);
    expect_complete(simulation);
  }
}

TEST(Simulate, chunks_do_not_repeat_each_other) {
  constexpr std::uint64_t chunk = 65'536;  // the trials of a chunk of this fight
  const auto damage = [](std::uint64_t trials) {
    Options options;
    options.trials = trials;
    return testing::deals_of(simulate(make_plan(duel()), options), Side::attacker).damage.counts();
  };
  const auto one = damage(chunk), two = damage(2 * chunk), three = damage(3 * chunk);
  std::vector<std::uint64_t> second(two), third(three);
  for (std::size_t i = 0; i < one.size(); ++i) second[i] -= one[i];
  for (std::size_t i = 0; i < two.size(); ++i) third[i] -= two[i];
  EXPECT_NE(second, one);
  EXPECT_NE(third, one);
  EXPECT_NE(third, second);
}

TEST(Simulate, wide_lanes_give_the_same_counts_as_byte_lanes) {
  const auto check = [](const auto& fight) {
    Plan plan = make_plan(fight);
    ASSERT_EQ(plan.plays.index(), 0u);
    Options options;
    options.trials = 100'000;
    const Answer narrow = simulate(plan, options);
    plan.plays = plays_of<std::uint32_t>(std::vector{fight});
    expect_same(narrow, simulate(plan, options));
  };
  check(duel());
  check(chain_of(30));
}

TEST(Simulate, a_partial_result_is_that_of_its_number_of_trials) {
  Options options;
  options.trials = std::uint64_t{1} << 40;
  options.time_limit = 0.05;
  for (const int threads : {1, 3}) {
    options.threads = threads;
    const Answer partial = simulate(make_plan(duel()), options);
    EXPECT_TRUE(partial.origin.partial);
    EXPECT_EQ(partial.origin.why_partial, "the time limit of 0.05 s was reached");
    EXPECT_GT(partial.origin.trials, 0u);
    expect_complete(partial);
    Options whole;
    whole.trials = partial.origin.trials;
    expect_same(partial, simulate(make_plan(duel()), whole));
  }
}

TEST(Simulate, goes_on_until_what_is_reported_is_as_precise_as_asked_though_no_damage_is_dealt) {
  testing::Chain::Fight harmless;
  harmless.dice = 1;
  harmless.hit = at_least(4, 6);
  harmless.wound = {6, 0, false};
  Options options;
  options.precision = 0.0005;
  options.threads = 1;
  const Answer simulation = simulate(make_plan(harmless), options);
  const Distribution hits =
      testing::deals_of(simulation, Side::attacker).reported.at(testing::Chain::reported_hits);
  const Deviations reach = normal_quantile(Confidence(options.confidence));
  EXPECT_EQ(testing::deals_of(simulation, Side::attacker).damage.max(), 0);
  EXPECT_LE(half_width_of_share(hits.counts().at(0), hits.trials(), reach), 0.0005);
}

TEST(Simulate, a_fight_in_which_nothing_happens_rolls_nothing) {
  Magewinds::Fight feint;
  feint.no_attack = true;
  Options options;
  options.trials = 1000;
  const Answer simulation = simulate(make_plan(feint), options);
  for (const Side side : both_sides) {
    const std::vector<std::uint64_t> never{1000};
    EXPECT_EQ(testing::deals_of(simulation, side).damage.counts(), never);
    const testing::Deals deals = testing::deals_of(simulation, side);
    for (const Distribution& reported : deals.reported) {
      EXPECT_EQ(reported.counts(), never);
    }
  }
  EXPECT_EQ(simulation.joint_damage->counts().size(), 1);
}

TEST(Simulate, a_million_dice_a_trial_are_thrown_and_stopped_soon) {
  Duel::Fight fight;
  fight.each = 1'000'000;
  fight.hit = at_least(4, 6);
  Options options;
  options.time_limit = 0.01;
  const Answer simulation = simulate(make_plan(fight), options);
  EXPECT_TRUE(simulation.origin.partial);
  EXPECT_FALSE(simulation.joint_damage.has_value());
  expect_complete(simulation);
  const double trials = static_cast<double>(simulation.origin.trials);
  for (const Side side : both_sides) {  // ten standard errors
    EXPECT_NEAR(testing::deals_of(simulation, side).damage.mean(), 500'000,
                10 * 500 / std::sqrt(trials));
    EXPECT_NEAR(testing::deals_of(simulation, side).damage.sd(), 500,
                10 * 500 / std::sqrt(2 * trials));
  }
}

TEST(Simulate, counts_too_large_to_be_counted_are_refused) {
  Duel::Fight fight;
  fight.lineup.attack.dice = 3;
  fight.lineup.critical.bonus = 2'000'000'000;
  EXPECT_THROW(simulate(make_plan(fight), {}), NoAnswer);
}

TEST(Simulate, counts_beyond_their_bounds_are_noticed) {
  const auto noticed = [](auto change) {
    Plan plan = make_plan(duel());
    change(plan.extent);
    Options options;
    options.trials = 10'000;
    EXPECT_THROW(simulate(plan, options), std::logic_error);
  };
  noticed([](Extent& extent) { extent.most_damage.attacker = 3; });
  noticed([](Extent& extent) { extent.most_damage.defender = 3; });  // within the cells of a row
  noticed([](Extent& extent) { extent.most_reported.defender.at(Duel::reported_hits) = 3; });
  noticed([](Extent& extent) { extent.most_damage = {1'000'000, 3}; });  // each side by itself
}

TEST(Simulate, progress_is_told_and_its_exceptions_come_through) {
  Options options;
  options.trials = std::uint64_t{1} << 40;  // which no machine has done before it is told
  options.threads = 2;
  std::uint64_t last = 0;
  options.progress = [&](std::uint64_t done, std::uint64_t wanted) {
    EXPECT_GT(done, last);
    EXPECT_LE(done, wanted);
    EXPECT_EQ(wanted, options.trials);
    last = done;
    if (done > 1'000'000) throw std::runtime_error("enough");
  };
  EXPECT_THROW(simulate(make_plan(duel()), options), std::runtime_error);
  EXPECT_GT(last, 0u);
}

TEST(Simulate, options_out_of_range_are_refused) {
  const auto refused = [](auto change) {
    Options options;
    change(options);
    EXPECT_THROW(simulate(make_plan(duel()), options), InputError);
  };
  refused([](Options& o) { o.trials = 0; });
  refused([](Options& o) { o.trials = ~std::uint64_t{0}; });
  refused([](Options& o) { o.confidence = 1; });
  refused([](Options& o) { o.confidence = 0; });
  refused([](Options& o) { o.confidence = std::nan(""); });
  refused([](Options& o) { o.precision = 0; });
  refused([](Options& o) { o.precision = std::nan(""); });
  refused([](Options& o) { o.precision = limits_of_precision.least / 2; });
  refused([](Options& o) { o.threads = -1; });
  refused([](Options& o) { o.threads = limits_of_threads.most + 1; });
  refused([](Options& o) { o.time_limit = -1; });
}

TEST(Simulate, the_highest_precision_needs_no_more_trials_than_are_allowed) {
  const Deviations reach = normal_quantile(Confidence(limits_of_confidence.most));
  EXPECT_LT(trials_for(limits_of_precision.least, reach),
            static_cast<double>(limits_of_trials.most));
}

}  // namespace
}  // namespace warodds::sim
