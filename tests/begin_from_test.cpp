// Battles joined while they are fought: the odds of the whole battle are those of what the first
// rounds lead to, each weighed by how likely it is.
#include "core/answer/begin_from.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "core/answer/agreement.h"
#include "core/answer/outcome.h"
#include "core/text/error.h"
#include "exact/answers.h"
#include "sim/simulate.h"
#include "tests/support/battle_of.h"
#include "tests/support/matchup_of.h"

namespace warodds {
namespace {

OutcomeColumns columns_of(const std::vector<std::string>& facts) {
  OutcomeColumns columns;
  for (const std::string& fact : facts) columns.emplace_back(parse_fact(fact, OutcomeOf::battle));
  return columns;
}

/// Those of the whole battle, or, from where it stands, of the rest of it.
Answer solved(const AnyBattle& battle, int rounds = 0,
              const std::vector<std::string>& facts = {"attacker.kills", "defender.kills"}) {
  OutcomeColumns columns = columns_of(facts);
  columns.emplace_back(OutcomeFact{OutcomeFact::Kind::end});
  return exact::battle({battle, rounds, {{columns}}}, {});
}

/// Of `rounds` rounds, so that somebody is ahead; 0: to the end.
void expect_alike(const AnyBattle& battle, int rounds) {
  sim::Options options;
  options.trials = 40'000;
  const Answer law = exact::battle({battle, rounds}, {}),
               seen = sim::simulate(BattleQuestion{battle, rounds}, options);
  for (const AgreementTest& test : compare(law, seen).tests) {
    EXPECT_EQ(test.impossible, -1) << test.quantity;
    EXPECT_GE(test.p_value, 1e-8) << test.quantity;
  }
  // Half-widths are those of 99 %, and these are more than twice as wide.
  for (std::size_t i = 0; i < std::min(law.by_round.size(), seen.by_round.size()); ++i) {
    for (const Side side : both_sides) {
      const Estimate& mean = seen.by_round[i].mean_left[side];
      EXPECT_NEAR(mean.value, law.by_round[i].mean_left[side].value, 2.5 * *mean.half_width + 1e-9);
    }
  }
}

/// `standing`: the facts that say how a battle stands after `rounds` rounds.
void expect_total(const AnyBattle& whole, int rounds, const std::vector<std::string>& standing) {
  const Answer all = solved(whole);
  std::vector<std::string> told = standing;
  told.insert(told.end(), {"attacker.kills", "defender.kills"});
  const Answer first = solved(whole, rounds, told);
  std::map<std::vector<double>, double> sums;
  double mean_rounds = 0, over = 0;
  int joined = 0;
  for (const auto& [values, p] : first.laws.front().sums()) {
    const bool goes_on = values.back() == static_cast<int>(BattleEnd::undecided);
    if (!goes_on) {
      over += p;
      sums[{values.end() - 3, values.end()}] += p;
      continue;
    }
    std::string list = fmt::format("rounds={}", rounds);
    for (std::size_t i = 0; i < standing.size(); ++i) {
      list += fmt::format(", {}={}", standing[i], values[i]);
    }
    SCOPED_TRACE(list);
    AnyBattle rest = whole;
    begin_from(list, rest);
    const Answer then = solved(rest);
    for (const auto& [outcome, q] : then.laws.front().sums()) sums[outcome] += p * q;
    mean_rounds += p * (rounds + then.mean_rounds.value);
    if (++joined % 7 == 1) {
      expect_alike(rest, 0);
      expect_alike(rest, 2);
    }
  }
  EXPECT_GT(joined, 2);
  for (const auto& [outcome, p] : all.laws.front().sums()) {
    EXPECT_NEAR(sums[outcome], p, 1e-12) << fmt::format("{}", fmt::join(outcome, " "));
  }
  if (rounds == 1) {
    EXPECT_NEAR(all.mean_rounds.value, mean_rounds + over, 1e-10);
  }
}

TEST(BeginFrom, AddsUpToTheWholeBattleOfRaiders) {
  const std::vector<std::string> standing{"attacker.hit-points-left", "defender.hit-points-left"};
  const std::string raiders = "figures=3;hp=2;cd=2;as=5;db=1;arm=5;fatigue=6";
  for (const char* with : {"", "attacker-attack=all;attacker-breaks=1", "defender-breaks=34%"}) {
    SCOPED_TRACE(with);
    const AnyBattle whole = testing::said_battle<RaidersOfArcana>(raiders, raiders, with);
    expect_total(whole, 1, standing);
    expect_total(whole, 2, standing);
  }
}

TEST(BeginFrom, AddsUpToTheWholeBattleOfMagewinds) {
  const std::string mage = "toughness=8;power=2;precision=5;evasion=1";
  expect_total(testing::said_battle<Magewinds>(mage, mage, ""), 1,
               {"attacker.hit-points-left", "defender.hit-points-left"});
}

TEST(BeginFrom, AddsUpToTheWholeBattleOfLegions) {
  const std::string one = "figures=4;hp=1;red=2;white=1";
  const std::string two = "brutal=0 | name=Chief;count=1;hp=2;red=2 | name=Man;count=3;red=1";
  for (const char* losses : {"free", "listed", "cheapest"}) {
    SCOPED_TRACE(losses);
    const AnyBattle whole =
        testing::said_battle<ArcaneLegions>(two, one, std::string("attacker-losses=") + losses);
    expect_total(whole, 1,
                 {"attacker[Chief].survivors", "attacker[Man].survivors", "defender.survivors"});
  }
}

/// Sides of units that are called A, B, …
template <class System>
AnyBattle of_several(const PerSide<std::vector<std::string>>& sides) {
  PerSide<Army<System>> armies;
  for (const Side side : both_sides) {
    for (const std::string& stats : sides[side]) {
      auto unit = testing::matchup_of<System>(stats, stats).units.attacker;
      unit.name = static_cast<char>('A' + armies[side].units.size());
      armies[side].units.push_back({std::move(unit)});
    }
  }
  return Battle<System>(std::move(armies), {});
}

TEST(BeginFrom, AddsUpToTheWholeBattleOfSeveralUnits) {
  const std::vector<std::string> standing{
      "attacker[A].hit-points-left", "attacker[B].hit-points-left", "defender.hit-points-left"};
  expect_total(of_several<RaidersOfArcana>({{"figures=2;cd=2;as=5;arm=5", "hp=2;cd=2;as=5;arm=6"},
                                            {"figures=2;hp=2;arm=5"}}),
               1, standing);
  const std::string mage = "toughness=4;power=2;precision=5;evasion=1";
  expect_total(of_several<Magewinds>({{mage, mage}, {mage}}), 1, standing);
  expect_total(of_several<DwethiaSkirmish>(
                   {{"models=2;martial=4", "martial=5;wounds=2"}, {"models=2;wounds=2;martial=4"}}),
               1, standing);
}

TEST(BeginFrom, AddsUpToTheWholeBattleOfDwethia) {
  const std::string band = "models=3;wounds=2;martial=4;aggression=1;save=5";
  expect_total(testing::said_battle<DwethiaSkirmish>(band, band, ""), 1,
               {"attacker.hit-points-left", "defender.hit-points-left"});
}

}  // namespace
}  // namespace warodds
