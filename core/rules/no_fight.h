// Why nothing is rolled although the rules allow the attack.
#pragma once

#include "core/text/error.h"

namespace warodds {

/// Two units do not come to a fight: a battle goes on without it.
struct NoFight : Forbidden {
  using Forbidden::Forbidden;
};

}  // namespace warodds
