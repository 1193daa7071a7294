// The second statement's settings and sequences against what follows from the rulings by hand, and
// its battles where two of them must agree; their values by hand: data/battle_checks.csv.
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

// ---- Magewinds ----

// A sure point of damage with each attack, which a deflection blocks.
const Unit duellist{{{"toughness", "2"}, {"armour", "0"}, {"deflect", "1"}},
                    {{"Bolt", {{"power", "1"}, {"precision", "9"}}}}};

// ---- Dwethia Skirmish ----

Unit band(const Fields& changed) {
  Fields fields{{"count", "2"},    {"aggression", "1"}, {"martial", "4"},
                {"strength", "4"}, {"defence", "4"},    {"wounds", "1"}};
  for (const auto& [key, value] : changed) fields[key] = value;
  return {{}, {{"", fields}}};
}

TEST(DwethiaBattle, D12RolesDoNotMatterWhereBothRollAtOnce) {
  const Unit weak = band({{"martial", "3"}});
  const Battle fixed = dwethia_battle(band({}), weak, {}, 0, 3);
  const Battle alternate = dwethia_battle(band({}), weak, {{"roles", "alternate"}}, 0, 3);
  EXPECT_EQ(fixed.attacker_wins, alternate.attacker_wins);
  EXPECT_EQ(fixed.mean_rounds, alternate.mean_rounds);
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
