#include "core/threads/parallel.h"

#ifdef _OPENMP
#include <omp.h>
#endif

#include <algorithm>
#include <atomic>
#include <cassert>
#include <exception>
#include <latch>
#include <limits>
#include <mutex>
#include <string>
#include <system_error>
#include <thread>
#include <vector>

#include "core/threads/patience.h"

namespace warodds {
namespace {

#ifndef _OPENMP
// One thread does everything.
int omp_get_max_threads() { return 1; }
void omp_set_num_threads(int) {}
int omp_in_parallel() { return 1; }
int omp_get_thread_num() { return 0; }
#endif

/// Which teams the system allows. OpenMP ends the program where it cannot make a thread (a limit of
/// the user's, of a container's, of memory). So before a team is made that is larger than all
/// before it, as many threads are made to see whether that can be done; OpenMP keeps its own.
class Allowed {
 public:
  /// At most `wanted` of a team that can be made.
  int at_most(int wanted) {
    if (wanted <= made_) return wanted;
    const std::lock_guard lock(mutex_);
    if (wanted <= made_ || refused_ > 0) return std::min(wanted, made_.load());
    const int there_can_be = 1 + make(wanted - 1);
    if (there_can_be < wanted) refused_ = wanted;
    // Not all: something is to be left for the work, and for others.
    made_ = refused_ > 0 ? std::max((there_can_be + 1) / 2, made_.load()) : wanted;
    return made_;
  }

  std::string note() {
    const std::lock_guard lock(mutex_);
    if (refused_ == 0) return "";
    return "the system does not allow " + std::to_string(refused_) + " threads; " +
           std::to_string(made_) + (made_ == 1 ? " does" : " do") + " the work";
  }

 private:
  /// How many of so many threads there can be at once.
  static int make(int count) {
    std::vector<std::thread> threads;
    std::latch end(1);
    try {
      threads.reserve(static_cast<std::size_t>(count));
      for (int i = 0; i < count; ++i) threads.emplace_back([&] { end.wait(); });
    } catch (const std::exception&) {  // no more
    }
    end.count_down();
    for (std::thread& thread : threads) thread.join();
    return static_cast<int>(threads.size());
  }

  std::atomic<int> made_ = 1;
  std::mutex mutex_;
  int refused_ = 0;  ///< as many were asked for
};

Allowed& allowed() {
  static Allowed one;
  return one;
}

std::atomic<int> most_threads = std::numeric_limits<int>::max();

/// The patience of whoever calls a team together, for each of its threads.
Patience patience_of_team() {
  const Patience* of_caller = patience_in_use();
  return of_caller != nullptr ? *of_caller : Patience();
}

}  // namespace

std::string note_on_threads() { return allowed().note(); }

void limit_threads(int most) {
  assert(most >= 1);
  most_threads = most;
}

ThreadsInUse::ThreadsInUse(int threads) : before_(omp_get_max_threads()) {
  assert(threads >= 0);
  if (threads > 0) omp_set_num_threads(threads);
}
ThreadsInUse::~ThreadsInUse() { omp_set_num_threads(before_); }

int team_size(int wanted) {
  assert(wanted >= 0);
  if (omp_in_parallel() != 0) return 1;
  return allowed().at_most(
      std::min(wanted > 0 ? wanted : omp_get_max_threads(), most_threads.load()));
}

void in_parallel(std::size_t count, const std::function<void(std::size_t)>& turn, bool worthwhile) {
  const int size = worthwhile && count >= 2 ? team_size() : 1;
  if (size == 1) {  // a team of one is not made for nothing
    for (std::size_t i = 0; i < count; ++i) turn(i);
    return;
  }
  // In their order: whoever waits for one before its own knows that somebody is at it.
  std::atomic<std::size_t> next = 0;
  on_team(size, [&](int) {
    try {
      for (std::size_t i = next++; i < count; i = next++) {
        const PatienceInUse own(patience_of_team());
        turn(i);
      }
    } catch (...) {
      next = count;
      throw;
    }
  });
}

void on_team(int size, const std::function<void(int member)>& work) {
  assert(size >= 1);
  if (size == 1) {
    work(0);
    return;
  }
  std::mutex mutex;
  std::exception_ptr first_error;  // none may leave the part of the program that a thread runs
  const Patience patience = patience_of_team();
  size = allowed().at_most(std::min(size, most_threads.load()));
#ifdef _OPENMP
#pragma omp parallel num_threads(size)
#endif
  try {
    const PatienceInUse shared(patience);
    work(omp_get_thread_num());
  } catch (...) {
    const std::lock_guard lock(mutex);
    if (!first_error) first_error = std::current_exception();
  }
  if (first_error) std::rethrow_exception(first_error);
}

bool is_first_of_team() { return omp_get_thread_num() == 0; }

}  // namespace warodds
