// Dwethia Skirmish where what can be done changes from fight to fight: who steps up into the places
// of the fallen, who has shots then, and fights that cannot take place (D4b, D9). Against the
// second statement of the rules.
#include <gtest/gtest.h>

#include <cstdint>
#include <string>

#include "core/play/battle.h"
#include "core/systems/dwethia_skirmish.h"
#include "exact/answers.h"
#include "tests/reference/battle.h"
#include "tests/reference/best_play.h"
#include "tests/support/game_of.h"
#include "tests/support/random_matchup.h"
#include "tests/support/to_reference.h"

namespace warodds {
namespace {

using testing::game_of;
using testing::solve;
using Dwethia = DwethiaSkirmish;

/// Units of two or three kinds of which often only the first is engaged, and often only those
/// behind can hurt or fire.
class Ranks {
 public:
  explicit Ranks(std::uint64_t seed) : matchups_(testing::Size::handful, seed) {}

  testing::Matchup<Dwethia> next() {
    testing::Matchup<Dwethia> matchup = matchups_.next();
    testing::RandomNumbers& random = matchups_.random();
    for (Dwethia::Unit* unit : {&matchup.units.attacker, &matchup.units.defender}) {
      const int ranks = random.happens(50) ? 3 : 2;
      Dwethia::Unit drawn;
      drawn.extra_dice = unit->extra_dice;
      *unit = drawn;
      for (int rank = 0; rank < ranks; ++rank) {
        Dwethia::Group group;
        group.name = std::string(1, static_cast<char>('a' + rank));
        group.count = random.between(1, ranks == 2 ? 2 : 1);
        group.wounds = random.happens(80) ? 1 : 2;
        const bool in_front = rank == 0;
        group.engaged = random.happens(in_front ? 15 : 75) ? 0 : Dwethia::all;
        group.aggression = random.happens(in_front ? 50 : 20) ? 0 : random.between(1, 2);
        group.shots = random.happens(in_front ? 80 : 40) ? 0 : random.between(1, 2);
        group.martial = random.between(1, 5);
        group.strength = random.between(2, 5);
        group.defence = random.between(2, 5);
        group.perception = random.between(3, 6);
        group.ranged_strength = random.between(0, 3);
        group.save = random.happens(60) ? 0 : random.between(4, 6);
        unit->groups.push_back(group);
      }
    }
    Dwethia::Situation& situation = matchup.situation;
    situation.mode = Dwethia::fight;
    situation.attacker_damage = situation.defender_damage = 0;
    situation.step_up = random.happens(50);
    if (random.happens(50)) situation.response = Dwethia::fire;
    return matchup;
  }

 private:
  testing::RandomMatchups<Dwethia> matchups_;
};

reference::Situation situation_of(const testing::Matchup<Dwethia>& matchup) {
  return testing::texts(Dwethia::situation_fields(), matchup.situation);
}

Battle<Dwethia> battle_of(const testing::Matchup<Dwethia>& matchup) {
  return {matchup.units.attacker, matchup.units.defender, matchup.situation};
}

TEST(DwethiaOfTheMoment, BattlesAreThoseOfTheSecondStatement) {
  Ranks ranks(45);
  int fired_later = 0, did_nothing = 0;
  for (int drawn = 0; drawn < 150; ++drawn) {
    const testing::Matchup<Dwethia> matchup = ranks.next();
    SCOPED_TRACE(testing::describe(matchup));
    const int rounds = 1 + drawn % 4;
    const Answer answer = exact::battle({battle_of(matchup), rounds}, {});
    const reference::Battle should = reference::dwethia_battle(
        testing::to_reference<Dwethia>(matchup.units.attacker),
        testing::to_reference<Dwethia>(matchup.units.defender), situation_of(matchup), rounds, 0);
    ASSERT_TRUE(should.legal);
    ASSERT_NEAR(answer.win(Side::attacker).value, reference::as_double(should.attacker_wins),
                1e-13);
    ASSERT_NEAR(answer.win(Side::defender).value, reference::as_double(should.defender_wins),
                1e-13);
    ASSERT_NEAR(answer.end(BattleEnd::undecided).value, reference::as_double(should.undecided),
                1e-13);
    ASSERT_NEAR(answer.end(BattleEnd::retreated).value, reference::as_double(should.retreated),
                1e-13);
    const auto& behind = matchup.units.defender.groups.back();
    fired_later += matchup.situation.response == Dwethia::fire && behind.shots > 0 &&
                   behind.engaged == 0 && matchup.units.defender.groups.front().shots == 0;
    did_nothing += answer.end(BattleEnd::undecided).value == 1;
  }
  EXPECT_GE(fired_later, 10);
  EXPECT_GE(did_nothing, 10);
}

// Whoever plays best looks at every state that can be reached, and nobody is refused.
TEST(DwethiaOfTheMoment, BestPlayIsThatOfTheSecondStatement) {
  Ranks ranks(46);
  int changed = 0;
  for (int drawn = 0; drawn < 150; ++drawn) {
    testing::Matchup<Dwethia> matchup = ranks.next();
    if (drawn % 2 == 0) matchup.situation.roles = Dwethia::alternate;
    SCOPED_TRACE(testing::describe(matchup));
    const int rounds = 2 + drawn % 3;
    const double should =
        reference::dwethia_best_play(testing::to_reference<Dwethia>(matchup.units.attacker),
                                     testing::to_reference<Dwethia>(matchup.units.defender),
                                     situation_of(matchup), rounds)
            .convert_to<double>();
    ASSERT_NEAR(solve(game_of(matchup, Payoff::win, rounds)).value(), should, 1e-12);
    const auto& front = matchup.units.attacker.groups.front();
    changed += front.aggression == 0 && front.engaged != 0 && matchup.situation.step_up != 0;
  }
  EXPECT_GE(changed, 10);
}

// Where nothing is left to choose, a game is worth what the battle is.
TEST(DwethiaOfTheMoment, PlayThatIsKnownIsTheBattle) {
  Ranks ranks(47);
  for (int drawn = 0; drawn < 100; ++drawn) {
    testing::Matchup<Dwethia> matchup = ranks.next();
    matchup.situation.roles = Dwethia::fixed;
    SCOPED_TRACE(testing::describe(matchup));
    constexpr int rounds = 4;
    const Answer answer = exact::battle({battle_of(matchup), rounds}, {});
    const double should = testing::worth(answer);
    ASSERT_NEAR(solve(game_of(matchup, Payoff::win, rounds, {false, true})).value(), should, 1e-12);
  }
}

}  // namespace
}  // namespace warodds
