// Examples of Dwethia Skirmish, from the rulebook and the rulings, replayed die by die as at the
// table.
//
// A side's throws: attack, wounds, saves; the attacker's come first.
#include <gtest/gtest.h>

#include <string>

#include "tests/rulebook/replay.h"

namespace warodds {
namespace {

using testing::hits;
using testing::Played;

Played dwethia(const std::string& attacker, const std::string& defender, const std::string& dice,
               const std::string& situation = "") {
  return testing::replay<DwethiaSkirmish>(attacker, defender, situation, dice);
}

TEST(DwethiaExample, D1AttackRollValueFiveAgainstFourNeedsThreeAndFive) {
  const Played played =
      dwethia("models=3;martial=5", "models=3;martial=4", "2 3 4 | 1 1 | 4 5 6 | 1 1");
  EXPECT_EQ(hits(played, Side::attacker), 2);
  EXPECT_EQ(hits(played, Side::defender), 2);
}

TEST(DwethiaExample, D2TheValueIsHighestMartialPlusBestIntegrityLessTheWorst) {
  // 5 + 2 - 3 = 4 against 4: 4+ for both.
  const Played played = dwethia("| martial=5;integrity=-3 | martial=2;integrity=2 | integrity=-1",
                                "models=2;martial=4", "3 4 4 | 1 1 | 3 4 | 1");
  EXPECT_EQ(hits(played, Side::attacker), 2);
  EXPECT_EQ(hits(played, Side::defender), 1);
}

TEST(DwethiaExample, D2TheValueIsFlooredAtOne) {
  const auto fight = testing::prepare<DwethiaSkirmish>("martial=2;integrity=-9", "martial=1");
  EXPECT_EQ(fight.blows.attacker.hit.faces, 3);  // 1 against 1: 4+
}

TEST(DwethiaExample, D4TheSwitchEngagedCountsModelsInTheFightButDefenceIsTheWholeUnits) {
  const auto fight = testing::prepare<DwethiaSkirmish>(
      "| count=3;aggression=2;engaged=2;martial=4;strength=4 | "
      "engaged=0;martial=9;strength=9;defence=8",
      "martial=4;strength=4;defence=4", "coherent=engaged");
  EXPECT_EQ(fight.blows.attacker.dice.front(), 4);
  EXPECT_EQ(fight.blows.attacker.hit.faces, 3);    // 4 against 4
  EXPECT_EQ(fight.blows.attacker.wound.faces, 3);  // 4 against 4
  EXPECT_EQ(fight.blows.defender.wound.faces, 1);  // 4 against 8
}

TEST(DwethiaExample, D4WithNobodyEngagedThereIsNoFight) {
  EXPECT_THROW(testing::prepare<DwethiaSkirmish>("engaged=0", ""), NoAnswer);
  EXPECT_THROW(testing::prepare<DwethiaSkirmish>("", "engaged=0"), NoAnswer);
  EXPECT_NO_THROW(testing::prepare<DwethiaSkirmish>("", "engaged=0", "mode=opportunity"));
}

TEST(DwethiaExample, D5AtOnceTheFallenStillRollAndAttackerFirstTheyDoNot) {
  // Two attack dice hit and wound twice; of three defenders one is left.
  const Played together = dwethia("models=2;wounds=2", "models=3", "6 6 | 6 6 | 4 4 4 | 4 4 4");
  EXPECT_EQ(together.damage.attacker, 2);
  EXPECT_EQ(together.damage.defender, 3);
  const Played one_by_one =
      dwethia("models=2;wounds=2", "models=3", "6 6 | 6 6 | 4 | 4", "order=attacker-first");
  EXPECT_EQ(one_by_one.damage.attacker, 2);
  EXPECT_EQ(one_by_one.damage.defender, 1);
}

TEST(DwethiaExample, D5TargetNumbersStayAsTheyStoodBeforeTheDice) {
  // The only model of martial 9 falls first; the two left still hit on 2+ (9 against 3).
  const std::string defender = "| martial=9;save=6 | count=2;martial=1";
  const Played played =
      dwethia("models=1;defence=1", defender, "6 | 6 | 1 | 2 2 | 2 2", "order=attacker-first");
  EXPECT_EQ(played.damage.attacker, 1);
  EXPECT_EQ(hits(played, Side::defender), 2);
}

TEST(DwethiaExample, D6OneWoundDieAtATimeOnModelsWithASaveEachUntilItFalls) {
  // Two models of two wounds with a 4+ save, then one without. Six wound dice: failed, saved,
  // failed (the first falls), failed, failed (the second falls), and one wound without a roll.
  const Played played = dwethia("models=6;martial=9;strength=9",
                                "| count=1;aggression=0 | count=2;wounds=2;save=4;aggression=0",
                                "2 2 2 2 2 2 | 2 2 2 2 2 2 | 3 4 1 2 3");
  EXPECT_EQ(played.damage.attacker, 5);
  EXPECT_EQ(played.kills.attacker, 3);
}

TEST(DwethiaExample, D7IgnoringAWoundIsRolledAfterAFailedSaveOnly) {
  const Played played =
      dwethia("models=3;martial=9;strength=9", "wounds=9;save=4;ignore=5;aggression=0",
              "2 2 2 | 2 2 2 | 4 3 5 3 4");
  // saved; failed but ignored; failed and felt
  EXPECT_EQ(played.damage.attacker, 1);
}

TEST(DwethiaExample, D7ModelsWithAnIgnoreRollComeBeforeThoseWithNothing) {
  const Played played = dwethia("models=2;martial=9;strength=9",
                                "| aggression=0 | ignore=5;aggression=0", "2 2 | 2 2 | 5 4");
  EXPECT_EQ(played.damage.attacker, 1);
}

TEST(DwethiaExample, D8WhoRetreatsAddsThreeToMartialAndRollsNothing) {
  // 5 against 2 + 3: 4+. With the other reading, 5 against 3: 3+.
  EXPECT_EQ(hits(dwethia("models=2;martial=5", "martial=2", "3 4 | 1", "response=retreat"),
                 Side::attacker),
            1);
  EXPECT_EQ(
      hits(dwethia("models=2;martial=5", "martial=2", "3 4 | 1 1", "response=retreat;retreat=set"),
           Side::attacker),
      2);
}

TEST(DwethiaExample, D8TheOpportunityAttackAfterARetreatFallsOnTheSurvivors) {
  const std::string pursued = "response=retreat;retreat-opportunity=yes";
  // 5 against 1 + 3: 3+. One hit, one wound on the first model; then 6 and 1 against who is left.
  const Played played =
      dwethia("models=2;martial=5", "models=2;martial=1", "3 2 | 4 | 6 1", pursued);
  EXPECT_EQ(hits(played, Side::attacker), 2);
  EXPECT_EQ(played.rolled.attacker.at(DwethiaSkirmish::wounds), 2);
  EXPECT_EQ(played.damage.attacker, 2);
  // With nobody left there is no opportunity attack.
  EXPECT_EQ(dwethia("models=2;martial=5", "martial=1", "3 3 | 4 4", pursued).damage.attacker, 1);
  // The wounded model goes on saving where it stands, and saves may not apply.
  const std::string guard = "models=2;martial=1;save=4;wounds=2";
  EXPECT_EQ(
      dwethia("models=2;martial=5", guard, "3 3 | 4 1 | 3 | 6 6 | 4 3", pursued).damage.attacker,
      2);
  EXPECT_EQ(
      dwethia("models=2;martial=5", guard, "3 3 | 4 1 | 3 | 6 6", pursued + ";opportunity-saves=no")
          .damage.attacker,
      3);
}

TEST(DwethiaExample, D4EveryModelOfTheUnitIsPartOfTheCombat) {
  // A captain (martial 6, strength 6) behind one engaged man: 6 against 3 needs 2+, both times.
  const std::string unit =
      "| name=man;martial=3;strength=3 | name=captain;martial=6;strength=6;integrity=0;engaged=0";
  EXPECT_EQ(dwethia(unit, "martial=3;defence=3", "2 | 2 | 1").damage.attacker, 1);
  // With coherent=engaged the man is alone: 3 against 3 needs 4+.
  const Played played = dwethia(unit, "martial=3;defence=3", "3 | 1", "coherent=engaged");
  EXPECT_EQ(hits(played, Side::attacker), 0);
}

TEST(DwethiaExample, D4DiceAreGrantedToTheUnit) {
  EXPECT_EQ(hits(dwethia("models=2;extra-dice=1", "models=1;extra-dice=-3", "4 4 4 | 1 1 1"),
                 Side::attacker),
            3);
}

TEST(DwethiaExample, D2WhereEveryIntegrityIsNegativeTheBestMayCountAsWell) {
  // Martial 5 - 2 = 3 against 3: 4+. Twice: 5 - 1 - 2 = 2 against 3: 5+.
  const std::string cursed = "| name=a;martial=5;integrity=-2 | name=b;integrity=-1;aggression=0";
  EXPECT_EQ(hits(dwethia(cursed, "martial=3;aggression=0", "4 | 1"), Side::attacker), 1);
  EXPECT_EQ(hits(dwethia(cursed, "martial=3;aggression=0", "4", "integrity=twice"), Side::attacker),
            0);
  // One that is not negative: nothing changes.
  const std::string mixed = cursed + " | name=c;integrity=0;aggression=0";
  EXPECT_EQ(
      hits(dwethia(mixed, "martial=3;aggression=0", "4 | 1", "integrity=twice"), Side::attacker),
      1);
}

TEST(DwethiaExample, D9FiringIsOneRollAShotWithPerceptionLessThree) {
  // Perception 5 - 3 + weapon 3 = 5 against defence 5: 4+. The attacker fights as normal.
  const std::string archers = "models=2;perception=5;ranged-strength=3;shots=2";
  const Played played = dwethia("models=1;defence=5", archers, "1 | 3 4 4 1", "response=fire");
  EXPECT_EQ(hits(played, Side::defender), 2);
  EXPECT_EQ(played.rolled.defender.at(DwethiaSkirmish::wounds), 2);
  EXPECT_EQ(played.damage.defender, 1);  // that is all there is
}

TEST(DwethiaExample, D9WeakShotsAreFlooredAtOne) {
  // 1 - 3 + 0 = -2, so 1 against 1: 4+.
  EXPECT_EQ(hits(dwethia("models=1;defence=1", "perception=1;shots=2", "1 | 3 4", "response=fire"),
                 Side::defender),
            1);
}

TEST(DwethiaExample, D9WithoutShotsItFights) {
  const Played played = dwethia("models=1", "models=1", "4 | 1 | 4 | 1", "response=fire");
  EXPECT_EQ(hits(played, Side::attacker), 1);
  EXPECT_EQ(hits(played, Side::defender), 1);
}

TEST(DwethiaExample, D10TenDiceWithThreeSixesWoundThreeRetreatingModels) {
  const Played played =
      dwethia("models=5;aggression=2", "models=3", "6 1 2 6 3 4 5 6 1 2", "mode=opportunity");
  EXPECT_EQ(played.rolled.attacker.at(DwethiaSkirmish::wounds), 3);
  EXPECT_EQ(played.damage.attacker, 3);
  EXPECT_EQ(played.kills.attacker, 3);
}

TEST(DwethiaExample, D10SavesApplyAgainstOpportunityAttacksUnlessTheSwitchSaysNo) {
  EXPECT_EQ(dwethia("models=2", "models=2;save=4", "6 6 | 4 3", "mode=opportunity").damage.attacker,
            1);
  EXPECT_EQ(dwethia("models=2", "models=2;save=4", "6 6", "mode=opportunity;opportunity-saves=no")
                .damage.attacker,
            2);
}

TEST(DwethiaExample, D10WithoutSavesWoundsFallAsListed) {
  // The chief is listed before the man who saves.
  const std::string unit = "| name=chief;aggression=0 | name=man;save=6;aggression=0";
  const auto fallen = [&](const std::string& dice, const std::string& situation) {
    const Played played = dwethia("models=1", unit, dice, "mode=opportunity;" + situation);
    return played.kills.attacker;
  };
  EXPECT_EQ(fallen("6", "opportunity-saves=no"), 1);
  EXPECT_EQ(fallen("6 | 6", ""), 0);
  const auto first_to_fall = [&](const std::string& situation) {
    const auto fight = testing::prepare<DwethiaSkirmish>("", unit, "mode=opportunity;" + situation);
    return fight.kinds.defender.at(0);
  };
  EXPECT_EQ(first_to_fall("opportunity-saves=no"), "chief");
  EXPECT_EQ(first_to_fall(""), "man");
}

TEST(DwethiaExample, D6SavesAreListedBestOrSpread) {
  // Two wounds each, saves of 6 and 3: a 5 saves only for who saves on 3.
  const std::string unit = "| name=bad;wounds=2;save=6;aggression=0 | name=good;wounds=2;save=3";
  const auto damage = [&](const std::string& dice, const std::string& situation) {
    return dwethia("models=3;martial=9;strength=9", unit, "2 2 2 | 2 2 2 | " + dice + " | 1",
                   situation)
        .damage.attacker;
  };
  EXPECT_EQ(damage("2 5 5", ""), 2);              // bad, bad, good saves
  EXPECT_EQ(damage("2 5 5", "saves=best"), 1);    // good, good, good
  EXPECT_EQ(damage("2 2 5", "saves=spread"), 3);  // bad, good, bad again
  EXPECT_EQ(damage("2 5 5", "saves=spread"), 1);  // bad, then good goes on saving
}

TEST(DwethiaExample, D6WithSpreadAModelFallsWithItsLastWound) {
  const std::string unit = "| name=a;count=2;wounds=2;save=6;aggression=0 | name=b;save=6";
  const auto played = [&](const std::string& dice, const std::string& saves) {
    return dwethia("models=4;martial=9;strength=9", unit, dice + " | " + saves + " | 1",
                   "saves=spread");
  };
  // Each of the three has one wound, and b has no more; the fourth downs an a.
  EXPECT_EQ(played("2 2 2 1 | 2 2 2", "1 1 1").kills.attacker, 1);
  EXPECT_EQ(played("2 2 2 2 | 2 2 2 2", "1 1 1 1").kills.attacker, 2);
  EXPECT_EQ(played("2 2 1 1 | 2 2", "1 1").kills.attacker, 0);
}

TEST(DwethiaExample, D6BestIsByAllThatAModelCanRoll) {
  // 1/3 to be hurt at 3+, 1/4 at 4+ with ignore 4+, 1/6 with only an ignore of 2+.
  const auto fight = testing::prepare<DwethiaSkirmish>(
      "", "| name=a;save=3 | name=b | name=c;save=4;ignore=4 | name=d;ignore=2", "saves=best");
  EXPECT_EQ(fight.kinds.defender, (std::vector<std::string>{"d", "c", "a", "b"}));
}

TEST(DwethiaExample, D6ExplainSaysThatTheOrderMattersWhereItDoes) {
  const auto says = [](const std::string& unit, const std::string& situation) {
    Explanation why;
    testing::prepare<DwethiaSkirmish>("", unit, situation, &why);
    for (const ExplanationStep& step : why) {
      if (step.what.find("order") != std::string::npos) return step.how;
    }
    return std::string();
  };
  EXPECT_NE(says("| name=a;save=6 | name=b;save=3", "").find("a, then b (as listed)"),
            std::string::npos);
  EXPECT_NE(says("| name=a;save=6 | name=b;save=3", "saves=best").find("b, then a"),
            std::string::npos);
  EXPECT_EQ(says("| name=a;save=6 | name=b;save=6", ""), "");
  EXPECT_EQ(says("| name=a;save=6 | name=b", ""), "");
}

TEST(DwethiaExample, D4bModelsBehindStepUpBeforeAFight) {
  // Two in front, one each of two kinds behind; the front has fallen.
  const std::string unit =
      "| name=front;count=2 | name=spear;aggression=2;engaged=0 | name=pike;aggression=3;engaged=0";
  const auto dice = [&](int damage, const std::string& situation) {
    const std::string taken = "attacker-damage=" + std::to_string(damage) + ";";
    return testing::prepare<DwethiaSkirmish>(unit, "", taken + situation).blows.attacker.dice;
  };
  EXPECT_EQ(dice(0, "").front(), 2);
  EXPECT_EQ(dice(1, "").front(), 3);  // one of the front and the spear, listed first
  EXPECT_EQ(dice(2, "").front(), 5);
  EXPECT_EQ(dice(3, "").front(), 3);  // only the pike is left
  EXPECT_EQ(dice(1, "step-up=no").front(), 1);
  EXPECT_THROW(dice(2, "step-up=no"), NoAnswer);
}

TEST(DwethiaExample, D4bWhoIsListedFirstStepsUpWhoeverFallsFirst) {
  // Those with saves fall first (D6): the front, the guard, then the spear. The spear is listed
  // before the guard, so it takes the place of the front, with three dice to the guard's one.
  const std::string unit =
      "| name=front;save=5 | name=spear;aggression=3;engaged=0 | name=guard;save=5;engaged=0";
  const auto fight = testing::prepare<DwethiaSkirmish>(unit, "", "attacker-damage=1");
  EXPECT_EQ(fight.kinds.attacker, (std::vector<std::string>{"front", "guard", "spear"}));
  EXPECT_EQ(fight.blows.attacker.dice.front(), 3);
}

TEST(DwethiaExample, D4bWithinAFightNobodyStepsUp) {
  // The attacker's blows down the only one in front; who stood behind does not roll.
  const std::string unit = "| name=front | name=behind;aggression=2;engaged=0";
  const Played played = dwethia("models=1", unit, "4 | 4", "order=attacker-first");
  EXPECT_EQ(played.damage.attacker, 1);
  EXPECT_EQ(played.damage.defender, 0);
}

TEST(DwethiaExample, AWoundedUnitHasLostWoundsBefore) {
  // Five of six wounds: one model is left, with its last one.
  const Played played = dwethia("models=1", "models=3;wounds=2", "4 | 4 | 1", "defender-damage=5");
  EXPECT_EQ(played.damage.attacker, 1);
  EXPECT_EQ(played.kills.attacker, 1);
  EXPECT_THROW(testing::prepare<DwethiaSkirmish>("", "models=3;wounds=2", "defender-damage=6"),
               InputError);
}

TEST(DwethiaExample, D11ASaveWorseThanSixOrAbsentAlwaysFails) {
  EXPECT_EQ(dwethia("models=1", "models=1;save=7;aggression=0", "6 | 6").damage.attacker, 1);
  EXPECT_EQ(dwethia("models=1", "models=1;save=6;aggression=0", "6 | 6 | 6").damage.attacker, 0);
}

TEST(DwethiaExample, D12InEverySecondFightTheOtherSideStrikesFirst) {
  // The single attacker of aggression 2, then the two models of aggression 1.
  const auto fight = [](std::size_t number, const std::string& dice) {
    return testing::replay_in_battle<DwethiaSkirmish>(
        "models=1;aggression=2;wounds=2", "models=2;strength=6",
        "roles=alternate;order=attacker-first", number, dice);
  };
  const Played first = fight(0, "4 4 | 4 3 | 4 | 2");
  EXPECT_EQ(first.damage.attacker, 1);  // 3 against 3: 4+; only the survivor answers, 6 to 3: 2+
  EXPECT_EQ(first.damage.defender, 1);
  const Played second = fight(1, "4 4 | 2 2");
  EXPECT_EQ(second.damage.attacker, 2);
  EXPECT_EQ(second.kills.attacker, 1);  // and nobody is left to answer
}

TEST(DwethiaExample, D8WhoRetreatsIsOutOfReachUnlessItFallsFirst) {
  const auto battle =
      testing::said_battle<DwethiaSkirmish>("models=1", "models=1", "response=fight,retreat");
  const auto attacks = testing::attacks_of(battle);
  EXPECT_FALSE(attacks.at(0).fights->any().withdraws);
  EXPECT_TRUE(attacks.at(1).fights->any().withdraws);
  // An opportunity attack is on models that are on their way already.
  EXPECT_FALSE(
      testing::prepare<DwethiaSkirmish>("models=1", "models=1", "mode=opportunity;response=retreat")
          .withdraws);
}

}  // namespace
}  // namespace warodds
