// Whoever waits for work waits so long and no longer: wherever the work is done, and on whichever
// thread.
#include "core/threads/patience.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <vector>

#include "core/text/error.h"
#include "core/threads/parallel.h"

namespace warodds {
namespace {

using namespace std::chrono_literals;

TEST(Patience, IsWithoutEndWhereNobodySaysSo) {
  EXPECT_FALSE(is_patience_over());
  EXPECT_NO_THROW(check_patience());
  const PatienceInUse endless{Patience()};
  EXPECT_FALSE(is_patience_over());
}

TEST(Patience, EndsAtItsMomentAndWhenSomebodyStops) {
  std::atomic<bool> stop = false;
  {
    const PatienceInUse some({&stop, Patience::Clock::now() + 1h});
    EXPECT_NO_THROW(check_patience());
    stop = true;
    EXPECT_THROW(check_patience(), NoAnswer);
  }
  const PatienceInUse none({nullptr, Patience::Clock::now()});
  EXPECT_THROW(check_patience(), NoAnswer);
}

TEST(Patience, IsWithoutEndOnceThereIsSomethingToShow) {
  const PatienceInUse outer({nullptr, Patience::Clock::now()});
  {
    const PatienceInUse inner({nullptr, Patience::Clock::now()});
    have_something_to_show();
    EXPECT_NO_THROW(check_patience());
  }
  EXPECT_THROW(check_patience(), NoAnswer);
}

TEST(Patience, IsThatOfTheInnermostWhileItLives) {
  const PatienceInUse outer({nullptr, Patience::Clock::now() + 1h});
  {
    const PatienceInUse inner({nullptr, Patience::Clock::now()});
    EXPECT_TRUE(is_patience_over());
  }
  EXPECT_FALSE(is_patience_over());
}

// A team shares that of whoever called it together, and what it throws comes out of the team.
TEST(Patience, IsSharedByTeams) {
  for (const int threads : {1, 4}) {
    const ThreadsInUse some(threads);
    std::atomic<bool> stop = false;
    const PatienceInUse patience({&stop, {}});
    std::atomic<int> impatient = 0;
    const auto look = [&] { impatient += is_patience_over() ? 1 : 0; };
    in_parallel(100, [&](std::size_t) { look(); });
    on_team(threads, [&](int) { look(); });
    EXPECT_EQ(impatient, 0);
    stop = true;
    in_parallel(100, [&](std::size_t) { look(); });
    EXPECT_EQ(impatient, 100);
    EXPECT_THROW(in_parallel(100, [](std::size_t) { check_patience(); }), NoAnswer);
    EXPECT_THROW(on_team(threads, [](int) { check_patience(); }), NoAnswer);
  }
  // The threads of a team keep nothing of it.
  const ThreadsInUse some(4);
  std::atomic<int> impatient = 0;
  in_parallel(100, [&](std::size_t) { impatient += is_patience_over() ? 1 : 0; });
  EXPECT_EQ(impatient, 0);
}

}  // namespace
}  // namespace warodds
