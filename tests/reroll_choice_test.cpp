// Best rerolls (A9): what is chosen, and what comes of it, on paper, by trying everything
// (tests/reference) and with physical dice.
#include "core/rules/reroll_choice.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>

#include "core/answer/agreement.h"
#include "core/numbers/chi_square.h"
#include "core/text/error.h"
#include "exact/answers.h"
#include "sim/simulate.h"
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

}  // namespace
}  // namespace warodds
