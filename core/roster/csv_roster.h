// Rosters out of spreadsheets, as people keep them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/roster/roster.h"

namespace warodds {

/// A roster with one row for each unit, or for each figure, attack or model group; the header has
/// the names of the fields, `name` the unit's, and `figure`, `attack` or `model` the group's. Rows
/// of the same name are one unit. In a row with a group, the fields of groups are the group's and
/// all others the unit's. In the columns `army`, `count` (1 unless said; in a row with a group it
/// is the group's) and `with` a row says that the unit is in an army; a row that says nothing else
/// is of a unit whose stats stand in another one. The system is in a column `system`, or given.
/// Empty cells keep their default. In the header, capitals, blanks and what stands in brackets do
/// not count: "Extra Attack (dice)" is extra-attack; "Unit", "Models" and "Cost" are the name, the
/// size and the points where no column has these names. Columns that are to be ignored, and those
/// whose name begins with '#', are left out. Rows above the header, and those between units that
/// have one cell, are titles and headings. Decimals may have a comma unless that separates the
/// cells, and "5+" is 5. Throws InputError with all that is wrong, each with file and line.
Roster parse_csv_roster(std::string_view text, const std::string& file, const std::string& system,
                        const SheetColumns& columns = {});

/// Whether a text is a spreadsheet rather than TOML: by the ending of its file's name, or else by
/// its first line that is not a title of words alone.
bool is_csv(std::string_view text, std::string_view file);

}  // namespace warodds
