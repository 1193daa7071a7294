// From units as text to units of a system.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/roster/roster.h"
#include "core/roster/side_text.h"
#include "core/rules/side.h"
#include "core/systems/any_unit.h"

namespace warodds {

/// The unit of a roster, of the system that the roster is for. Throws InputError.
AnyUnit read_unit(std::string_view system, const UnitText& text);

/// What a unit is in a question.
struct UnitRole {
  std::string where;    ///< for messages: "attacker"
  std::string unnamed;  ///< its name where it has none
};
UnitRole role_of(Side side);

/// The unit that is meant; `roster`: null where there is none. Throws InputError.
AnyUnit find_unit(std::string_view system, const UnitRequest& request, const Roster* roster,
                  const UnitRole& role);

/// Who is on a side.
struct SideMeant {
  std::vector<SidePart> parts;
  const ArmyText* army = nullptr;  ///< of the roster, if the side is called by its name

  /// The unit, where there is one alone and nothing is said of its attacks; null elsewhere.
  const UnitRequest* alone() const;
};
/// Throws InputError.
SideMeant side_meant(const SideRequest& request, const Roster* roster, const std::string& where);

/// The unit of a side that must be one alone. `command`: for messages. Throws InputError.
AnyUnit find_sole_unit(std::string_view system, const SideRequest& request, const Roster* roster,
                       const UnitRole& role, const std::string& command);

}  // namespace warodds
