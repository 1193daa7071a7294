// How the threads of a team wait for each other. Not installed.
#pragma once

#include <mutex>
#include <thread>

namespace warodds {

/// Tells the processor that this thread only waits: so that it does not go ahead with looks that
/// will have been in vain, and leaves what it shares (a core, the lines between the caches) to
/// those who work.
inline void relax() {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  asm volatile("yield");
#endif
}

/// Returns once `is_met()` is true, which another member of the team is about to see to: it looks
/// again and again, since to sleep and be woken takes longer than most of what is waited for.
template <class Condition>
void wait_until(Condition&& is_met) {
  constexpr int soon = 100;  // looks
  for (int looks = 0; !is_met(); ++looks) {
    if (looks < soon) {
      relax();
    } else {
      std::this_thread::yield();
    }
  }
}

/// Has the mutex, which others have for a moment only.
inline std::unique_lock<std::mutex> locked(std::mutex& mutex) {
  wait_until([&] { return mutex.try_lock(); });
  return {mutex, std::adopt_lock};
}

}  // namespace warodds
