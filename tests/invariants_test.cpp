// Facts that hold whatever the dice do, and the sizes that the exact engine must cope with.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "core/numbers/eigen.h"
#include "core/threads/parallel.h"
#include "exact/dice/law.h"
#include "exact/dice/lineup.h"
#include "exact/fight/fight.h"
#include "tests/support/answers.h"
#include "tests/support/matchup_of.h"
#include "tests/support/quantities.h"
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

TEST(ModifiersToDice, AreSummedFirstAndFlooredOnceSoTheirOrderCannotMatter) {
  for (int icons = 1; icons <= 4; ++icons) {
    for (int extra = -6; extra <= 6; extra += 2) {
      for (const int hindered : {0, 2, 9}) {
        for (const bool bad : {false, true}) {
          const auto resolved = testing::prepare<ArcaneLegions>(
              of("blue", icons) + ';' + of("extra-attack", extra), "",
              "mode=ranged;firing-into-melee=yes;" + of("hindered", hindered) +
                  (bad ? ";attacker-side=grey" : ""));
          EXPECT_EQ(resolved.lineup.attack.dice,
                    std::max(icons + extra - hindered - 1 - (bad ? 3 : 0), 0));
        }
      }
    }
  }
}

TEST(ModifiersToDice, OfTheDefenderAreSummedFirstAndFlooredOnce) {
  for (int icons = 0; icons <= 4; ++icons) {
    for (int extra = -6; extra <= 6; extra += 3) {
      for (int in_mode = -6; in_mode <= 6; in_mode += 3) {
        for (const bool bad : {false, true}) {
          const std::string defender = of("white", icons) + ';' + of("extra-defence", extra) + ';' +
                                       of("extra-defence-close", in_mode) +
                                       ";extra-defence-ranged=77";
          const auto resolved =
              testing::prepare<ArcaneLegions>("red=1", defender, bad ? "defender-side=grey" : "");
          EXPECT_EQ(resolved.lineup.defence.dice,
                    std::max(icons + extra + in_mode - (bad ? 3 : 0), 0));
        }
      }
    }
  }
}

TEST(Modifiers, ToPrecisionAndToEvasionAreTheSameThing) {
  for (int change = -5; change <= 5; ++change) {
    const Answer precision =
        fight<Magewinds>("power=5;precision=4", "evasion=1", of("precision-change", change));
    const Answer evasion =
        fight<Magewinds>("power=5;precision=4", "evasion=1", of("evasion-change", -change));
    EXPECT_TRUE(testing::agree(testing::quantities(precision), testing::quantities(evasion), 0));
  }
}

// Symmetries.

TEST(Lineup, OfEqualPoolsTreatsBothSidesAlike) {
  for (const int dice : {1, 2, 5, 12}) {
    Lineup lineup;
    lineup.attack.dice = lineup.defence.dice = dice;
    lineup.critical.bonus = 0;
    const Eigen::ArrayXXd law = exact::lineup_law(lineup);
    ASSERT_EQ(law.rows(), law.cols());
    for (Eigen::Index i = 0; i < law.rows(); ++i) {
      for (Eigen::Index j = 0; j < i; ++j) EXPECT_NEAR(law(i, j), law(j, i), 1e-14);
    }
  }
}

TEST(Lineup, WithTheSidesExchangedIsTheTransposedLaw) {
  Lineup lineup;
  lineup.attack.dice = 6;
  lineup.attack.own_rerolls = 2;
  lineup.defence.dice = 4;
  lineup.defence.adjustment = 1;
  lineup.critical.bonus = 0;
  Lineup exchanged = lineup;
  std::swap(exchanged.attack, exchanged.defence);
  const Eigen::ArrayXXd law = exact::lineup_law(lineup);
  const Eigen::ArrayXXd transposed = exact::lineup_law(exchanged);
  for (int a = 0; a <= 6; ++a) {
    for (int d = 0; d <= 4; ++d) EXPECT_NEAR(law(a, d), transposed(d, a), 1e-14);
  }
}

