// What exact answers are as work: counted the same with any number of threads, and by an engine
// that knows lineups from questions before. What is over its budget is refused, or left to dice.
#include <gtest/gtest.h>

#include <string>

#include "core/answer/engine.h"
#include "core/systems/systems.h"
#include "core/threads/parallel.h"
#include "exact/engine.h"
#include "sim/engine.h"
#include "tests/support/battle_of.h"
#include "tests/support/drawn_armies.h"
#include "tests/support/matchup_of.h"
#include "tests/support/random_sequence.h"
#include "tests/support/system_types.h"
#include "tests/support/work.h"

namespace warodds {
namespace {

template <class System>
class Work : public ::testing::Test {
 protected:
  Engine used = exact::engine();
  double counted_in_all = 0;

  void TearDown() override { EXPECT_GT(counted_in_all, 0); }

  /// In a new engine, on several threads, and twice in one that is used for all questions.
  void expect_same(const PlayedQuestion& question) {
    const auto counted = [&](const Engine& engine) {
      return testing::seconds_of([&] {
        try {
          engine.laws.answer(question, {});
        } catch (const NoAnswer&) {
        }
      });
    };
    double alone = 0;
    {
      const ThreadsInUse one(1);
      alone = counted(exact::engine());
    }
    counted_in_all += alone;
    const ThreadsInUse some(3);
    EXPECT_EQ(counted(exact::engine()), alone);
    EXPECT_EQ(counted(used), alone);
    EXPECT_EQ(counted(used), alone);
  }
};
TYPED_TEST_SUITE(Work, testing::EverySystem, testing::SystemName);

TYPED_TEST(Work, OfFightsIsCountedTheSame) {
  testing::RandomMatchups<TypeParam> matchups(testing::Size::handful, 491);
  for (int i = 0; i < 20; ++i) {
    const auto matchup = matchups.next();
    try {
      this->expect_same(FightQuestion(testing::prepare(matchup)));
    } catch (const NoAnswer&) {  // the rules do not allow it
    } catch (const InputError&) {
    }
  }
}

TYPED_TEST(Work, OfSequencesIsCountedTheSame) {
  testing::RandomSequences<TypeParam> sequences(492);
  for (int i = 0; i < 10; ++i) {
    const SequenceQuestion question{testing::sequence_of(sequences.next(3)), true, {}};
    this->expect_same(question);
  }
}

/// Of the systems of which sides of several units are drawn.
template <class System>
class WorkOfArmies : public Work<System> {};
TYPED_TEST_SUITE(WorkOfArmies, testing::DrawnSystems, testing::SystemName);

TYPED_TEST(WorkOfArmies, IsCountedTheSame) {
  testing::Draw draw(493);
  for (int i = 0; i < 10; ++i) {
    const auto drawn = draw.battle(testing::system_of<TypeParam>(), 2);
    if (testing::is_of_two_units<TypeParam>(drawn)) continue;
    BattleQuestion question = testing::question_of<TypeParam>(drawn);
    question.rounds = 3;
    this->expect_same(question);
  }
}

// An engine of a limit that is given as seconds of a plain machine.

Engine engine_of(EngineChoice choice, double time_limit) {
  EngineSettings settings;
  settings.choice = choice;
  settings.time_limit = time_limit;
  settings.trials = 1000;
  const auto dice = [](EngineSettings patient) {
    patient.time_limit = 1000;
    return sim::engine(patient);
  };
  return engine_for(settings, {exact::engine, dice});
}

void expect_limit(const PlayedQuestion& question) {
  const auto answer = [&](const Engine& engine) { return engine.laws.answer(question, {}); };
  const double work = testing::seconds_of([&] { answer(exact::engine()); });
  const Answer exact = answer(engine_of(EngineChoice::automatic, 1.5 * work));
  EXPECT_TRUE(exact.origin.exact);
  EXPECT_EQ(exact.origin.reason, "within its budget");
  const Answer dice = answer(engine_of(EngineChoice::automatic, 1.2 * work));
  EXPECT_FALSE(dice.origin.exact);
  EXPECT_EQ(dice.origin.reason.find("exact would take more than its budget of "), 0U);
  EXPECT_TRUE(answer(engine_of(EngineChoice::exact, 1.001 * work)).origin.exact);
  EXPECT_THROW(answer(engine_of(EngineChoice::exact, 0.999 * work)), TooLarge);
}

TEST(WorkLimit, DecidesWhoAnswersAFightAndNothingElse) {
  const auto matchup = testing::matchup_of<ArcaneLegions>("red=40", "white=40");
  expect_limit(FightQuestion(testing::prepare(matchup)));
}

TEST(WorkLimit, DecidesWhoAnswersABattleAndNothingElse) {
  const Battle<RaidersOfArcana> battle =
      testing::said_battle<RaidersOfArcana>("figures=20;hp=2", "figures=20;hp=2", "");
  expect_limit(BattleQuestion{battle});
}

/// A battle of two units of each side.
template <class System>
BattleQuestion battle_of(const reference::Unit& attacker, const reference::Unit& defender,
                         int rounds) {
  testing::Drawn drawn{{{{"A", attacker, 2, {}}}, {}}, {{{"D", defender, 2, {}}}, {}}, {}, rounds};
  return testing::question_of<System>(drawn);
}

TEST(WorkOfArmies, OfFightsThatTakeLongIsKnownBeforeTheyAreWorkedOut) {
  const reference::Unit many{
      {{"red", "1"}, {"extra-attack", "2000"}, {"force-defence-reroll", "2"}}, {}};
  const reference::Unit few{{{"red", "1"}, {"white", "5"}, {"force-attack-reroll", "1"}}, {}};
  const BattleQuestion question = battle_of<ArcaneLegions>(many, few, 0);
  EXPECT_TRUE(testing::takes_more_than(60, [&] { exact::engine().laws.answer(question, {}); }));
}

TEST(WorkOfArmies, IsOfWhatIsAsked) {
  const reference::Unit unit{{{"figures", "2"}, {"cd", "2"}, {"as", "6"}, {"arm", "4"}}, {}};
  BattleQuestion question = battle_of<RaidersOfArcana>(unit, unit, 10);
  const auto seconds = [&] {
    return testing::seconds_of([&] { exact::engine().laws.answer(question, {}); });
  };
  const double plain = seconds();
  question.asked.given = Event("rounds > 2", OutcomeOf::battle);
  const double more = seconds();
  EXPECT_GT(more, plain);
  question.asked.besides = {{parse_fact("rounds", OutcomeOf::battle)}};
  EXPECT_GT(seconds(), more);
}

}  // namespace
}  // namespace warodds
