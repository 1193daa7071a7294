// Work in many short steps, each of which needs those before it, shared out among threads. Not
// installed.
#pragma once

#include <atomic>
#include <cstddef>
#include <vector>

#include "core/threads/parallel.h"
#include "core/threads/wait.h"

namespace warodds {

/// Calls work(step, part) for every part of every step, the parts of a step at the same time, once
/// all parts of the step before have been done. One team does all of it: to gather one for each
/// step would take as long as a step. A member begins each step with the same parts, whose memory
/// is in its caches, and then helps with others. What work() throws comes out, when no part is in
/// work.
template <class Work>
void in_steps(int team, std::size_t steps, std::size_t parts, Work&& work) {
  struct alignas(128) Part {
    std::atomic<std::size_t> begun = 0;  // steps
  };
  std::vector<Part> of_part(parts);
  std::atomic<std::size_t> done = 0;  // parts of all steps
  std::atomic<bool> given_up = false;
  const auto take_part = [&](std::size_t first) {
    for (std::size_t step = 0; step < steps; ++step) {
      for (std::size_t i = 0; i < parts; ++i) {
        const std::size_t part = (first + i) % parts;
        std::size_t begun = step;
        if (!of_part[part].begun.compare_exchange_strong(begun, step + 1)) continue;
        wait_until([&] { return done >= step * parts || given_up; });
        if (given_up) return;
        work(step, part);
        ++done;
      }
    }
  };
  on_team(team, [&](int member) {
    try {
      take_part(parts * static_cast<std::size_t>(member) / static_cast<std::size_t>(team));
    } catch (...) {
      given_up = true;
      throw;
    }
  });
}

}  // namespace warodds
