// Cells of a spreadsheet as the fields of a unit have them.
#pragma once

#include <string>
#include <string_view>

#include "core/fields/field.h"

namespace warodds {

/// What is in a cell: without the blanks that spreadsheets put around it, the one that does not
/// break among them, and without the guard of a formula.
std::string clean_cell(std::string_view cell);

/// A text as a cell that no spreadsheet takes for a formula: with an apostrophe before it where it
/// begins as one. A number is none.
std::string guarded(std::string_view text);

/// The name of a column as names are compared: small letters, what stands in brackets left out,
/// and '-' for all that is neither letter nor digit: "Extra Attack (dice)" is "extra-attack".
std::string column_key(std::string_view header);

/// Whether a cell is what a die must show at least: "5+".
bool is_target_number(std::string_view cell);

/// The value of a cell as FieldSpec::parse has it: "80.0" is 80, "+2" is 2, "5+" is 5, "1D6" is
/// 1d6, and with `decimal_commas` "0,5" is 0.5. Throws InputError, which begins with `where` and
/// ends with what seems to have happened.
std::string value_of_cell(std::string_view cell, const FieldSpec& field, bool decimal_commas,
                          const std::string& where);

/// Whether a name is that of a row of sums or means, which no unit has: "Total", "Summe:".
bool is_total(std::string_view name);

/// Whether people write notes below a header, as column_key() has it: "notes", "bemerkung".
bool means_note(std::string_view key);

}  // namespace warodds
