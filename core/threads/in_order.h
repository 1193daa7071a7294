// Work in turns that follow from each other, shared out among threads. Not installed.
#pragma once

#include <atomic>
#include <cassert>
#include <cstddef>
#include <deque>
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
/// turn. Each member has as many of `turns` to itself, one at least, so that what is in its caches
/// stays there. Returns when there is nothing to do and every turn has been ended. What begin(),
/// work() or end() throws comes out, when no other turn is in work; then some turns have not been
/// ended.
template <class Turn, class Begin, class Work, class End>
void in_order(int team, std::vector<Turn>& turns, Begin&& begin, Work&& work, End&& end) {
  const std::size_t of_member = turns.size() / static_cast<std::size_t>(team);
  assert(of_member > 0);
  enum class Turned : char { not_begun, begun, worked };
  std::mutex one_at_a_time;  // for all that begins and ends, and for these:
  std::vector<Turned> turned(turns.size(), Turned::not_begun);
  std::deque<std::size_t> begun;  // turns that have not been ended, in order
  std::atomic<std::size_t> ended = 0;
  std::atomic<bool> given_up = false;
  const auto end_those_worked = [&] {
    while (!begun.empty() && turned[begun.front()] == Turned::worked) {
      end(turns[begun.front()]);
      turned[begun.front()] = Turned::not_begun;
      begun.pop_front();
      ++ended;
    }
  };
  // Begins one of the member's turns. None: there is nothing to do, or all have been begun.
  const auto begin_one = [&](int member) -> std::optional<std::size_t> {
    const std::size_t first = static_cast<std::size_t>(member) * of_member;
    for (std::size_t turn = first; turn < first + of_member; ++turn) {
      if (turned[turn] != Turned::not_begun) continue;
      if (!begin(turns[turn], member)) return std::nullopt;
      turned[turn] = Turned::begun;
      begun.push_back(turn);
      return turn;
    }
    return std::nullopt;
  };
  const auto take_part = [&](int member) {
    std::optional<std::size_t> mine;
    while (!given_up) {
      std::unique_lock lock = locked(one_at_a_time);
      if (mine) turned[*mine] = Turned::worked;
      end_those_worked();
      mine = begin_one(member);
      if (mine) {
        lock.unlock();
        work(turns[*mine]);
      } else if (!begun.empty()) {
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
