// How lucky it was: lists of what has happened, odds in the tails against fractions, and a test of
// the dice that may be looked at whenever one likes.
#include "core/answer/luck.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <boost/multiprecision/gmp.hpp>
#include <cmath>
#include <cstdint>
#include <fstream>
#include <iterator>
#include <map>
#include <string>
#include <vector>

#include "core/numbers/fair_dice.h"
#include "exact/answers.h"
#include "tests/support/answers.h"
#include "tests/support/matchup_of.h"

namespace warodds {
namespace {

using ::testing::HasSubstr;

TEST(ObservedList, HasFactsAndWhatTheyWere) {
  const auto fight =
      parse_observed(" Attacker.Kills = 2,defender.kills[Chief, old]=0, attacker.destroyed=yes ",
                     OutcomeOf::fight);
  ASSERT_EQ(fight.size(), 3U);
  EXPECT_EQ(name_of(fight[0].fact), "attacker.kills");
  EXPECT_EQ(fight[0].happened, 2);
  EXPECT_EQ(name_of(fight[1].fact), "defender.kills[Chief, old]");
  EXPECT_EQ(fight[2].happened, 1);
  const auto battle = parse_observed("win=nobody,rounds=7,defender.survivors=3", OutcomeOf::battle);
  EXPECT_EQ(battle[0].happened, 0.5);
  EXPECT_EQ(battle[1].happened, 7);
  EXPECT_EQ(battle[0].gains, Side::attacker);
  EXPECT_EQ(battle[1].gains, std::nullopt);
  EXPECT_EQ(battle[2].gains, Side::defender);
}

/// A law from what was said of it, without an engine.
OutcomeLaw exact_law(const std::vector<ObservedFact>& observed,
                     const std::map<std::vector<double>, double>& pmf) {
  LawSums<double> sums;
  for (const auto& [values, p] : pmf) sums.add(values, p);
  return {columns_of(observed), std::move(sums)};
}
OutcomeLaw law_of_kills(const std::map<std::vector<double>, double>& pmf) {
  return exact_law(parse_observed("attacker.kills=0,defender.kills=0", OutcomeOf::fight), pmf);
}

TEST(Luck, OfWhatCannotHaveHappenedIsRefused) {
  const OutcomeLaw law = law_of_kills({{{0, 2}, 0.5}, {{3, 0}, 0.5}});
  const auto refused = [&](const char* observed) -> std::string {
    try {
      luck_of(parse_observed(observed, OutcomeOf::fight), law);
      return "";
    } catch (const InputError& error) {
      return error.what();
    }
  };
  EXPECT_EQ(refused("attacker.kills=0,defender.kills=2"), "");
  EXPECT_THAT(refused("attacker.kills=4,defender.kills=2"),
              HasSubstr("attacker.kills = 4 cannot have happened: it is from 0 to 3"));
  EXPECT_THAT(refused("attacker.kills=3,defender.kills=2"), HasSubstr("not all of them together"));
}

// Facts that are not the same of both sides are added up in deviations.
TEST(Luck, OfDifferentFactsIsInDeviations) {
  const auto observed =
      parse_observed("attacker.hits=1,attacker.kills=1,defender.kills=0", OutcomeOf::fight);
  const OutcomeLaw law = exact_law(observed, {{{1, 1, 0}, 0.5}, {{3, 1, 2}, 0.5}});
  const auto luck = luck_of(observed, law);
  EXPECT_TRUE(luck.in_deviations);
  // hits 1 +- 1, kills always 1, kills of the defender 0 or 2: 1 / 1 - 0 / 1, or 3 / 1 - 2 / 1
  EXPECT_DOUBLE_EQ(luck.sum->happened, 1);
  EXPECT_DOUBLE_EQ(luck.sum->at_most.value, 1);
}

using LuckFraction = boost::multiprecision::mpq_rational;

LuckFraction to_power(const LuckFraction& base, int exponent) {
  LuckFraction result = 1;
  for (int i = 0; i < exponent; ++i) result *= base;
  return result;
}

/// P(at most k) and P(at least k) of n dice, from the fractions of every count.
LuckFraction sum_of_binomial(int n, const LuckFraction& p, int from, int to) {
  LuckFraction sum = 0, ways = 1;
  for (int k = 0; k <= to; ++k) {
    if (k >= from) sum += ways * to_power(p, k) * to_power(1 - p, n - k);
    ways = ways * (n - k) / (k + 1);
  }
  return sum;
}

void expect_relatively_near(double ours, const LuckFraction& theirs, double tolerance,
                            const std::string& what) {
  const LuckFraction off = LuckFraction(ours) / theirs - 1;
  EXPECT_LT(std::abs(off.convert_to<double>()), tolerance) << what << ": " << ours;
}

// Dice of a d10 that wound on 6+, or on 8+, and nothing cancels: both tails, down to 1e-300.
TEST(Tails, OfManyDiceAreRightDownToTheSmallest) {
  constexpr double tolerance = 1e-12;
  for (const int face : {6, 8}) {
    for (const int dice : {10, 100, 300, 550}) {
      const auto fight = testing::prepare<RaidersOfArcana>(
          fmt::format("figures={};cd=1;as=10;db=0;fatigue=0", dice),
          fmt::format("figures=1000;hp=1;cd=1;as=10;db=0;arm={};fatigue=0", face),
          "attacker-attack=all;defender-attack=all");
      const OutcomeFact kills = parse_fact("attacker.kills", OutcomeOf::fight);
      const Answer answer = exact::fight(
          {fight,
           {{OutcomeColumn(kills), OutcomeColumn(Event("attacker.kills = 0", OutcomeOf::fight))}}});
      const LuckFraction p(11 - face, 10);
      expect_relatively_near(answer.laws[1].probability().value, to_power(1 - p, dice), tolerance,
                             fmt::format("none of {}", dice));
      for (const int k : {0, 1, dice / 10, dice / 2, dice - dice / 10, dice - 1, dice}) {
        const auto luck = luck_of(
            parse_observed(fmt::format("attacker.kills={}", k), OutcomeOf::fight), answer.laws[0]);
        const std::string what = fmt::format("{} of {}", k, dice);
        const LuckFraction so_many = sum_of_binomial(dice, p, k, dice);
        expect_relatively_near(luck.facts[0].at_most.value, sum_of_binomial(dice, p, 0, k),
                               tolerance, what);
        expect_relatively_near(luck.facts[0].at_least.value, so_many, tolerance, what);
        expect_relatively_near(testing::deals_of(answer, Side::attacker).kills.at_least(k), so_many,
                               tolerance, what);
      }
    }
  }
}

/// The fair law of a row of a game, and how to draw from it or another.
struct Drawn {
  Distribution law;
  std::vector<double> up_to;  ///< sums of the probabilities that are drawn from

