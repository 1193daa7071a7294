// Random amounts: what they are, how fields read them, what a fight makes of them on both engines.
#include "core/rules/amount.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "core/answer/agreement.h"
#include "core/play/matchup.h"
#include "core/rules/sum.h"
#include "core/text/error.h"
#include "exact/answers.h"
#include "sim/simulate.h"
#include "tests/support/matchup_of.h"
#include "tests/support/random_matchup.h"
#include "tests/support/system_types.h"

namespace warodds {
namespace {

TEST(Amount, ReadsAndWritesNumbersAndDice) {
  for (const char* text : {"0", "7", "-3", "1d6", "2d6+1", "1d6-1", "-1d3", "-2d4+5", "20d100"}) {
    const auto amount = Amount::parse(text);
    ASSERT_TRUE(amount) << text;
    EXPECT_EQ(amount->text(), text);
  }
  EXPECT_EQ(Amount::parse("d6"), Amount(1, 6, 0));
  EXPECT_EQ(Amount::parse("d6-1"), Amount(1, 6, -1));
  EXPECT_EQ(Amount::parse("4"), Amount(4));
}

TEST(Amount, RefusesWhatIsNoAmount) {
  for (const char* text : {"", "d", "6d", "1d1", "0d6", "1d101", "21d6", "1d6+", "1d6+-1", "1d6++1",
                           "1d6 + 1", "1d6+x", "--1d6", "1.5", "1d6d6", "+1d6", "1D6"}) {
    EXPECT_FALSE(Amount::parse(text)) << text;
  }
  EXPECT_THROW(Amount(21, 6, 0), InputError);
  EXPECT_THROW(Amount(1, 1, 0), InputError);
}

TEST(Amount, KnowsItsLaw) {
  const Amount two(2, 6, 1);
  EXPECT_EQ(two.least(), 3);
  EXPECT_EQ(two.most(), 13);
  const std::vector<double> law = two.law();
  ASSERT_EQ(law.size(), 11U);
  for (int sum = 2; sum <= 12; ++sum) {
    EXPECT_NEAR(law[static_cast<std::size_t>(sum - 2)], (6 - std::abs(sum - 7)) / 36.0, 1e-16);
  }
  const Amount off(-1, 3, 0);
  EXPECT_EQ(off.least(), -3);
  EXPECT_EQ(off.most(), -1);
  EXPECT_EQ(off.law(), (std::vector<double>(3, 1 / 3.0)));
  EXPECT_EQ(Amount(5).law(), std::vector<double>{1});
}

TEST(Amount, IsANumberOnlyOnceItHasBeenRolled) {
  EXPECT_EQ(Amount(-2).value(), -2);
  EXPECT_THROW(Amount(1, 6, 0).value(), std::logic_error);
  EXPECT_EQ(Amount(1, 6, 0).rolled(4).value(), 4);
  EXPECT_EQ(Amount(1, 6, 0).rolled(4).text(), "1d6");
}

TEST(Sum, SaysHowItCameAbout) {
  Sum dice(8, "icons");
  dice.add(2, "granted").add(0, "never").add(-3, "from a grey side");
  EXPECT_EQ(dice.text(0), "8 icons +2 granted -3 from a grey side = 7");
  EXPECT_EQ(dice.floored(), 7);
  Sum rolled(3, "icons");
  rolled.add(Amount(1, 6, -1).rolled(5), "granted").add(-4, "hindered");
  EXPECT_EQ(rolled.text(0), "3 icons +1d6-1 granted -4 hindered = -2 + 1d6, not below 0");
  EXPECT_EQ(rolled.total(), 4);
  EXPECT_EQ(Sum(2).add(-5, "lost").total_text(0), "0");
  EXPECT_EQ(Sum(2).add(-5, "lost").total_text({}), "-3");
}

TEST(Amount, StaysInTheRangeOfItsFieldHoweverItFalls) {
  ArcaneLegions::Unit unit;
  const auto set = [&](const char* key, const char* value) {
    find_field(ArcaneLegions::unit_fields(), key)->set(unit, value, "test");
  };
  set("brutal", "1d6-1");
  EXPECT_EQ(unit.brutal, Amount(1, 6, -1));
  const auto expect_refused = [&](const char* value, const std::string& why) {
    try {
      set("brutal", value);
      ADD_FAILURE() << value;
    } catch (const InputError& error) {
      EXPECT_EQ(error.what(),
                "test: brutal is " + why + " (damage added when it scores at least one hit)");
    }
  };
  expect_refused("1d6-2", "1d6-2, which is from -1 to 4, but must be from 0 to 1000");
  expect_refused("some",
                 "some but must be a whole number from 0 to 1000, or an amount such as 1d6+1");
  expect_refused("1001",
                 "1001 but must be a whole number from 0 to 1000, or an amount such as 1d6+1");
  EXPECT_THROW(set("attack-result", "4d6"), InputError);  // 24 is more than 20
  EXPECT_THROW(set("hp", "1d6"), InputError);             // not a field that takes amounts
}

template <class System>
class RolledFights : public ::testing::Test {
 protected:
  /// Whether anything is rolled before dice are. Where not, no fight that is drawn is a mixture.
  static bool rolls_amounts() {
    const auto any = [](const auto& fields) {
      return std::any_of(fields.begin(), fields.end(),
                         [](const auto& field) { return field.takes_amounts; });
    };
    if (any(System::unit_fields()) || any(System::group_fields()) ||
        any(System::situation_fields())) {
      return true;
    }
    testing::RandomMatchups<System> matchups(testing::Size::handful, 8, testing::Amounts::rolled);
    for (int drawn = 0; drawn < 100; ++drawn) {
      try {
        EXPECT_TRUE(testing::fights_of(matchups.next()).is_certain());
      } catch (const NoAnswer&) {
      } catch (const InputError&) {
      }
    }
    return false;
  }
};
TYPED_TEST_SUITE(RolledFights, testing::EverySystem, testing::SystemName);

TYPED_TEST(RolledFights, AgreeOnBothEngines) {
  using System = TypeParam;
  if (!TestFixture::rolls_amounts()) return;
  testing::RandomMatchups<System> matchups(testing::Size::tableful, 6, testing::Amounts::rolled);
  sim::Options options;
  options.trials = 60'000;
  int checked = 0;
  while (checked < 12) {
    const testing::Matchup<System> matchup = matchups.next();
    Mixture<typename System::Fight> fights;
    try {
      fights = testing::fights_of(matchup);
    } catch (const NoAnswer&) {
      continue;
    } catch (const InputError&) {
      continue;
    }
    if (fights.is_certain()) continue;
    ++checked;
    options.seed = static_cast<std::uint64_t>(checked);
    const auto agreement = compare(exact::fight(fights), sim::simulate(fights, options));
    EXPECT_TRUE(agreement.agrees) << testing::describe(matchup);
  }
}

TEST(RolledFights, WithoutAmountsAreOneFight) {
  const auto fights = testing::fights_of(testing::matchup_of<ArcaneLegions>("red=3", "white=2"));
  EXPECT_TRUE(fights.is_certain());
  EXPECT_TRUE(fights.amounts().empty());
}

TEST(RolledFights, ThatAreEqualAreMerged) {
  // Both grant dice to the same pool: 2 to 12 of them.
  const auto fights = testing::fights_of(
      testing::matchup_of<ArcaneLegions>("red=3;extra-attack=1d6", "white=2;enemy-attack=1d6"));
  EXPECT_EQ(fights.fights().size(), 11U);
  EXPECT_EQ(fights.fight_of().size(), 36U);
  double sum = 0;
  for (std::size_t i = 0; i < fights.fights().size(); ++i) sum += fights.weight(i);
  EXPECT_NEAR(sum, 1, 1e-15);
  // An amount that does not matter in this attack leaves one fight.
  EXPECT_TRUE(
      testing::fights_of(testing::matchup_of<ArcaneLegions>("red=3;extra-defence=1d6", "white=2"))
          .is_certain());
}

TEST(RolledFights, AreRefusedWhenTheyAreTooMany) {
  EXPECT_THROW(testing::fights_of(testing::matchup_of<ArcaneLegions>(
                   "red=3;extra-attack=20d100;brutal=20d40", "white=2")),
               NoAnswer);
}

TEST(RolledFights, AreExplainedByWhatIsRolled) {
  Explanation why;
  testing::fights_of(testing::matchup_of<ArcaneLegions>("red=3;extra-attack=1d6", "white=2"), &why);
  EXPECT_EQ(why.front().how, "3 icons +1d6 granted = 3 + 1d6");
  why.clear();
  testing::fights_of(
      testing::matchup_of<Magewinds>("power=3;precision=4", "", "precision-change=1d2"), &why);
  const auto hit = std::find_if(why.begin(), why.end(),
                                [](const auto& step) { return step.what == "a die hits"; });
  ASSERT_NE(hit, why.end());
  EXPECT_EQ(hit->how, "on 5 or less ... on any face: the target number is 6 or more");
}

}  // namespace
}  // namespace warodds
