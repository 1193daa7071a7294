// Units, armies, sides and settings out of a tree, whatever kind of file it comes from. Not
// installed.
#pragma once

#include <string>
#include <vector>

#include "core/roster/faults.h"
#include "core/roster/node.h"
#include "core/roster/roster.h"

namespace warodds {

// What follows throws InputError, which begins with the place.

/// For what is not of the kind that is wanted.
[[noreturn]] void refuse(const Node& node, const std::string& what);
/// For a key that means nothing in its table.
[[noreturn]] void refuse_key(const Node& node, const std::vector<std::string>& known);

/// The settings of a table; those of a table in it have its key and a dot before theirs.
std::vector<Setting> settings_in(const Node& table);
/// Of the attacks of a unit: a table of settings, a text as behind `with`, or a list of such.
void read_with(const Node& node, std::vector<Setting>& settings);

/// A unit written out: settings, name (`unnamed` where there is none), note, and lists of groups.
UnitText unit_in(const Node& table, const std::string& unnamed = "");
/// What stands for a unit: a text, or all of it.
UnitRequest unit_request_in(const Node& node, const std::string& unnamed);
/// Some units of a side: a unit, or a table with unit, count and situation.
SidePart part_of_side_in(const Node& node, const std::string& unnamed = "");

/// Adds the units of a list, which is large and used up, to a roster. What is wrong with one of
/// them goes to `faults`.
void read_units(Node list, Roster& roster, Faults& faults);
/// The same with the armies of units that are there.
void read_armies(Node list, Roster& roster, Faults& faults);

}  // namespace warodds
