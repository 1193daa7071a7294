// How the columns of a spreadsheet are to be read, and of which system its units are, kept in a
// file beside it: "army.columns" is of "army.csv", "army.xlsx" and any other sheet of that name.
//
//   system = "raiders-of-arcana"
//   [columns]
//   Wert = "points"
//   "Painted by" = ""    # left out
#pragma once

#include <string>
#include <string_view>

#include "core/roster/roster.h"

namespace warodds {

struct KeptColumns {
  std::string text;    ///< of the file; empty: there is none
  std::string system;  ///< empty: it says none
  SheetColumns columns;
};

/// The file that is of a sheet.
std::string file_of_columns(const std::string& sheet);
/// What stands in it, where it is there; nothing for a roster that is no sheet. Throws InputError.
KeptColumns read_columns(std::string_view text, const std::string& path);
/// Adds what is kept of columns of which nothing is said.
void add(const SheetColumns& kept, SheetColumns& said);
/// The roster of a text and of what is kept of its columns: what is given comes before that.
Roster roster_of(std::string text, const std::string& path, const KeptColumns& kept,
                 const std::string& system, SheetColumns columns);
/// Such a file's text: as a roster has been read.
std::string columns_text(const Roster& roster);

}  // namespace warodds
