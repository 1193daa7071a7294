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
      noting.laws.answer = [&seen, laws = noting.laws.answer](const PlayedQuestion& question,
                                                              const Watch& watch) {
        seen.push_back(team_size());
        return laws(question, watch);
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
