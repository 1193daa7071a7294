// Runs through the same steps, each behind the one before, shared out among threads. Not installed.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <mutex>
#include <optional>
#include <vector>

#include "core/threads/parallel.h"
#include "core/threads/wait.h"

namespace warodds {

/// Calls work(run, step) for the runs 0, 1, … and in each for the steps 0 to `steps` - 1, until it
/// returns false; what has not been begun then is not. A step is done after the one before it in
/// its run and after the same step of the run before. At most `at_once` runs have been begun and
/// not ended.
///
/// A thread goes a part of a run's way, then on with whichever is farthest behind: else a long run
/// that is begun last would be one thread's, with nothing to do for the others. What work() throws
/// comes out, when no step is in work.
template <class Work>
void in_runs(int team, std::size_t at_once, std::size_t steps, Work&& work) {
  constexpr std::size_t turns_of_a_run = 4;
  const std::size_t a_turn = std::max<std::size_t>(steps / turns_of_a_run, 1);
  // The runs that are under way, or may begin, from `first`; a run takes the place of one that has
  // ended. Steps done are counted from the first step of all runs.
  struct alignas(128) Place {
    std::atomic<std::size_t> done = 0;
    bool taken = false;  // somebody works on it
  };
  std::vector<Place> places(at_once);
  for (std::size_t run = 0; run < at_once; ++run) places[run].done = run * steps;
  std::mutex one_at_a_time;  // for `taken` and:
  std::size_t first = 0;
  std::atomic<bool> stopped = false;
  const auto step_of = [&](std::size_t run) { return places[run % at_once].done - run * steps; };
  const auto can_go_on = [&](std::size_t run, std::size_t step) {
    return run == 0 || places[(run - 1) % at_once].done > (run - 1) * steps + step;
  };
  const auto take = [&]() -> std::optional<std::size_t> {
    std::optional<std::size_t> last;
    for (std::size_t run = first; run < first + at_once; ++run) {
      if (places[run % at_once].taken || !can_go_on(run, step_of(run))) continue;
      if (!last || step_of(run) < step_of(*last)) last = run;
    }
    if (last) places[*last % at_once].taken = true;
    return last;
  };
  const auto take_part = [&] {
    while (!stopped) {
      std::optional<std::size_t> run;
      wait_until([&] {
        const std::unique_lock lock(one_at_a_time, std::try_to_lock);
        if (lock.owns_lock()) run = take();
        return run || stopped;
      });
      if (!run) return;
      Place& place = places[*run % at_once];
      std::size_t step = step_of(*run);
      for (const std::size_t end = std::min(step + a_turn, steps);
           step < end && !stopped && can_go_on(*run, step); ++step) {
        if (!work(*run, step)) stopped = true;
        if (step + 1 < steps) ++place.done;
      }
      const std::unique_lock lock = locked(one_at_a_time);
      place.taken = false;
      if (step < steps) continue;
      first = *run + 1;
      place.done = (*run + at_once) * steps;
    }
  };
  on_team(team, [&](int) {
    try {
      take_part();
    } catch (...) {
      stopped = true;
      throw;
    }
  });
}

}  // namespace warodds
