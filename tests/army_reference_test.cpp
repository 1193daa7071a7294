// Battles of sides of several units against the second statement of them in exact fractions.
#include <gtest/gtest.h>

#include <numeric>
#include <string>
#include <variant>
#include <vector>

#include "core/answer/engine.h"
#include "exact/solve/solve.h"
#include "tests/reference/armies.h"
#include "tests/support/cases.h"
#include "tests/support/drawn_armies.h"

namespace warodds {
namespace {

using reference::as_double;
using reference::Rational;
using testing::ArmySystem;
using testing::Draw;
using testing::Drawn;

// ---- Comparison ----

constexpr double exactness = 1e-12;

void expect_law(const Distribution& found, const std::vector<Rational>& should, const char* what) {
  for (std::size_t k = 0; k < should.size(); ++k) {
    ASSERT_NEAR(found.probability(static_cast<int>(k)), as_double(should[k]), exactness)
        << what << ' ' << k;
  }
}

void expect_same(const BattleAnswer& found, const reference::ArmyBattle& should) {
  const auto near = [](double number, const Rational& fraction, const char* what) {
    ASSERT_NEAR(number, as_double(fraction), exactness) << what;
  };
  near(found.win(Side::attacker).value, should.attacker_wins, "attacker wins");
  near(found.win(Side::defender).value, should.defender_wins, "defender wins");
  near(found.end(BattleEnd::both_destroyed).value, should.both_destroyed, "both destroyed");
  near(found.end(BattleEnd::undecided).value, should.undecided, "undecided");
  near(found.end(BattleEnd::retreated).value, should.retreated, "retreated");
  near(found.is_ahead(Ahead::attacker).value, should.ahead_attacker, "attacker ahead");
  near(found.is_ahead(Ahead::defender).value, should.ahead_defender, "defender ahead");
  near(found.is_ahead(Ahead::even).value, should.ahead_even, "even");
  const double rounds = as_double(should.mean_rounds);
  ASSERT_NEAR(found.mean_rounds.value, rounds, exactness * (1 + rounds) * 10);
  expect_law(found.rounds, should.rounds, "rounds");
  for (const Side side : both_sides) {
    const int s = side == Side::attacker ? 0 : 1;
    expect_law(found.survivors[side], should.survivors[s], "survivors");
    ASSERT_EQ(found.units[side].size(), should.units[s].size());
    for (std::size_t u = 0; u < should.units[s].size(); ++u) {
      const UnitAnswer& unit = found.units[side][u];
      const auto& expected = should.units[s][u];
      SCOPED_TRACE(expected.name);
      ASSERT_EQ(unit.name, expected.name);
      near(unit.destroyed.value, expected.destroyed, "unit destroyed");
      near(unit.mean_hit_points.value, expected.mean_hit_points_left, "unit's hit points");
      expect_law(unit.survivors, expected.survivors, "unit's survivors");
      for (std::size_t r = 0; r < should.by_round.size() && r < unit.by_round.size(); ++r) {
        near(unit.by_round[r].destroyed.value, should.by_round[r].unit_destroyed[s][u],
             "unit destroyed by a round");
        near(unit.by_round[r].mean_left.value, should.by_round[r].unit_mean_left[s][u],
             "unit's figures after a round");
        near(unit.by_round[r].mean_hit_points.value,
             should.by_round[r].unit_mean_hit_points_left[s][u], "unit's hit points after a round");
      }
    }
    for (std::size_t r = 0; r < should.by_round.size() && r < found.by_round.size(); ++r) {
      near(found.by_round[r].destroyed[side].value, should.by_round[r].destroyed[s],
           "destroyed by a round");
      near(found.by_round[r].mean_left[side].value, should.by_round[r].mean_left[s],
           "left after a round");
    }
  }
}

template <class System>
class ArmiesIn : public ::testing::Test {};
TYPED_TEST_SUITE(ArmiesIn, testing::DrawnSystems);

TYPED_TEST(ArmiesIn, FractionsAreTheSame) {
  constexpr ArmySystem system = testing::system_of<TypeParam>();
  Draw draw(3511);
  // Fractions of fights of many units in one take long.
  constexpr bool is_slow = system == ArmySystem::dwethia_skirmish;
  const int battles = testing::cases(is_slow ? 15 : 50, 150);
  int compared = 0;
  for (int number = 0; number < battles; ++number) {
    const Drawn drawn = draw.battle(system, number % 5 == 4 && !is_slow ? 3 : 2);
    SCOPED_TRACE(testing::in_words(drawn));
    if (testing::is_of_two_units<TypeParam>(drawn)) continue;
    const BattleQuestion question = testing::question_of<TypeParam>(drawn);
    const reference::ArmyBattle should = reference::army_battle(
        system, drawn.attacker, drawn.defender, drawn.situation, drawn.cap, 4);
    expect_same(exact::battle(question, {}), should);
    if (this->HasFatalFailure()) return;
    ++compared;
  }
  EXPECT_GE(compared, battles * 6 / 10);
}

class ArmiesOfDwethia : public ::testing::Test {
 public:
  using Units = std::vector<reference::Entry>;

