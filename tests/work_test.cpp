// What exact answers are as work: counted the same with any number of threads, and by an engine
// that knows lineups from questions before. What is over its budget is refused, or left to dice.
#include <gtest/gtest.h>

#include <string>

#include "core/answer/engine.h"
#include "core/systems/systems.h"
#include "core/threads/parallel.h"
#include "exact/engine.h"
#include "sim/engine.h"
#include "tests/support/drawn_armies.h"
#include "tests/support/random_sequence.h"
#include "tests/support/system_types.h"
#include "tests/support/work.h"

namespace warodds {
namespace {

template <class System>
class Work : public ::testing::Test {
 protected:
  Engine used = exact::engine();

  /// In a new engine, on several threads, and twice in one that is used for all questions.
  template <class Question, class Answer>
  void expect_same(const Question& question, Solver<Question, Answer> Engine::*solver) {
    const auto counted = [&](const Engine& engine) {
      return testing::seconds_of([&] {
        try {
          (engine.*solver).answer(question, {});
        } catch (const NoAnswer&) {
        }
      });
    };
    double alone = 0;
    {
      const ThreadsInUse one(1);
      alone = counted(exact::engine());
    }
    EXPECT_GT(alone, 0);
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
    this->expect_same(FightQuestion(testing::prepare(matchups.next())), &Engine::fight);
  }
}

TYPED_TEST(Work, OfSequencesIsCountedTheSame) {
  testing::RandomSequences<TypeParam> sequences(492);
  for (int i = 0; i < 10; ++i) {
    const SequenceQuestion question{testing::sequence_of(sequences.next(3)), true, {}};
    this->expect_same(question, &Engine::sequence);
  }
}

TYPED_TEST(Work, OfBattlesIsCountedTheSame) {
  testing::Draw draw(493);
  for (int i = 0; i < 10; ++i) {
    const auto drawn = draw.battle(testing::system_of<TypeParam>(), 2);
    if (testing::is_of_two_units<TypeParam>(drawn)) continue;
    BattleQuestion question = testing::question_of<TypeParam>(drawn);
    question.rounds = 3;
    this->expect_same(question, &Engine::battle);
  }
}

// An engine of a limit that is given as seconds of a plain machine.

Engine engine_of(EngineChoice choice, double time_limit) {
  EngineSettings settings;
  settings.choice = choice;
  settings.time_limit = time_limit;
  settings.trials = 1000;
  return engine_for(settings, {exact::engine, sim::engine});
}

TEST(WorkLimit, DecidesWhoAnswersAndNothingElse) {
  testing::RandomMatchups<DwethiaSkirmish> matchups(testing::Size::tableful, 494);
  for (int i = 0; i < 10; ++i) {
    const FightQuestion question(testing::prepare(matchups.next()));
    const double work = testing::seconds_of([&] { exact::engine().fight.answer(question, {}); });
    // A fifth of what is spent on it tells nothing of how far it is.
    const FightAnswer exact =
        engine_of(EngineChoice::automatic, 5.001 * work).fight.answer(question, {});
    EXPECT_TRUE(exact.origin.exact);
    EXPECT_EQ(exact.origin.reason, "within its budget");
    const FightAnswer dice =
        engine_of(EngineChoice::automatic, work / 2).fight.answer(question, {});
    EXPECT_FALSE(dice.origin.exact);
    EXPECT_EQ(dice.origin.reason.find("exact would take more than its budget of "), 0U);
    EXPECT_TRUE(
        engine_of(EngineChoice::exact, 1.001 * work).fight.answer(question, {}).origin.exact);
    EXPECT_THROW(engine_of(EngineChoice::exact, 0.999 * work).fight.answer(question, {}), TooLarge);
  }
}

}  // namespace
}  // namespace warodds
