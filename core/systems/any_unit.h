// A unit of any system.
#pragma once

#include <string>
#include <variant>

#include "core/systems/systems.h"

namespace warodds {

/// A unit of any system.
using AnyUnit = Systems::AnyOf<UnitOf>;

/// Calls f(System{}, unit) for the system that a unit is of.
template <class Unit, class F>
void visit_unit(Unit& unit, F&& f) {
  Systems::for_each([&](auto system) {
    if (auto* const found = std::get_if<typename decltype(system)::Unit>(&unit)) f(system, *found);
  });
}

const std::string& name_of(const AnyUnit& unit);
int points_of(const AnyUnit& unit);

}  // namespace warodds
