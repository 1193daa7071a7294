// Facts that hold whatever the dice do, and the sizes that the exact engine must cope with.
#include <gtest/gtest.h>

#include <string>
#include <tuple>
#include <vector>

#include "core/numbers/eigen.h"
#include "core/threads/parallel.h"
#include "exact/answers.h"
#include "exact/dice/law.h"
#include "exact/dice/lineup.h"
#include "tests/support/answers.h"
#include "tests/support/matchup_of.h"
#include "tests/support/work.h"

namespace warodds {
namespace {

template <class System>
Answer fight(const std::string& attacker, const std::string& defender,
             const std::string& situation = "") {
  return exact::fight(testing::prepare<System>(attacker, defender, situation));
}

template <class System>
bool takes_more_than(double seconds, const std::string& attacker, const std::string& defender,
                     const std::string& situation = "") {
  return testing::takes_more_than(seconds, [&] { fight<System>(attacker, defender, situation); });
}

std::string of(const std::string& field, int value) { return field + '=' + std::to_string(value); }

// How modifiers add up.

// Symmetries.

/// E[hits of the attack] rank by rank: P(the r-th highest attack die beats the r-th highest defence
/// die), each an order statistic of its own pool and so a binomial tail.
double mean_attack_hits(int attack, int defence) {
  const auto tail = [](int dice, int rank,
                       int face) {  // P(at least `rank` dice show `face` or more)
    const exact::Law law = exact::binomial(dice, (7 - face) / 6.0);
    double sum = 0;
    for (std::size_t i = law.p.size(); i-- > 0 && law.first + static_cast<int>(i) >= rank;) {
      sum += law.p[i];
    }
    return sum;
  };
  double mean = 0;
  for (int rank = 1; rank <= attack; ++rank) {
    for (int face = 1; face <= 6; ++face) {
      const double shows =
          tail(attack, rank, face) - (face == 6 ? 0 : tail(attack, rank, face + 1));
      const double beats = rank <= defence ? 1 - tail(defence, rank, face) : (face > 2 ? 1 : 0);
      mean += shows * beats;
    }
  }
  return mean;
}

TEST(Lineup, AHundredAgainstAHundredHasTheMeanOfItsRanks) {
  Lineup lineup;
  lineup.attack.dice = lineup.defence.dice = 100;
  lineup.critical.bonus = 0;
  const JointDistribution law = to_joint_distribution(exact::lineup_law(lineup));
  EXPECT_LE(law.defect(), 1e-12);
  EXPECT_NEAR(law.rows().mean(), mean_attack_hits(100, 100), 1e-9);
  EXPECT_NEAR(law.columns().mean(), mean_attack_hits(100, 100), 1e-9);
}

TEST(Lineup, DoesNotDependOnTheNumberOfThreads) {
  Lineup lineup;
  lineup.attack.dice = 25;
  lineup.defence.dice = 20;
  lineup.defence.own_rerolls = 2;
  const auto law_by = [&](int threads) {
    const ThreadsInUse some(threads);
    return exact::lineup_law(lineup);
  };
  const Eigen::ArrayXXd alone = law_by(1);
  const Eigen::ArrayXXd together = law_by(4);
  EXPECT_TRUE((alone == together).all());
}

TEST(Rerolls, OfMoreDiceThanThereAreAreRerollsOfAll) {
  for (const int below : {2, 4, 6, 7}) {
    Lineup lineup;
    lineup.attack.dice = 6;
    lineup.attack.reroll_below = below;
    lineup.attack.own_rerolls = 6;
    lineup.defence.dice = 4;
    const Eigen::ArrayXXd all = exact::lineup_law(lineup);
    lineup.attack.own_rerolls = 10000;
    EXPECT_TRUE((exact::lineup_law(lineup) == all).all()) << below;
  }
}

// Sizes. Nothing here is timed: the tests end, which they would not if the engine followed every
// path.

void expect_binomial(const Distribution& law, double mean, double variance) {
  EXPECT_LE(law.defect(), 1e-12);
  EXPECT_NEAR(law.mean() / mean, 1, 1e-11);
  EXPECT_NEAR(law.variance() / variance, 1, 1e-9);
}

TEST(TenThousandDice, OfRaidersHaveTheMeanAndVarianceOfABinomial) {
  const std::string unit = "figures=10000;hp=2";
  const Answer all = fight<RaidersOfArcana>(unit, unit, "attacker-attack=all;defender-attack=all");
  expect_binomial(testing::deals_of(all, Side::attacker).damage, 6000, 10000 * 0.6 * 0.4);
  // Half attack, half cancel with 5+ on a d10: 5000 - Bin(5000, 0.6) dice wound with 0.6.
  const Answer half = fight<RaidersOfArcana>(unit, unit);
  expect_binomial(testing::deals_of(half, Side::attacker).reported.at(RaidersOfArcana::hits), 2000,
                  5000 * 0.6 * 0.4);
  expect_binomial(testing::deals_of(half, Side::attacker).damage, 1200, 5000 * 0.24 * 0.76);
}

TEST(TenThousandDice, OfMagewindsHaveTheMeanAndVarianceOfABinomial) {
  const Answer outcome = fight<Magewinds>("power=10000;precision=3", "barrier=2;toughness=3000");
  expect_binomial(testing::deals_of(outcome, Side::attacker).reported.at(Magewinds::hits), 5000,
                  2500);
  const double p = 0.5 * 4 / 6;
  expect_binomial(testing::deals_of(outcome, Side::attacker).damage, 10000 * p,
                  10000 * p * (1 - p));
  EXPECT_NEAR(testing::deals_of(outcome, Side::attacker).destroyed.value, 1, 1e-11);
}

TEST(TenThousandDice, OfDwethiaHaveTheMeanAndVarianceOfABinomial) {
  // All wounds fit on the target, so the damage is a binomial as well.
  const Answer outcome =
      fight<DwethiaSkirmish>("models=5000;aggression=2", "models=10000;wounds=2;save=5");
  expect_binomial(testing::deals_of(outcome, Side::attacker).reported.at(DwethiaSkirmish::hits),
                  5000, 2500);
  const double p = 0.5 * 0.5 * 4 / 6;
  expect_binomial(testing::deals_of(outcome, Side::attacker).damage, 10000 * p,
                  10000 * p * (1 - p));
}

// How much work fights are.

TEST(WorkOnFights, IsLittleForWhatPlayersBring) {
  EXPECT_FALSE(takes_more_than<ArcaneLegions>(1, "red=9", "white=7"));
  EXPECT_FALSE(takes_more_than<ArcaneLegions>(5, "red=40", "white=40"));
  EXPECT_FALSE(takes_more_than<Magewinds>(1, "power=30;precision=5", "barrier=3"));
  EXPECT_FALSE(takes_more_than<RaidersOfArcana>(1, "figures=40;cd=3", "figures=40;cd=3"));
  EXPECT_FALSE(takes_more_than<DwethiaSkirmish>(1, "models=40;aggression=2", "models=40;save=4"));
  EXPECT_FALSE(takes_more_than<DwethiaSkirmish>(5, "models=40;aggression=2", "models=40;save=4",
                                                "order=attacker-first"));
}

TEST(WorkOnFights, IsBeyondAllPatienceForAbsurdPools) {
  constexpr double an_hour = 3600;
  for (const int dice : {800, 4000, 10000}) {
    EXPECT_TRUE(takes_more_than<ArcaneLegions>(an_hour, of("red", dice), of("white", dice)))
        << dice << " against " << dice;
  }
  EXPECT_TRUE(takes_more_than<ArcaneLegions>(an_hour, "red=1000;attack-rerolls=500", "white=10"));
}

/// On the law of a lineup.
double seconds_on(int dice, int rerolls, int forced) {
  Lineup lineup;
  lineup.attack.dice = lineup.defence.dice = dice;
  lineup.attack.own_rerolls = lineup.defence.own_rerolls = rerolls;
  lineup.attack.forced_rerolls = lineup.defence.forced_rerolls = forced;
  return testing::seconds_of([&] { exact::spend_on(lineup); });
}

// Its tables would be too large long before the time is.
TEST(WorkOnLineups, IsRefusedWhereThatDoesNotFitIntoMemory) {
  EXPECT_LT(seconds_on(50, 2, 2), 60);
  EXPECT_THROW(seconds_on(120, 2, 2), TooLarge);
}

TEST(WorkOnLineups, DoesNotFallWhenAPoolGrows) {
  for (const int rerolls : {0, 2}) {
    double before = 0;
    for (const int dice : {1, 10, 20, 40, 80}) {
      const double seconds = seconds_on(dice, rerolls, 0);
      EXPECT_GT(seconds, before) << dice << " against " << dice;
      before = seconds;
    }
  }
}

// Single laws.

TEST(BinomialLaw, IsCertainForImpossibleAndSureDice) {
  for (const auto& [n, p, sure] :
       {std::tuple{0, 0.5, 0}, std::tuple{9, 0.0, 0}, std::tuple{9, 1.0, 9}}) {
    const exact::Law law = exact::binomial(n, p);
    EXPECT_EQ(law.first, sure);
    EXPECT_EQ(law.p, std::vector<double>{1.0});
  }
}

TEST(BinomialLaw, OfTenMillionDiceSumsToOne) {
  const exact::Law law = exact::binomial(10'000'000, 1.0 / 6);
  double sum = 0;
  double mean = 0;
  for (std::size_t i = 0; i < law.p.size(); ++i) {
    sum += law.p[i];
    mean += law.p[i] * (law.first + static_cast<double>(i));
  }
  EXPECT_NEAR(sum, 1, 1e-12);
  EXPECT_NEAR(mean / (10'000'000 / 6.0), 1, 1e-12);
}

TEST(SavesLaw, MayBeAskedInAnyOrder) {
  const SaveQueue queue{{{3, at_least(4, 6), at_least(7, 6)}, {2, at_least(7, 6), at_least(5, 6)}}};
  exact::SavesLaw law(queue);
  const std::vector<double> nine = law.of(9).p;
  const std::vector<double> two = law.of(2).p;
  EXPECT_EQ(two, (std::vector<double>{0.25, 0.5, 0.25}));
  EXPECT_EQ(law.of(9).p, nine);
}

}  // namespace
}  // namespace warodds
