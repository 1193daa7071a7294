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

// Work that is counted.

constexpr WorkUnits a_second = 1'000'000'000;

TEST(WorkBudget, EndsWhatTakesMoreAndNothingElse) {
  const auto spent_in_steps = [](WorkUnits work) {
    return [work] {
      for (WorkUnits step = 0; step < 1000; ++step) spend(work / 1000);
      return true;
    };
  };
  WorkBudget enough(1);
  EXPECT_TRUE(within({nullptr, {}, &enough}, spent_in_steps(a_second)));
  EXPECT_EQ(enough.spent_seconds(), 1);
  // Even where the last of it is less than is told of at once.
  WorkBudget nearly(1);
  EXPECT_THROW(within({nullptr, {}, &nearly}, spent_in_steps(a_second + 1000)), TooLarge);
  EXPECT_TRUE(nearly.is_over());
  spend(a_second);  // of nobody's budget
  EXPECT_EQ(enough.spent_seconds(), 1);
}

TEST(WorkBudget, GivesUpWhatIsHopeless) {
  const auto spent = [](WorkBudget& budget, WorkUnits foreseen, double done, WorkUnits more) {
    const PatienceInUse patience({nullptr, {}, &budget});
    spend_foreseen(foreseen);
    spend(a_second / 5);
    have_done(done);
    spend(more);
    return true;
  };
  for (const WorkUnits foreseen : {WorkUnits{0}, a_second / 2}) {  // which is never hopeless
    WorkBudget nothing_done(1, 0.2);
    EXPECT_THROW(spent(nothing_done, foreseen, 0, a_second / 10), TooLarge);
    WorkBudget some_done(1, 0.2);
    EXPECT_TRUE(spent(some_done, foreseen, 0.11, a_second / 10));
    WorkBudget less_done(1, 0.2);
    EXPECT_THROW(spent(less_done, foreseen, 0.09, a_second / 10), TooLarge);
  }
  WorkBudget over(1, 0.2);
  EXPECT_THROW(spent(over, 0, 1, a_second), TooLarge);
}

TEST(WorkBudget, CountsTheSameOnAnyNumberOfThreads) {
  for (const int threads : {1, 4}) {
    const ThreadsInUse some(threads);
    WorkBudget budget;
    {
      const PatienceInUse patience({nullptr, {}, &budget});
      in_parallel(1000, [](std::size_t i) { spend(i); });
      on_team(1, [](int) { spend(500); });
    }
    EXPECT_EQ(budget.spent_seconds(), 500'000e-9);
    WorkBudget small(100e-6);
    const auto work = [] {
      in_parallel(1000, [](std::size_t i) { spend(i); });
      return true;
    };
    EXPECT_THROW(within({nullptr, {}, &small}, work), TooLarge);
  }
}

TEST(WorkBudget, IsSpentOfThatAroundIt) {
  WorkBudget all(1);
  const PatienceInUse patience({nullptr, {}, &all});
  for (int i = 0; i < 2; ++i) {
    WorkBudget one(0.6);
    const auto work = [] {
      spend(a_second / 2);
      return true;
    };
    EXPECT_TRUE(within({nullptr, {}, &one}, work));
  }
  EXPECT_EQ(all.spent_seconds(), 1);
  WorkBudget more(1);
  const auto work = [] {
    spend(a_second / 2);
    return true;
  };
  EXPECT_THROW(within({nullptr, {}, &more}, work), TooLarge);
  EXPECT_TRUE(all.is_over());
}

TEST(WorkBudget, KnowsWhatHasBeenAskedForAndTheMostOfAKind) {
  WorkBudget budget;
  EXPECT_TRUE(budget.is_new({1, 2}));
  EXPECT_FALSE(budget.is_new({1, 2}));
  EXPECT_TRUE(budget.is_new({2, 1}));
  EXPECT_EQ(budget.more_than_before({1}, 10), 10);
  EXPECT_EQ(budget.more_than_before({1}, 4), 0);
  EXPECT_EQ(budget.more_than_before({1}, 13), 3);
  EXPECT_EQ(budget.more_than_before({2}, 4), 4);
}

}  // namespace
}  // namespace warodds
