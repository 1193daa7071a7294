#include "core/threads/patience.h"

#include "core/text/error.h"

namespace warodds {
namespace {

thread_local Patience* in_use = nullptr;

}  // namespace

PatienceInUse::PatienceInUse(const Patience& patience) : patience_(patience), before_(in_use) {
  in_use = &patience_;
}

PatienceInUse::~PatienceInUse() { in_use = before_; }

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

const Patience* patience_in_use() { return in_use; }

}  // namespace warodds
