// A trait: an attack is paid for (FightFacts::cost), and something is reported for each point.
#pragma once

#include <concepts>

#include "core/rules/report.h"

namespace warodds {

template <class System>
concept PaysForAttacks = requires(const typename System::Unit unit,
                                  const typename System::Situation situation) {
  // What is reported, and the points it is paid in.
  { System::rate } -> std::convertible_to<RateSpec>;
  // What each attack of a unit costs, and what a side of several units can spend in a round.
  { System::price(unit) } -> std::same_as<int>;
  { System::points_in_round(situation) } -> std::same_as<int>;
};

/// The same for any system; without a name where attacks are free.
template <class System>
constexpr RateSpec rate_of() {
  if constexpr (PaysForAttacks<System>) return System::rate;
  return {};
}

}  // namespace warodds
