// Work shared out among threads. Nothing else in the project knows how that is done (with OpenMP);
// built with WARODDS_OPENMP=OFF, all work is done on the calling thread.
#pragma once

#include <cstddef>
#include <functional>
#include <string>

namespace warodds {

/// From now on at most so many threads do the work of this process, whoever asks for more.
void limit_threads(int most);

/// What is to be told of threads that were asked for and could not be made, so that fewer did the
/// work; empty: nothing.
std::string note_on_threads();

/// While it lives, in_parallel() uses so many threads where this thread calls it. 0: as many as
/// before, which are those of the machine unless somebody has said otherwise.
class ThreadsInUse {
 public:
  explicit ThreadsInUse(int threads);
  ThreadsInUse(const ThreadsInUse&) = delete;
  ThreadsInUse& operator=(const ThreadsInUse&) = delete;
  ~ThreadsInUse();

 private:
  int before_;
};

/// How many threads work can be shared out among here, if `wanted` threads are asked for (0: those
/// in use). 1 in work that is itself part of a team's, and without OpenMP.
int team_size(int wanted = 0);

/// Calls turn(i) for every i in [0, count), in any order and on any thread, so turns must not
/// influence each other. If turns throw, one of the exceptions comes out, when no turn is going on;
/// those that have not been begun by then are left out. With `worthwhile` false (there is too
/// little to do) everything happens on the calling thread, in order.
void in_parallel(std::size_t count, const std::function<void(std::size_t)>& turn,
                 bool worthwhile = true);

/// Calls work(member) once for each member 0, 1, … of a team of at most `size` threads; the calling
/// thread is member 0. If members throw, one of the exceptions comes out when all have ended.
void on_team(int size, const std::function<void(int member)>& work);

/// Whether the caller is the thread that called in_parallel() or on_team(): so that only one of
/// them shows progress.
bool is_first_of_team();

}  // namespace warodds
