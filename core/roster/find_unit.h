// From units as text to units of a system.
#pragma once

#include <string>
#include <string_view>
#include <variant>

#include "core/roster/roster.h"
#include "core/rules/side.h"
#include "core/systems/any_unit.h"

namespace warodds {

/// The unit of a roster, of the system that the roster is for. Throws InputError.
AnyUnit read_unit(std::string_view system, const UnitText& text);

/// A unit as somebody asks for it: a text (NAME, NAME,key=value,… or key=value,…), or all of it.
using UnitRequest = std::variant<std::string, UnitText>;

/// What a unit is in a question.
struct UnitRole {
  std::string where;    ///< for messages: "attacker"
  std::string unnamed;  ///< its name where it has none
};
UnitRole role_of(Side side);

/// The unit that is meant; `roster`: null where there is none. Throws InputError.
AnyUnit find_unit(std::string_view system, const UnitRequest& request, const Roster* roster,
                  const UnitRole& role);

}  // namespace warodds
