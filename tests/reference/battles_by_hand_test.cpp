// The second statement's battles and sequences against what follows from the rulings by hand, and
// against each other where two of them must agree.
#include <gtest/gtest.h>

#include <stdexcept>
#include <string>
#include <vector>

#include "battle.h"
#include "exchange.h"
#include "law.h"
#include "reference.h"
#include "sequence.h"
#include "settings.h"

namespace reference {
namespace {

Rational all_outcomes(const Battle& battle) {
  return battle.attacker_wins + battle.defender_wins + battle.both_destroyed + battle.undecided +
         battle.retreated;
}

// ---- Settings ----

TEST(Settings, ChangeFromRoundToRound) {
  const Situation situation{{"mode", "ranged*2,close"}, {"hindered", "1"}};
  EXPECT_EQ(in_round(situation, 2).at("mode"), "ranged");
  EXPECT_EQ(in_round(situation, 3).at("mode"), "close");
  EXPECT_EQ(in_round(situation, 9).at("hindered"), "1");
  EXPECT_EQ(settled_round(situation), 3);
  EXPECT_EQ(settled_round({{"mode", "close"}}), 1);
}

TEST(Settings, OfTheReplyFollowTheRulings) {
  const Situation reply = arcane_reply({{"mode", "ranged"},
                                        {"attacker-side", "blue"},
                                        {"defender-side", "grey"},
                                        {"hindered", "2"},
                                        {"phantom", "3"},
                                        {"reply.distance", "4"}});
  const Situation should{{"mode", "ranged"},
                         {"attacker-side", "grey"},
                         {"defender-side", "blue"},
                         {"phantom", "3"},
                         {"distance", "4"}};
  EXPECT_EQ(reply, should);
  EXPECT_THROW(arcane_reply({{"phantom", "3"}, {"reply.phantom", "2"}}), std::invalid_argument);
}

// ---- Arcane Legions ----

// Nobody has white dice: attacks are not answered. One red die hits on 3 or more: 2/3.
Unit figures(int count, int hp, int red) {
  return {{},
          {{"F",
            {{"count", std::to_string(count)},
             {"hp", std::to_string(hp)},
             {"red", std::to_string(red)}}}}};
}

TEST(ArcaneBattle, OfOneAgainstOneByHand) {
  // The first to hit wins; the attacker strikes first: 2/3 / (1 - 1/9) = 3/4.
  const Battle battle = arcane_battle(figures(1, 1, 1), figures(1, 1, 1), {}, 0, 3);
  EXPECT_EQ(battle.attacker_wins, Rational(3, 4));
  EXPECT_EQ(battle.defender_wins, Rational(1, 4));
  EXPECT_EQ(battle.mean_rounds, Rational(9, 8));
}

TEST(ArcaneBattle, A13DamageOfARoundLiesUntilItsTurnEnds) {
  // Two hit points, two single attacks in one turn: both must hit.
  const Situation two{{"turns", "attacker-only"}, {"attacks-per-turn", "2"}};
  EXPECT_EQ(arcane_battle(figures(1, 1, 1), figures(1, 2, 1), two, 1, 1).attacker_wins,
            Rational(4, 9));
  // One attack a turn never downs it.
  const Battle never = arcane_battle(figures(1, 2, 1), figures(1, 2, 1), {{"turn", "round"}}, 0, 3);
  EXPECT_EQ(never.undecided, 1);
  EXPECT_EQ(never.mean_rounds, 0);
  EXPECT_EQ(never.ahead_even, 1);
}

TEST(ArcaneBattle, A13ARoundThatIsOneTurnKeepsWhatTheAttackHasCostTheAttacker) {
  // White dice strike back in the attack (4 of them on one red die), a lone red one in the reply:
  // two hit points fall to both together only if the turn is the round.
  const Unit attacker{{{"hp", "3"}, {"blue", "1"}, {"red", "1"}}, {}};
  const Unit defender{{{"hp", "99"}, {"white", "2"}, {"red", "1"}}, {}};
  const Battle side = arcane_battle(attacker, defender, {}, 1, 1);
  const Battle round = arcane_battle(attacker, defender, {{"turn", "round"}}, 1, 1);
  EXPECT_EQ(side.defender_wins, 0);
  // Two hits by white dice (11/36, of the rulings), then one by the red die (2/3).
  EXPECT_EQ(round.defender_wins, Rational(11, 36) * Rational(2, 3));
}

TEST(ArcaneBattle, OfTheUndecidedTheLargerShareIsAhead) {
  // One round, one attack: a hit takes one of two figures.
  const Battle battle =
      arcane_battle(figures(1, 1, 1), figures(2, 1, 1), {{"turns", "attacker-only"}}, 1, 1);
  EXPECT_EQ(battle.undecided, 1);
  EXPECT_EQ(battle.ahead_attacker, Rational(2, 3));
  EXPECT_EQ(battle.ahead_even, Rational(1, 3));
}

TEST(ArcaneBattle, RangedForTwoRoundsThenCloseForGood) {
  // Blue dice for two rounds, then none: only the first two rounds can down the target.
  const Unit archer{{{"blue", "1"}}, {}};
  const Battle battle = arcane_battle(
      archer, figures(1, 1, 1), {{"mode", "ranged*2,close"}, {"turns", "attacker-only"}}, 0, 4);
  EXPECT_EQ(battle.attacker_wins, Rational(8, 9));
  EXPECT_EQ(battle.undecided, Rational(1, 9));
  EXPECT_EQ(battle.mean_rounds, Rational(4, 3));
  EXPECT_EQ(battle.rounds.at(2), Rational(1, 3));
  // Close first: nothing happens for a round, and then the arrows come.
  const Unit late{{{"blue", "1"}, {"red", "1"}, {"extra-attack", "0"}}, {}};
  const Battle later = arcane_battle(
      late, figures(1, 1, 1),
      {{"mode", "close,ranged"}, {"attacker-side", "grey,blue"}, {"turns", "attacker-only"}}, 0, 4);
  EXPECT_EQ(later.attacker_wins, 1);
  EXPECT_EQ(later.mean_rounds, 1 + Rational(3, 2));
}

// ---- Magewinds ----

// A sure point of damage with each attack, which a deflection blocks.
const Unit duellist{{{"toughness", "2"}, {"armour", "0"}, {"deflect", "1"}},
                    {{"Bolt", {{"power", "1"}, {"precision", "9"}}}}};

Battle duel(Situation situation) { return magewinds_battle(duellist, duellist, situation, 0, 4); }

TEST(MagewindsBattle, B7ActionsAreForAttacksAndReactions) {
  // One attack a round each, no reactions: the first to strike wins in the second round.
  EXPECT_EQ(duel({}).attacker_wins, 1);
  EXPECT_EQ(duel({}).mean_rounds, 2);
  // Two attacks a round: won at once.
  EXPECT_EQ(duel({{"attacks-per-round", "2"}}).mean_rounds, 1);
  // A third attack would need a third action: two of three are deflected, nothing is left for more.
  const Battle stalled = duel({{"attacks-per-round", "3"}, {"reaction", "deflect"}});
  EXPECT_EQ(stalled.undecided, 1);
  EXPECT_EQ(stalled.mean_rounds, 0);
  // With three actions a third attack finds no reaction, and the target cannot strike back.
  const Battle worn =
      duel({{"attacks-per-round", "4"}, {"reaction", "deflect*9"}, {"actions-per-round", "3"}});
  EXPECT_EQ(worn.undecided, 1);
  // One attack of two actions is deflected, the reply is not: the other side wins.
  EXPECT_EQ(duel({{"reaction", "deflect"}}).defender_wins, 1);
  // The reply is deflected too: each has an action for it.
  EXPECT_EQ(duel({{"reaction", "deflect"}, {"reply.reaction", "deflect"}}).undecided, 1);
  // Without a limit all three are deflected, then three undeflected come back.
  const Battle unlimited =
      duel({{"attacks-per-round", "3"}, {"reaction", "deflect"}, {"actions-per-round", "none"}});
  EXPECT_EQ(unlimited.defender_wins, 1);
  EXPECT_EQ(unlimited.mean_rounds, 1);
}

// ---- Raiders of Arcana ----

TEST(RaidersBattle, C8OneOrTwoMarkersARound) {
  const Unit tiring{{{"cd", "1"}, {"as", "5"}, {"arm", "11"}, {"fatigue", "5"}}, {}};
  const Unit fresh{{{"figures", "9"}, {"cd", "1"}, {"as", "5"}, {"arm", "1"}}, {}};
  // Every round takes one of nine figures and never the lone one: three rounds, or five.
  const Situation all{{"attacker-attack", "1"}, {"defender-attack", "all"}};
  Situation one_marker = all;
  one_marker["markers"] = "1";
  EXPECT_EQ(raiders_battle(tiring, fresh, all, 0, 9).mean_rounds, 3);
  EXPECT_EQ(raiders_battle(tiring, fresh, one_marker, 0, 9).mean_rounds, 5);
  EXPECT_EQ(raiders_battle(tiring, fresh, all, 0, 9).ahead_attacker, 1);
}

// ---- Dwethia Skirmish ----

Unit band(const Fields& changed) {
  Fields fields{{"count", "2"},    {"aggression", "1"}, {"martial", "4"},
                {"strength", "4"}, {"defence", "4"},    {"wounds", "1"}};
  for (const auto& [key, value] : changed) fields[key] = value;
  return {{}, {{"", fields}}};
}

TEST(DwethiaBattle, D8ARetreatEndsIt) {
  const Unit one = band({{"count", "1"}});
  const Battle battle = dwethia_battle(one, one, {{"response", "retreat"}}, 0, 3);
  EXPECT_EQ(battle.attacker_wins, Rational(1, 6));
  EXPECT_EQ(battle.retreated, Rational(5, 6));
  EXPECT_EQ(battle.mean_rounds, 1);
  // A fight first, which leaves both standing with (3/4)^2.
  const Battle later = dwethia_battle(one, one, {{"response", "fight,retreat"}}, 0, 3);
  EXPECT_EQ(later.retreated, Rational(9, 16) * Rational(5, 6));
  EXPECT_EQ(all_outcomes(later), 1);
}

TEST(DwethiaBattle, D12RolesDoNotMatterWhereBothRollAtOnce) {
  const Unit weak = band({{"martial", "3"}});
  const Battle fixed = dwethia_battle(band({}), weak, {}, 0, 3);
  const Battle alternate = dwethia_battle(band({}), weak, {{"roles", "alternate"}}, 0, 3);
  EXPECT_EQ(fixed.attacker_wins, alternate.attacker_wins);
  EXPECT_EQ(fixed.mean_rounds, alternate.mean_rounds);
}

TEST(DwethiaBattle, D12WhoRollsFirstAlternates) {
  // Whoever rolls first downs the other with 1/4, then the other may do so with 1/4 of the rest.
  // From round to round: a = 1/4 + 9/16 (1 - a) for who rolls first now, as nobody can be down
  // together.
  const Unit one = band({{"count", "1"}});
  const Battle battle =
      dwethia_battle(one, one, {{"order", "attacker-first"}, {"roles", "alternate"}}, 0, 3);
  EXPECT_EQ(battle.attacker_wins, Rational(13, 25));
  EXPECT_EQ(battle.defender_wins, Rational(12, 25));
  EXPECT_EQ(battle.mean_rounds, Rational(16, 7));
}

// ---- Sequences ----

TEST(Sequences, OfOneStepAreAFight) {
  const Unit target = band({{"count", "3"}});
  const Unit attacker = band({});
  const Sequence sequence = dwethia_sequence(target, {{attacker, {}, ""}}, {});
  const auto fight = dwethia_exchange<Rational>(attacker, target, {}, 0, 0);
  EXPECT_EQ(sequence.destroyed, fight.attacker.destroyed);
  EXPECT_EQ(sequence.steps.at(0).deals.hits, fight.attacker.hits);
  EXPECT_EQ(sequence.steps.at(0).losses, fight.defender.kills);
  EXPECT_EQ(sequence.mean_steps, 1);
}

TEST(Sequences, OfArcaneLegionsAreOneTurn) {
  // Two hit points: each attacker hits with 2/3, then an ability deals one point for sure.
  const Unit target = figures(1, 2, 1);
  const Unit attacker = figures(1, 1, 1);
  const std::vector<SequenceStep> steps{{attacker, {}, ""}, {attacker, {}, ""}, {{}, {}, "1"}};
  const Sequence sequence = arcane_sequence(target, steps, {});
  EXPECT_EQ(sequence.steps[1].destroyed, Rational(4, 9));
  EXPECT_EQ(sequence.destroyed, Rational(8, 9));
  EXPECT_EQ(sequence.mean_steps, 2 + Rational(5, 9));
  EXPECT_EQ(sequence.order_points, 4);
  EXPECT_EQ(sequence.attackers_share_lost, 0);
}

TEST(Sequences, OfArcaneLegionsAreTheAttacksOfOneTurnInABattle) {
  const Unit target{
      {{"white", "1"}},
      {{"L", {{"hp", "3"}, {"red", "2"}}}, {"M", {{"count", "2"}, {"hp", "1"}, {"white", "1"}}}}};
  const Unit archers{{{"blue", "4"}}, {}};
  const Situation ranged{{"mode", "ranged"}, {"turns", "attacker-only"}, {"attacks-per-turn", "3"}};
  const Sequence sequence = arcane_sequence(
      target, {{archers, {}, ""}, {archers, {}, ""}, {archers, {}, ""}}, {{"mode", "ranged"}});
  const Battle battle = arcane_battle(archers, target, ranged, 1, 1);
  EXPECT_EQ(sequence.destroyed, battle.attacker_wins);
  EXPECT_EQ(sequence.target_survivors, battle.defender_survivors);
}

TEST(Sequences, OfMagewindsSpendTheTargetsActions) {
  // Three sure points, of which the first two are deflected.
  const SequenceStep step{duellist, {}, ""};
  const Sequence sequence =
      magewinds_sequence(duellist, {step, step, step}, {{"reaction", "deflect"}});
  EXPECT_EQ(sequence.steps[1].deals.damage, (LawOf<Rational>{1}));
  EXPECT_EQ(sequence.steps[1].deals.knockback, 0);
  EXPECT_EQ(mean(sequence.steps[2].deals.damage), 1);
  EXPECT_EQ(sequence.steps[2].deals.knockback, 1);
  EXPECT_EQ(sequence.destroyed, 0);
  const Sequence none = magewinds_sequence(duellist, {step, step, step},
                                           {{"reaction", "deflect"}, {"target-actions", "none"}});
  EXPECT_EQ(none.steps[2].deals.knockback, 0);
}

TEST(Sequences, OfDwethiaEndWithARetreat) {
  const Unit one = band({{"count", "1"}});
  const Sequence sequence =
      dwethia_sequence(one, {{one, {}, ""}, {one, {}, ""}}, {{"response", "retreat"}});
  EXPECT_EQ(sequence.destroyed, Rational(1, 6));
  EXPECT_EQ(sequence.retreated, Rational(5, 6));
  EXPECT_EQ(sequence.steps[1].needed, 0);
  EXPECT_EQ(sequence.mean_steps, 1);
}

TEST(Sequences, AreRankedByWhatTheyDestroyAndThenByWhatTheyCost) {
  const Unit one = band({{"count", "1"}});
  const Unit strong = band({{"martial", "9"}, {"aggression", "3"}});
  const auto ranked = ranked_orders(dwethia_sequence, band({{"count", "4"}}),
                                    {{one, {}, ""}, {strong, {}, ""}, {{}, {}, "1d3"}}, {});
  ASSERT_EQ(ranked.size(), 6U);
  for (std::size_t r = 1; r < ranked.size(); ++r) {
    const Sequence& better = ranked[r - 1].sequence;
    const Sequence& worse = ranked[r].sequence;
    EXPECT_GE(better.destroyed, worse.destroyed);
    if (better.destroyed == worse.destroyed) {
      EXPECT_LE(better.attackers_share_lost, worse.attackers_share_lost);
    }
  }
  // The target strikes back less once the ability has come.
  EXPECT_EQ(ranked.front().order.front(), 2U);
}

}  // namespace
}  // namespace reference