  Drawn(const std::map<double, double>& fair, const std::map<double, double>& real)
      : law(Distribution::of_numbers(fair)) {
    double sum = 0;
    for (const auto& [value, p] : real) up_to.push_back(sum += p);
  }
  double draw(testing::RandomNumbers& random) const {
    constexpr int all = 1'000'000'000;
    const double u = random.between(0, all - 1) / static_cast<double>(all);
    const auto place = std::upper_bound(up_to.begin(), up_to.end() - 1, u) - up_to.begin();
    return law.values()[static_cast<std::size_t>(place)];
  }
};

/// Kills, the attacker's less the defender's, of the fights of a game. With a probability of
/// `loaded` the attacker's dice wound as if they showed one more.
std::vector<Drawn> rows_of_game(double loaded) {
  struct Row {
    int figures, enemies;
  };
  std::vector<Drawn> rows;
  for (const Row& row : {Row{6, 20}, Row{10, 20}, Row{4, 12}}) {
    const auto law_with = [&](int arm) {
      const auto fight = testing::prepare<RaidersOfArcana>(
          fmt::format("figures={};cd=2;as=10;db=0;arm=9;fatigue=0", row.figures),
          fmt::format("figures={};cd=1;as=10;db=0;arm={};fatigue=0", row.enemies, arm),
          "attacker-attack=all;defender-attack=half");
      const OutcomeColumns kills{parse_fact("attacker.kills", OutcomeOf::fight),
                                 parse_fact("defender.kills", OutcomeOf::fight)};
      const Answer answer = exact::fight({fight, {{kills}}});
      std::map<double, double> pmf;
      for (const auto& [values, p] : answer.laws[0].sums()) pmf[values[0] - values[1]] += p;
      return pmf;
    };
    constexpr int fair = 6;
    std::map<double, double> real;
    const auto of_fair = law_with(fair), of_better = law_with(fair - 1);
    for (const auto& [value, p] : of_fair) real[value] += (1 - loaded) * p;
    for (const auto& [value, p] : of_better) real[value] += loaded * p;
    EXPECT_EQ(real.size(), of_fair.size());
    rows.emplace_back(of_fair, real);
  }
  return rows;
}

// Whatever the law: the mean of each e-value under it is 1.
TEST(FairDice, HaveEValuesWhoseMeanIsExactlyOne) {
  testing::RandomNumbers random(5);
  for (int drawn = 0; drawn < 300; ++drawn) {
    std::map<double, double> pmf;
    double sum = 0;
    const int values = random.between(1, 12);
    for (int i = 0; i < values; ++i) {
      const double p = std::pow(10, -random.between(0, 20)) * random.between(1, 100);
      pmf[random.between(-20, 20) / 4.0] += p;
      sum += p;
    }
    for (auto& [value, p] : pmf) p /= sum;
    const Distribution law = Distribution::of_numbers(pmf);
    double mean_of_more = 0, mean_of_less = 0;
    for (std::size_t i = 0; i < law.values().size(); ++i) {
      FairDice test;
      test.add(law, law.values()[i]);
      EXPECT_GT(test.evidence_of_more(), 0);
      EXPECT_GT(test.evidence_of_less(), 0);
      mean_of_more += law.pmf()[i] * test.evidence_of_more();
      mean_of_less += law.pmf()[i] * test.evidence_of_less();
    }
    EXPECT_NEAR(mean_of_more, 1, 1e-12);
    EXPECT_NEAR(mean_of_less, 1, 1e-12);
  }
}

TEST(FairDice, BetOnBothSidesAlike) {
  const Distribution law = Distribution::of_numbers({{-1, 0.25}, {0, 0.5}, {1, 0.25}});
  FairDice more, less;
  for (const double seen : {1.0, 1.0, 0.0, 1.0}) {
    more.add(law, seen);
    less.add(law, seen, -1);
  }
  EXPECT_NEAR(more.evidence(), less.evidence(), 1e-12);
  EXPECT_NEAR(more.evidence_of_more(), less.evidence_of_less(), 1e-12);
  EXPECT_GT(more.evidence_of_more(), more.evidence_of_less());
  EXPECT_EQ(more.most_after(), 4U);
  EXPECT_EQ(more.numbers(), 4U);
}

/// After how many rows the evidence was 100 or more in each game, in rising order; where it never
/// was, one more than there are.
std::vector<int> alarms(const std::vector<Drawn>& rows, int games, int rows_of_each,
                        std::uint64_t seed) {
  testing::RandomNumbers random(seed);
  std::vector<int> after;
  for (int game = 0; game < games; ++game) {
    FairDice test;
    std::size_t next = 0;
    int row = 1;
    for (; row <= rows_of_each; ++row) {
      const Drawn& drawn = rows[next];
      const double seen = drawn.draw(random);
      test.add(drawn.law, seen);
      if (test.p_value() <= 0.01) break;  // a look after every row
      // Whoever has had luck goes on with the same fight: choices may depend on the dice.
      if (seen < drawn.law.mean()) next = (next + 1) % rows.size();
    }
    after.push_back(row);
  }
  std::sort(after.begin(), after.end());
  return after;
}

double share_within(const std::vector<int>& after, int rows) {
  return static_cast<double>(std::upper_bound(after.begin(), after.end(), rows) - after.begin()) /
         static_cast<double>(after.size());
}

// The bound is Ville's: 1 in 100 games, at most, however often one looks.
TEST(FairDice, AreSeldomTakenForLoadedOnes) {
  constexpr int games = 10'000, rows = 40;
  EXPECT_LT(share_within(alarms(rows_of_game(0), games, rows, 1), rows), 0.01);
}

// The table in tests/README.md: how many of 500 games with loaded dice are found out.
TEST(FairDice, ThatAreLoadedAreFoundOut) {
  constexpr int games = 500, most_rows = 200;
  std::string table;
  double before = 0;
  for (const double loaded : {0.0, 0.25, 0.5, 1.0}) {
    const std::vector<int> after = alarms(rows_of_game(loaded), games, most_rows, 2);
    std::string line = fmt::format("| {:g} |", loaded);
    for (const int rows : {10, 20, 50, 100, 200}) {
      line += fmt::format(" {:.1f} % |", share_within(after, rows) * 100);
    }
    table += line + "\n";
    EXPECT_GE(share_within(after, most_rows), before) << line;  // the more loaded, the oftener
    before = share_within(after, most_rows);
  }
  std::ifstream page(WARODDS_TEST_DATA "/../README.md");
  const std::string text{std::istreambuf_iterator<char>(page), {}};
  EXPECT_THAT(text, HasSubstr(table)) << table;
}

}  // namespace
}  // namespace warodds
