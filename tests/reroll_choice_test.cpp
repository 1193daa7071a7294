// Best rerolls (A9): what is chosen, and what comes of it, on paper, by trying everything
// (tests/reference) and with physical dice.
#include "core/rules/reroll_choice.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "core/answer/agreement.h"
#include "core/numbers/chi_square.h"
#include "core/text/error.h"
#include "exact/fight/fight.h"
#include "sim/simulate.h"
#include "tests/support/answers.h"
#include "tests/support/attacks_of.h"
#include "tests/support/battle_of.h"
#include "tests/support/exactness.h"
#include "tests/support/matchup_of.h"
#include "tests/support/quantities.h"
#include "tests/support/random_matchup.h"
#include "tests/support/to_reference.h"

namespace warodds {
namespace {

using Arcane = ArcaneLegions;

FacePools::Faces faces_of(const std::string& dice) {
  FacePools::Faces faces{};
  for (const char die : dice) ++faces[static_cast<std::size_t>(die - '1')];
  return faces;
}

std::string text_of(const FacePools::Faces& faces) {
  std::string text;
  for (std::size_t face = faces.size(); face-- > 0;) {
    text += std::string(faces[face], static_cast<char>('1' + face));
  }
  return text;
}

TEST(FacePools, AreNumberedByFewestLiftedThenByFewestLowDice) {
  const FacePools pools(3, 2);
  EXPECT_EQ(pools.whole(), 56U);
  EXPECT_EQ(pools.size(), 56U + 21 + 6);
  EXPECT_EQ(FacePools::count(3, 2), 56 + 21 + 6);
  EXPECT_EQ(text_of(pools.faces(0)), "666");
  EXPECT_EQ(text_of(pools.faces(1)), "665");
  EXPECT_EQ(text_of(pools.faces(55)), "111");
  EXPECT_EQ(text_of(pools.faces(56)), "66");
  EXPECT_EQ(text_of(pools.faces(82)), "1");
  for (std::size_t pool = 0; pool < pools.size(); ++pool) {
    EXPECT_EQ(pools.number(pools.faces(pool)), pool);
  }
  for (std::size_t pool = pools.whole(); pool < pools.size(); ++pool) {
    for (std::size_t face = 0; face < 6; ++face) {
      FacePools::Faces more = pools.faces(pool);
      ++more[face];
      EXPECT_EQ(pools.one_more(pool)[face], pools.number(more));
    }
  }
}

/// What the attacker keeps of its dice.
std::string kept(const Arcane::Fight& fight, const std::string& attack, const std::string& defence,
                 int natural_sixes = 0) {
  const RerollChoice choice(fight.lineup);
  const FacePools& attacks = choice.pools(Side::attacker);
  const std::size_t pool =
      choice.kept(Side::attacker, choice.level(natural_sixes), attacks.number(faces_of(attack)),
                  choice.pools(Side::defender).number(faces_of(defence)));
  return text_of(attacks.faces(pool));
}

TEST(BestRerolls, OfTwoDiceOnPaper) {
  const auto fight =
      testing::prepare<Arcane>("red=2;attack-rerolls=1;reroll-below=best", "white=1");
  // 5 beats the 4 and 2 does not beat the phantom: 1 hit. With the 2 rolled again the 5 or a 6
  // beats the 4, and the lower die is 3 or more in 4 of 6: 1 2/3.
  EXPECT_EQ(kept(fight, "52", "4"), "5");
  // 3 beats the phantom: 1 hit. With a 3 rolled again nothing beats the 6, and the lower die is 3
  // or more in 4 of 6.
  EXPECT_EQ(kept(fight, "33", "6"), "33");
  // 3 beats the phantom and 4 does not beat 4: 1 hit. With either rolled again the higher die is
  // more than 4 in 2 of 6, and the lower 3 or more in 4 of 6: 1 hit, too. The defence hits only if
  // the 4 is rolled again; so nothing is, which is the least of the rest.
  EXPECT_EQ(kept(fight, "43", "4"), "43");
  // With a point of toughness it takes two hits, which needs a 5 or 6 and no 1 or 2 besides it.
  // With the 3 rolled again that is 2 of 6, the 4 being the other die; with the 4 it is 2 of 6,
  // too, but the defence hits more often.
  const auto tough =
      testing::prepare<Arcane>("red=2;attack-rerolls=1;reroll-below=best", "white=1;toughness=1");
  EXPECT_EQ(kept(tough, "43", "4"), "4");
}

TEST(BestRerolls, WhoDestroysTakesOtherRisks) {
  const std::string attacker = "red=2;attack-rerolls=2;reroll-below=best";
  const std::string defender = "white=0;figures=1;hp=2";
  // A 3 and a 1 are one hit; another one with the 1 rolled again in 4 of 6.
  for (const char* wanted : {"damage", "destroy"}) {
    EXPECT_EQ(kept(testing::prepare<Arcane>(attacker, defender,
                                            std::string("attacker-rerolls-for=") + wanted),
                   "31", ""),
              "3");
  }
  // Two 6s at the end score 100 more: two 3s rolled again deal 4/3 + 100/36 on average. Two hits
  // are enough to destroy.
  const std::string critical = "critical=final;critical-count=2;critical-bonus=100";
  EXPECT_EQ(kept(testing::prepare<Arcane>(attacker, defender, critical), "33", ""), "");
  EXPECT_EQ(
      kept(testing::prepare<Arcane>(attacker, defender, critical + ";attacker-rerolls-for=destroy"),
           "33", ""),
      "33");
}

TEST(BestRerolls, OfWhoAttacksBackAreForWhatThatSideWants) {
  const std::string unit = "red=2;attack-rerolls=2;reroll-below=best;white=0;hp=2";
  const auto kept_in_reply = [&](const std::string& said) {
    const auto battle = testing::said_battle<Arcane>(
        unit, unit, "critical=final;critical-count=2;critical-bonus=100;" + said);
    return kept(testing::attacks_of(battle).at(1).fights->any(), "33", "");
  };
  // Two hits are enough to destroy, as above.
  EXPECT_EQ(kept_in_reply("defender-rerolls-for=destroy"), "33");
  EXPECT_EQ(kept_in_reply("attacker-rerolls-for=destroy"), "");
}

TEST(BestRerolls, KnowTheCriticalHitOfTheFirstRoll) {
  // A die whose first roll may have been a six that the enemy has had rolled again: a critical hit
  // more. A point of toughness takes the first hit.
  const auto fight =
      testing::prepare<Arcane>("blue=1;attack-rerolls=1;reroll-below=best", "white=1;toughness=1",
                               "mode=ranged;critical-count=1");
  // Without it nothing can be dealt, with it a hit is.
  EXPECT_EQ(kept(fight, "1", "4", 0), "1");
  EXPECT_EQ(kept(fight, "1", "4", 1), "");
}

double mean_hits(const Arcane::Fight& fight, Side side) {
  return testing::deals_of(exact::fight(fight), side).reported[Arcane::hits].mean();
}

TEST(BestRerolls, OfOneDieEachOnPaper) {
  // The attacker alone chooses. Of the 36 rolls 15 hit, and the others are rolled again: against a
  // d, these are d, of which (6 - d)/6 then hit; 35/6 in all.
  const auto alone =
      testing::prepare<Arcane>("red=1;attack-rerolls=1;reroll-below=best", "white=1");
  EXPECT_NEAR(mean_hits(alone, Side::attacker), (15 + 35.0 / 6) / 36, testing::exactness);
  // Both choose. The defender rolls again unless it is ahead, or both show 6, so a final a hits
  // with (a - 1)/6 if it is not behind and not a 6 against a 6. Knowing that, the attacker rolls
  // again below 4; against 5 below 5; against 6 everything but a 6, only to be hit less.
  const auto both = testing::prepare<Arcane>("red=1;attack-rerolls=1;reroll-below=best",
                                             "white=1;defence-rerolls=1;reroll-below=best");
  EXPECT_NEAR(mean_hits(both, Side::attacker), 546.0 / 1296, testing::exactness);
  EXPECT_NEAR(mean_hits(both, Side::defender), 538.0 / 1296, testing::exactness);
}

/// Random matchups in which somebody chooses.
class RandomChoices {
 public:
  explicit RandomChoices(std::uint64_t seed)
      : matchups_(testing::Size::handful, seed), random_(seed + 1) {}

