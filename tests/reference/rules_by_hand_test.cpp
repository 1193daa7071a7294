// The second statement of the rules against what follows from the rulings by hand: random amounts,
// the sides of a unit, whom damage downs, single fights of the other three systems.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "amounts.h"
#include "arcane_figures.h"
#include "exchange.h"
#include "law.h"
#include "reference.h"

namespace reference {
namespace {

using Laws = LawOf<Rational>;

// ---- Random amounts ----

TEST(Amounts, AreReadAsPlayersWriteThem) {
  const auto two_dice = outcomes<Rational>(amount_in("", "2d6+1"));
  EXPECT_EQ(two_dice.size(), 11U);
  EXPECT_EQ(two_dice.at(3), Rational(1, 36));
  EXPECT_EQ(two_dice.at(8), Rational(6, 36));
  EXPECT_EQ(outcomes<Rational>(amount_in("", "d6-1")).at(0), Rational(1, 6));
  EXPECT_EQ(outcomes<Rational>(amount_in("", "1d3")).size(), 3U);
  EXPECT_EQ(outcomes<Rational>(amount_in("", "-2")).at(-2), 1);
  EXPECT_THROW(amount_in("", "2d"), std::invalid_argument);
  EXPECT_THROW(amount_in("", "d6+x"), std::invalid_argument);
}

Unit with(Unit unit, const std::string& key, const std::string& value) {
  unit.fields[key] = value;
  return unit;
}

const Unit soldier{{{"hp", "9"}, {"red", "2"}, {"blue", "2"}, {"white", "4"}}, {}};

// The average of `fight` over plain numbers is what the amount gives.
template <typename Fight>
void expect_mixture(const std::vector<std::string>& numbers, const std::string& amount,
                    Fight fight) {
  ResultOf<Rational> average = no_result<Rational>();
  for (const std::string& number : numbers) {
    mix(average, fight(number), Rational(1, static_cast<int>(numbers.size())));
  }
  const ResultOf<Rational> rolled = fight(amount);
  const auto same = [](Laws one, Laws other) {
    one.resize(99);
    other.resize(99);
    return one == other;
  };
  EXPECT_TRUE(same(rolled.attacker.hits, average.attacker.hits));
  EXPECT_TRUE(same(rolled.attacker.damage, average.attacker.damage));
  EXPECT_TRUE(same(rolled.attacker.kills, average.attacker.kills));
  EXPECT_TRUE(same(rolled.defender.damage, average.defender.damage));
  EXPECT_EQ(rolled.attacker.destroyed, average.attacker.destroyed);
  for (std::size_t row = 0; row < rolled.joint_damage.size(); ++row) {
    EXPECT_TRUE(same(rolled.joint_damage[row], average.joint_damage.at(row)));
  }
}

TEST(Amounts, OfArcaneLegionsAreMixtures) {
  for (const std::string key : {"extra-attack", "extra-attack-close", "attack-result", "brutal",
                                "berserker", "enemy-defence", "enemy-defence-result"}) {
    expect_mixture({"-3", "-2", "-1", "0", "1", "2"}, "d6-4", [&](const std::string& value) {
      return arcane_fight<Rational>(with(soldier, key, value), soldier, {});
    });
  }
  for (const std::string key : {"extra-defence", "extra-defence-close", "defence-result", "brutal",
                                "berserker", "enemy-attack", "enemy-attack-result"}) {
    expect_mixture({"0", "1", "2"}, "1d3-1", [&](const std::string& value) {
      return arcane_fight<Rational>(soldier, with(soldier, key, value), {});
    });
  }
}

TEST(Amounts, OfMagewindsAreMixtures) {
  const Unit mage{{{"toughness", "4"}, {"armour", "1"}, {"evasion", "1"}},
                  {{"Bolt", {{"power", "3"}, {"precision", "5"}}}}};
  for (const std::string key :
       {"power-change", "precision-change", "evasion-change", "armour-change"}) {
    expect_mixture({"-3", "-2", "-1", "0", "1", "2"}, "d6-4", [&](const std::string& value) {
      return magewinds_exchange<Rational>(mage, mage, {{key, value}});
    });
  }
}

const Unit warriors{
    {{"figures", "2"}, {"hp", "2"}, {"cd", "2"}, {"as", "5"}, {"db", "2"}, {"arm", "5"}}, {}};
const Situation half_each{{"attacker-attack", "half"}, {"defender-attack", "half"}};

TEST(Amounts, OfRaidersAreMixtures) {
  for (const std::string key : {"extra-attack", "extra-defence"}) {
    expect_mixture({"-3", "-2", "-1", "0", "1", "2"}, "d6-4", [&](const std::string& value) {
      return raiders_exchange<Rational>(with(warriors, key, value), warriors, half_each);
    });
  }
}

Unit band(const Fields& changed) {
  Fields fields{{"count", "2"},    {"aggression", "1"}, {"martial", "4"},
                {"strength", "4"}, {"defence", "4"},    {"wounds", "2"}};
  for (const auto& [key, value] : changed) fields[key] = value;
  return {{}, {{"", fields}}};
}

TEST(Amounts, OfDwethiaAreMixtures) {
  expect_mixture({"-3", "-2", "-1", "0", "1", "2"}, "d6-4", [&](const std::string& value) {
    return dwethia_exchange<Rational>(with(band({}), "extra-dice", value), band({}),
                                      {{"order", "attacker-first"}}, 0, 0);
  });
}

// ---- Arcane Legions ----

// A1: with so many dice against 0 or 4 white ones the averages differ, so that they tell the dice.
Rational hits(const std::string& mode, const std::string& from, const std::string& at) {
  const Unit attacker{{{"hp", "9"}, {"red", "4"}, {"blue", "4"}}, {}};
  return mean(
      arcane_fight<Rational>(attacker, soldier,
                             {{"mode", mode}, {"attacker-side", from}, {"defender-side", at}})
          .attacker.hits);
}

TEST(ArcaneSides, A1CloseCombatMindsGreyOnly) {
  EXPECT_EQ(hits("close", "red", "good"), hits("close", "good", "good"));
  EXPECT_EQ(hits("close", "blue", "good"), hits("close", "good", "good"));
  EXPECT_LT(hits("close", "grey", "good"), hits("close", "good", "good"));
  EXPECT_EQ(hits("close", "good", "red"), hits("close", "good", "blue"));
  EXPECT_GT(hits("close", "good", "grey"), hits("close", "good", "good"));
}

TEST(ArcaneSides, A1RangedCombatMindsAllButBlue) {
  EXPECT_EQ(hits("ranged", "blue", "good"), hits("ranged", "good", "good"));
  EXPECT_LT(hits("ranged", "red", "good"), hits("ranged", "good", "good"));
  EXPECT_EQ(hits("ranged", "grey", "good"), hits("ranged", "red", "good"));
  EXPECT_EQ(hits("ranged", "good", "red"), hits("ranged", "good", "good"));
  EXPECT_GT(hits("ranged", "good", "grey"), hits("ranged", "good", "good"));
}

TEST(ArcaneDice, A9bSumsWithTheUnitsOwnBeforeTheFloor) {
  // 2 red + 3 own - 4 from the enemy is 1, whatever the order.
  const auto together = arcane_fight<Rational>(with(soldier, "extra-attack", "3"),
                                               with(soldier, "enemy-attack", "-4"), {});
  const auto plain = arcane_fight<Rational>(with(soldier, "red", "1"), soldier, {});
  EXPECT_EQ(together.attacker.hits, plain.attacker.hits);
  const auto results = arcane_fight<Rational>(with(soldier, "attack-result", "7"),
                                              with(soldier, "enemy-attack-result", "-6"), {});
  const auto one_up = arcane_fight<Rational>(with(soldier, "attack-result", "1"), soldier, {});
  EXPECT_EQ(results.attacker.hits, one_up.attacker.hits);
}

TEST(ArcaneOrder, A14RangeIsAFieldOfTheAttacker) {
  const Situation seven{{"mode", "ranged"}, {"distance", "7"}};
  EXPECT_FALSE(arcane_legions(soldier, with(soldier, "range", "9"), seven).legal);
  EXPECT_TRUE(arcane_legions(with(soldier, "range", "7"), soldier, seven).legal);
}

// A11: a leader of 4 hit points and 7 icons, three men of 1 hit point and 1 icon.
const std::vector<Figures> leader_and_men{{1, 4, 7}, {3, 1, 1}};

Standing standing(int leaders, int men, int injured = 0, int lying = 0) {
  return {{leaders, men}, injured, lying};
}

TEST(ArcaneLosses, A11AllThatTheOwnerMayDoWithThree) {
  const std::vector<Standing> should{standing(1, 3, 0, 3), standing(1, 2, 0, 2),
                                     standing(1, 1, 0, 1), standing(1, 0)};
  EXPECT_EQ(assignments(leader_and_men, standing(1, 3), 3), should);
}

TEST(ArcaneLosses, A11AllThatTheOwnerMayDoWithFive) {
  // One man down leaves 4, which would down the leader; the leader down leaves 1, which a man can
  // not bear.
  const std::vector<Standing> should{standing(1, 1, 0, 3), standing(1, 0, 0, 2), standing(0, 2)};
  EXPECT_EQ(assignments(leader_and_men, standing(1, 3), 5), should);
}

TEST(ArcaneLosses, A11TheInjuredIsFilledFirst) {
  const std::vector<Standing> still_there{standing(1, 3, 0, 3)};
  EXPECT_EQ(assignments(leader_and_men, standing(1, 3, 0, 2), 1), still_there);
  const std::vector<Standing> down{standing(0, 3)};
  EXPECT_EQ(assignments(leader_and_men, standing(1, 3, 0, 2), 2), down);
}

TEST(ArcaneLosses, A11WithNobodyLeftTheRestIsLost) {
  const std::vector<Standing> nobody{standing(0, 0)};
  EXPECT_EQ(assignments(leader_and_men, standing(1, 3), 9), nobody);
}

TEST(ArcaneLosses, A11FreeLosesFewFiguresThenFewIcons) {
  EXPECT_EQ(assign(leader_and_men, "free", standing(1, 3), 3), standing(1, 3, 0, 3));
  // Two figures either way: two men, not the leader and a man.
  EXPECT_EQ(assign(leader_and_men, "free", standing(1, 3), 5), standing(1, 1, 0, 3));
  EXPECT_EQ(assign(leader_and_men, "fewest", standing(1, 3), 5), standing(0, 2));
  EXPECT_EQ(assign(leader_and_men, "cheapest", standing(1, 3), 5), standing(1, 0, 0, 2));
}

TEST(ArcaneLosses, A11FreeLosesLaterGroupsAndInjuresTheLastOfTheStrongest) {
  const std::vector<Figures> twins{{2, 2, 1}, {2, 2, 1}};
  EXPECT_EQ(assign(twins, "free", standing(2, 2), 2), standing(2, 1));
  EXPECT_EQ(assign(twins, "free", standing(2, 2), 3), standing(2, 1, 1, 1));
}

TEST(ArcaneLosses, KillsAreAlsoSaidByGroup) {
  const Unit target{{},
                    {{"Leader", {{"hp", "4"}, {"red", "7"}}},
                     {"Man", {{"count", "3"}, {"hp", "1"}, {"red", "1"}}}}};
  const auto fight = arcane_fight<Rational>(with(soldier, "red", "3"), target, {});
  Rational all = 0;
  for (const Laws& law : fight.attacker.kills_by_group) all += mean(law);
  ASSERT_EQ(fight.attacker.kills_by_group.size(), 2U);
  EXPECT_EQ(all, mean(fight.attacker.kills));
  EXPECT_EQ(mean(fight.attacker.kills_by_group[0]), 0);  // Of four damage the leader bears three.
}

// ---- Raiders of Arcana ----

TEST(RaidersDice, C2ExtraDiceComeAfterTheShieldWall) {
  // 4 dice, all attacking, halved to 2, and one more: as 3 of 6 dice that are not halved.
  const Unit wall = with(with(warriors, "shield-wall", "yes"), "extra-attack", "1");
  const Situation all{{"attacker-attack", "all"}, {"defender-attack", "all"}};
  const auto walled = raiders_exchange<Rational>(wall, warriors, all);
  EXPECT_EQ(walled.attacker.hits, (Laws{0, 0, 0, 1}));
  const auto none = raiders_exchange<Rational>(with(wall, "extra-attack", "-5"), warriors, all);
  EXPECT_EQ(none.attacker.hits, Laws{1});
}

// ---- Dwethia Skirmish ----

// The chance that one die hits tells what it needs: (7 - need) / 6.
Rational hit_chance(const Unit& attacker, const Unit& defender, const Situation& situation = {}) {
  const auto fight = dwethia_exchange<Rational>(attacker, defender, situation, 0, 0);
  return mean(fight.attacker.hits) / static_cast<int>(fight.attacker.hits.size() - 1);
}

TEST(DwethiaValues, D2NegativeIntegrityCountsOnceOrTwice) {
  // Martial 8 less 2 is 6 against 5: 3 or more. Less 4 is 4 against 5: 5 or more.
  const Unit timid = band({{"martial", "8"}, {"integrity", "-2"}});
  EXPECT_EQ(hit_chance(timid, band({{"martial", "5"}})), Rational(4, 6));
  EXPECT_EQ(hit_chance(timid, band({{"martial", "5"}}), {{"integrity", "twice"}}), Rational(2, 6));
}

TEST(DwethiaValues, D4ModelsBehindTheFightCountUnlessTheSwitchSaysNo) {
  Unit led = band({});
  led.groups.push_back(band({{"count", "1"}, {"martial", "6"}, {"engaged", "0"}}).groups.front());
  EXPECT_EQ(hit_chance(led, band({})), Rational(4, 6));
  EXPECT_EQ(hit_chance(led, band({}), {{"coherent", "engaged"}}), Rational(3, 6));
}

TEST(DwethiaDice, D4NobodyLeftRollsNoExtraDice) {
  // 60 dice down the lone defender almost surely; who is down does not roll 40 extra dice.
  const Unit many = band({{"count", "60"}, {"martial", "20"}, {"strength", "20"}});
  const Unit lone = with(band({{"count", "1"}, {"wounds", "1"}}), "extra-dice", "40");
  const auto fight = dwethia_exchange<Rational>(many, lone, {{"order", "attacker-first"}}, 0, 0);
  EXPECT_LT(mean(fight.defender.wounds), Rational(1, 1000));
}

TEST(DwethiaRetreat, D8AnOpportunityAttackFollowsOnThoseWhoSurvive) {
  // One die: it hits on 5 (4 against 4 + 3), wounds on 4: 1/6. One model of one wound, no save; the
  // opportunity attack takes a sixth of what is left.
  const Unit one = band({{"count", "1"}, {"wounds", "1"}});
  const Situation retreat{{"response", "retreat"}};
  const Situation pursued{{"response", "retreat"}, {"retreat-opportunity", "yes"}};
  EXPECT_EQ(dwethia_exchange<Rational>(one, one, retreat, 0, 0).attacker.destroyed, Rational(1, 6));
  EXPECT_EQ(dwethia_exchange<Rational>(one, one, pursued, 0, 0).attacker.destroyed,
            Rational(1, 6) + Rational(5, 6) * Rational(1, 6));
}

}  // namespace
}  // namespace reference
