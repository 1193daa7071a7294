// What kind of number a fact of an outcome is.
#pragma once

#include "core/answer/event.h"

namespace warodds {

/// Whether a fact is so or not, 1 or 0.
bool is_yes_or_no(const OutcomeFact& fact);

}  // namespace warodds