  testing::Matchup<Arcane> next() {
    for (;;) {
      testing::Matchup<Arcane> matchup = matchups_.next();
      for (Arcane::Unit* unit : {&matchup.units.attacker, &matchup.units.defender}) {
        unit->reroll_below = random_.happens(70) ? Pool::best : random_.between(1, 7);
        unit->attack_rerolls = random_.between(0, 3);
        unit->defence_rerolls = random_.between(0, 3);
      }
      try {
        const auto fight = testing::prepare(matchup);
        const Lineup& lineup = fight.lineup;
        const int most = std::max(lineup.attack.dice, lineup.defence.dice);
        if (lineup.is_chosen() && most <= 4) return matchup;
      } catch (const NoAnswer&) {
        continue;
      } catch (const InputError&) {
        continue;
      }
    }
  }

 private:
  testing::RandomMatchups<Arcane> matchups_;
  testing::RandomNumbers random_;
};

TEST(BestRerolls, AreThoseOfWhoTriesEverything) {
  constexpr int wanted = 300;
  RandomChoices matchups(20261125);
  std::set<std::string> seen;
  for (int drawn = 0; drawn < wanted; ++drawn) {
    const testing::Matchup<Arcane> matchup = matchups.next();
    const auto fight = testing::prepare(matchup);
    ASSERT_TRUE(testing::agree(testing::quantities(exact::fight(fight)),
                               testing::quantities(testing::play_reference(matchup)),
                               testing::exactness))
        << testing::describe(matchup);
    const Lineup& lineup = fight.lineup;
    if (lineup.attack.is_chosen() && lineup.defence.is_chosen()) seen.insert("both");
    if (lineup.attack.is_chosen() && lineup.defence.own_rerolls > 0) seen.insert("reply");
    if (lineup.stakes.enough.attacker > 0) seen.insert("attacker destroys");
    if (lineup.stakes.enough.defender > 0) seen.insert("defender destroys");
    if (RerollChoice(lineup).levels() > 1) seen.insert("levels");
    if (lineup.attack.forced_rerolls > 0) seen.insert("forced");
    if (fight.abilities.defender.berserker > 0) seen.insert("berserker");
  }
  EXPECT_EQ(seen.size(), 7U);
}

TEST(BestRerolls, DealNoLessThanAnyLimit) {
  RandomChoices matchups(8);
  int better = 0;
  for (int drawn = 0; drawn < 150; ++drawn) {
    testing::Matchup<Arcane> matchup = matchups.next();
    matchup.situation.attacker_rerolls_for = matchup.situation.defender_rerolls_for =
        Arcane::most_damage;
    const auto best = exact::fight(testing::prepare(matchup));
    // Whether the other side foresees it or not: its own limit stays what it is.
    const bool attacks = testing::prepare(matchup).lineup.attack.is_chosen();
    if (attacks && testing::prepare(matchup).lineup.defence.is_chosen()) continue;
    const Side side = attacks ? Side::attacker : Side::defender;
    for (int below = 1; below <= 7; ++below) {
      matchup.units[side].reroll_below = below;
      const double limited =
          testing::deals_of(exact::fight(testing::prepare(matchup)), side).damage.mean();
      EXPECT_GE(testing::deals_of(best, side).damage.mean(), limited - testing::exactness)
          << below << ", " << testing::describe(matchup);
      if (testing::deals_of(best, side).damage.mean() > limited + 1e-3) ++better;
    }
  }
  EXPECT_GT(better, 100);
}

TEST(BestRerolls, DestroyNoLessOftenThanForDamage) {
  RandomChoices matchups(9);
  int better = 0;
  for (int drawn = 0; drawn < 150; ++drawn) {
    testing::Matchup<Arcane> matchup = matchups.next();
    const Lineup& lineup = testing::prepare(matchup).lineup;
    if (!lineup.attack.is_chosen() || lineup.defence.is_chosen()) continue;
    matchup.situation.attacker_rerolls_for = Arcane::most_damage;
    const double for_damage = exact::fight(testing::prepare(matchup))
                                  .probability({OutcomeFact::Kind::destroys, Side::attacker})
                                  .value;
    matchup.situation.attacker_rerolls_for = Arcane::destruction;
    const double to_destroy = exact::fight(testing::prepare(matchup))
                                  .probability({OutcomeFact::Kind::destroys, Side::attacker})
                                  .value;
    EXPECT_GE(to_destroy, for_damage - testing::exactness) << testing::describe(matchup);
    if (to_destroy > for_damage + 1e-6) ++better;
  }
  EXPECT_GT(better, 3);
}

TEST(BestRerolls, AreRolledAsTheyAreReckoned) {
  constexpr int wanted = 60;
  constexpr int most_comparisons = wanted * 11;
  const double level = sidak_level(1e-6, most_comparisons);
  RandomChoices matchups(10);
  int comparisons = 0;
  for (int drawn = 0; drawn < wanted; ++drawn) {
    const testing::Matchup<Arcane> matchup = matchups.next();
    const auto fight = testing::prepare(matchup);
    sim::Options options;
    options.trials = 50'000;
    options.seed = static_cast<std::uint64_t>(drawn) + 1;
    for (const AgreementTest& test :
         compare(exact::fight(fight), sim::simulate(fight, options)).tests) {
      ++comparisons;
      ASSERT_EQ(test.impossible, -1) << testing::describe(matchup);
      ASSERT_GE(test.p_value, level)
          << test.side << ' ' << test.quantity << "; " << testing::describe(matchup);
    }
  }
  EXPECT_LE(comparisons, most_comparisons);
  EXPECT_GT(comparisons, wanted);
}

TEST(BestRerolls, OfTooManyDiceAreRefusedWithWhatToDo) {
  const auto fight = testing::prepare<Arcane>("red=30;attack-rerolls=30;reroll-below=best",
                                              "white=30;defence-rerolls=1");
  for (const bool exactly : {true, false}) {
    try {
      if (exactly) {
        exact::fight(fight);
      } else {
        sim::simulate(fight, {});
      }
      FAIL() << "answered";
    } catch (const NoAnswer& error) {
      EXPECT_NE(std::string(error.what()).find("give reroll-below a number"), std::string::npos)
          << error.what();
    }
  }
}

TEST(BestRerolls, OfManyDiceAddUp) {
  const auto fight =
      testing::prepare<Arcane>("red=7;attack-rerolls=3;reroll-below=best;brutal=2",
                               "white=7;defence-rerolls=2;reroll-below=best;toughness=1");
  const Answer answer = exact::fight(fight);
  double sum = 0;
  const testing::Deals deals = testing::deals_of(answer, Side::attacker);
  for (const double p : deals.damage.pmf()) sum += p;
  EXPECT_NEAR(sum, 1, testing::exactness);
}

}  // namespace
}  // namespace warodds
