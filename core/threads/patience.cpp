#include "core/threads/patience.h"

#include <algorithm>

#include "core/text/error.h"

namespace warodds {
namespace {

thread_local Patience* in_use = nullptr;
thread_local WorkUnits untold = 0;  ///< spent by this thread, of which its budget is not told

}  // namespace

WorkUnits WorkBudget::work_of(double seconds) {
  constexpr double a_second = 1e9;
  return static_cast<WorkUnits>(
      std::clamp(seconds * a_second, 0.0, static_cast<double>(without_end)));
}

WorkBudget::WorkBudget(double seconds, double at_first)
    : most_(work_of(seconds)), at_first_(work_of(at_first)) {}

double WorkBudget::spent_seconds() const { return static_cast<double>(spent_) * 1e-9; }

void WorkBudget::require() const {
  if (is_over()) throw TooLarge("this is more work than may be done for it");
}

bool WorkBudget::is_new(const std::vector<int>& what) {
  const std::lock_guard lock(mutex_);
  return asked_.insert(what).second;
}

WorkUnits WorkBudget::more_than_before(const std::vector<int>& kind, WorkUnits work) {
  const std::lock_guard lock(mutex_);
  WorkUnits& greatest = greatest_[kind];
  const WorkUnits before = greatest;
  greatest = std::max(greatest, work);
  return greatest - before;
}

void WorkBudget::add(WorkUnits work, bool foreseen) {
  const WorkUnits spent = spent_ += work;
  const WorkUnits unforeseen = unforeseen_ += foreseen ? 0 : work;
  if (spent > most_ || (unforeseen > at_first_ && unforeseen - at_first_ > done_)) {
    is_over_ = true;
  }
  if (outer_ != nullptr) outer_->add(work, foreseen);
}

/// What this thread has spent, to its budget.
void tell_spent() {
  if (untold > 0 && in_use != nullptr && in_use->budget != nullptr) {
    in_use->budget->add(untold, false);
  }
  untold = 0;
}

PatienceInUse::PatienceInUse(const Patience& patience) : patience_(patience), before_(in_use) {
  tell_spent();
  WorkBudget* const around = before_ != nullptr ? before_->budget : nullptr;
  if (patience_.budget == nullptr) {
    patience_.budget = around;
  } else if (around != nullptr && around != patience_.budget) {
    patience_.budget->outer_ = around;
  }
  in_use = &patience_;
}

PatienceInUse::~PatienceInUse() {
  tell_spent();
  in_use = before_;
}

void have_something_to_show() {
  if (in_use != nullptr) *in_use = Patience();
}

bool is_patience_over() { return in_use != nullptr && in_use->is_over(); }

void check_patience() {
  if (!is_patience_over()) return;
  throw NoAnswer(in_use->is_interrupted()
                     ? "interrupted before there was anything to show"
                     : "the time limit was reached before there was anything to show; raise "
                       "--time-limit, or ask something smaller",
                 in_use->is_interrupted() ? ErrorCode::interrupted : ErrorCode::out_of_time);
}

void spend(WorkUnits work) {
  constexpr WorkUnits now_and_then = 200'000;
  untold += work;
  if (untold < now_and_then) return;
  tell_spent();
  if (in_use == nullptr) return;
  if (in_use->budget != nullptr) in_use->budget->require();
  check_patience();
}

void spend_foreseen(WorkUnits work) {
  if (in_use == nullptr || in_use->budget == nullptr) return;
  in_use->budget->add(work, true);
  in_use->budget->require();
  check_patience();
}

void have_done(double share) {
  if (in_use == nullptr || in_use->budget == nullptr) return;
  tell_spent();
  WorkBudget& budget = *in_use->budget;
  const WorkUnits done = WorkBudget::work_of(share * static_cast<double>(budget.most_) * 1e-9);
  budget.done_ = std::max(budget.done_.load(), done);
}

const Patience* patience_in_use() { return in_use; }

}  // namespace warodds
