// Chains of rolls of medium size against exact fractions: attack, cancel, wound, save, barrier. The
// target numbers are worked out by hand here; every probability must be good to 1e-13 of itself.
#include <gtest/gtest.h>

#include <boost/multiprecision/gmp.hpp>
#include <functional>
#include <vector>

#include "exact/answers.h"
#include "tests/support/answers.h"
#include "tests/support/matchup_of.h"

namespace warodds {
namespace {

using Fraction = boost::multiprecision::mpq_rational;
using Law = std::vector<Fraction>;  // of 0, 1, 2, ...

void add(Law& law, int value, const Fraction& p) {
  const auto at = static_cast<std::size_t>(value);
  if (law.size() <= at) law.resize(at + 1);
  law[at] += p;
}

/// Successes of n dice, die by die.
Law roll(int n, const Fraction& p) {
  Law law{1};
  for (int die = 0; die < n; ++die) {
    law.push_back(0);
    for (std::size_t k = law.size() - 1; k > 0; --k) law[k] = law[k] * (1 - p) + law[k - 1] * p;
    law[0] *= 1 - p;
  }
  return law;
}

/// What follows from a count whose law is known.
Law then(const Law& law, const std::function<Law(int)>& next) {
  Law result;
  for (std::size_t k = 0; k < law.size(); ++k) {
    const Law after = next(static_cast<int>(k));
    for (std::size_t j = 0; j < after.size(); ++j)
      add(result, static_cast<int>(j), law[k] * after[j]);
  }
  return result;
}

Law surely(int value) {
  Law law;
  add(law, value, 1);
  return law;
}

/// Wound dice against models that fall one after the other; `felt[w]`: chance that a wound die is
/// felt when w wounds have been. Beyond its end nobody is left.
Law feel(int wound_dice, const std::vector<Fraction>& felt) {
  Law law{1};
  for (int die = 0; die < wound_dice; ++die) {
    Law next;
    for (std::size_t w = 0; w < law.size(); ++w) {
      const Fraction p = w < felt.size() ? felt[w] : Fraction(0);
      add(next, static_cast<int>(w), law[w] * (1 - p));
      if (p != 0) add(next, static_cast<int>(w) + 1, law[w] * p);
    }
    law = next;
  }
  return law;
}

void expect_same(const Distribution& found, const Law& should, const std::string& what) {
  for (std::size_t k = 0; k < should.size(); ++k) {
    const auto p = should[k].convert_to<double>();
    EXPECT_NEAR(found.probability(static_cast<int>(k)), p, 1e-13 * p) << what << ' ' << k;
  }
  EXPECT_LT(found.max(), static_cast<int>(should.size())) << what;
}

TEST(ChainsInFractions, RaidersThirtyDiceAgainstFortyFive) {
  // 30 attack dice against 21 defence dice that need 7 - 2 = 5 of 10; wounds on 8 - 1 = 7 of 10.
  const Answer outcome = exact::fight(
      testing::prepare<RaidersOfArcana>("figures=15;cd=2;as=7;str=1", "figures=15;cd=3;db=2;arm=8",
                                        "attacker-attack=all;defender-attack=24"));
  const Law hits = then(roll(21, Fraction(6, 10)),
                        [](int cancelled) { return surely(std::max(30 - cancelled, 0)); });
  const Law wounds = then(hits, [](int dice) { return roll(dice, Fraction(4, 10)); });
  expect_same(testing::deals_of(outcome, Side::attacker).reported.at(RaidersOfArcana::hits), hits,
              "hits");
  expect_same(testing::deals_of(outcome, Side::attacker).damage, wounds, "damage");
  Law kills;
  for (std::size_t w = 0; w < wounds.size(); ++w) {
    add(kills, std::min(static_cast<int>(w), 15), wounds[w]);
  }
  expect_same(testing::deals_of(outcome, Side::attacker).kills, kills, "kills");
}

TEST(ChainsInFractions, RaidersWithMoreCancelsThanDice) {
  // 8 attack dice against 30 defence dice that need 12 - 0, out of reach of no face below 12 of 20.
  const Answer outcome = exact::fight(testing::prepare<RaidersOfArcana>(
      "figures=8;as=12", "figures=30;arm=3", "die=20;attacker-attack=all;defender-attack=none"));
  const Law hits = then(roll(30, Fraction(9, 20)),
                        [](int cancelled) { return surely(std::max(8 - cancelled, 0)); });
  expect_same(testing::deals_of(outcome, Side::attacker).reported.at(RaidersOfArcana::hits), hits,
              "hits");
  expect_same(testing::deals_of(outcome, Side::attacker).damage,
              then(hits, [](int dice) { return roll(dice, Fraction(18, 20)); }), "damage");
}

TEST(ChainsInFractions, MagewindsHitsRerolledBlockedAndNegated) {
  // Target number 6 - 1 - 1 = 4; every hit rerolled; armour 3; barrier 2.
  const auto fight = testing::prepare<Magewinds>("power=30;precision=6",
                                                 "toughness=9;armour=3;evasion=1;barrier=2",
                                                 "cover=yes;reroll-hits=yes;defender-damage=2");
  const Answer outcome = exact::fight(fight);
  const Law hits = roll(30, Fraction(4, 6) * Fraction(4, 6));
  const Law damage = then(hits, [](int n) { return roll(std::max(n - 3, 0), Fraction(4, 6)); });
  expect_same(testing::deals_of(outcome, Side::attacker).reported.at(Magewinds::hits), hits,
              "hits");
  expect_same(testing::deals_of(outcome, Side::attacker).damage, damage, "damage");
  Fraction down = 0;
  for (std::size_t k = 7; k < damage.size(); ++k) down += damage[k];
  const Fraction knocked = 1 - hits[0] - down;  // who is down has been hit and is removed
  expect_same(testing::deals_of(outcome, Side::attacker).reported.at(Magewinds::knockback),
              {1 - knocked, knocked}, "knockback");
  const auto destroyed = down.convert_to<double>();
  EXPECT_NEAR(testing::deals_of(outcome, Side::attacker).destroyed.value, destroyed,
              1e-13 * destroyed);
}

// A unit of Dwethia: two models with a 4+ save and two wounds, three that ignore on 5+, six with
// nothing; and the chance that each of their thirteen wounds is felt.
const char* const mixed_unit =
    "| count=6;aggression=2;martial=4;defence=4 | count=2;wounds=2;save=4;martial=3 | "
    "count=3;ignore=5;strength=5";

std::vector<Fraction> mixed_felt() {
  std::vector<Fraction> felt(4, Fraction(1, 2));
  felt.insert(felt.end(), 3, Fraction(4, 6));
  felt.insert(felt.end(), 6, Fraction(1));
  return felt;
}

/// Aggression left in the mixed unit when it has felt so many wounds.
int mixed_dice(int felt) {
  if (felt < 2) return 5 + 12;
  if (felt < 4) return 4 + 12;
  if (felt < 7) return 7 - felt + 12;
  return 2 * (13 - felt);
}

TEST(ChainsInFractions, DwethiaAttackWoundAndSaves) {
  // 5 against 4: 3+; strength 8 against defence 4: 2+.
  const Answer outcome = exact::fight(testing::prepare<DwethiaSkirmish>(
      "models=10;aggression=3;martial=5;strength=8;wounds=2;save=6;ignore=6", mixed_unit));
  const Law hits = roll(30, Fraction(4, 6));
  const Law wounds = roll(30, Fraction(4, 6) * Fraction(5, 6));
  const Law damage = then(wounds, [](int dice) { return feel(dice, mixed_felt()); });
  expect_same(testing::deals_of(outcome, Side::attacker).reported.at(DwethiaSkirmish::hits), hits,
              "hits");
  expect_same(testing::deals_of(outcome, Side::attacker).reported.at(DwethiaSkirmish::wounds),
              wounds, "wounds");
  expect_same(testing::deals_of(outcome, Side::attacker).damage, damage, "damage");

  // The reply: 17 dice, 4 against 5: 5+; strength 5 against 3: 3+.
  const Law back = then(roll(17, Fraction(2, 6) * Fraction(4, 6)), [](int dice) {
    return feel(dice, std::vector<Fraction>(20, Fraction(25, 36)));
  });
  expect_same(testing::deals_of(outcome, Side::defender).damage, back, "damage back");
}

TEST(ChainsInFractions, DwethiaAttackerFirst) {
  // As above with 12 attack dice, and only survivors answer.
  const Answer outcome = exact::fight(testing::prepare<DwethiaSkirmish>(
      "models=4;aggression=3;martial=5;strength=8;wounds=2;save=6;ignore=6", mixed_unit,
      "order=attacker-first"));
  const Law damage = then(roll(12, Fraction(4, 6) * Fraction(5, 6)),
                          [](int dice) { return feel(dice, mixed_felt()); });
  expect_same(testing::deals_of(outcome, Side::attacker).damage, damage, "damage");
  Law hits_back;
  Law damage_back;
  for (std::size_t felt = 0; felt < damage.size(); ++felt) {
    const int dice = mixed_dice(static_cast<int>(felt));
    const Law hits = roll(dice, Fraction(2, 6));
    const Law back = then(roll(dice, Fraction(2, 6) * Fraction(4, 6)), [](int wound_dice) {
      return feel(wound_dice, std::vector<Fraction>(8, Fraction(25, 36)));
    });
    for (std::size_t k = 0; k < hits.size(); ++k) {
      add(hits_back, static_cast<int>(k), damage[felt] * hits[k]);
    }
    for (std::size_t k = 0; k < back.size(); ++k) {
      const Fraction p = damage[felt] * back[k];
      add(damage_back, static_cast<int>(k), p);
      const auto should = p.convert_to<double>();
      EXPECT_NEAR(outcome.joint_damage->probability(static_cast<int>(felt), static_cast<int>(k)),
                  should, 1e-13 * should)
          << felt << " and " << k;
    }
  }
  expect_same(testing::deals_of(outcome, Side::defender).reported.at(DwethiaSkirmish::hits),
              hits_back, "hits back");
  expect_same(testing::deals_of(outcome, Side::defender).damage, damage_back, "damage back");
}

TEST(ChainsInFractions, DwethiaFiresInTwoKindsOfShots) {
  // 4 shots of 6 - 3 + 2 = 5 against 4: 3+, and 9 of 3 - 3 + 1 = 1 against 4: 6+.
  const Answer outcome = exact::fight(
      testing::prepare<DwethiaSkirmish>("models=6;defence=4",
                                        "| count=2;perception=6;ranged-strength=2;shots=2 | "
                                        "count=3;perception=3;ranged-strength=1;shots=3",
                                        "response=fire"));
  const Law wounds = then(roll(4, Fraction(4, 6)), [](int first) {
    Law sum;
    const Law second = roll(9, Fraction(1, 6));
    for (std::size_t k = 0; k < second.size(); ++k) {
      add(sum, first + static_cast<int>(k), second[k]);
    }
    return sum;
  });
  expect_same(testing::deals_of(outcome, Side::defender).reported.at(DwethiaSkirmish::wounds),
              wounds, "wounds");
  expect_same(testing::deals_of(outcome, Side::defender).damage,
              then(wounds, [](int w) { return surely(std::min(w, 6)); }), "damage");
}

}  // namespace
}  // namespace warodds