TEST(Lineup, WithoutDefenceHitsIsTheMarginalOfTheLawWithThem) {
  Lineup lineup;
  lineup.attack.dice = 7;
  lineup.defence.dice = 9;
  const Eigen::ArrayXXd with = exact::lineup_law(lineup);
  lineup.defence_hits = false;
  const Eigen::ArrayXXd without = exact::lineup_law(lineup);
  ASSERT_EQ(without.cols(), 1);
  for (Eigen::Index a = 0; a < without.rows(); ++a) {
    EXPECT_NEAR(without(a, 0), with.row(a).sum(), 1e-14);
  }
}

TEST(Lineup, AgainstNobodyIsABinomialAndTheCriticalHit) {
  // Without a critical hit: each of n dice beats the phantom with 4 of 6 faces.
  for (const int dice : {1, 7, 40}) {
    Lineup lineup;
    lineup.attack.dice = dice;
    lineup.critical.bonus = 0;
    const Eigen::ArrayXXd law = exact::lineup_law(lineup);
    const exact::Law binomial = exact::binomial(dice, 4.0 / 6);
    ASSERT_EQ(binomial.first, 0);
    for (int h = 0; h <= dice; ++h) {
      const double should = binomial.p[static_cast<std::size_t>(h)];
      EXPECT_NEAR(law(h, 0), should, 1e-12 * should);
    }
  }
}

TEST(Lineup, EveryPairIsHitByOneSideOrATie) {
  // Where all of 6 pairs are matched, the hits of both sides are at most 6.
  Lineup lineup;
  lineup.attack.dice = lineup.defence.dice = 6;
  lineup.critical.bonus = 0;
  const Eigen::ArrayXXd law = exact::lineup_law(lineup);
  for (Eigen::Index a = 0; a <= 6; ++a) {
    for (Eigen::Index d = 0; d <= 6; ++d) {
      if (a + d > 6) {
        EXPECT_EQ(law(a, d), 0) << a << ' ' << d;
      }
    }
  }
}

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

TEST(Lineup, OfUnequalPoolsHasTheMeanOfItsRanks) {
  for (const auto& [attack, defence] :
       {std::array{9, 7}, std::array{3, 20}, std::array{45, 30}, std::array{20, 0}}) {
    Lineup lineup;
    lineup.attack.dice = attack;
    lineup.defence.dice = defence;
    lineup.critical.bonus = 0;
    const JointDistribution law = to_joint_distribution(exact::lineup_law(lineup));
    EXPECT_LE(law.defect(), 1e-12);
    EXPECT_NEAR(law.rows().mean(), mean_attack_hits(attack, defence), 1e-11);
    EXPECT_NEAR(law.columns().mean(), mean_attack_hits(defence, attack), 1e-11);
  }
}

TEST(Lineup, CriticalHitsAddTheChanceOfThreeSixesToTheMean) {
  Lineup lineup;
  lineup.attack.dice = 12;
  lineup.defence.dice = 8;
  const JointDistribution law = to_joint_distribution(exact::lineup_law(lineup));
  const exact::Law sixes = exact::binomial(12, 1.0 / 6);
  const double fewer_than_three = sixes.p[0] + sixes.p[1] + sixes.p[2];
  EXPECT_NEAR(law.rows().mean(), mean_attack_hits(12, 8) + 1 - fewer_than_three, 1e-12);
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

TEST(Rerolls, ThatNoDieIsLowEnoughForChangeNothing) {
  Lineup lineup;
  lineup.attack.dice = 6;
  lineup.defence.dice = 4;
  const Eigen::ArrayXXd without = exact::lineup_law(lineup);
  lineup.attack.own_rerolls = 3;
  lineup.attack.reroll_below = 1;
  EXPECT_TRUE((exact::lineup_law(lineup) - without).isZero(1e-15));
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
