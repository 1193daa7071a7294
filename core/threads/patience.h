// How long somebody waits for the work that is being done: asked by loops that can be long, however
// deep they are, so that a time limit and a signal reach all of them.
#pragma once

#include <atomic>
#include <chrono>
#include <optional>

namespace warodds {

struct Patience {
  using Clock = std::chrono::steady_clock;

  const std::atomic<bool>* stop = nullptr;  ///< set by somebody to end early
  std::optional<Clock::time_point> until = {};

  bool is_interrupted() const { return stop != nullptr && *stop; }
  bool is_over() const { return is_interrupted() || (until && Clock::now() >= *until); }
};

/// While it lives, this is the patience of the thread that made it, and of the teams that it calls
/// together (in_parallel, on_team). Made around work that is lost when it ends early, never around
/// what is done with a result that is there.
class PatienceInUse {
 public:
  explicit PatienceInUse(const Patience& patience);
  PatienceInUse(const PatienceInUse&) = delete;
  PatienceInUse& operator=(const PatienceInUse&) = delete;
  ~PatienceInUse();

 private:
  Patience patience_;
  Patience* before_;
};

/// There is a result, which from now on is worth waiting for: the innermost patience of this thread
/// is without end.
void have_something_to_show();

/// Whether nobody waits any more for what this thread does.
bool is_patience_over();

/// For work that has no result until it is done, at least ten times a second: throws NoAnswer when
/// nobody waits for it any more. It costs about as much as a map's look-up.
void check_patience();

/// The patience of this thread, for a team that is to share it; null: without end.
const Patience* patience_in_use();

}  // namespace warodds
