// A trait: an attack is paid for (FightFacts::cost), and something is reported for each point.
#pragma once

#include <concepts>

#include "core/rules/report.h"

namespace warodds {

template <class System>
concept PaysForAttacks = requires {
  // What is reported, and the points it is paid in.
  { System::rate } -> std::convertible_to<RateSpec>;
};

/// The same for any system; without a name where attacks are free.
template <class System>
constexpr RateSpec rate_of() {
  if constexpr (PaysForAttacks<System>) return System::rate;
  return {};
}

}  // namespace warodds
