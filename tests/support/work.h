// How much work it is to answer exactly (core/threads/patience.h), as it is counted.
#pragma once

#include "core/text/error.h"
#include "core/threads/patience.h"

namespace warodds::testing {

/// Seconds of a plain machine.
template <class Work>
double seconds_of(const Work& work) {
  WorkBudget counted;
  {
    const PatienceInUse patience({nullptr, {}, &counted});
    work();
  }
  return counted.spent_seconds();
}

/// Whether it is more work than a plain machine does in so many seconds, or too large at all.
template <class Work>
bool takes_more_than(double seconds, const Work& work) {
  WorkBudget budget(seconds);
  try {
    within({nullptr, {}, &budget}, [&] {
      work();
      return true;
    });
  } catch (const TooLarge&) {
    return true;
  }
  return false;
}

}  // namespace warodds::testing
