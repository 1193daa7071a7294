// What may be said of a battle, and for how long: what is refused, and with which words. What comes
// of settings that hold is in battle_reference_test.cpp.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <vector>

#include "tests/support/attacks_of.h"
#include "tests/support/battle_of.h"

namespace warodds {
namespace {

using ::testing::HasSubstr;
using testing::said_battle;

struct Refused {
  const char* system;
  const char* key;
  const char* value;
  const char* because;
  Use use = {UsedIn::battles, "battle"};
};

TEST(BattleSettings, ThatMakeNoSenseAreRefusedWithWords) {
  const Use fight{UsedIn::fights, "fight"}, sequence{UsedIn::sequences, "sequence"};
  for (const Refused& row : std::vector<Refused>{
           {"arcane-legions", "mode", "ranged*2", "the last value is for good"},
           {"arcane-legions", "mode", "ranged*2,close*3", "the last value is for good"},
           {"arcane-legions", "mode", "ranged*0,close", "ranged must hold for 1 to"},
           {"arcane-legions", "mode", "ranged*x,close", "ranged must hold for 1 to"},
           {"arcane-legions", "mode", "ranged*-1,close", "ranged must hold for 1 to"},
           {"arcane-legions", "mode", "ranged,,close", "there is a value missing"},
           {"arcane-legions", "mode", "ranged,", "there is a value missing"},
           {"arcane-legions", "mode", "*2,close", "there is a value missing"},
           {"arcane-legions", "mode", "near*2,close", "mode is near but must be close"},
           {"arcane-legions", "mode", "ranged*2,near", "mode is near but must be close"},
           {"arcane-legions", "mode", "ranged*60,close*60,ranged", "changes after round 100"},
           {"arcane-legions", "mode", "ranged*2,close", "changes from round to round", fight},
           {"arcane-legions", "mode", "ranged*2,close", "not in fight", fight},
           {"arcane-legions", "defender-losses", "listed*2,free", "holds for the whole battle"},
           {"arcane-legions", "reply.phantom", "3", "phantom holds for both sides"},
           {"arcane-legions", "reply.attacker-losses", "free", "holds for both sides"},
           {"arcane-legions", "reply.mod", "ranged", "did you mean 'mode'"},
           {"raiders-of-arcana", "reply.attacker-attack", "all", "one exchange of both sides"},
           {"dwethia-skirmish", "reply.response", "fire", "one exchange of both sides"},
           {"magewinds", "defender-choice", "heavy", "defender-choice is called reply.choice now"},
           {"magewinds", "attacker-reaction", "dodge", "reply.reaction"},
           {"magewinds", "reply.cover", "yes", "only in battle, not in fight", fight},
           {"magewinds", "reply.cover", "yes", "only in battle, not in sequence", sequence}}) {
    Matchup matchup(row.system);
    try {
      matchup.set_situation({row.key, row.value, "--with"}, row.use);
      ADD_FAILURE() << row.key << '=' << row.value;
    } catch (const InputError& error) {
      EXPECT_THAT(error.what(), HasSubstr(row.because)) << row.key << '=' << row.value;
    }
  }
}

// The name of an attack may have commas and asterisks; only a number of rounds makes a schedule.
TEST(BattleSettings, LeaveTheNamesOfAttacksAlone) {
  const auto battle = said_battle<Magewinds>(
      "| name=Claw, left;power=1;precision=6 | name=Bite*;power=2;precision=6", "toughness=9",
      "attack=Claw, left");
  EXPECT_EQ(testing::attacks_of(battle).front().fights->any().power, 1);
  EXPECT_EQ(battle.phases(), 1);
}

}  // namespace
}  // namespace warodds
