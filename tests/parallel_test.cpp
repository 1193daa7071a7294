// Work shared out among threads: all of it is done, once, and its exceptions come out. Holds with
// one thread as with many, so also where the library is built without threads.
#include "core/threads/parallel.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <atomic>
#include <stdexcept>
#include <thread>
#include <vector>

#include "core/ask/ask.h"
#include "core/ask/reports.h"
#include "core/threads/in_order.h"
#include "core/threads/in_runs.h"
#include "core/threads/in_steps.h"
#include "exact/engine.h"
#include "sim/engine.h"

namespace warodds {
namespace {

#ifdef WARODDS_OPENMP
constexpr bool there_are_threads = true;
#else
constexpr bool there_are_threads = false;
#endif

TEST(InParallel, EveryTurnIsDoneOnce) {
  for (const int threads : {1, 4}) {
    const ThreadsInUse some(threads);
    for (const std::size_t count : {0u, 1u, 2u, 1000u}) {
      std::vector<std::atomic<int>> done(count);
      in_parallel(count, [&](std::size_t i) { ++done[i]; });
      for (std::size_t i = 0; i < count; ++i) ASSERT_EQ(done[i], 1) << i << " of " << count;
    }
  }
}

TEST(InParallel, WhatIsNotWorthwhileIsDoneInOrderByTheCaller) {
  const ThreadsInUse some(4);
  const std::thread::id caller = std::this_thread::get_id();
  std::vector<std::size_t> order;
  in_parallel(
      5,
      [&](std::size_t i) {
        ASSERT_EQ(std::this_thread::get_id(), caller);
        order.push_back(i);
      },
      false);
  EXPECT_EQ(order, (std::vector<std::size_t>{0, 1, 2, 3, 4}));
}

TEST(InParallel, AnExceptionComesOut) {
  for (const int threads : {1, 4}) {
    const ThreadsInUse some(threads);
    const auto turn = [](std::size_t i) {
      if (i % 10 == 7) throw std::out_of_range("seven");
    };
    EXPECT_THROW(in_parallel(100, turn), std::out_of_range);
  }
}

TEST(OnTeam, EveryMemberWorksOnceAndTheCallerIsTheFirst) {
  const std::thread::id caller = std::this_thread::get_id();
  std::vector<std::atomic<int>> worked(4);
  std::atomic<int> firsts = 0;
  on_team(4, [&](int member) {
    ++worked[static_cast<std::size_t>(member)];
    if (is_first_of_team()) ++firsts;
    EXPECT_EQ(member == 0, std::this_thread::get_id() == caller);
    EXPECT_EQ(member == 0, is_first_of_team());
  });
  for (std::size_t i = 0; i < worked.size(); ++i) {
    EXPECT_EQ(worked[i], there_are_threads || i == 0 ? 1 : 0) << i;
  }
  EXPECT_EQ(firsts, 1);
}

TEST(OnTeam, AnExceptionComesOutWhenAllHaveEnded) {
  std::atomic<int> ended = 0;
  const auto work = [&](int member) {
    if (member == 0) throw std::runtime_error("the first gives up");
    ++ended;
  };
  EXPECT_THROW(on_team(4, work), std::runtime_error);
  EXPECT_EQ(ended, there_are_threads ? 3 : 0);
}

/// The numbers below `most` that can be reached from 1 by 2n and 2n + 1, in the order in which
/// turns find them, each of which looks at so many numbers at most.
std::vector<int> found_in_order(int team, std::size_t a_turn, int most) {
  struct Turn {
    std::vector<int> numbers;
    std::vector<int> found;
  };
  std::vector<int> all{1};
  std::size_t begun = 0;
  std::vector<Turn> turns(static_cast<std::size_t>(team) * 2);
  std::atomic<int> inside = 0;
  const auto alone = [&](const auto& what) {
    EXPECT_EQ(++inside, 1);
    what();
    --inside;
  };
  in_order(
      team, turns,
      [&](Turn& turn, int member) {
        EXPECT_EQ(member == 0, is_first_of_team());
        turn = {};
        alone([&] {
          for (; begun < all.size() && turn.numbers.size() < a_turn; ++begun) {
            turn.numbers.push_back(all[begun]);
          }
        });
        return !turn.numbers.empty();
      },
      [&](Turn& turn) {
        for (const int number : turn.numbers) {
          if (number % 7 == 0) std::this_thread::yield();  // so that turns overtake each other
          for (const int next : {2 * number, 2 * number + 1}) {
            if (next < most) turn.found.push_back(next);
          }
        }
      },
      [&](Turn& turn) {
        alone([&] { all.insert(all.end(), turn.found.begin(), turn.found.end()); });
      });
  return all;
}

TEST(InOrder, WhatComesOfTurnsIsTheSameHoweverManyThreads) {
  std::vector<int> all;
  for (int number = 1; number < 2000; ++number) all.push_back(number);
  for (const int team : {1, 2, 5}) {
    for (const std::size_t a_turn : {1u, 3u, 100u}) {
      EXPECT_EQ(found_in_order(team, a_turn, 2000), all) << team << " threads, " << a_turn;
    }
  }
}

TEST(InOrder, NothingToDoIsDone) {
  std::vector<int> turns(3);
  const auto never = [](int) { ADD_FAILURE(); };
  in_order(
      3, turns, [](int, int) { return false; }, never, never);
}

TEST(InOrder, AnExceptionComesOutOfEachPart) {
  for (const int team : {1, 4}) {
    for (const int part : {0, 1, 2}) {
      std::vector<int> turns(8);
      int begun = 0;
      const auto throw_in = [&](int here) {
        if (here == part) throw std::out_of_range("seventh");
      };
      const auto begin = [&](int& turn, int) {
        turn = begun++;
        if (turn == 7) throw_in(0);
        return turn < 100;
      };
      const auto work = [&](int turn) {
        if (turn == 7) throw_in(1);
      };
      const auto end = [&](int turn) {
        if (turn == 7) throw_in(2);
      };
      EXPECT_THROW(in_order(team, turns, begin, work, end), std::out_of_range) << part;
    }
  }
}

TEST(InSteps, EachPartIsDoneOnceAndAfterTheStepBefore) {
  constexpr std::size_t steps = 300;
  constexpr std::size_t parts = 4;
  for (const int team : {1, 3, 7}) {
    std::vector<std::atomic<int>> done(steps * parts);
    in_steps(team, steps, parts, [&](std::size_t step, std::size_t part) {
      for (std::size_t before = 0; step > 0 && before < parts; ++before) {
        EXPECT_EQ(done[(step - 1) * parts + before], 1) << step;
      }
      if (part == step % parts) std::this_thread::yield();
      ++done[step * parts + part];
    });
    for (std::size_t i = 0; i < done.size(); ++i) ASSERT_EQ(done[i], 1) << i;
  }
}

TEST(InSteps, AnExceptionComesOutAndNoLaterStepIsBegun) {
  for (const int team : {1, 4}) {
    std::atomic<int> later = 0;
    const auto work = [&](std::size_t step, std::size_t part) {
      if (step == 3 && part == 1) throw std::out_of_range("of step 3");
      if (step > 3) ++later;
    };
    EXPECT_THROW(in_steps(team, 10, 2, work), std::out_of_range);
    EXPECT_EQ(later, 0);
  }
}

TEST(InRuns, EachStepIsDoneOnceAfterThatBeforeAndThatOfTheRunBefore) {
  constexpr std::size_t runs = 40;
  for (const int team : {1, 2, 5}) {
    for (const std::size_t at_once : {1u, 2u, 6u}) {
      for (const std::size_t steps : {1u, 2u, 50u}) {
        // Steps done of each run; some runs more may have been begun when the last one ends.
        std::vector<std::atomic<std::size_t>> done(runs + at_once);
        std::atomic<std::size_t> ended = 0;
        in_runs(team, at_once, steps, [&](std::size_t run, std::size_t step) {
          EXPECT_EQ(done[run], step);
          EXPECT_LT(run, ended + at_once);
          EXPECT_TRUE(run == 0 || done[run - 1] > step);
          if (run % 3 == 1) std::this_thread::yield();
          ++done[run];
          if (step + 1 == steps) ++ended;
          return run + 1 < runs || step + 1 < steps;
        });
        for (std::size_t run = 0; run < runs; ++run) ASSERT_EQ(done[run], steps) << run;
      }
    }
  }
}

TEST(InRuns, AnExceptionComesOutAndNothingThatNeedsTheStepIsBegun) {
  for (const int team : {1, 4}) {
    std::atomic<int> later = 0;
    const auto work = [&](std::size_t run, std::size_t step) {
      if (run == 3 && step == 2) throw std::out_of_range("of run 3");
      if ((run == 3 && step > 2) || (run > 3 && step >= 2)) ++later;
      return true;
    };
    EXPECT_THROW(in_runs(team, 5, 4, work), std::out_of_range);
    EXPECT_EQ(later, 0);
  }
}

TEST(TeamSize, IsWhatIsAskedForButOneWithinATeam) {
  const ThreadsInUse some(3);
  EXPECT_EQ(team_size(), there_are_threads ? 3 : 1);
  EXPECT_EQ(team_size(5), there_are_threads ? 5 : 1);
  on_team(2, [](int) {
    EXPECT_EQ(team_size(), 1);
    EXPECT_EQ(team_size(7), 1);
  });
}

TEST(ThreadsInUse, AreThoseBeforeWhenItEnds) {
  const int before = team_size();
  {
    const ThreadsInUse some(3);
    const ThreadsInUse as_many(0);
    EXPECT_EQ(team_size(), there_are_threads ? 3 : 1);
  }
  EXPECT_EQ(team_size(), before);
}

TEST(ThreadsInUse, AreThoseOfTheQuestionWhicheverTheEngine) {
  std::vector<int> seen;
  const auto watched = [&](const auto& engine) {
    return [&seen, engine](const EngineSettings& settings) {
      Engine noting = engine(settings);
      noting.battle.answer = [&seen, battle = noting.battle.answer](const BattleQuestion& question,
                                                                    const Watch& watch) {
        seen.push_back(team_size());
        return battle(question, watch);
      };
      return noting;
    };
  };
  const Engines engines{watched(exact::engine), watched(sim::engine)};
  for (const char* engine : {R"("exact")", R"("sim", "trials": 100)"}) {
    answer(question_from_json(fmt::format(
               R"({{"command": "battle", "system": "raiders-of-arcana", "engine": {},
                   "threads": 3, "attacker": "name=A", "defender": "name=B"}})",
               engine)),
           engines);
  }
  EXPECT_EQ(seen, std::vector<int>(2, there_are_threads ? 3 : 1));
}

}  // namespace
}  // namespace warodds
