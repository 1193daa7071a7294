// Whose setting it is in a battle, and for how long: `reply.`, values that change from round to
// round, the actions of a round, roles, retreats, and who is ahead; each worked out by hand.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "exact/fight/fight.h"
#include "exact/solve/solve.h"
#include "sim/battle.h"
#include "tests/support/answers.h"
#include "tests/support/attacks_of.h"
#include "tests/support/battle_of.h"

namespace warodds {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using testing::said_battle;

template <class System>
Answer fought(const std::string& attacker, const std::string& defender,
              const std::string& situation, int rounds = 0) {
  return exact::battle({said_battle<System>(attacker, defender, situation), rounds}, {});
}

/// What is said about a key of the situation that is refused.
std::string refusal(std::string_view system, const Setting& setting, const Use& use) {
  Matchup matchup(system);
  try {
    matchup.set_situation(setting, use);
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}
std::string refusal(std::string_view system, const std::string& key, const std::string& value) {
  return refusal(system, {key, value, "--with"}, {UsedIn::battles, "battle"});
}

// Changing settings

// Two rounds without risk, each won with 5/12 (the red or blue die beats the white one); then close
// combat, in which each falls with 5/12: 5/12 + 7/12 * 5/12 + (7/12)^2 / 2.
TEST(ChangingSettings, HoldForTheirRoundsAndTheLastForGood) {
  const std::string archer = "blue=1;red=1;hp=1";
  const std::string shield = "white=1;hp=1";
  const Answer answer =
      fought<ArcaneLegions>(archer, shield, "turns=attacker-only;mode=ranged*2,close");
  EXPECT_NEAR(answer.win(Side::attacker).value, 239.0 / 288, 1e-15);
  EXPECT_NEAR(answer.win(Side::defender).value, 49.0 / 288, 1e-15);
  EXPECT_NEAR(answer.mean_rounds.value, 239.0 / 120, 1e-14);
  EXPECT_EQ(answer.by_round.at(1).destroyed.attacker.value, 0);
  EXPECT_NEAR(answer.by_round.at(2).destroyed.attacker.value, 49.0 / 144 * 5 / 12, 1e-15);
}

// For two rounds nobody can be hit; that is no reason to break off.
TEST(ChangingSettings, LetABattleWaitForWhatIsToCome) {
  const auto battle =
      said_battle<Magewinds>("power=1;precision=6", "toughness=1", "target-cap=0*2,none");
  const Answer answer = exact::battle({battle}, {});
  EXPECT_NEAR(answer.win(Side::attacker).value, 1, 1e-15);
  EXPECT_NEAR(answer.mean_rounds.value, 3, 1e-14);
  EXPECT_NEAR(answer.rounds.probability(3), 1, 1e-15);
  const Answer dice = sim::simulate(BattleQuestion{battle, 0}, {});
  EXPECT_EQ(dice.win(Side::attacker).value, 1);
  EXPECT_EQ(dice.rounds.max(), 3);
}

// Two chances of one half; then nothing can happen any more.
TEST(ChangingSettings, EndABattleWhenNothingIsToCome) {
  const auto battle =
      said_battle<Magewinds>("power=1;precision=3", "toughness=1", "target-cap=none*2,0");
  const Answer answer = exact::battle({battle}, {});
  EXPECT_NEAR(answer.win(Side::attacker).value, 0.75, 1e-15);
  EXPECT_NEAR(answer.end(BattleEnd::undecided).value, 0.25, 1e-15);
  EXPECT_NEAR(answer.mean_rounds.value, 1.5, 1e-15);
  EXPECT_EQ(sim::simulate(BattleQuestion{battle, 0}, {}).rounds.max(), 2);
}

TEST(ChangingSettings, ThatAreEqualAreTheConstantToTheLastBit) {
  const std::string unit = "white=2 | name=A;count=2;red=2;hp=2 | name=B;red=1;blue=1";
  const Answer constant = fought<ArcaneLegions>(unit, unit, "phantom=3;reply.mode=close");
  const Answer schedule = fought<ArcaneLegions>(
      unit, unit, "phantom=3*2,3*4,3;mode=close*5,close;reply.mode=close,close");
  EXPECT_EQ(testing::ends_of(schedule), testing::ends_of(constant));
  EXPECT_EQ(schedule.rounds, constant.rounds);
  EXPECT_EQ(testing::survivors_of(schedule).attacker, testing::survivors_of(constant).attacker);
  EXPECT_EQ(schedule.mean_rounds.value, constant.mean_rounds.value);
}

// The number of rounds that are listed one by one does not change what comes of them.
TEST(ChangingSettings, ThatMakeNoDifferenceMakeNone) {
  const std::string unit = "figures=3;hp=2;red=3;white=2";
  const auto plain = said_battle<ArcaneLegions>(unit, unit, "");
  // Hindrances do not count in close combat.
  const auto listed = said_battle<ArcaneLegions>(unit, unit, "hindered=1*3,2*2,0");
  const Answer one = exact::battle({plain}, {});
  const Answer other = exact::battle({listed}, {});
  EXPECT_NEAR(one.win(Side::attacker).value, other.win(Side::attacker).value, 1e-14);
  EXPECT_NEAR(one.mean_rounds.value, other.mean_rounds.value, 1e-12);
  EXPECT_EQ(testing::ends_of(sim::simulate(BattleQuestion{plain, 0}, {})),
            testing::ends_of(sim::simulate(BattleQuestion{listed, 0}, {})));
}

TEST(ChangingSettings, ThatMakeNoSenseAreRefusedWithWords) {
  const std::string legions = "arcane-legions";
  EXPECT_THAT(refusal(legions, "mode", "ranged*2"), HasSubstr("the last value is for good"));
  EXPECT_THAT(refusal(legions, "mode", "ranged*2,close*3"),
              HasSubstr("the last value is for good"));
  EXPECT_THAT(refusal(legions, "mode", "ranged*0,close"), HasSubstr("ranged must hold for 1 to"));
  EXPECT_THAT(refusal(legions, "mode", "ranged*x,close"), HasSubstr("ranged must hold for 1 to"));
  EXPECT_THAT(refusal(legions, "mode", "ranged*-1,close"), HasSubstr("ranged must hold for 1 to"));
  EXPECT_THAT(refusal(legions, "mode", "ranged,,close"), HasSubstr("there is a value missing"));
  EXPECT_THAT(refusal(legions, "mode", "ranged,"), HasSubstr("there is a value missing"));
  EXPECT_THAT(refusal(legions, "mode", "*2,close"), HasSubstr("there is a value missing"));
  EXPECT_THAT(refusal(legions, "mode", "near*2,close"),
              HasSubstr("mode is near but must be close"));
  EXPECT_THAT(refusal(legions, "mode", "ranged*2,near"),
              HasSubstr("mode is near but must be close"));
  EXPECT_THAT(refusal(legions, "mode", "ranged*60,close*60,ranged"),
              HasSubstr("changes after round 100"));
  EXPECT_THAT(refusal(legions, "defender-losses", "listed*2,free"),
              HasSubstr("holds for the whole battle"));
  EXPECT_THAT(refusal(legions, {"mode", "ranged*2,close", "--with"}, {UsedIn::fights, "fight"}),
              AllOf(HasSubstr("changes from round to round"), HasSubstr("not in fight")));
}

// The name of an attack may have commas and asterisks; only a number of rounds makes a schedule.
TEST(ChangingSettings, LeaveTheNamesOfAttacksAlone) {
  const std::string beast =
      "| name=Claw, left;power=1;precision=6 | name=Bite*;power=2;precision=6";
  const auto dice = [&](const std::string& attack, std::size_t number) {
    const auto battle = said_battle<Magewinds>(beast, "toughness=9", "attack=" + attack);
    return testing::attacks_of(battle).at(number).fights->any().power;
  };
  EXPECT_EQ(dice("Claw, left", 0), 1);
  EXPECT_EQ(said_battle<Magewinds>(beast, "toughness=9", "attack=Claw, left").phases(), 1);
}

// The attack back

TEST(AttackBack, HasRulesOfTheTableAndDefaultsElsewhere) {
  const Course<Magewinds> course;
  Magewinds::Situation attack;
  attack.cover = 1;
  attack.reaction = Magewinds::dodge;
  attack.choice = Magewinds::heavy;
  attack.distance = 5;
  attack.attacks_per_round = 2;
  attack.power_change = 1;
  Magewinds::Unit split;
  split.light_power = split.light_precision = split.heavy_power = split.heavy_precision = 3;
  const Magewinds::Situation reply = course.reply(attack, split, 1);
  EXPECT_EQ(reply.attacks_per_round, 2);
  EXPECT_EQ(reply.choice, Magewinds::heavy);  // B5: its attack has the choice
  EXPECT_EQ(reply.cover, 0);
  EXPECT_EQ(reply.reaction, Magewinds::no_reaction);
  EXPECT_EQ(reply.distance, Magewinds::unset);
  EXPECT_EQ(reply.power_change, Amount(0));
  Magewinds::Unit plain;
  plain.power = plain.precision = 3;
  EXPECT_EQ(course.reply(attack, plain, 1).choice, Magewinds::light);
}

TEST(AttackBack, ComesFromTheSideThatWasAttackedInTheSameKindOfCombat) {
  const Course<ArcaneLegions> course;
  ArcaneLegions::Situation attack;
  attack.mode = ArcaneLegions::ranged;
  attack.attacker_side = ArcaneLegions::blue;
  attack.defender_side = ArcaneLegions::grey;
  attack.hindered = 2;
  attack.phantom = 4;
  const ArcaneLegions::Situation reply = course.reply(attack, {}, 1);
  EXPECT_EQ(reply.mode, ArcaneLegions::ranged);
  EXPECT_EQ(reply.attacker_side, ArcaneLegions::grey);
  EXPECT_EQ(reply.defender_side, ArcaneLegions::blue);
  EXPECT_EQ(reply.hindered, 0);
  EXPECT_EQ(reply.phantom, 4);
}

// The Wizard that a Guardian in cover dodges does not dodge itself.
TEST(AttackBack, IsNotDodgedBecauseTheAttackIs) {
  const std::string wizard =
      "toughness=6;armour=1;deflect=2;evasion=1;dodge=3;light.power=3;light.precision=9;"
      "heavy.power=6;heavy.precision=5";
  const std::string guardian =
      "toughness=7;armour=2;deflect=2;dodge=2;light.power=3;light.precision=9;heavy.power=6;"
      "heavy.precision=5";
  const std::string said = "cover=yes;reaction=dodge;choice=heavy";
  const auto target = [&](const std::string& more, std::size_t number) {
    const auto battle = said_battle<Magewinds>(wizard, guardian, said + more);
    return testing::attacks_of(battle).at(number).fights->any().hit.faces;
  };
  EXPECT_EQ(target("", 0), 2);  // precision 5 - in cover 1 - dodge 2
  EXPECT_EQ(target("", 1), 4);  // precision 5 - evasion 1
  EXPECT_EQ(target(";reply.reaction=dodge", 1), 1);
  EXPECT_EQ(target(";reply.choice=light", 1), 6);
  const Answer answer = fought<Magewinds>(wizard, guardian, said);
  EXPECT_GT(answer.win(Side::defender).value, 0.9);
}

TEST(AttackBack, IsRefusedWhereThereIsNone) {
  EXPECT_THAT(refusal("raiders-of-arcana", "reply.attacker-attack", "all"),
              HasSubstr("one exchange of both sides"));
  EXPECT_THAT(refusal("dwethia-skirmish", "reply.response", "fire"),
              HasSubstr("one exchange of both sides"));
  EXPECT_THAT(refusal("arcane-legions", "reply.phantom", "3"),
              HasSubstr("phantom holds for both sides"));
  EXPECT_THAT(refusal("arcane-legions", "reply.attacker-losses", "free"),
              HasSubstr("holds for both sides"));
  EXPECT_THAT(refusal("arcane-legions", "reply.mod", "ranged"), HasSubstr("did you mean 'mode'"));
  EXPECT_THAT(refusal("magewinds", "defender-choice", "heavy"),
              HasSubstr("defender-choice is called reply.choice now"));
  EXPECT_THAT(refusal("magewinds", "attacker-reaction", "dodge"), HasSubstr("reply.reaction"));
  EXPECT_THAT(refusal("magewinds", {"reply.cover", "yes", "--with"}, {UsedIn::fights, "fight"}),
              HasSubstr("only in battle, not in fight"));
  EXPECT_THAT(
      refusal("magewinds", {"reply.cover", "yes", "--with"}, {UsedIn::sequences, "sequence"}),
      HasSubstr("only in battle, not in sequence"));
}

// Actions of a round (B7)

/// The attacks of a round: who makes them, and whether they are reacted to: "A+" "D-".
std::string round_of(const std::string& situation) {
  const std::string split =
      "toughness=9;dodge=6;light.power=1;light.precision=6;heavy.power=2;heavy.precision=6";
  const auto battle = said_battle<Magewinds>(split, split, situation);
  std::string round;
  for (const auto& attack : testing::attacks_of(battle)) {
    const Magewinds::Fight& fight = attack.fights->any();
    round += attack.by == Side::attacker ? "A" : "D";
    round += fight.may_knock_back || fight.no_attack ? "" : "+";  // B9: a reaction
  }
  return round;
}

TEST(ActionsOfARound, ArePaidForAttacksAndReactions) {
  EXPECT_EQ(round_of(""), "AD");
  EXPECT_EQ(round_of("reaction=dodge"), "A+D");
  EXPECT_EQ(round_of("reaction=dodge;reply.reaction=dodge"), "A+D+");
  // Who has reacted twice cannot attack; who has attacked twice cannot react.
  EXPECT_EQ(round_of("attacks-per-round=2;reaction=dodge;reply.reaction=dodge"), "A+A+");
  EXPECT_EQ(round_of("attacks-per-round=2;reply.reaction=dodge"), "AADD");
  EXPECT_EQ(round_of("attacks-per-round=3"), "AADD");
  EXPECT_EQ(round_of("attacks-per-round=2;reaction=dodge;reply.reaction=dodge;actions-per-round=3"),
            "A+A+D+");
  EXPECT_EQ(round_of("attacks-per-round=3;reaction=dodge;actions-per-round=2"), "A+A+");
  EXPECT_EQ(round_of("attacks-per-round=3;reaction=dodge;actions-per-round=1"), "A+");
  EXPECT_EQ(round_of("attacks-per-round=3;reaction=dodge;reply.reaction=dodge;"
                     "actions-per-round=none"),
            "A+A+A+D+D+D+");
}

// B6: a feint that draws a reaction is free, and none of the attacks.
TEST(ActionsOfARound, AreKeptByAFeintThatDrawsAReaction) {
  // One each for the two reactions of the target, then two that cost an action.
  EXPECT_EQ(round_of("attacks-per-round=2;choice=feint;reaction=dodge;reply.choice=light"), "AAAA");
  EXPECT_EQ(round_of("choice=feint;reaction=dodge;reply.choice=light;actions-per-round=3"), "AAAA");
  // The attacker has one action left, for a reaction to the first feint back.
  EXPECT_EQ(round_of("choice=light;reply.choice=feint;reply.reaction=dodge"), "ADD");
  // Where actions have no limit a feint is one of the attacks.
  EXPECT_EQ(round_of("attacks-per-round=2;choice=feint;reaction=dodge;reply.choice=light;"
                     "actions-per-round=none"),
            "AADD");
  EXPECT_EQ(round_of("attacks-per-round=2;choice=feint;reply.choice=light;reply.reaction=dodge"),
            "AADD");
}

// B7b: who makes no attack keeps its actions for reactions; the reply does not follow it.
TEST(ActionsOfARound, AreKeptByWhoPasses) {
  EXPECT_EQ(round_of("choice=pass"), "D");
  EXPECT_EQ(round_of("choice=pass;attacks-per-round=3;reply.reaction=dodge"), "D+D+");
  EXPECT_EQ(round_of("choice=pass;reaction=dodge;reply.choice=pass"), "");
  EXPECT_EQ(round_of("reply.choice=pass;reaction=dodge"), "A+");
}

// Dwethia Skirmish

// D8: martial 3 against 3 + 3 hits on 6, then 4+: 1/12. Otherwise the defender is away.
TEST(Retreat, EndsTheBattle) {
  const std::string model = "models=1";
  const Answer answer = fought<DwethiaSkirmish>(model, model, "response=retreat");
  EXPECT_NEAR(answer.win(Side::attacker).value, 1.0 / 12, 1e-15);
  EXPECT_NEAR(answer.end(BattleEnd::retreated).value, 11.0 / 12, 1e-15);
  EXPECT_EQ(answer.end(BattleEnd::undecided).value, 0);
  EXPECT_NEAR(answer.mean_rounds.value, 1, 1e-15);
  EXPECT_NEAR(testing::survivors_of(answer).defender.probability(1), 11.0 / 12, 1e-15);
  // The opportunity attack is part of the same exchange: a 6 in one die.
  const Answer pursued =
      fought<DwethiaSkirmish>(model, model, "response=retreat;retreat-opportunity=yes");
  EXPECT_NEAR(pursued.win(Side::attacker).value, 17.0 / 72, 1e-15);
  EXPECT_NEAR(pursued.end(BattleEnd::retreated).value, 55.0 / 72, 1e-15);
}

// A round of blows, each of 1/4, and then away.
TEST(Retreat, MayComeLater) {
  const auto battle =
      said_battle<DwethiaSkirmish>("models=1", "models=1", "response=fight,retreat");
  const Answer answer = exact::battle({battle}, {});
  EXPECT_NEAR(answer.win(Side::attacker).value, 15.0 / 64, 1e-15);
  EXPECT_NEAR(answer.win(Side::defender).value, 12.0 / 64, 1e-15);
  EXPECT_NEAR(answer.end(BattleEnd::both_destroyed).value, 4.0 / 64, 1e-15);
  EXPECT_NEAR(answer.end(BattleEnd::retreated).value, 33.0 / 64, 1e-15);
  EXPECT_NEAR(answer.mean_rounds.value, 25.0 / 16, 1e-15);
  EXPECT_EQ(sim::simulate(BattleQuestion{battle, 0}, {}).rounds.max(), 2);
}

// Even who has nobody to fear and nothing to fight with moves away.
TEST(Retreat, IsSomethingThatHappens) {
  const Answer answer =
      fought<DwethiaSkirmish>("models=1;aggression=0", "models=1", "response=retreat");
  EXPECT_EQ(answer.end(BattleEnd::retreated).value, 1);
  EXPECT_EQ(answer.mean_rounds.value, 1);
}

// D12: who strikes first (1/4, the other 3/4 * 1/4) wins 4/7 as the attacker for good; if the other
// side attacks every second round x = 1/4 + 9/16 (1 - x).
TEST(Roles, AlternateFromRoundToRound) {
  const std::string first = "order=attacker-first";
  const Answer fixed = fought<DwethiaSkirmish>("models=1", "models=1", first);
  EXPECT_NEAR(fixed.win(Side::attacker).value, 4.0 / 7, 1e-15);
  const auto battle =
      said_battle<DwethiaSkirmish>("models=1", "models=1", first + ";roles=alternate");
  const Answer answer = exact::battle({battle}, {});
  EXPECT_NEAR(answer.win(Side::attacker).value, 13.0 / 25, 1e-15);
  EXPECT_NEAR(answer.win(Side::defender).value, 12.0 / 25, 1e-15);
  EXPECT_NEAR(answer.mean_rounds.value, 16.0 / 7, 1e-14);
  EXPECT_NEAR(answer.rounds.probability(2), 7.0 / 16 * 9 / 16, 1e-15);
}

// Who is ahead

TEST(Ahead, IsWhoHasTheLargerShareLeft) {
  const std::string all = "attacker-attack=all;defender-attack=all";
  // One wound of two left, and one of four: each with 1/2.
  const Answer answer = fought<RaidersOfArcana>("hp=4;wounds=2;arm=6", "hp=4;arm=6", all, 1);
  EXPECT_NEAR(answer.end(BattleEnd::undecided).value, 1, 1e-15);
  EXPECT_NEAR(answer.is_ahead(Ahead::attacker).value, 0.25, 1e-15);
  EXPECT_NEAR(answer.is_ahead(Ahead::defender).value, 0.5, 1e-15);
  EXPECT_NEAR(answer.is_ahead(Ahead::even).value, 0.25, 1e-15);
}

// C8: two markers for each of two rounds, or for one.
TEST(Ahead, IsKnownOfABattleThatFatigueBreaksOff) {
  const std::string striker = "fatigue=2;cd=1";
  const std::string target = "hp=2;cd=0;arm=6";
  const Answer one = fought<RaidersOfArcana>(striker, target, "attacker-attack=all");
  EXPECT_NEAR(one.is_ahead(Ahead::attacker).value, 0.5, 1e-15);
  EXPECT_NEAR(one.is_ahead(Ahead::even).value, 0.5, 1e-15);
  const Answer two = fought<RaidersOfArcana>(striker, target, "attacker-attack=all;markers=1");
  EXPECT_NEAR(two.win(Side::attacker).value, 0.25, 1e-15);
  EXPECT_NEAR(two.is_ahead(Ahead::attacker).value, 0.5, 1e-15);
  EXPECT_NEAR(two.is_ahead(Ahead::even).value, 0.25, 1e-15);
  EXPECT_EQ(two.is_ahead(Ahead::defender).value, 0);
}

// C8: markers of each side; the first unit that is tired breaks the battle off.
TEST(Fatigue, MarkersAreSaidOfEachSideOrOfBoth) {
  const auto rounds = [](const std::string& situation) {
    return testing::said_battle<RaidersOfArcana>("fatigue=5", "fatigue=4", situation).most_rounds();
  };
  EXPECT_EQ(rounds(""), 2);                                       // 3 and 2
  EXPECT_EQ(rounds("markers=1"), 4);                              // 5 and 4
  EXPECT_EQ(rounds("defender-markers=1"), 3);                     // 3 and 4
  EXPECT_EQ(rounds("attacker-markers=1"), 2);                     // 5 and 2
  EXPECT_EQ(rounds("markers=1;attacker-markers=2"), 3);           // 3 and 4
  EXPECT_EQ(rounds("attacker-markers=1;defender-markers=1"), 4);  // 5 and 4
}

// Damage of the attacker before a battle of Magewinds: two blows of one damage down it.
TEST(Magewinds, AnAttackerMayBeWoundedAsABattleBegins) {
  const std::string harmless = "toughness=3;power=0;precision=6";
  const std::string striker = "toughness=1;power=1;precision=6";
  EXPECT_EQ(fought<Magewinds>(harmless, striker, "").mean_rounds.value, 3);
  EXPECT_EQ(fought<Magewinds>(harmless, striker, "attacker-damage=1").mean_rounds.value, 2);
  EXPECT_THROW(testing::said_battle<Magewinds>(harmless, striker, "attacker-damage=3"), NoAnswer);
}

// D4b: three default models against two in front and two behind, and against the same four as one
// group of which two are engaged.
TEST(SteppingUp, IsTheSameFromAnotherGroupAsFromTheOwn) {
  const std::string three = "models=3";
  const std::string behind = "| name=front;count=2 | name=behind;count=2;engaged=0";
  const std::string one_group = "models=4;engaged=2";
  const Answer two = fought<DwethiaSkirmish>(three, behind, "");
  const Answer one = fought<DwethiaSkirmish>(three, one_group, "");
  EXPECT_NEAR(two.win(Side::attacker).value, one.win(Side::attacker).value, 1e-14);
  EXPECT_NEAR(two.end(BattleEnd::both_destroyed).value, one.end(BattleEnd::both_destroyed).value,
              1e-14);
  EXPECT_LT(two.end(BattleEnd::undecided).value, 1e-14);
  // Nobody steps up: what a fight ends with the front gone stays undecided.
  const Answer no = fought<DwethiaSkirmish>(three, behind, "step-up=no");
  EXPECT_NEAR(no.end(BattleEnd::undecided).value, 0.7971, 5e-5);
}

// D8, D10: the fight wounds the man, who saves, first: 1/6 hits, 1/2 wounds, 1/2 not saved; the
// opportunity attack without saves then wounds the chief, who is listed first: 1/6.
TEST(Retreat, MayBePursuedInAnotherOrder) {
  const std::string unit = "| name=chief | name=man;save=4";
  const std::string said = "response=retreat;retreat-opportunity=yes;opportunity-saves=no";
  const auto matchup = testing::matchup_of<DwethiaSkirmish>("models=1", unit, said);
  sim::Options options;
  options.trials = 200'000;
  const Answer exact = exact::fight(testing::fights_of(matchup));
  const Answer seen = sim::simulate(AnyFight(testing::fights_of(matchup)), options);
  for (const Answer* answer : {&exact, &seen}) {
    const double near = answer == &exact ? 1e-15 : 0.004;
    const testing::Deals deals = testing::deals_of(*answer, Side::attacker);
    EXPECT_NEAR(deals.kills_by_group.at(0).second.probability(1), 1.0 / 6, near);
    EXPECT_NEAR(deals.kills_by_group.at(1).second.probability(1), 1.0 / 24, near);
    EXPECT_NEAR(deals.kills.probability(1), 28.0 / 144, near);
    EXPECT_NEAR(deals.damage.probability(2), 1.0 / 144, near);
    EXPECT_NEAR(deals.destroyed.value, 1.0 / 144, near);
    EXPECT_EQ(deals.damage.max(), 2);
  }
  const Answer battle = fought<DwethiaSkirmish>("models=1", unit, said);
  EXPECT_NEAR(battle.win(Side::attacker).value, 1.0 / 144, 1e-15);
  EXPECT_NEAR(testing::survivors_of(battle).defender.probability(1), 28.0 / 144, 1e-15);
}

// D10: first an opportunity attack without saves, which wounds the chief, then blows that wound the
// man first, and so the chief only when he is gone.
TEST(Battle, ModelsMayFallInTwoOrders) {
  const std::string unit = "| name=chief;aggression=0 | name=man;save=4;aggression=0";
  const auto battle =
      said_battle<DwethiaSkirmish>("models=1", unit, "opportunity-saves=no;mode=opportunity,fight");
  // One round: a six fells the chief. Two: 1/2 hits, 1/2 wounds, and then 1/2 that the man does not
  // save, whom alone it may hit.
  const Answer one = exact::battle({battle, 1}, {});
  EXPECT_NEAR(testing::survivors_of(one).defender.probability(1), 1.0 / 6, 1e-15);
  const Answer two = exact::battle({battle, 2}, {});
  EXPECT_NEAR(two.win(Side::attacker).value, 1.0 / 48, 1e-15);
  EXPECT_NEAR(testing::survivors_of(two).defender.probability(1), 1.0 / 6 * 7 / 8 + 5.0 / 6 / 8,
              1e-15);
  sim::Options options;
  options.trials = 200'000;
  const Answer seen = sim::simulate(BattleQuestion{battle, 2}, options);
  EXPECT_NEAR(testing::survivors_of(seen).defender.probability(1), 1.0 / 6 * 7 / 8 + 5.0 / 6 / 8,
              0.005);
}

}  // namespace
}  // namespace warodds
