// Work in turns that follow from each other, shared out among threads. Not installed.
#pragma once

#include <atomic>
#include <cstddef>
#include <mutex>
#include <optional>
#include <vector>

#include "core/threads/parallel.h"
#include "core/threads/wait.h"

namespace warodds {

/// Turns are begun one after the other, worked on by all threads at the same time, and ended one
/// after the other, in the order in which they were begun: so that what comes of them is the same
/// however many threads there are. With t one of `turns`, which are used again and again,
///
///   begin(t, member)  says what the turn is to do; false: there is nothing to do, or not yet
///   work(t)           does it
///   end(t)            looks at what has come of it, which may be more to do
///
/// Only work() is called by several threads at a time, also while another one begins or ends a
/// turn. Returns when there is nothing to do and every turn has been ended. What begin(), work() or
/// end() throws comes out, when no other turn is in work; then some turns have not been ended.
template <class Turn, class Begin, class Work, class End>
void in_order(int team, std::vector<Turn>& turns, Begin&& begin, Work&& work, End&& end) {
  std::mutex one_at_a_time;  // for all that begins and ends, and for these:
  std::vector<char> is_worked(turns.size(), 0);
  std::size_t begun = 0;
  std::atomic<std::size_t> ended = 0;
  std::atomic<bool> given_up = false;
  const auto place = [&](std::size_t turn) { return turn % turns.size(); };
  const auto end_those_worked = [&] {
    for (; ended < begun && is_worked[place(ended)] != 0; ++ended) {
      is_worked[place(ended)] = 0;
      end(turns[place(ended)]);
    }
  };
  const auto take_part = [&](int member) {
    std::optional<std::size_t> mine;
    while (!given_up) {
      wait_until([&] { return one_at_a_time.try_lock(); });
      std::unique_lock lock(one_at_a_time, std::adopt_lock);
      if (mine) is_worked[*mine] = 1;
      mine.reset();
      end_those_worked();
      if (begun - ended < turns.size() && begin(turns[place(begun)], member)) {
        mine = place(begun++);
        lock.unlock();
        work(turns[*mine]);
      } else if (begun > ended) {
        const std::size_t ended_before = ended;
        lock.unlock();
        wait_until([&] { return ended != ended_before || given_up; });
      } else {
        return;
      }
    }
  };
  on_team(team, [&](int member) {
    try {
      take_part(member);
    } catch (...) {
      given_up = true;
      throw;
    }
  });
}

}  // namespace warodds