  static reference::Entry band(const std::string& name,
                               const std::vector<reference::Fields>& groups) {
    reference::Entry entry{name, {}, 1, {}};
    for (const reference::Fields& group : groups) {
      entry.unit.groups.push_back({"G" + std::to_string(entry.unit.groups.size()), group});
    }
    return entry;
  }
  static void expect_fractions(const Drawn& drawn) {
    const reference::ArmyBattle should =
        reference::army_battle(ArmySystem::dwethia_skirmish, drawn.attacker, drawn.defender,
                               drawn.with_halts(), drawn.cap, 4);
    expect_same(exact::battle(testing::question_of<DwethiaSkirmish>(drawn), {}), should);
  }
  static reference::Fields model(const std::string& strength) {
    return {{"count", "1"},   {"engaged", "all"},  {"aggression", "1"},
            {"martial", "3"}, {"integrity", "0"},  {"strength", strength},
            {"defence", "3"}, {"wounds", "1"},     {"save", "0"},
            {"ignore", "0"},  {"perception", "4"}, {"ranged-strength", "2"},
            {"shots", "1"}};
  }
};

// Of three and three, fights of two against one and of one against two have the same units.
TEST_F(ArmiesOfDwethia, ThreeAgainstThree) {
  Drawn drawn;
  drawn.attacker.units =
      Units{band("A0", {model("2")}), band("A1", {model("4")}), band("A2", {model("5")})};
  drawn.defender.units =
      Units{band("D0", {model("5")}), band("D1", {model("3")}), band("D2", {model("2")})};
  drawn.attacker.conduct = drawn.defender.conduct = {"random", "random", {}};
  drawn.cap = 2;
  expect_fractions(drawn);
}

// Only in the second round do they retreat. Of those who are left somebody may stand whose enemies
// have moved away while others fight on.
TEST_F(ArmiesOfDwethia, SomeFightOnWhenOthersHaveRetreated) {
  const reference::Fields weak = model("3");
  reference::Fields strong = model("4");
  strong["count"] = strong["wounds"] = "2";
  strong["save"] = "5";
  Drawn drawn;
  drawn.attacker.units = Units{band("A0", {weak}), band("A1", {strong})};
  drawn.attacker.conduct = {"listed", "random", {{"A1", "D1"}}};
  drawn.defender.units = Units{band("D0", {weak, weak}), band("D1", {weak, strong})};
  drawn.defender.conduct = {"random", "weakest", {}};
  drawn.situation = {{"response", "fight,retreat"}, {"retreat-opportunity", "yes"}};
  drawn.halts.breaks = {2, 2};
  expect_fractions(drawn);
}

// A side that breaks, and battles that are fought until few are left.
TYPED_TEST(ArmiesIn, FractionsAreTheSameWhereBattlesHalt) {
  constexpr ArmySystem system = testing::system_of<TypeParam>();
  Draw draw(3613);
  const int battles = testing::cases(20, 60);
  int compared = 0, halted = 0;
  for (int number = 0; number < battles; ++number) {
    Drawn drawn = draw.battle(system, 2);
    drawn.halts = draw.halts();
    SCOPED_TRACE(testing::in_words(drawn));
    if (testing::is_of_two_units<TypeParam>(drawn)) continue;
    const BattleQuestion question = testing::question_of<TypeParam>(drawn);
    const reference::ArmyBattle should = reference::army_battle(
        system, drawn.attacker, drawn.defender, drawn.with_halts(), drawn.cap, 4);
    expect_same(exact::battle(question, {}), should);
    if (this->HasFatalFailure()) return;
    ++compared;
    // Of both sides somebody stands, and it is not the last round.
    for (const auto& [outcome, p] : should.outcomes) {
      const auto left = [&figures = outcome.figures](int side) {
        return std::accumulate(figures[side].begin(), figures[side].end(), 0);
      };
      if (left(0) == 0 || left(1) == 0 || outcome.rounds == drawn.cap || p < Rational(1, 100)) {
        continue;
      }
      ++halted;
      break;
    }
  }
  EXPECT_GE(compared, battles * 6 / 10);
  EXPECT_GE(halted, battles / 5);
}

}  // namespace
}  // namespace warodds
