// Rosters from spreadsheets: CSV as RFC 4180 has it, with semicolons and a byte-order mark as
// European spreadsheets write them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/matchup/roster.h"

namespace warodds {

/// One row of a CSV text and the line it begins on; a quoted field may hold line ends.
struct CsvRow {
  std::size_t line = 1;
  std::vector<std::string> fields;
};

/// The rows of a CSV text. Fields are separated by the first of comma, semicolon and tab that the
/// header has outside quotes. Throws InputError for a quote that is not closed.
std::vector<CsvRow> parse_csv(std::string_view text, const std::string& file);

/// A roster with one row for each unit, or for each figure, attack or model group; the header has
/// the names of the fields, `name` the unit's, and `figure`, `attack` or `model` the group's. Rows
/// of the same name are one unit. In a row with a group, the fields of groups are the group's and
/// all others the unit's. The system is in a column `system`, or given. Empty fields keep their
/// default. Throws InputError with file and line.
Roster parse_csv_roster(std::string_view text, const std::string& file, const std::string& system);

}  // namespace warodds
