// Work in many short steps, each of which needs those before it, shared out among threads. Not
// installed.
#pragma once

#include <atomic>
#include <cstddef>

#include "core/threads/parallel.h"
#include "core/threads/wait.h"

namespace warodds {

/// Calls work(step, part) for every part of every step, the parts of a step at the same time, once
/// all parts of the step before have been done. One team does all of it: to gather one for each
/// step would take as long as a step. What work() throws comes out, when no part is in work.
template <class Work>
void in_steps(int team, std::size_t steps, std::size_t parts, Work&& work) {
  std::atomic<std::size_t> begun = 0;  // parts of all steps
  std::atomic<std::size_t> done = 0;
  std::atomic<bool> given_up = false;
  on_team(team, [&](int) {
    try {
      for (std::size_t mine; !given_up && (mine = begun++) < steps * parts;) {
        const std::size_t step = mine / parts;
        wait_until([&] { return done >= step * parts || given_up; });
        if (given_up) return;
        work(step, mine % parts);
        ++done;
      }
    } catch (...) {
      given_up = true;
      throw;
    }
  });
}

}  // namespace warodds
