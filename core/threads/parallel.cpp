#include "core/threads/parallel.h"

#ifdef _OPENMP
#include <omp.h>
#endif

#include <atomic>
#include <cassert>
#include <exception>
#include <mutex>

namespace warodds {

#ifdef _OPENMP

namespace {

/// The first exception of a team. None may leave the part of the program that a thread runs.
class FirstError {
 public:
  template <class Work>
  void keep(Work&& work) {
    try {
      work();
    } catch (...) {
      const std::lock_guard lock(mutex_);
      if (!error_) error_ = std::current_exception();
      there_is_one_ = true;
    }
  }
  bool is_there() const { return there_is_one_; }
  void rethrow() const {
    if (error_) std::rethrow_exception(error_);
  }

 private:
  std::atomic<bool> there_is_one_ = false;
  std::mutex mutex_;
  std::exception_ptr error_;
};

}  // namespace

ThreadsInUse::ThreadsInUse(int threads) : before_(omp_get_max_threads()) {
  assert(threads >= 0);
  if (threads > 0) omp_set_num_threads(threads);
}
ThreadsInUse::~ThreadsInUse() { omp_set_num_threads(before_); }

int team_size(int wanted) {
  assert(wanted >= 0);
  if (omp_in_parallel() != 0) return 1;
  return wanted > 0 ? wanted : omp_get_max_threads();
}

void in_parallel(std::size_t count, const std::function<void(std::size_t)>& turn, bool worthwhile) {
  if (!worthwhile || count < 2 || team_size() == 1) {  // a team of one is not made for nothing
    for (std::size_t i = 0; i < count; ++i) turn(i);
    return;
  }
  FirstError error;
  const auto turns = static_cast<std::ptrdiff_t>(count);
#pragma omp parallel for schedule(dynamic)
  for (std::ptrdiff_t i = 0; i < turns; ++i) {
    if (!error.is_there()) error.keep([&] { turn(static_cast<std::size_t>(i)); });
  }
  error.rethrow();
}

void on_team(int size, const std::function<void(int member)>& work) {
  assert(size >= 1);
  if (size == 1) {
    work(0);
    return;
  }
  FirstError error;
#pragma omp parallel num_threads(size)
  error.keep([&] { work(omp_get_thread_num()); });
  error.rethrow();
}

bool is_first_of_team() { return omp_get_thread_num() == 0; }

#else

ThreadsInUse::ThreadsInUse([[maybe_unused]] int threads) : before_(1) { assert(threads >= 0); }
ThreadsInUse::~ThreadsInUse() = default;

int team_size([[maybe_unused]] int wanted) {
  assert(wanted >= 0);
  return 1;
}

void in_parallel(std::size_t count, const std::function<void(std::size_t)>& turn, bool) {
  for (std::size_t i = 0; i < count; ++i) turn(i);
}

void on_team([[maybe_unused]] int size, const std::function<void(int member)>& work) {
  assert(size >= 1);
  work(0);
}

bool is_first_of_team() { return true; }

#endif

}  // namespace warodds
