// The rules as coded in core/systems against their second statement in tests/reference, on random
// matchups of every system.
#include <gtest/gtest.h>

#include "core/text/error.h"
#include "exact/answers.h"
#include "tests/support/answers.h"
#include "tests/support/cases.h"
#include "tests/support/exactness.h"
#include "tests/support/matchup_of.h"
#include "tests/support/random_matchup.h"
#include "tests/support/system_types.h"
#include "tests/support/to_reference.h"

namespace warodds {
namespace {

template <class System>
class Reference : public ::testing::Test {};
TYPED_TEST_SUITE(Reference, testing::EverySystem, testing::SystemName);

TYPED_TEST(Reference, AgreesOnAThousandRandomMatchups) {
  using System = TypeParam;
  constexpr int wanted = 1000;
  testing::RandomMatchups<System> large(testing::Size::tableful, 19920413,
                                        testing::Amounts::rolled);
  testing::RandomMatchups<System> small(testing::Size::handful, 19920413, testing::Amounts::rolled);
  const int one_large_of = testing::cases(4, 1);
  testing::Coverage<System> coverage;
  int legal = 0;
  for (int drawn = 0; drawn < wanted; ++drawn) {
    const testing::Matchup<System> matchup =
        drawn % one_large_of == 0 ? large.next() : small.next();
    coverage.add(matchup);
    const reference::Result should = testing::play_reference(matchup);
    std::string refusal;
    Mixture<typename System::Fight> fights;
    try {
      fights = testing::fights_of(matchup);
    } catch (const NoAnswer& error) {
      refusal = error.what();
    } catch (const InputError& error) {
      refusal = error.what();
    }
    ASSERT_EQ(refusal.empty(), should.legal)
        << "core says: " << refusal << "; reference says: " << should.why << "; "
        << testing::describe(matchup);
    if (!should.legal) continue;
    ++legal;
    const Answer outcome = exact::fight(fights);
    ASSERT_TRUE(testing::agree(testing::quantities(outcome), testing::quantities(should),
                               testing::exactness))
        << testing::describe(matchup);
    const std::optional<int> cost = fights.any().cost;
    if (cost.value_or(0) > 0) {
      // A mean over 0, 1, ..., n may be off by (0 + 1 + ... + n) times as much as each probability.
      const double most = testing::deals_of(outcome, Side::attacker).damage.max();
      ASSERT_NEAR(testing::deals_of(outcome, Side::attacker).damage.mean() / *cost,
                  should.attacker.damage_per_order_point,
                  testing::exactness * (1 + most * (most + 1) / 2))
          << testing::describe(matchup);
    } else {
      ASSERT_EQ(should.attacker.damage_per_order_point, 0) << testing::describe(matchup);
    }
  }
  EXPECT_GE(legal, wanted * 3 / 5);
  for (const std::string& missing : coverage.missing()) {
    ADD_FAILURE() << missing << " has not occurred in any matchup";
  }
}

}  // namespace
}  // namespace warodds
