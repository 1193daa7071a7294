// Why nothing is rolled although the rules allow the attack.
#pragma once

#include "core/text/error.h"

namespace warodds {

/// Two units do not come to a fight: a battle goes on without it.
struct NoFight : NoAnswer {
  using NoAnswer::NoAnswer;
};

}  // namespace warodds
