// How long somebody waits for the work that is being done, and how much of it there may be: asked
// by loops that can be long, however deep they are, so that a time limit, a signal and a budget
// reach all of them.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <vector>

namespace warodds {

/// Work: about a nanosecond of one core of a plain machine.
using WorkUnits = std::uint64_t;

/// Work that may be done for an answer. It is counted and not timed: the same question takes the
/// same on every machine, with any number of threads, whatever is known from questions before it.
/// Safe to share between threads.
class WorkBudget {
 public:
  /// Without end: it only counts.
  WorkBudget() = default;
  /// What takes so long on a plain machine.
  explicit WorkBudget(double seconds) : WorkBudget(seconds, seconds) {}
  /// Unforeseen work is given up where more has been spent on it than `at_first`, and what there is
  /// for the share that is done: it is hopeless.
  WorkBudget(double seconds, double at_first);

  double spent_seconds() const;
  bool is_over() const { return is_over_ || (outer_ != nullptr && outer_->is_over()); }
  /// Throws TooLarge when it is over.
  void require() const;

  /// Whether this is asked for the first time.
  bool is_new(const std::vector<int>& what);
  /// By how much the greatest work on things of a kind has grown.
  WorkUnits more_than_before(const std::vector<int>& kind, WorkUnits work);

 private:
  friend class PatienceInUse;
  friend void have_done(double share);
  friend void spend_foreseen(WorkUnits);
  friend void tell_spent();

  static WorkUnits work_of(double seconds);
  void add(WorkUnits work, bool foreseen);

  static constexpr WorkUnits without_end = WorkUnits{1} << 62;
  WorkUnits most_ = without_end;
  WorkUnits at_first_ = without_end;
  std::atomic<WorkUnits> spent_ = 0;
  std::atomic<WorkUnits> unforeseen_ = 0;
  std::atomic<WorkUnits> done_ = 0;  ///< what there is for the share that is done
  std::atomic<bool> is_over_ = false;
  WorkBudget* outer_ = nullptr;  ///< what is spent of this is spent of that, too
  std::mutex mutex_;
  std::set<std::vector<int>> asked_;
  std::map<std::vector<int>, WorkUnits> greatest_;
};

struct Patience {
  using Clock = std::chrono::steady_clock;

  const std::atomic<bool>* stop = nullptr;  ///< set by somebody to end early
  std::optional<Clock::time_point> until = {};
  WorkBudget* budget = nullptr;  ///< null: that of whoever has patience around this

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

/// What work() comes to with so much patience, of which the budget is not over.
template <class Made>
auto within(const Patience& patience, const Made& work) {
  auto result = [&] {
    const PatienceInUse in_use(patience);
    return work();
  }();
  if (patience.budget != nullptr) patience.budget->require();
  return result;
}

/// There is a result, which from now on is worth waiting for: the innermost patience of this thread
/// is without end.
void have_something_to_show();

/// Whether nobody waits any more for what this thread does.
bool is_patience_over();

/// For work that has no result until it is done, at least ten times a second: throws NoAnswer when
/// nobody waits for it any more. It costs about as much as a map's look-up.
void check_patience();

/// For work that is of a question alone, and not known from before: counts it, throws TooLarge when
/// the budget is over, and checks patience now and then. It costs next to nothing.
void spend(WorkUnits work);
/// The same before work of which it is known how much it is.
void spend_foreseen(WorkUnits work);
/// So much of all is done, as far as that is known: told by one thread that no team works for.
void have_done(double share);

/// The patience of this thread, for a team that is to share it; null: without end.
const Patience* patience_in_use();

}  // namespace warodds
