// How the threads of a team wait for each other. Not installed.
#pragma once

#include <thread>

namespace warodds {

/// Returns once `is_met()` is true, which another member of the team is about to see to: it looks
/// again and again, since to sleep and be woken takes longer than most of what is waited for.
template <class Condition>
void wait_until(Condition&& is_met) {
  constexpr int soon = 1000;  // looks
  for (int looks = 0; !is_met(); ++looks) {
    if (looks >= soon) std::this_thread::yield();
  }
}

}  // namespace warodds
