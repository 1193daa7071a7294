// How the threads of a team begin. Not installed.
#pragma once

#ifdef __linux__
#include <sched.h>
#endif

#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>

namespace warodds {

/// Sees to it that the members of a team begin on processors of their own. A system may wake a
/// thread on the processor of the one that woke it although others are idle (those of a virtual
/// machine, for example, that are asleep) and moves it some milliseconds later, which is as long as
/// many a question takes.
class Start {
 public:
  explicit Start(int size) : size_(size) {}

  /// Each member calls it before its work.
  void arrive() {
#ifdef __linux__
    ++arrived_;
    if (is_taken(::sched_getcpu())) move_to_free();
    constexpr int soon = 1000;  // a member that is awake is here within a microsecond
    for (int i = 0; i < soon && arrived_ < size_; ++i) continue;
    for (int i = 0; i < 2 * size_ && arrived_ < size_ && !crowded; ++i) let_others_pass();
#endif
  }

 private:
#ifdef __linux__
  /// A member that stands behind this one comes forward, and goes elsewhere. Other programs do not:
  /// where there are any, nobody waits for them a second time.
  static void let_others_pass() {
    using Clock = std::chrono::steady_clock;
    constexpr std::chrono::microseconds soon(1000);
    const Clock::time_point before = Clock::now();
    ::sched_yield();
    if (Clock::now() - before > soon) crowded = true;
  }

  /// Whether another member has come to this processor before.
  bool is_taken(int processor) {
    return processor >= 0 && processor < CPU_SETSIZE &&
           taken_[static_cast<std::size_t>(processor)].exchange(true);
  }

  /// From there the system may move it as it likes.
  void move_to_free() {
    cpu_set_t allowed;
    if (::sched_getaffinity(0, sizeof allowed, &allowed) != 0) return;
    for (int processor = 0; processor < CPU_SETSIZE; ++processor) {
      if (!CPU_ISSET(processor, &allowed) || is_taken(processor)) continue;
      cpu_set_t one;
      CPU_ZERO(&one);
      CPU_SET(processor, &one);
      ::sched_setaffinity(0, sizeof one, &one);
      ::sched_setaffinity(0, sizeof allowed, &allowed);
      return;
    }
  }

  inline static std::atomic<bool> crowded = false;
  std::array<std::atomic<bool>, CPU_SETSIZE> taken_{};
#endif
  [[maybe_unused]] int size_;
  std::atomic<int> arrived_{0};
};

}  // namespace warodds
