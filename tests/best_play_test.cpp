// Best play: values against exact fractions and hand-worked games, what must hold of every
// solution, and the solution at the table, played with dice against every deviation.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "core/answer/begin_from.h"
#include "core/numbers/chi_square.h"
#include "core/numbers/eigen.h"
#include "core/threads/parallel.h"
#include "exact/answers.h"
#include "sim/simulate.h"
#include "tests/reference/best_play.h"
#include "tests/support/battle_with_settings.h"
#include "tests/support/game_of.h"
#include "tests/support/matchup_of.h"
#include "tests/support/random_battle.h"
#include "tests/support/to_reference.h"
#include "tests/support/work.h"

namespace warodds {
namespace {

using testing::game_of;
using testing::played;
using testing::solve;
using testing::worth;

// One die each for two rounds: a d10, then a d6. On the d6 the attacker cannot wound Arm 8 and so
// defends, cancelling on 5+: 1/6 * 2/3 against it, worth 4/9. On the d10 it wounds 3/10, suffers
// 1/2, cancels 6/10 and is cancelled 8/10:
//   both attack   3/20 + 3/40 + 7/20 * 4/9 = 137/360     attack alone   6/100 + 94/100 * 4/9 =
//   43/90 defend alone  8/10 * 4/9 = 16/45                      both defend    4/9
TEST(BestPlay, ByHandWhereTheDieChangesFromRoundToRound) {
  auto matchup = testing::matchup_of<RaidersOfArcana>("as=3;arm=6", "as=5;arm=8");
  matchup.course.set(*find_field(RaidersOfArcana::situation_fields(), "die"), {{"10", 1}, {"6", 1}},
                     "");
  const Solution solution = solve(game_of(matchup, Payoff::win, 2));
  Eigen::MatrixXd should(2, 2);
  should << 4.0 / 9, 16.0 / 45, 43.0 / 90, 137.0 / 360;
  EXPECT_TRUE(as_array(solution.matrix).isApprox(should.array(), 1e-15))
      << as_array(solution.matrix);
  EXPECT_NEAR(solution.value(), 137.0 / 360, 1e-15);
}

// The check values of the rulings as a game of one action and one reaction: a Wizard at a Wizard.
//            none      dodge        deflect
//   light      2      325/216          0
//   heavy  2188/729 15625/46656    272/243
//   feint      0        0              0  (the action is free, but it is the last one: played
//   again)
TEST(BestPlay, OfAWizardHasTheMatrixOfTheRulings) {
  const std::string wizard =
      "toughness=6;armour=1;deflect=2;evasion=1;dodge=3;light.power=3;light.precision=9;"
      "heavy.power=6;heavy.precision=5";
  const auto matchup =
      testing::matchup_of<Magewinds>(wizard, wizard, "attacker-actions=1;defender-actions=1");
  const Solution solution = solve(game_of(matchup, Payoff::damage));
  ASSERT_EQ(solution.matrix.rows(), 3);
  ASSERT_EQ(solution.matrix.cols(), 3);
  const double none_heavy = 2188.0 / 729;
  Eigen::MatrixXd should(3, 3);
  should << 2, 325.0 / 216, 0,                   //
      none_heavy, 15625.0 / 46656, 272.0 / 243,  //
      0, none_heavy, none_heavy;  // after a drawn reaction the action is still there: heavy
  EXPECT_TRUE(as_array(solution.matrix).isApprox(should.array(), 1e-14))
      << as_array(solution.matrix);
  EXPECT_LE(solution.gap(), 1e-12);
}

// The payoff of both sides' best play in a battle is the value of the game.
TEST(BestPlay, OfBothSidesInABattleWinsAsOftenAsTheGameSays) {
  const auto matchup = testing::matchup_of<RaidersOfArcana>(
      testing::stoppable, "figures=2;hp=2;cd=2;as=4;arm=5", "die=8");
  constexpr int rounds = 7;
  const Solution solution = solve(game_of(matchup, Payoff::win, rounds));
  EXPECT_LE(solution.gap(), 1e-12);
  const auto battle = played(matchup, solution);
  const Answer outcome = exact::battle({battle}, {});
  EXPECT_LE(outcome.rounds.max(), rounds);
  EXPECT_NEAR(worth(outcome), solution.value(), 1e-13);
  // Against best play, a plain plan gets what the solution says it does.
  for (const PlainPlan& plan : solution.plain) {
    auto plain = matchup;
    plain.situation.*RaidersOfArcana::choice_key[plan.side] = plan.choice;
    Battle<RaidersOfArcana> against(plain.units.attacker, plain.units.defender, plain.situation);
    against.follow(enemy_of(plan.side), solution.policy);
    EXPECT_NEAR(worth(exact::battle({against}, {})), plan.against_best, 1e-13) << plan.name;
    const double sign = plan.side == Side::attacker ? 1 : -1;
    EXPECT_LE(sign * plan.against_best, sign * solution.value() + 1e-12);
    EXPECT_LE(sign * plan.against_answer, sign * plan.against_best + 1e-12);
  }
}

TEST(BestPlay, IsRefusedWhereItTakesTooLong) {
  const std::string horde = "figures=1000;hp=2;cd=10";
  const auto matchup = testing::matchup_of<RaidersOfArcana>(horde, horde);
  const BestPlayQuestion game = game_of(matchup, Payoff::win);
  EXPECT_TRUE(testing::takes_more_than(0.2, [&] { exact::solve(game, {}); }));
}

// Random games in exact fractions.

reference::Payoff payoff_of(std::string_view name) {
  if (name == "damage") return reference::Payoff::damage;
  if (name == "kills") return reference::Payoff::kills;
  if (name == "win") return reference::Payoff::win;
  return name == "down" ? reference::Payoff::down : reference::Payoff::destroyed;
}

TEST(BestPlayReference, AgreesOnRaidersOfArcana) {
  testing::RandomBattles<RaidersOfArcana> battles(31);
  for (int drawn = 0; drawn < 60; ++drawn) {
    auto matchup = battles.next().first;
    for (auto* unit : {&matchup.units.attacker, &matchup.units.defender}) {
      unit->figures = std::min(unit->figures, 2);
      unit->hp = std::min(unit->hp, 2);
      unit->wounds = std::min(unit->wounds, unit->figures * unit->hp - 1);
    }
    SCOPED_TRACE(testing::describe(matchup));
    const auto a = testing::to_reference<RaidersOfArcana>(matchup.units.attacker);
    const auto b = testing::to_reference<RaidersOfArcana>(matchup.units.defender);
    const auto with = testing::texts(RaidersOfArcana::situation_fields(), matchup.situation);
    for (const NamedPayoff& payoff : RaidersOfArcana::payoffs()) {
      constexpr int rounds = 3;
      const Side side = drawn % 2 == 0 ? Side::attacker : Side::defender;
      auto told = matchup;
      int& split =
          side == Side::attacker ? told.situation.attacker_attack : told.situation.defender_attack;
      // Of a number of dice as many are rolled as are left.
      const auto all = testing::choices_at_first(game_of(matchup, payoff.payoff, rounds), side);
      const int most = all.back().first;
      split = drawn % 3 == 0 ? most / 2 : drawn % 3 == 1 ? RaidersOfArcana::half : most;
      const BestPlayQuestion reply =
          game_of(told, payoff.payoff, rounds, {side == Side::attacker, side == Side::defender});
      const std::string name = testing::choices_at_first(reply, side).front().second;
      reference::Given given;
      (side == Side::attacker ? given.attacker : given.defender) = name;
      ASSERT_NEAR(solve(reply).value(),
                  reference::raiders_best_play(a, b, with, payoff_of(payoff.name), rounds, given)
                      .convert_to<double>(),
                  1e-12)
          << payoff.name << " against " << name;
      const Solution solution = solve(game_of(matchup, payoff.payoff, rounds));
      const double should = reference::raiders_best_play(a, b, with, payoff_of(payoff.name), rounds)
                                .convert_to<double>();
      ASSERT_NEAR(solution.value(), should, 1e-12) << payoff.name;
      ASSERT_LE(solution.gap(), 1e-11) << payoff.name;
    }
  }
}

/// What core and the second statement think a game is worth; nothing where it is refused.
std::optional<double> value_of(const testing::Matchup<Magewinds>& matchup,
                               const NamedPayoff& payoff, const PerSide<bool>& known) {
  try {
    const Solution solution = solve(game_of(matchup, payoff.payoff, 20, known));
    EXPECT_LE(solution.gap(), 1e-11) << payoff.name;
    return solution.value();
  } catch (const NoAnswer&) {
  } catch (const InputError&) {
  }
  return std::nullopt;
}
std::optional<double> reference_of(const testing::Matchup<Magewinds>& matchup,
                                   const NamedPayoff& payoff, const PerSide<bool>& known) {
  const Magewinds::Situation& with = matchup.situation;
  const reference::Fields fields = testing::texts(Magewinds::situation_fields(), with);
  const reference::Given given{known.attacker ? fields.at("choice") : "",
                               known.defender ? fields.at("reaction") : ""};
  try {
    return reference::magewinds_best_play(testing::to_reference<Magewinds>(matchup.units.attacker),
                                          testing::to_reference<Magewinds>(matchup.units.defender),
                                          fields, payoff_of(payoff.name), with.attacker_actions,
                                          with.defender_actions,
                                          reference::Rational(with.reaction_value, 1000), given)
        .convert_to<double>();
  } catch (const std::invalid_argument&) {
    return std::nullopt;
  }
}

// Over all attacks in range; a choice of one side, or of both, may be known to the other.
TEST(BestPlayReference, AgreesOnMagewinds) {
  testing::RandomMatchups<Magewinds> matchups(testing::Size::handful, 32);
  int several = 0;
  int beyond = 0;
  for (int drawn = 0; drawn < 400; ++drawn) {
    const auto matchup = matchups.next();
    SCOPED_TRACE(testing::describe(matchup));
    const PerSide<bool> known{drawn % 4 == 1 || drawn % 4 == 3, drawn % 4 >= 2};
    for (const NamedPayoff& payoff : Magewinds::payoffs()) {
      if (payoff.payoff == Payoff::win) continue;  // of a battle: below
      const auto value = value_of(matchup, payoff, known);
      const auto should = reference_of(matchup, payoff, known);
      ASSERT_EQ(value.has_value(), should.has_value()) << payoff.name;
      if (!value) continue;
      ASSERT_NEAR(*value, *should, 1e-12 * std::max(1.0, std::abs(*should))) << payoff.name;
      several += matchup.situation.attack.empty() && matchup.units.attacker.groups.size() > 1;
      try {
        testing::fights_of(matchup);
      } catch (const NoAnswer&) {
        ++beyond;  // the first attack cannot be made, but another can
      }
    }
  }
  EXPECT_GT(several, 50);
  EXPECT_GT(beyond, 5);
}

/// A fighter whose attacks and reactions each beat one of the other's, so that nobody is safe with
/// one choice.
Magewinds::Unit duelist(testing::RandomNumbers& random) {
  Magewinds::Unit unit;
  unit.toughness = random.between(2, 3);
  unit.armour = random.between(0, 1);
  unit.dodge = random.between(2, 3);
  unit.deflect = random.between(1, 2);
  unit.light_power = random.between(2, 3);
  unit.light_precision = random.between(6, 9);
  unit.heavy_power = random.between(4, 6);
  unit.heavy_precision = random.between(3, 4);
  return unit;
}

TEST(BestPlayReference, AgreesOnBattlesOfMagewinds) {
  testing::RandomMatchups<Magewinds> matchups(testing::Size::handful, 57);
  testing::RandomNumbers random(58);
  int solved = 0;
  int mixed = 0;
  int replies_known = 0;
  int fought = 0;
  for (int drawn = 0; drawn < 150; ++drawn) {
    auto matchup = matchups.next();
    const bool duel = drawn % 8 == 2;  // few: the fractions of mixed play grow long
    if (duel) {
      matchup.units = {duelist(random), duelist(random)};
      matchup.situation = {};
    }
    matchup.situation.attacks_per_round = 1 + drawn % 2;
    matchup.situation.actions_per_round =
        drawn % 3 == 0 ? Magewinds::unset : random.between(1, duel ? 3 : 5);
    matchup.situation.attacker_actions = matchup.situation.defender_actions = 2;
    matchup.situation.reaction_value = 0;
    std::map<std::string, std::string> of_reply;
    if (drawn % 3 == 1) of_reply = testing::say_of_reply(matchups, matchup);
    SCOPED_TRACE(testing::describe(matchup) + ::testing::PrintToString(of_reply));
    const int rounds = duel ? 2 : 1 + drawn % 3;
    const PerSide<bool> known{drawn % 5 == 1, drawn % 5 == 2};
    const PerSide<bool> known_in_reply{of_reply.contains("reply.reaction"),
                                       of_reply.contains("reply.choice")};
    replies_known += known_in_reply.attacker || known_in_reply.defender;
    reference::Fields fields = testing::texts(Magewinds::situation_fields(), matchup.situation);
    fields.insert(of_reply.begin(), of_reply.end());
    std::optional<double> should;
    try {
      should = reference::magewinds_battle_best_play(
                   testing::to_reference<Magewinds>(matchup.units.attacker),
                   testing::to_reference<Magewinds>(matchup.units.defender), fields, rounds,
                   {known.attacker ? fields.at("choice") : "",
                    known.defender ? fields.at("reaction") : "",
                    known_in_reply.attacker ? fields.at("reply.reaction") : "",
                    known_in_reply.defender ? fields.at("reply.choice") : ""})
                   .convert_to<double>();
    } catch (const std::invalid_argument&) {
    }
    std::optional<Solution> solution;
    try {
      solution = solve(game_of(matchup, Payoff::win, rounds, known, known_in_reply));
    } catch (const NoAnswer&) {
    } catch (const InputError&) {
    }
    ASSERT_EQ(solution.has_value(), should.has_value());
    if (!solution) continue;
    ++solved;
    ASSERT_NEAR(solution->value(), *should, 1e-12);
    ASSERT_LE(solution->gap(), 1e-11);
    for (const auto& [at, decided] : solution->policy->decisions) {
      mixed += decided.mixes.attacker.size() > 1 && decided.mixes.defender.size() > 1;
    }
    // Fought so, the battle is worth as much.
    std::optional<Battle<Magewinds>> battle;
    try {
      battle = played(matchup, *solution);
    } catch (const NoAnswer&) {
      continue;  // the attack that is named first is out of range, another is not
    }
    ASSERT_NEAR(worth(exact::battle({*battle}, {})), *should, 1e-12);
    ++fought;
    if (fought % 8 != 0) continue;
    sim::Options options;
    options.trials = 100'000;
    ASSERT_NEAR(worth(sim::simulate(BattleQuestion{*battle, 0}, options)), *should,
                5 * 0.5 / std::sqrt(100'000.0));
  }
  EXPECT_GT(solved, 100);
  EXPECT_GT(mixed, 50);
  EXPECT_GT(replies_known, 20);
  EXPECT_GT(fought, 50);
}

/// A side that keeps to what the situation says, in attack and in reply, against one that answers
/// it as well as it can: what it is told to do costs it actions as well, until it has none.
TEST(BestPlayReference, AgreesOnBattlesOfMagewindsAgainstAFixedPlan) {
  testing::RandomNumbers random(59);
  const std::vector<std::string> attacks{"light", "heavy", "feint", "pass"};
  const std::vector<std::string> reactions{"none", "dodge", "deflect"};
  for (int drawn = 0; drawn < 80; ++drawn) {
    testing::Matchup<Magewinds> matchup;
    matchup.units = {duelist(random), duelist(random)};
    Magewinds::Situation& with = matchup.situation;
    with.attacks_per_round = random.between(1, 2);
    with.actions_per_round = random.between(1, 3);
    const Side best = drawn % 2 == 0 ? Side::attacker : Side::defender;
    const int attack = random.between(0, 3);
    const int reaction = random.between(0, 2);
    // What the side that does not play best does when it attacks, and when it is attacked.
    const std::string key = best == Side::attacker ? "choice" : "reaction";
    const auto& field = *find_field(Magewinds::situation_fields(), key);
    reference::Given given;
    if (best == Side::attacker) {
      with.reaction = reaction;
      given.defender = reactions[static_cast<std::size_t>(reaction)];
      given.defender_in_reply = attacks[static_cast<std::size_t>(attack)];
      matchup.course.set_reply(field, {{given.defender_in_reply, 1}}, "");
    } else {
      with.choice = attack;
      given.attacker = attacks[static_cast<std::size_t>(attack)];
      given.attacker_in_reply = reactions[static_cast<std::size_t>(reaction)];
      matchup.course.set_reply(field, {{given.attacker_in_reply, 1}}, "");
    }
    SCOPED_TRACE(testing::describe(matchup) + given.attacker + given.attacker_in_reply +
                 given.defender + given.defender_in_reply);
    PerSide<bool> known;
    known[enemy_of(best)] = true;
    const int rounds = 3;
    const double should = reference::magewinds_battle_best_play(
                              testing::to_reference<Magewinds>(matchup.units.attacker),
                              testing::to_reference<Magewinds>(matchup.units.defender),
                              testing::texts(Magewinds::situation_fields(), with), rounds, given)
                              .convert_to<double>();
    const Solution solution = solve(game_of(matchup, Payoff::win, rounds, known, known));
    ASSERT_NEAR(solution.value(), should, 1e-12);
    Battle<Magewinds> battle(matchup.units.attacker, matchup.units.defender, with, matchup.course);
    battle.follow(best, solution.policy);
    ASSERT_NEAR(worth(exact::battle({battle}, {})), should, 1e-12);
  }
}

bool nobody_is_engaged(const testing::Matchup<DwethiaSkirmish>& matchup) {
  try {
    DwethiaSkirmish::prepare(matchup.units.attacker, matchup.units.defender, matchup.situation);
  } catch (const NoAnswer&) {
    return true;
  }
  return false;
}

TEST(BestPlayReference, AgreesOnDwethiaSkirmish) {
  testing::RandomBattles<DwethiaSkirmish> battles(33);
  for (int drawn = 0; drawn < 100; ++drawn) {
    const auto matchup = battles.next().first;
    if (matchup.situation.mode == DwethiaSkirmish::opportunity) continue;
    if (nobody_is_engaged(matchup)) continue;  // D4b: a battle, but no fight
    SCOPED_TRACE(testing::describe(matchup));
    for (const NamedPayoff& payoff : DwethiaSkirmish::payoffs()) {
      if (payoff.payoff == Payoff::win) continue;  // of a battle: below
      const double should = reference::dwethia_best_response(
          testing::to_reference<DwethiaSkirmish>(matchup.units.attacker),
          testing::to_reference<DwethiaSkirmish>(matchup.units.defender),
          testing::texts(DwethiaSkirmish::situation_fields(), matchup.situation),
          payoff_of(payoff.name));
      ASSERT_NEAR(solve(game_of(matchup, payoff.payoff)).value(), should, 1e-12) << payoff.name;
    }
  }
}

/// The same where settings change from round to round, who falls in the legions.
template <class System, class BestPlayOf>
void expect_agreement_where_settings_change(std::uint64_t seed, const BestPlayOf& best_play_of) {
  testing::BattlesWithSettings<System> battles(seed);
  int changing = 0;
  for (int drawn = 0; changing < 25; ++drawn) {
    ASSERT_LT(drawn, 2000);
    const auto [matchup, as_told, said] = battles.next();
    const PerSide<SideStates> sides{as_told.states().attacker.front(),
                                    as_told.states().defender.front()};
    if (sides.attacker.taken(sides.attacker.opening()) > 0) continue;
    if (std::max(sides.attacker.left(sides.attacker.opening()),
                 sides.defender.left(sides.defender.opening())) > 4) {
      continue;  // fractions take their time
    }
    SCOPED_TRACE(testing::describe(matchup));
    reference::Fields fields = testing::texts(System::situation_fields(), matchup.situation);
    for (const auto& [key, value] : said) fields[key] = value;
    const int rounds = 1 + drawn % 4;
    std::optional<double> should;
    try {
      should = best_play_of(testing::to_reference<System>(matchup.units.attacker),
                            testing::to_reference<System>(matchup.units.defender), fields, rounds);
    } catch (const std::invalid_argument&) {
      continue;
    }
    const Solution solution = solve(game_of(matchup, Payoff::win, rounds));
    ASSERT_NEAR(solution.value(), *should, 1e-12);
    changing += rounds > 1 && matchup.course.settled() > 1;
    // Fought so, the battle is worth as much.
    const auto battle = played(matchup, solution);
    ASSERT_NEAR(worth(exact::battle({battle, rounds}, {})), *should, 1e-12);
  }
}

TEST(BestPlayReference, AgreesWhereSettingsOfDwethiaSkirmishChange) {
  expect_agreement_where_settings_change<DwethiaSkirmish>(
      36, [](const auto& a, const auto& b, const auto& fields, int rounds) {
        return reference::dwethia_best_play(a, b, fields, rounds).template convert_to<double>();
      });
}
TEST(BestPlayReference, AgreesWhereSettingsOfArcaneLegionsChange) {
  expect_agreement_where_settings_change<ArcaneLegions>(
      37, [](const auto& a, const auto& b, reference::Fields fields, int rounds) {
        fields["attacker-losses"] = fields["defender-losses"] = "best";
        return reference::arcane_best_play(a, b, fields, rounds).template convert_to<double>();
      });
}

// Who has taken damage before is where a battle may come to.
TEST(BestPlay, FromWhereABattleStandsIsThatOfWhatIsLeft) {
  const std::string wizard =
      "toughness=4;armour=1;dodge=3;light.power=3;light.precision=9;heavy.power=6;"
      "heavy.precision=5";
  for (const int left : {1, 3}) {
    const auto whole = testing::matchup_of<Magewinds>(wizard, wizard);
    BestPlayQuestion from = game_of(whole, Payoff::win, 5);
    begin_from("attacker.hit-points-left=" + std::to_string(left), from.battle);
    const auto hurt = testing::matchup_of<Magewinds>(wizard, wizard,
                                                     "attacker-damage=" + std::to_string(4 - left));
    const Solution solution = solve(from);
    EXPECT_NEAR(solution.value(), solve(game_of(hurt, Payoff::win, 5)).value(), 1e-14);
    const auto battle = played(whole, solution);
    AnyBattle any = battle;
    begin_from("attacker.hit-points-left=" + std::to_string(left), any);
    EXPECT_NEAR(worth(exact::battle({any}, {})), solution.value(), 1e-14);
  }
  // The same of who falls, where it begins with what is left of each group.
  const std::string legion = "red=1 | name=Chief;hp=2;red=2 | name=Spear;count=2;red=1;white=1";
  BestPlayQuestion from =
      game_of(testing::matchup_of<ArcaneLegions>(legion, legion), Payoff::win, 0);
  begin_from("attacker[Spear].survivors=1", from.battle);
  const auto fewer = testing::matchup_of<ArcaneLegions>(
      "red=1 | name=Chief;hp=2;red=2 | name=Spear;count=1;red=1;white=1", legion);
  EXPECT_NEAR(solve(from).value(), solve(game_of(fewer, Payoff::win, 0)).value(), 1e-13);
}

/// Fought as the solution says, the battle is worth what the solution says, in the law of the
/// battle and with dice.
TEST(BestPlay, OfSidesThatTakeTurnsToAttackWinsAsOftenAsTheGameSays) {
  const std::string archers =
      "models=2;aggression=2;martial=3;strength=3;defence=3;perception=4;shots=1;ranged-strength=2";
  const std::string fighters = "models=3;aggression=2;martial=4;strength=4;defence=3";
  const auto matchup = testing::matchup_of<DwethiaSkirmish>(archers, fighters,
                                                            "roles=alternate;order=attacker-first");
  constexpr int rounds = 5;
  const auto game = game_of(matchup, Payoff::win, rounds);
  const Solution solution = solve(game);
  const auto battle = played(matchup, solution);
  EXPECT_NEAR(worth(exact::battle({battle}, {})), solution.value(), 1e-13);
  sim::Options options;
  options.trials = 200'000;
  const Answer seen = sim::simulate(BattleQuestion{battle, 0}, options);
  EXPECT_NEAR(worth(seen), solution.value(), 5 * 0.5 / std::sqrt(200'000.0));
  // A plan that names one answer is one for whoever defends, so both sides have them.
  PerSide<std::set<std::string>> plans;
  for (const PlainPlan& plan : solution.plain) {
    plans[plan.side].insert(plan.name);
    Battle<DwethiaSkirmish> against = battle;
    auto keeps = std::make_shared<Policy>(*solution.policy);
    for (auto& [at, decided] : keeps->decisions) {
      decided.mixes[plan.side] = {{plan.choice, 1.0}};
    }
    against.follow(plan.side, keeps);
    EXPECT_NEAR(worth(exact::battle({against}, {})), plan.against_best, 1e-13) << plan.name;
    const double sign = plan.side == Side::attacker ? 1 : -1;
    EXPECT_LE(sign * plan.against_best, sign * solution.value() + 1e-12) << plan.name;
  }
  EXPECT_EQ(plans.attacker, (std::set<std::string>{"fight", "retreat", "fire"}));
  EXPECT_EQ(plans.defender, (std::set<std::string>{"fight", "retreat"}));
}

/// The same where each side strikes in turn, and chooses differently when it strikes and when it is
/// struck.
TEST(BestPlay, OfFightersWhoStrikeBackWinsAsOftenAsTheGameSays) {
  const std::string wizard =
      "toughness=6;armour=1;deflect=2;evasion=1;dodge=3;light.power=3;light.precision=9;"
      "heavy.power=6;heavy.precision=5";
  const std::string guard =
      "toughness=5;armour=1;deflect=1;dodge=2;max-range=3;light.power=4;light.precision=6;"
      "heavy.power=7;heavy.precision=4";
  constexpr int rounds = 6;
  for (const char* situation : {"", "attacks-per-round=2;actions-per-round=none", "distance=2",
                                "attacks-per-round=2;actions-per-round=3"}) {
    SCOPED_TRACE(situation);
    const auto matchup = testing::matchup_of<Magewinds>(wizard, guard, situation);
    const Solution solution = solve(game_of(matchup, Payoff::win, rounds));
    const auto battle = played(matchup, solution);
    EXPECT_NEAR(worth(exact::battle({battle}, {})), solution.value(), 1e-13);
    sim::Options options;
    options.trials = 200'000;
    EXPECT_NEAR(worth(sim::simulate(BattleQuestion{battle, 0}, options)), solution.value(),
                5 * 0.5 / std::sqrt(200'000.0));
    PerSide<std::multiset<std::string>> plans;
    const int in_round = 2 * matchup.situation.attacks_per_round;
    for (const PlainPlan& plan : solution.plain) {
      plans[plan.side].insert(plan.name);
      const bool of_reply = plan.name.starts_with("in reply: ");
      auto keeps = std::make_shared<Policy>(*solution.policy);
      for (auto& [at, decided] : keeps->decisions) {
        const int made = (in_round - at.turns.attacker % in_round) % in_round;
        if (of_reply != (made >= in_round / 2)) continue;
        // Who is told to react and has no action left does nothing (B7).
        const bool reacts = of_reply == (plan.side == Side::attacker);
        const bool limited = matchup.situation.actions_per_round != Magewinds::unset;
        const bool can = !reacts || !limited || at.turns.defender > 0;
        decided.mixes[plan.side] = {{can ? plan.choice : Magewinds::no_reaction, 1.0}};
      }
      Battle<Magewinds> against = battle;
      against.follow(plan.side, keeps);
      EXPECT_NEAR(worth(exact::battle({against}, {})), plan.against_best, 1e-13) << plan.name;
      const double sign = plan.side == Side::attacker ? 1 : -1;
      EXPECT_LE(sign * plan.against_best, sign * solution.value() + 1e-12) << plan.name;
      EXPECT_LE(sign * plan.against_answer, sign * plan.against_best + 1e-12) << plan.name;
    }
    EXPECT_EQ(plans.attacker,
              (std::multiset<std::string>{"light", "heavy", "feint", "pass", "in reply: none",
                                          "in reply: dodge", "in reply: deflect"}));
    EXPECT_EQ(plans.defender,
              (std::multiset<std::string>{"none", "dodge", "deflect", "in reply: light",
                                          "in reply: heavy", "in reply: feint", "in reply: pass"}));
  }
}

// The rows of such a battle are found anew in every round; what is told goes on.
TEST(BestPlay, InABattleSaysHowFarItIsAndCanBeEnded) {
  const std::string unit = "figures=4;hp=2;cd=2;as=4;arm=5";
  const auto matchup = testing::matchup_of<RaidersOfArcana>(unit, unit);
  constexpr int rounds = 6;
  const Solution solution = solve(game_of(matchup, Payoff::win, rounds));
  const auto battle = played(matchup, solution);
  const ThreadsInUse one(1);
  std::vector<double> shares;
  exact::Options options;
  options.progress = [&](double share) { shares.push_back(share); };
  exact::battle({battle}, options);
  EXPECT_TRUE(std::is_sorted(shares.begin(), shares.end()));
  ASSERT_GE(shares.size(), static_cast<std::size_t>(2 * rounds));
  EXPECT_EQ(shares.front(), 0);
  EXPECT_GT(shares.back(), 1 - 1.0 / rounds);
  EXPECT_LE(shares.back(), 1);
  struct Stopped {};
  options.progress = [](double share) {
    if (share > 0.5) throw Stopped();
  };
  EXPECT_THROW(exact::battle({battle}, options), Stopped);
}

TEST(BestPlay, OfAFighterWhoCannotStrikeBackIsOnlyToReact) {
  const std::string archer =
      "toughness=4;light.power=3;light.precision=5;heavy.power=5;heavy.precision=3";
  const std::string brute =
      "toughness=5;dodge=2;deflect=1 | name=Club;max-range=2;power=9;precision=9";
  const auto matchup = testing::matchup_of<Magewinds>(archer, brute, "distance=2");
  const auto far = testing::matchup_of<Magewinds>(archer, "toughness=5;dodge=2;deflect=1");
  constexpr int rounds = 4;
  const Solution solution = solve(game_of(far, Payoff::win, rounds));
  EXPECT_GT(solution.value(), 0.5);  // it cannot lose
  EXPECT_LT(solve(game_of(matchup, Payoff::win, rounds)).value(), 0.5);
  const auto battle = played(far, solution);
  const Answer answer = exact::battle({battle}, {});
  EXPECT_EQ(answer.win(Side::defender).value, 0);
  EXPECT_NEAR(worth(answer), solution.value(), 1e-13);
  sim::Options options;
  options.trials = 20'000;
  const PayoffEstimate played = sim::play_game(
      {game_of(far, Payoff::win, rounds), {Strategy{solution.policy}, Strategy{solution.policy}}},
      options);
  EXPECT_NEAR(played.mean, solution.value(), 5 * 0.5 / std::sqrt(20'000.0));
}

// The solved table with dice: best play gets the value, no single choice kept to does better.
void play_with_dice(const BestPlayQuestion& game) {
  const Solution solution = solve(game);
  std::vector<std::pair<Side, int>> deviations;
  for (const Side side : both_sides) {
    for (const int choice : solution.choices[side]) deviations.emplace_back(side, choice);
  }
  sim::Options options;
  options.trials = 20'000;
  options.confidence = 1 - sidak_level(1e-6, static_cast<int>(deviations.size()) + 1);
  const Strategy best{solution.policy};
  const PayoffEstimate played = sim::play_game({game, {best, best}}, options);
  EXPECT_NEAR(played.mean, solution.value(), played.half_width);
  EXPECT_EQ(played.trials, options.trials);
  for (const auto& [side, choice] : deviations) {
    PerSide<Strategy> strategies{best, best};
    strategies[side] = {solution.policy, nullptr, choice};
    const PayoffEstimate deviating = sim::play_game({game, strategies}, options);
    const double sign = side == Side::attacker ? 1 : -1;
    EXPECT_LE(sign * (deviating.mean - solution.value()), deviating.half_width)
        << to_string(side) << " with " << choice;
  }
}

TEST(BestPlay, HoldsAtTheTable) {
  const auto raiders = testing::matchup_of<RaidersOfArcana>(
      testing::stoppable, "figures=2;hp=2;cd=2;as=4;arm=5", "die=8");
  for (const NamedPayoff& payoff : RaidersOfArcana::payoffs()) {
    play_with_dice(game_of(raiders, payoff.payoff, 6));
  }
  const std::string wizard =
      "toughness=6;armour=1;deflect=2;evasion=1;dodge=3;light.power=3;light.precision=9;"
      "heavy.power=6;heavy.precision=5";
  for (const NamedPayoff& payoff : Magewinds::payoffs()) {
    const bool battle = payoff.payoff == Payoff::win;
    const auto mages =
        testing::matchup_of<Magewinds>(wizard, wizard, battle ? "" : "reaction-value=0.25");
    play_with_dice(game_of(mages, payoff.payoff, 6));
  }
  const auto bands = testing::matchup_of<DwethiaSkirmish>(
      "models=3;aggression=2;martial=4;strength=4;defence=3",
      "models=3;aggression=1;martial=3;strength=3;defence=3;shots=1;perception=4");
  for (const NamedPayoff& payoff : DwethiaSkirmish::payoffs()) {
    play_with_dice(game_of(bands, payoff.payoff));
  }
}

}  // namespace
}  // namespace warodds
